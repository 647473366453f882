//! Seats in cars of a world: what is seen and done from them is that of the environments.

use skidpad_core::controls::Gear;
use skidpad_tasks::{
    ActionKind, ActionSettings, AnyEnvironments, Lidar, Observation, Seat, SeatSettings, Settings,
    StartChoice, TaskError,
};
use skidpad_world::models;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::world::{CarId, Member, Site, World};

use crate::scene::{boxster, made, preset, race, settings, track};

const SPEED_M_S: f64 = 20.0;

/// A world with a car on its own at a place of the grand prix track, along its line.
fn world(distance_m: f64) -> (World, CarId, [f64; 3]) {
    let point = track("grand-prix").at(distance_m);
    let [x, y] = point.position_m;
    let mut world = World::new(Site::asphalt());
    let states = [("x_m", x), ("y_m", y), ("yaw_rad", point.heading_rad), ("velocity_x_m_s", SPEED_M_S)];
    let begin = Begin { gear: Gear::Automatic, initial: &states, method: None };
    let car = models::SINGLE_TRACK.begin(&CarChoice::Vehicle(preset("boxster-s")), &begin);
    let member = Member { car: car.expect("it begins"), body: None };
    let id = world.add(member).expect("it joins");
    (world, id, [x, y, point.heading_rad])
}

fn seat(
    observations: &[Observation],
    actions: &ActionSettings,
    control_step_s: f64,
) -> Result<Seat, TaskError> {
    let settings =
        SeatSettings { observations: observations.to_vec(), actions: actions.clone(), control_step_s };
    let car = CarChoice::Vehicle(preset("boxster-s"));
    Seat::new(settings, &models::SINGLE_TRACK, &car, &track("grand-prix"))
}

/// The same actions in an environment and from a seat, in each kind of actions: the same numbers for 2 s of a curve, but for the precision.
#[test]
fn a_seat_sees_and_does_what_an_environment_does() {
    let names = [
        "velocity_x_m_s",
        "velocity_y_m_s",
        "yaw_rate_rad_s",
        "steer_rad",
        "front_slip_angle_rad",
        "lateral_offset_m",
        "heading_error_rad",
        "borders_m",
        "curvature_ahead_1_m",
        "borders_ahead_m",
        "last_action",
        "time_s",
    ];
    let mut observations: Vec<_> = names.into_iter().map(Observation::by_name).collect();
    observations.push(Observation::Lidar(Lidar { beams: 31, ..Lidar::default() }));
    let kinds = [ActionKind::Pedals, ActionKind::SteerRate, ActionKind::SpeedAndSteer([0.0, 40.0])];
    for (kind, delay_steps) in kinds.into_iter().zip([0, 3, 1]) {
        let actions = ActionSettings { kind, delay_steps, ..ActionSettings::default() };
        let settings = Settings {
            time_limit_s: 60.0,
            actions: actions.clone(),
            ..settings(1, boxster(), &observations)
        };
        let (dt, sub_steps) = (settings.dt, settings.sub_steps);
        let mut one = made(race(), &settings).expect("settings");
        let (mut world, id, [x, y, yaw_rad]) = world(700.0);
        let start = StartChoice {
            track: Some(0),
            position_m: [Some(x), Some(y)],
            yaw_rad: Some(yaw_rad),
            velocity_m_s: [Some(SPEED_M_S), Some(0.0)],
            yaw_rate_rad_s: Some(0.0),
        };
        AnyEnvironments::reset(&mut one, &[true], Some(&[3]), Some(&[start])).expect("a start");
        let mut seat = seat(&observations, &actions, dt.seconds() * f64::from(sub_steps)).expect("settings");
        for step in 0..100 {
            let seen = seat.observe(&world, id).expect("it is here");
            assert_eq!(seen.len(), seat.width());
            for (place, (own, of_environment)) in seen.iter().zip(one.observations()).enumerate() {
                let channel = &one.observation_channels()[place].name;
                let tolerance = if channel == "lidar_m" { 0.1 } else { 2e-3 };
                let off = (own - of_environment).abs() / f32::max(1.0, of_environment.abs());
                assert!(off < tolerance, "{kind:?}, step {step}, {channel}: {own}, not {of_environment}");
            }
            let wave = (0.3 * f64::from(step)).sin() as f32;
            let action = match kind {
                ActionKind::SpeedAndSteer(_) => [0.05 * wave, 25.0],
                _ => [0.1 * wave, 0.4],
            };
            one.step(&action).expect("finite");
            let speed_m_s = f64::from(seen[0]);
            let command = seat.act(action, speed_m_s).expect("finite");
            assert!(world.set_request(id, Request::from_command(command)));
            (0..sub_steps).for_each(|_| world.step(dt));
        }
    }
}

/// A seat refuses what it cannot show, and actions that are no numbers.
#[test]
fn a_seat_says_what_it_lacks() {
    let usual = ActionSettings::default();
    let named = |name: &str| vec![Observation::by_name(name)];
    assert!(seat(&named("opponents"), &usual, 0.01).is_err());
    let why = seat(&named("obstacle_m"), &usual, 0.01).expect_err("it is of a task").to_string();
    assert!(why.contains("obstacle_m"), "{why}");
    assert!(seat(&named("lateral_offset_m"), &usual, 0.0).is_err());
    assert!(seat(&[], &usual, 0.01).is_err());
    let mut seat = seat(&named("lateral_offset_m"), &usual, 0.01).expect("settings");
    let why = seat.act([0.0, f32::NAN], 10.0).expect_err("no number").to_string();
    assert!(why.contains("pedals"), "{why}");
}

/// Settings of observations by their names.
#[test]
fn settings_of_observations_are_set_by_name() {
    let mut ahead = Observation::by_name("curvature_ahead_1_m");
    ahead.set("points", 7.0).expect("a setting");
    ahead.set("spacing_m", 2.5).expect("a setting");
    assert_eq!(ahead, Observation::CurvatureAhead { points: 7, spacing_m: 2.5 });
    for (setting, value) in [("points", 7.5), ("points", -1.0), ("pionts", 7.0)] {
        let why = ahead.set(setting, value).expect_err("it is wrong").to_string();
        assert!(why.contains(setting), "{why}");
    }
    let why = Observation::Borders.set("points", 1.0).expect_err("no settings").to_string();
    assert!(why.contains("has no settings"), "{why}");
}
