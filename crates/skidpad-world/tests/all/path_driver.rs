//! A driver who keeps a speed and follows a path, in cars of every model that is steered.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::path_driver::{DrivePath, DriverTask, PathDriver};
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::world::{Member, Site, World};

/// Where a car was after each step, m, and its speed at the end, m/s.
fn drive(model: &ModelInfo, task: DriverTask, start_m_s: f64) -> (Vec<[f64; 2]>, f64) {
    let vehicle = vehicle(5);
    let car = match model.cars {
        Cars::Own(names) => CarChoice::Own(names[0]),
        Cars::Fixed => CarChoice::Own(model.name),
        Cars::Vehicles => CarChoice::Vehicle(&vehicle),
    };
    let begin = Begin { gear: Gear::Automatic, initial: &[(model.speed, start_m_s)], method: None };
    let mut world = World::new(Site::asphalt());
    let member = Member { car: model.begin(&car, &begin).expect(model.name), body: None };
    let id = world.add(member).expect(model.name);
    let dt = Dt::new(0.02).expect("a step");
    let mut driver = PathDriver::new(model, &car, task, dt);
    let mut places = Vec::new();
    for _ in 0..750 {
        let request = driver.request_in(&world, id, &PathDriver::in_gear());
        // Without a path the steering stays as it was.
        assert!(task.path.is_some() || request.command.steer_rad == 0.0, "{}", model.name);
        world.set_request(id, request);
        world.step(dt);
        let [x, y, _] = world.car(id).expect("it is here").pose(&world.surface()).position_m;
        places.push([x, y]);
    }
    let last = &places[places.len() - 2..];
    let speed = Real::hypot(last[1][0] - last[0][0], last[1][1] - last[0][1]) / 0.02;
    (places, speed)
}

/// Models that turn when steered, and follow pedals or an acceleration.
fn steered() -> impl Iterator<Item = &'static ModelInfo> {
    MODELS.iter().filter(|model| {
        let abilities = &model.abilities;
        abilities.steers && !abilities.leans && (abilities.pedals || abilities.acceleration)
    })
}

#[test]
fn circles_to_both_sides_are_followed_at_the_speed() {
    assert!(steered().count() > 8);
    for (at, model) in steered().enumerate() {
        let radius_m = [40.0, -60.0][at % 2];
        let task = DriverTask { speed_m_s: 12.0, path: Some(DrivePath::Circle { radius_m }) };
        let (places, speed) = drive(model, task, 10.0);
        let off = |place: &[f64; 2]| Real::hypot(place[0], place[1] - radius_m) - Real::abs(radius_m);
        let largest = places.iter().map(|place| Real::abs(off(place))).fold(0.0, Real::max);
        let last = off(&places[places.len() - 1]);
        assert!(largest < 1.5 && Real::abs(last) < 0.05, "{}: {largest} m, at last {last} m", model.name);
        assert!(Real::abs(speed - 12.0) < 0.2, "{}: {speed} m/s", model.name);
    }
}

#[test]
fn a_lane_change_ends_in_the_other_lane() {
    // RARS's car swings about the line: its heading has no inertia, and its velocity follows late.
    for (at, model) in steered().filter(|model| model.name != "slip_vector").enumerate() {
        let offset_m = [3.5, -3.0][at % 2];
        let path = DrivePath::LaneChange { from_m: 30.0, length_m: 50.0, offset_m };
        let task = DriverTask { speed_m_s: 18.0, path: Some(path) };
        let (places, speed) = drive(model, task, 18.0);
        let line = |x: f64| {
            let share = Real::clamp((x - 30.0) / 50.0, 0.0, 1.0);
            0.5 * offset_m * (1.0 - Real::cos(core::f64::consts::PI * share))
        };
        let largest = places.iter().map(|place| Real::abs(place[1] - line(place[0]))).fold(0.0, Real::max);
        let last = places[places.len() - 1][1] - offset_m;
        assert!(largest < 0.4 && Real::abs(last) < 0.05, "{}: {largest} m, at last {last} m", model.name);
        assert!(Real::abs(speed - 18.0) < 0.2, "{}: {speed} m/s", model.name);
    }
}

#[test]
fn a_speed_is_reached_from_above_and_below() {
    for model in steered() {
        for start_m_s in [8.0, 22.0] {
            let (_, speed) = drive(model, DriverTask { speed_m_s: 15.0, path: None }, start_m_s);
            assert!(Real::abs(speed - 15.0) < 0.2, "{} from {start_m_s}: {speed} m/s", model.name);
        }
    }
}
