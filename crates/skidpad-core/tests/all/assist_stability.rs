//! Stability control: the reference in closed form, the right wheel for each fault, and a car that does not spin.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::assist_support;
use skidpad_core::record::Flag;

use assist_support::{DRY, NO_PEDALS, Plant, Road, SNOW, WET, facts};
use skidpad_core::assist::{Acts, AssistMode, Assists, Pedals, Sensed, StabilityData};
use skidpad_core::wheels::Wheels;

fn assists() -> Assists<f64> {
    Assists::typical(facts(false, true))
}

#[test]
fn the_reference_is_the_steady_turn_of_the_linear_single_track() {
    let data = StabilityData::<f64>::typical();
    for (steer, speed) in [(0.02, 10.0), (-0.03, 20.0), (0.01, 40.0)] {
        let rate = data.yaw_rate_rad_s(2.7, steer, speed, 100.0);
        assert!((rate - speed * steer / (2.7 + 0.003 * speed * speed)).abs() < 1e-15);
        // Backwards it turns the other way.
        assert_eq!(data.yaw_rate_rad_s(2.7, steer, -speed, 100.0), -rate);
    }
    // Rajamani's bound, 0.85 mu g / v, and the bound by what is measured.
    let most = data.yaw_rate_rad_s(2.7, 0.5, 30.0, 100.0);
    assert!((most - 0.85 * 9.80665 / 30.0).abs() < 1e-15);
    let slippery = data.yaw_rate_rad_s(2.7, -0.5, 30.0, -1.5);
    assert!((slippery + 3.5 / 30.0).abs() < 1e-15);
}

/// What happens in 0.2 s at 20 m/s with a yaw rate and a steering angle.
fn acts(yaw_rate: f64, steer: f64, speed: f64) -> Acts<f64> {
    let sensed = Sensed {
        wheel_speed_m_s: Wheels::all(speed),
        yaw_rate_rad_s: yaw_rate,
        acceleration_y_m_s2: 20.0 * yaw_rate,
        steer_rad: steer,
        ..Sensed::at_rest()
    };
    let (mut mode, mut acts) = assists().advance(&AssistMode::start(), &sensed, &NO_PEDALS, 0.002);
    for _ in 0..100 {
        (mode, acts) = assists().advance(&mode, &sensed, &Pedals { throttle: 0.5, ..NO_PEDALS }, 0.002);
    }
    acts
}

#[test]
fn oversteer_brakes_the_outer_front_and_understeer_the_inner_rear_wheel() {
    // The reference at 20 m/s and 0.04 rad is 0.205 rad/s.
    for (yaw_rate, steer, braked) in [
        (0.40, 0.04, [0.0, 1.0, 0.0, 0.0]),
        (-0.40, -0.04, [1.0, 0.0, 0.0, 0.0]),
        (0.05, 0.04, [0.0, 0.0, 1.0, 0.0]),
        (-0.05, -0.04, [0.0, 0.0, 0.0, 1.0]),
        (0.20, 0.04, [0.0; 4]),
        (0.0, 0.0, [0.0; 4]),
        // A slide to the other side than the steering asks for: it turns left too much.
        (0.30, -0.02, [0.0, 1.0, 0.0, 0.0]),
    ] {
        let acts = acts(yaw_rate, steer, 20.0);
        let wheels = &acts.wheels;
        let shown = [wheels.front_left, wheels.front_right, wheels.rear_left, wheels.rear_right]
            .map(|wheel| wheel.stability_acts.number());
        assert_eq!(shown, braked, "{yaw_rate} {steer}");
        let any = braked.contains(&1.0);
        assert_eq!(acts.brake().largest() > 0.0, any);
        assert_eq!(acts.drive.assisted_throttle < 0.5, any, "throttle is taken");
    }
}

#[test]
fn in_town_and_in_reverse_it_leaves_the_car_alone() {
    assert_eq!(acts(1.0, 0.0, 4.0).brake().largest(), 0.0);
    assert_eq!(acts(1.0, 0.0, -20.0).brake().largest(), 0.0);
}

/// Pressures at 20 m/s with a yaw rate, a steering angle and a lateral speed that the road pushes against.
fn pressures(yaw_rate: f64, steer: f64, y_m_s: f64) -> [f64; 4] {
    let sensed = Sensed {
        wheel_speed_m_s: Wheels::all(20.0),
        yaw_rate_rad_s: yaw_rate,
        acceleration_y_m_s2: 20.0 * yaw_rate,
        steer_rad: steer,
        ..Sensed::at_rest()
    };
    let mut mode = AssistMode::start();
    (mode.reference.reference_known, mode.reference.reference_x_m_s) = (Flag::from(true), 20.0);
    mode.reference.reference_y_m_s = y_m_s;
    mode.stability.stability_reference_rad_s = 0.205 * steer / 0.04;
    let mut acts = assists().advance(&mode, &sensed, &NO_PEDALS, 0.002);
    for _ in 0..20 {
        acts = assists().advance(&acts.0, &sensed, &NO_PEDALS, 0.002);
    }
    let wheels = &acts.1.wheels;
    [wheels.front_left, wheels.front_right, wheels.rear_left, wheels.rear_right].map(|wheel| wheel.brake)
}

/// An electric car on a wet road slid by 10 degrees and turned a little less than it was steered. The brake of the inner rear
/// wheel, meant to turn it in, took what was left of the rear tyres' grip, and it slid for 4 s longer than without.
#[test]
fn rear_tyres_that_slide_are_not_braked_to_turn_the_car_in() {
    let [.., straight, _] = pressures(0.05, 0.04, 0.1);
    let [.., sliding, _] = pressures(0.05, 0.04, -4.0);
    assert!(straight > 0.1 && sliding < 0.01, "{straight} {sliding}");
    let [.., right] = pressures(-0.05, -0.04, 4.0);
    assert_eq!(right, sliding, "in a mirror");
}

/// A car slid over a dry road by 45 degrees and turned as it was steered, so stability control left it alone for 5 s.
#[test]
fn a_car_that_slides_far_is_turned_into_its_motion() {
    let [left, ..] = pressures(-0.205, -0.04, 12.0);
    let [_, right, ..] = pressures(0.205, 0.04, -12.0);
    assert!(left > 0.1 && left == right, "{left} {right}");
    assert_eq!(pressures(-0.205, -0.04, 0.5), [0.0; 4], "below the peak of the tyres");
}

/// A lane change steered open loop: how far the car turns out of its sideslip, rad, and how it ends.
///
/// The rear has less grip, as with worn tyres.
fn lane_change(assists: &Assists<f64>, road: Road, speed: f64, swing_rad: f64, dt_s: f64) -> (f64, Plant) {
    let mut car = Plant::rolling(speed, [road; 4]);
    for worn in &mut car.roads[2..] {
        *worn = Road(0.85 * worn.0, worn.1, 0.85 * worn.2);
    }
    let mut most: f64 = 0.0;
    while car.time_s < 4.0 {
        let phase = std::f64::consts::TAU * 0.5 * car.time_s;
        car.steer_rad = if car.time_s < 2.0 { swing_rad * phase.sin() } else { 0.0 };
        car.step(assists, &NO_PEDALS, dt_s);
        most = most.max(car.velocity_m_s[1].atan2(car.velocity_m_s[0]).abs());
    }
    (most, car)
}

#[test]
fn a_car_that_would_spin_stays_on_its_way() {
    for (road, speed, swing) in [(DRY, 30.0, 0.12), (WET, 25.0, 0.10), (SNOW, 15.0, 0.08)] {
        let (on, after) = lane_change(&assists(), road, speed, swing, 0.001);
        let (off, _) = lane_change(&assists().off(), road, speed, swing, 0.001);
        assert!(off > 0.5, "without it the car spins on {road:?}: {off}");
        assert!(on < 0.25, "{road:?}: sideslip {on}");
        assert!(after.yaw_rate_rad_s.abs() < 0.1 && after.velocity_m_s[0] > 0.4 * speed, "{after:?}");
    }
}

#[test]
fn the_sub_step_changes_little() {
    let (fine, _) = lane_change(&assists(), WET, 25.0, 0.10, 0.0005);
    let (coarse, _) = lane_change(&assists(), WET, 25.0, 0.10, 0.002);
    assert!((fine - coarse).abs() < 0.02, "{fine} {coarse}");
}

#[test]
fn ordinary_driving_is_not_disturbed() {
    let (_, car) = lane_change(&assists(), DRY, 20.0, 0.01, 0.002);
    let (_, off) = lane_change(&assists().off(), DRY, 20.0, 0.01, 0.002);
    assert_eq!(car.position_m, off.position_m);
}
