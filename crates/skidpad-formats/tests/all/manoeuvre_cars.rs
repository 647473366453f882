//! Real cars through the manoeuvres of the standards, and in the frames of slow and quick callers.
#![allow(clippy::disallowed_methods)]

use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::{
    Feel, InTurn, LANE_CHANGE_SPEED_M_S, LaneChange, SKIDPAD_RADIUS_M, Subject, WET_GRIP, constant_radius,
    drift_hold, envelope_at, fastest_lane_change, fishhook, full_stop, lane_change, lift_off,
    one_period_sine, power_on, sine_with_dwell, slope_hold, standard_step,
};

const G: f64 = 9.80665;
const SPEED_M_S: f64 = 100.0 / 3.6;
const FEEL: Feel = Feel { understeer_rad_s2_m: 0.001, response_s: 0.25 };

fn vehicle(name: &str) -> Vehicle<f64> {
    presets::preset(name).unwrap().spec.validate().unwrap()
}

fn subject(vehicle: &Vehicle<f64>) -> Subject<'_> {
    Subject::vehicle(MODELS.by_name("single_track").unwrap(), vehicle)
}

/// A wheel that slides without steering holds its sliding friction: the stop is v^2 / (2 mu g) or a little less, as
/// the air helps; on a wet road it is longer by the grip.
#[test]
fn a_full_stop_is_as_long_as_sliding_tyres_make_it() {
    let car = vehicle("fr-s-2013");
    let subject = subject(&car);
    let (dry, wet) = (full_stop(&subject, 1.0).unwrap(), full_stop(&subject, WET_GRIP).unwrap());
    let (front, rear) = (car.front(), car.rear());
    let most = front.friction.max(rear.friction) * G;
    let least = (front.friction * front.sliding_share).min(rear.friction * rear.sliding_share) * G;
    for (stop, grip) in [(&dry, 1.0), (&wet, WET_GRIP)] {
        let a = stop.deceleration_m_s2();
        assert!((0.95 * least * grip..1.02 * most * grip + 0.3).contains(&a), "{a} {least} {most} {grip}");
        assert!((stop.speed_m_s - SPEED_M_S).abs() < 0.2);
        assert!((stop.developed_m_s2 / a - 1.0).abs() < 0.1, "{} {a}", stop.developed_m_s2);
    }
    assert!(
        (wet.distance_m / dry.distance_m * WET_GRIP - 1.0).abs() < 0.03,
        "{} {}",
        wet.distance_m,
        dry.distance_m
    );
    // Without an anti-lock system wheels lock at full pedal.
    assert!(dry.locked_share.unwrap() > 0.8, "{:?}", dry.locked_share);
}

#[test]
#[ignore = "soak: 10 minutes at 20, 240 and 1000 Hz"]
fn a_parked_car_holds_the_slope_at_any_rate() {
    let car = vehicle("fr-s-2013");
    for rate in [20.0, 240.0, 1000.0] {
        let hold = slope_hold(&subject(&car), rate).unwrap();
        assert!(hold.uphill_m < 1e-6 && hold.across_m < 1e-6, "{hold:?}");
    }
}

#[test]
fn full_throttle_in_a_turn_runs_wide_in_front_and_turns_in_behind() {
    let answers = ["fr-s-2013", "gti-mk7-dsg-2015"].map(|name| {
        let car = vehicle(name);
        let (on, off) = (power_on(&subject(&car)).unwrap(), lift_off(&subject(&car)).unwrap());
        assert!(on.deceleration_m_s2 < -0.5 && off.deceleration_m_s2 > 0.1, "{name}");
        assert!(off.yaw_rate_ratio > 1.0, "{name}: {}", off.yaw_rate_ratio);
        on.yaw_rate_ratio
    });
    let [rear, front] = answers;
    assert!(front < 1.0 && rear > front, "{answers:?}");
}

/// The rear-driven car holds a drift with opposite lock on the circle that speed and yaw rate make; the front-driven
/// one cannot and says so.
#[test]
fn a_rear_driven_car_drifts_and_a_front_driven_one_does_not() {
    let drift = drift_hold(&subject(&vehicle("fr-s-2013"))).unwrap();
    assert!((0.2..0.6).contains(&drift.sideslip_rad) && drift.wander_rad < 0.053, "{}", drift.sideslip_rad);
    assert!((8.0..60.0).contains(&drift.radius_m) && drift.opposite_rad > 0.02, "{}", drift.radius_m);
    let lateral = drift.speed_m_s * drift.speed_m_s / drift.radius_m;
    assert!((0.5..1.02).contains(&(lateral / G / vehicle("fr-s-2013").rear().lateral_friction)), "{lateral}");
    let refused = drift_hold(&subject(&vehicle("gti-mk7-dsg-2015"))).unwrap_err().to_string();
    assert!(refused.starts_with("the car keeps no drift of 15 degrees or more: "), "{refused}");
}

/// Straight ahead the envelope brakes and turns by the tyres' friction; between it is no larger than the ellipse of
/// both, and full at no longitudinal acceleration.
#[test]
fn the_envelope_is_what_the_tyres_hold() {
    let car = vehicle("fr-s-2013");
    let subject = subject(&car);
    let at = envelope_at(&subject, SPEED_M_S).unwrap();
    let skidpad = constant_radius(&subject, SKIDPAD_RADIUS_M).unwrap().largest_m_s2;
    assert!((at.lateral_m_s2() / skidpad - 1.0).abs() < 0.05, "{} {skidpad}", at.lateral_m_s2());
    let most = car.front().friction.max(car.rear().friction) * G;
    assert!((0.75 * most..1.1 * most).contains(&at.braking_m_s2()), "{} {most}", at.braking_m_s2());
    assert!((1.5..6.0).contains(&at.drive_m_s2()), "{}", at.drive_m_s2());
    for point in &at.points {
        let (x, y) = (point.along_m_s2 / (most + 0.5), point.lateral_m_s2 / (1.03 * skidpad));
        assert!(x * x + y * y < 1.1, "{point:?}");
        assert!(point.lateral_m_s2 <= 1.03 * skidpad, "{point:?}");
    }
    assert!(at.at(-0.5 * at.braking_m_s2()) > 0.5 * skidpad);
    assert!(at.points.windows(2).all(|pair| pair[0].along_m_s2 <= pair[1].along_m_s2));
}

#[test]
fn a_fishhook_is_as_hard_as_the_tyres() {
    let car = vehicle("fr-s-2013");
    let hook = fishhook(&subject(&car), 80.0 / 3.6).unwrap();
    let promised = car.front().lateral_friction * G;
    assert!((0.7..1.05).contains(&(hook.lateral_m_s2 / promised)), "{} {promised}", hook.lateral_m_s2);
    assert_eq!(hook.side_load_share, None);
    assert!(hook.steer_rad > 0.1 && hook.sideslip_rad > 0.02);
    let dwell = sine_with_dwell(&subject(&car)).unwrap();
    assert!(dwell.aside_m > 1.83, "{}", dwell.aside_m);
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// Faster than the fastest a cone falls; at half of it none does; a grippier road is faster.
    #[test]
    #[ignore = "long: some seconds"]
    fn the_fastest_lane_change_lies_between_passing_and_failing() {
        let car = vehicle("fr-s-2013");
        let subject = subject(&car);
        for change in [LaneChange::obstacle(&subject), LaneChange::double(&subject)] {
            let fastest = fastest_lane_change(&subject, &change, &FEEL).unwrap();
            assert!(fastest.passes() && fastest.room_m < 0.5, "{}", fastest.room_m);
            let speed = fastest.entry_m_s * 3.6;
            assert!((45.0..150.0).contains(&speed), "{speed}");
            assert!(fastest.exit_m_s <= fastest.entry_m_s + 0.5);
            assert!(fastest.lateral_m_s2 < 1.1 * car.front().lateral_friction * G);
            let faster = lane_change(&subject, &change, &FEEL, 1.15 * fastest.entry_m_s + 1.0).unwrap();
            assert!(!faster.passes() && [1, 3, 5].contains(&faster.section), "{}", faster.room_m);
            assert!(lane_change(&subject, &change, &FEEL, 0.5 * fastest.entry_m_s).unwrap().passes());
            if change.lets_go {
                let mut wet = subject;
                wet.surface.grip = 0.6;
                assert!(!lane_change(&wet, &change, &FEEL, fastest.entry_m_s - 1.0).unwrap().passes());
            }
        }
        let long =
            lane_change(&subject, &LaneChange::double(&subject), &FEEL, LANE_CHANGE_SPEED_M_S).unwrap();
        assert!(long.passes(), "{} in section {}", long.room_m, long.section);
    }

    /// A parked car stays: less than a micrometre in ten minutes on 30 %.
    #[test]
    #[ignore = "long: some seconds"]
    fn a_parked_car_holds_the_slope() {
        let hold = slope_hold(&subject(&vehicle("fr-s-2013")), 60.0).unwrap();
        assert!(hold.uphill_m < 1e-6 && hold.across_m < 1e-6, "{hold:?}");
    }

    /// On too slippery a road it slides down, and the distance says so.
    #[test]
    #[ignore = "long: some seconds"]
    fn a_car_on_a_slippery_slope_slides_down() {
        let car = vehicle("fr-s-2013");
        let mut icy = subject(&car);
        icy.surface.grip = 0.15;
        let hold = slope_hold(&icy, 60.0).unwrap();
        assert!(hold.uphill_m > 1000.0 && hold.across_m > 1000.0, "{hold:?}");
    }

    /// Results do not depend on the caller's rate, 30 to 1000 Hz: the driver acts in his own time, and the frames' ends only
    /// cut the car's steps.
    #[test]
    #[ignore = "long: some seconds"]
    fn results_do_not_depend_on_the_rate_of_the_caller() {
        let car = vehicle("fr-s-2013");
        let standard = subject(&car);
        let change = LaneChange::obstacle(&standard);
        let results = |subject: &Subject| -> Vec<(&'static str, f64)> {
            let step = standard_step(subject, SPEED_M_S).unwrap();
            let turn = constant_radius(subject, SKIDPAD_RADIUS_M).unwrap();
            let lift: InTurn = lift_off(subject).unwrap();
            let sine = one_period_sine(subject, SPEED_M_S, step.steer_rad, 0.5).unwrap();
            let lanes = lane_change(subject, &change, &FEEL, 12.0).unwrap();
            vec![
                ("skidpad", turn.largest_m_s2),
                ("understeer", turn.understeer_rad_s2_m.unwrap()),
                ("response", step.yaw_rate.response_s),
                ("overshoot", 1.0 + step.yaw_rate.overshoot),
                ("stop", full_stop(subject, 1.0).unwrap().distance_m),
                ("lift-off", lift.yaw_rate_ratio),
                ("sine", sine.lateral.first_gain),
                ("lane change", lanes.exit_m_s),
                ("lane change, lateral", lanes.lateral_m_s2),
                ("fishhook", fishhook(subject, 80.0 / 3.6).unwrap().lateral_m_s2),
            ]
        };
        let expected = results(&standard);
        for rate in [30.0, 1000.0] {
            let frames = standard.in_frames(Dt::new(1.0 / rate).unwrap());
            for ((name, value), (_, expected)) in results(&frames).into_iter().zip(&expected) {
                let off = (value / expected - 1.0).abs();
                assert!(off < 1e-3, "{name} at {rate} Hz: {value}, {expected}");
            }
        }
    }
}
