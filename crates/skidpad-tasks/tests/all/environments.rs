//! Promises of environments: numbers that depend on seed and actions alone, three ways to begin the next episode, and errors.

use skidpad_core::step::Dt;
use skidpad_tasks::{
    ActionKind, ActionSettings, AnyEnvironments, Autoreset, Bay, Braking, Drift, Environments, LaneChange,
    Lanes, Lidar, Observation, Parking, Race, Settings, Start, Task, TaskError,
};
use skidpad_testing::Random;

use crate::scene::{boxster, made, observations, race, settings, track};

const STEPS: usize = 150;

/// All that a step gives of one environment, as bits.
#[derive(Clone, Debug, PartialEq)]
struct Given {
    observation: Vec<u32>,
    reward: u64,
    terms: Vec<u64>,
    figures: Vec<u64>,
    ended: (bool, bool, u8),
}

fn given(environments: &dyn AnyEnvironments, place: usize) -> Given {
    let count = environments.group().len();
    let row = |numbers: &[f32]| {
        let width = numbers.len() / count;
        numbers[place * width..][..width].iter().map(|number| number.to_bits()).collect()
    };
    let row_of_f64 = |numbers: &[f64]| -> Vec<u64> {
        let width = numbers.len() / count;
        numbers[place * width..][..width].iter().map(|number| number.to_bits()).collect()
    };
    Given {
        observation: row(environments.observations()),
        reward: environments.rewards()[place].to_bits(),
        terms: row_of_f64(environments.term_values()),
        figures: row_of_f64(environments.figures()),
        ended: (
            environments.terminated()[place],
            environments.truncated()[place],
            environments.end_numbers()[place],
        ),
    }
}

/// Actions of an environment over time.
fn actions(seed: u64) -> Vec<[f32; 2]> {
    let mut random = Random::new(seed + 1);
    (0..STEPS).map(|_| [0, 1].map(|_| random.between(-1.5, 1.5) as f32)).collect()
}

/// Drives environments with seeds from `first` on; what each gave, from the first observation on.
fn drive<K: Task>(task: K, settings: &Settings<'_>, first: u64) -> Vec<Vec<Given>> {
    let mut environments = made(task, settings).expect("settings that can be taken");
    let count = settings.environments;
    let acting: Vec<_> = (0..count).map(|place| actions(first + place as u64)).collect();
    environments.reset_all(first);
    let mut all: Vec<_> = (0..count).map(|place| vec![given(&environments, place)]).collect();
    for step in 0..STEPS {
        if settings.autoreset == Autoreset::Disabled {
            let over: Vec<_> = environments.end_numbers().iter().map(|end| *end != 0).collect();
            environments.reset(&over, None, None).expect("a mask for each");
        }
        let actions: Vec<f32> = acting.iter().flat_map(|of| of[step]).collect();
        environments.step(&actions).expect("finite actions");
        for (place, all) in all.iter_mut().enumerate() {
            all.push(given(&environments, place));
        }
    }
    all
}

/// Each of 19 environments gives what one alone with its seed gives, bit for bit, over 150 steps of chance with all its resets.
fn assert_alone_or_together<K: Task + Clone>(task: K, observations: &[Observation]) {
    let vehicle = boxster();
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        let settings = Settings { autoreset, time_limit_s: 0.5, ..settings(19, vehicle, observations) };
        let together = drive(task.clone(), &Settings { threads: 2, ..settings.clone() }, 40);
        let ends: usize = together.iter().flatten().filter(|given| given.ended.2 != 0).count();
        assert!(ends > 19 * 3, "{autoreset:?}: {ends} episodes ended");
        for place in [0, 7, 18] {
            let alone =
                drive(task.clone(), &Settings { environments: 1, ..settings.clone() }, 40 + place as u64);
            let first = (0..=STEPS).find(|step| alone[0][*step] != together[place][*step]);
            assert_eq!(first, None, "{autoreset:?}: environment {place} differs from that step on");
        }
    }
}

#[test]
fn a_race_gives_the_same_bits_alone_and_among_others() {
    assert_alone_or_together(race(), &observations());
}

#[test]
fn other_tasks_give_the_same_bits_alone_and_among_others() {
    let named = |names: &[&str]| names.iter().map(|name| Observation::by_name(name)).collect::<Vec<_>>();
    let drift = Drift::new(25.0, 0.5, None).expect("in range");
    assert_alone_or_together(drift, &named(&["sideslip_error_rad", "radius_error_m", "course_error_rad"]));
    let moose = LaneChange::new(Lanes::Obstacle, [12.0, 22.0], true).expect("in range");
    assert_alone_or_together(moose, &named(&["lane_left_m", "lane_distance_m"]));
    let braking = Braking::new([10.0, 40.0], [0.5, 2.0], 1.0).expect("in range");
    assert_alone_or_together(braking, &named(&["obstacle_m", "lane_yaw_rad"]));
    let parking = Parking::new(Bay::Across, 1.0).expect("in range");
    assert_alone_or_together(parking, &named(&["bay_ahead_m", "bay_sin"]));
}

/// With the ground of the track, walls and hills are met; the numbers still depend on nothing else.
#[test]
fn a_race_on_the_ground_gives_the_same_bits_alone_and_among_others() {
    let race = Race::on_ground(track("hill-climb")).with_off_track_m(1e6).expect("in range");
    let names = ["velocity_x_m_s", "lateral_offset_m"].map(Observation::by_name);
    assert_alone_or_together(race, &names);
}

/// Where an episode is over: the next step ignores its action and gives the first observation of the next episode, the same step gives it at once and
/// keeps the last one, or the caller resets. The episodes themselves are the same.
#[test]
fn episodes_are_the_same_however_they_begin_again() {
    let (vehicle, observations) = (boxster(), observations());
    let of = |autoreset| {
        let settings = Settings { autoreset, time_limit_s: 0.2, ..settings(1, vehicle, &observations) };
        let mut one = made(race(), &settings).expect("settings");
        one.reset_all(3);
        let (mut episodes, mut episode) = (Vec::new(), vec![one.observations().to_vec()]);
        while episodes.len() < 5 {
            // The same action in each step of each episode.
            one.step(&[0.3, 0.4]).expect("finite");
            if one.end_numbers()[0] == 0 {
                episode.push(one.observations().to_vec());
                continue;
            }
            let at_once = autoreset == Autoreset::SameStep;
            let last = if at_once { one.final_observations() } else { one.observations() };
            episode.push(last.to_vec());
            match autoreset {
                Autoreset::NextStep => {
                    one.step(&[9.0, 9.0]).expect("finite");
                    assert_eq!((one.rewards()[0], one.end_numbers()[0]), (0.0, 0));
                    assert_eq!((one.terminated()[0], one.truncated()[0]), (false, false));
                }
                Autoreset::SameStep => {}
                Autoreset::Disabled => {
                    let error = one.step(&[0.0, 0.0]).expect_err("it is over");
                    assert_eq!(error, TaskError::IsOver { environment: 0 });
                    one.reset(&[true], None, None).expect("a mask");
                }
            }
            episodes.push(core::mem::replace(&mut episode, vec![one.observations().to_vec()]));
        }
        episodes
    };
    let [next, same, never] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled].map(of);
    assert!(next.iter().all(|episode| episode.len() > 2), "{:?}", next.iter().map(Vec::len));
    assert!(next.windows(2).all(|pair| pair[0] != pair[1]), "each episode has a start of its own");
    assert_eq!(next, same);
    assert_eq!(next, never);
}

/// The first observation of an episode once had the steering angle and the outputs of the actions before it.
#[test]
fn a_first_observation_knows_nothing_of_what_was_before() {
    let vehicle = boxster();
    let observations =
        ["steer_rad", "front_slip_angle_rad", "throttle", "last_action"].map(Observation::by_name);
    for kind in [ActionKind::Pedals, ActionKind::SteerRate, ActionKind::SpeedAndSteer([5.0, 20.0])] {
        let actions = ActionSettings { kind, delay_steps: 2, ..ActionSettings::default() };
        let settings = Settings { actions, ..settings(2, vehicle, &observations) };
        let mut all = made(race(), &settings).expect("settings");
        all.reset_all(3);
        let fresh = all.observations().to_vec();
        (0..10).for_each(|_| all.step(&[1.0, 1.0, -1.0, 0.5]).expect("finite"));
        assert_ne!(all.observations(), fresh);
        assert!(all.figures().iter().any(|figure| figure.abs() > 0.1), "progress");
        all.reset_all(3);
        assert_eq!(all.observations(), fresh, "{kind:?}");
        assert_eq!(all.figures()[0], 0.0, "figures are those of the new episode");
    }
}

/// A car that is to hold a speed holds its own until the first action arrives: it braked for a speed of 0.
#[test]
fn a_speed_is_held_until_the_first_action_arrives() {
    let vehicle = boxster();
    let observations = ["velocity_x_m_s", "brake"].map(Observation::by_name);
    let kind = ActionKind::SpeedAndSteer([0.0, 40.0]);
    let actions = ActionSettings { kind, delay_steps: 20, ..ActionSettings::default() };
    let settings = Settings { actions, ..settings(1, vehicle, &observations) };
    let mut one = made(Race::flat(vec![track("oval")]), &settings).expect("settings");
    let line = track("oval").at(track("oval").start_m());
    one.reset(&[true], None, Some(&[Start::at(line.position_m, line.heading_rad, 20.0).into()]))
        .expect("a start");
    for _ in 0..20 {
        one.step(&[0.0, 0.0]).expect("finite");
        assert!((19.0..20.5).contains(&one.observations()[0]), "{}", one.observations()[0]);
    }
    (0..5).for_each(|_| one.step(&[0.0, 0.0]).expect("finite"));
    assert_eq!(one.observations()[1], 1.0, "now it brakes");
}

/// Environments that were never given seeds have episodes of their own, and two lidars noise of their own.
#[test]
fn environments_and_lidars_have_chance_of_their_own() {
    let vehicle = boxster();
    let lidar = Observation::Lidar(Lidar { beams: 9, noise_m: 0.5, ..Lidar::default() });
    let settings_of = |observations| settings(2, vehicle, observations);
    let observations = [lidar.clone(), lidar];
    let mut all = made(race(), &settings_of(&observations)).expect("settings");
    all.reset(&[true; 2], None, None).expect("a mask");
    let [one, other] = [0, 1].map(|place| &all.observations()[18 * place..][..18]);
    assert_ne!(one[..9], other[..9]);
    assert_ne!(one[..9], one[9..], "two sensors");
}

/// Models whose velocity is a speed with a sideslip angle start with the lateral velocity that is asked for.
#[test]
fn a_start_with_a_lateral_velocity_is_one_for_every_model() {
    use skidpad_commonroad::{COMMONROAD_STD, CommonRoadStd};
    use skidpad_fleet::FleetModel;
    use skidpad_world::rolling::CarChoice;
    static STD: FleetModel = FleetModel::in_both::<CommonRoadStd>(&COMMONROAD_STD);
    let observations =
        ["sideslip_error_rad", "radius_error_m", "course_error_rad", "speed_m_s"].map(Observation::by_name);
    let cars = [CarChoice::Own("commonroad-2")];
    let settings = Settings { model: &STD, cars: &cars, ..settings(5, boxster(), &observations) };
    let drift = Drift::new(25.0, 0.5, Some(14.0)).and_then(|drift| drift.with_spread(0.0)).expect("in range");
    let mut all = made(drift, &settings).expect("settings");
    all.reset_all(1);
    for observation in all.observations().chunks_exact(4) {
        assert!(observation[..3].iter().all(|error| error.abs() < 1e-4), "{observation:?}");
        assert!((observation[3] - 14.0).abs() < 1e-5, "{observation:?}");
    }
}

/// A reward is the sum of its terms by their weights, and progress along the track is the usual one.
#[test]
fn a_reward_is_the_sum_of_its_weighed_terms() {
    let (vehicle, observations) = (boxster(), observations());
    let mut race = made(race(), &settings(8, vehicle, &observations)).expect("settings");
    race.set_weight("time_s", -3.0).expect("a term");
    race.set_weight("action_change", -0.5).expect("a term");
    let weights = [1.0, -3.0, -10.0, -1.0, -0.5];
    race.reset_all(11);
    let mut random = Random::new(2);
    for _ in 0..100 {
        let actions: Vec<f32> = (0..16).map(|_| random.between(-1.0, 1.0) as f32).collect();
        race.step(&actions).expect("finite");
        for (place, reward) in race.rewards().iter().enumerate() {
            let terms = &race.term_values()[place * 5..][..5];
            let sum: f64 = terms.iter().zip(weights).map(|(term, weight)| term * weight).sum();
            assert!((reward - sum).abs() <= 1e-12 * (1.0 + sum.abs()), "{reward} {sum}");
        }
    }
    let error = race.set_weight("tim_s", 1.0).expect_err("no such term");
    assert!(error.to_string().contains("`time_s`"), "{error}");
}

#[test]
fn what_cannot_be_taken_is_refused_by_name() {
    let (vehicle, observations) = (boxster(), observations());
    let usual = settings(2, vehicle, &observations);
    let refused = |observations: &[&str]| {
        let named: Vec<_> = observations.iter().map(|name| Observation::by_name(name)).collect();
        let drift = Drift::new(25.0, 0.5, None).expect("in range");
        made(drift, &Settings { observations: &named, ..usual.clone() }).expect_err("refused").to_string()
    };
    let message = refused(&["sideslip_eror_rad"]);
    assert!(message.contains("sideslip_error_rad") && message.contains("single_track"), "{message}");
    let message = refused(&["lidar_m"]);
    assert!(message.contains("lidar_m") && message.contains("drift"), "{message}");
    let mut race = made(race(), &usual).expect("settings");
    assert_eq!(race.step(&[0.0; 4]), Err(TaskError::NotReset));
    race.reset_all(0);
    let before = race.observations().to_vec();
    let error = race.step(&[0.0, 0.0, f32::NAN, 0.0]).expect_err("not a number");
    assert_eq!(error, TaskError::NotFinite { environment: 1, action: "steer" });
    assert!(matches!(race.step(&[0.0; 3]), Err(TaskError::Length { must: 4, .. })));
    // Large numbers whose sum overflows are finite.
    race.step(&[f32::MAX; 4]).expect("brought to their bounds");
    assert_ne!(race.observations(), before);
    let speed = Settings { dt: Dt::new(0.02).expect("a step"), time_limit_s: -1.0, ..usual };
    assert!(made(Drift::new(1.0, 0.5, None).expect("in range"), &speed).is_err());
}

/// An action arrives after its delay, and the wheels turn no faster than they may.
#[test]
fn actions_are_delayed_and_limited() {
    let vehicle = boxster();
    let observations = ["steer_rad", "throttle"].map(Observation::by_name);
    for delay_steps in [0, 1, 3] {
        let actions = ActionSettings { delay_steps, steer_rate_rad_s: 2.0, ..ActionSettings::default() };
        let settings = Settings { actions, ..settings(1, vehicle, &observations) };
        let mut one = Environments::new(race(), &settings).expect("settings");
        one.reset_all(5);
        for step in 0..8 {
            one.step(&[1.0, 0.5]).expect("finite");
            let arrived = (step + 1_i32 - delay_steps as i32).max(0) as f32;
            let [steer_rad, throttle] = [one.observations()[0], one.observations()[1]];
            assert!((steer_rad - 0.04 * arrived).abs() < 1e-6, "{delay_steps} {step}: {steer_rad}");
            assert_eq!(throttle, if arrived > 0.0 { 0.5 } else { 0.0 });
        }
    }
}

/// Each episode has one of the cars by chance, whatever the other environments; it has that car's mass and lock.
#[test]
fn episodes_have_cars_by_chance() {
    use skidpad_world::rolling::CarChoice;

    use crate::scene::preset;
    let cars = ["boxster-s", "mx5-nd-2016"].map(|name| CarChoice::Vehicle(preset(name)));
    let observations = ["velocity_x_m_s", "steer_rad"].map(Observation::by_name);
    let actions = ActionSettings { steer_rate_rad_s: 1e3, ..ActionSettings::default() };
    let after = |count, cars, seed| {
        let settings = Settings { cars, actions: actions.clone(), ..settings(count, cars, &observations) };
        let mut all = made(Race::flat(vec![track("oval")]), &settings).expect("settings");
        all.reset_all(seed);
        (0..10).for_each(|_| all.step(&[1.0, 1.0].repeat(count)).expect("finite"));
        let rows = all.observations().chunks_exact(2).map(|row| [row[0], row[1]]).collect::<Vec<_>>();
        (all.car_numbers(), rows)
    };
    let (numbers, rows) = after(40, &cars, 7);
    let alone = [0, 1].map(|car| after(1, &cars[car..=car], 7).1[0]);
    assert!(numbers.contains(&0) && numbers.contains(&1), "{numbers:?}");
    assert_ne!(alone[0], alone[1]);
    for (place, (number, row)) in numbers.iter().zip(&rows).enumerate() {
        assert_eq!(*row, alone[*number as usize], "environment {place}");
        assert_eq!(after(1, &cars, 7 + place as u64).0, [*number]);
    }
}
