//! Starts of the tasks, and short drives from them.

use skidpad_tasks::{
    ActionSettings, AnyEnvironments, Bay, Braking, Drift, LaneChange, Lanes, Observation, Parking, Settings,
};

use crate::scene::{boxster, made, settings};

fn named(names: &[&str]) -> Vec<Observation> {
    names.iter().map(|name| Observation::by_name(name)).collect()
}

/// A drift starts on its circle, along it, with the sideslip that is wanted.
#[test]
fn a_drift_starts_as_it_is_to_be_held() {
    let (vehicle, observations) =
        (boxster(), named(&["sideslip_error_rad", "radius_error_m", "course_error_rad", "yaw_rate_rad_s"]));
    let drift = Drift::new(25.0, 0.5, Some(14.0)).and_then(|drift| drift.with_spread(0.0)).expect("in range");
    let mut all = made(drift, &settings(50, vehicle, &observations)).expect("settings");
    all.reset_all(1);
    for observation in all.observations().chunks_exact(4) {
        assert!(observation[..3].iter().all(|error| error.abs() < 1e-4), "{observation:?}");
        assert!((observation[3] - 14.0 / 25.0).abs() < 1e-6);
    }
}

/// Straight on at full brakes: a stop of the distance that the same car needs in the road test, and the figure of a hit where there is no room.
#[test]
fn braking_stops_or_hits() {
    let (vehicle, observations) = (boxster(), named(&["obstacle_m"]));
    for (room, must) in [(3.0, "stopped"), (0.5, "hit")] {
        let braking = Braking::new([30.0, 30.0], [room, room], 1.0).expect("in range");
        let actions = ActionSettings::default();
        let settings = Settings { time_limit_s: 60.0, actions, ..settings(1, vehicle, &observations) };
        let mut one = made(braking, &settings).expect("settings");
        one.reset_all(0);
        while one.end_numbers()[0] == 0 {
            one.step(&[0.0, -1.0]).expect("finite");
        }
        let names = one.ends();
        assert_eq!(names[usize::from(one.end_numbers()[0]) - 1], must);
        let [distance_m, left_m, hit_m_s] = one.figures() else { panic!("three figures") };
        let free_m = room * 30.0 * 30.0 / (2.0 * 9.80665);
        assert!((distance_m + left_m - free_m).abs() < 1e-3, "{distance_m} {left_m} {free_m}");
        if must == "stopped" {
            // A deceleration of 0.7 to 1.2 g.
            assert!((38.0..66.0).contains(distance_m) && *hit_m_s == 0.0, "{distance_m}");
        } else {
            assert!((15.0..27.0).contains(hit_m_s) && *left_m < 0.1, "{hit_m_s} {left_m}");
        }
    }
}

/// The road's left side is slippery: full brakes turn the car to the right, where the wheels grip.
#[test]
fn brakes_on_a_split_road_turn_the_car_to_the_side_that_grips() {
    use skidpad_core::model::two_track::{Curves, TwoTrack};
    use skidpad_fleet::FleetModel;
    use skidpad_world::models;
    static TWO_TRACK: FleetModel = FleetModel::in_both::<TwoTrack<Curves>>(&models::TWO_TRACK);
    let (vehicle, observations) = (boxster(), named(&["lane_yaw_rad"]));
    let after = |left_grip| {
        let braking = Braking::new([30.0, 30.0], [9.0, 9.0], left_grip).expect("in range");
        let actions = ActionSettings::default();
        let settings = Settings { model: &TWO_TRACK, actions, ..settings(1, vehicle, &observations) };
        let mut one = made(braking, &settings).expect("settings");
        one.reset_all(0);
        (0..15).for_each(|_| one.step(&[0.0, -0.4]).expect("finite"));
        one.observations()[0]
    };
    assert!(after(1.0).abs() < 1e-4 && after(0.3) < -0.005, "{} {}", after(1.0), after(0.3));
}

/// Straight on through the obstacle avoidance: the first lane is passed, and the second's cones stand in the way or are missed.
#[test]
fn straight_on_is_no_lane_change() {
    let (vehicle, observations) = (boxster(), named(&["lane_distance_m", "lane_left_m", "lane_right_m"]));
    let moose = LaneChange::new(Lanes::Obstacle, [15.0, 15.0], true).expect("in range");
    let actions = ActionSettings::default();
    let settings = Settings { actions, time_limit_s: 60.0, ..settings(16, vehicle, &observations) };
    let mut all = made(moose, &settings).expect("settings");
    all.reset_all(4);
    let mut entries = Vec::new();
    let mut sides = [0, 0];
    for _ in 0..500 {
        all.step(&[0.0, 0.0].repeat(16)).expect("finite");
        for (place, end) in all.end_numbers().iter().enumerate().filter(|(_, end)| **end != 0) {
            assert_ne!(all.ends()[usize::from(*end) - 1], "passed");
            entries.push(all.figures()[3 * place]);
        }
        // Behind the first lane the second one's middle is to one side of a car that went straight on.
        for observation in all.observations().chunks_exact(3).filter(|of| (0.0..12.0).contains(&of[0])) {
            let middle_m = 0.5 * (observation[1] + observation[2]);
            if middle_m.abs() > 2.0 {
                sides[usize::from(middle_m < 0.0)] += 1;
            }
        }
    }
    assert!(
        entries.len() >= 16 && entries.iter().all(|entry| entry.is_nan() || (10.0..15.5).contains(entry))
    );
    assert!(entries.iter().any(|entry| !entry.is_nan()), "some pass the first lane");
    assert!(sides.iter().all(|count| *count > 0), "{sides:?}");
}

/// Backwards and forwards again by the pedal alone.
#[test]
fn a_car_that_parks_drives_backwards_by_its_pedal() {
    let (vehicle, observations) = (boxster(), named(&["velocity_x_m_s", "bay_ahead_m"]));
    let actions = ActionSettings { reverses: true, ..ActionSettings::default() };
    let settings = Settings { actions, time_limit_s: 60.0, ..settings(1, vehicle, &observations) };
    let mut one = made(Parking::new(Bay::Along, 2.0).expect("in range"), &settings).expect("settings");
    one.reset_all(8);
    let mut speeds = Vec::new();
    for step in 0..250 {
        let pedals = if step < 60 { -0.3 } else { 0.3 };
        one.step(&[0.0, pedals]).expect("finite");
        speeds.push(one.observations()[0]);
        assert_eq!(one.end_numbers()[0], 0, "step {step}");
    }
    let slowest = speeds.iter().copied().fold(f32::INFINITY, f32::min);
    assert!(slowest < -0.3, "{slowest}");
    let last = speeds[speeds.len() - 1];
    assert!(last > 0.2, "and forwards again: {last}");
}

/// The wheels of a single-track car have no left and right, and those of a kinematic one do not slide.
#[test]
fn a_model_that_cannot_do_a_task_is_refused() {
    let (vehicle, observations) = (boxster(), named(&["velocity_x_m_s"]));
    let split = Braking::new([30.0, 30.0], [2.0, 2.0], 0.3).expect("in range");
    let message = made(split, &settings(1, vehicle, &observations)).expect_err("refused").to_string();
    assert!(message.contains("single_track") && message.contains("two_track"), "{message}");
}
