//! Assists and steering.

use skidpad_core::assist::{AbsData, AssistMode, Assists, LaunchData, Pedals, Sensed};
use skidpad_core::record::Flag;
use skidpad_core::steering::Steering;
use skidpad_core::wheels::Wheels;

use crate::assist_support::{FULL_BRAKE, NO_PEDALS, facts};

const STEP_S: f64 = 0.001;

/// A mode that knows the car's longitudinal speed.
fn known(speed_m_s: f64) -> AssistMode<f64> {
    let mut mode = AssistMode::start();
    (mode.reference.reference_known, mode.reference.reference_x_m_s) = (Flag::from(true), speed_m_s);
    mode
}

/// To the right the wheels turned at once, to the left no faster than their rate. They turn as fast to either side.
#[test]
fn steering_was_quicker_to_one_side() {
    let steering = Steering { rate_rad_s: 0.8, ..Steering::parallel(15.0, 0.6) };
    for from in [0.0, 0.3, -0.3] {
        for dt_s in [0.002, 0.05] {
            for asked in [1.0, -1.0_f64] {
                let expected = from + asked.signum() * 0.8 * dt_s;
                let found = steering.advance(from, asked, dt_s);
                assert!((found - expected).abs() < 1e-15, "{from} {asked}: {found}, not {expected}");
            }
        }
    }
}

/// The bank that was learnt was not taken from the reading: on a cambered road the reference slid off to the side as soon
/// as the brakes hid the wheels. A car that runs straight on a bank and brakes moves to no side.
#[test]
fn learnt_bank_was_not_used() {
    let assists = Assists::typical(facts(false, true));
    for bank in [1.5, -1.5] {
        let (mut mode, mut speed) = (known(25.0), 25.0);
        let level = Sensed { acceleration_y_m_s2: bank, ..Sensed::at_rest() };
        for _ in 0..12_000 {
            let sensed = Sensed { wheel_speed_m_s: Wheels::all(speed), ..level };
            (mode, _) = assists.advance(&mode, &sensed, &NO_PEDALS, STEP_S);
        }
        assert!((mode.reference.reference_bank_m_s2 / bank - 1.0).abs() < 0.02, "it is learnt");
        for _ in 0..3000 {
            speed -= 3.0 * STEP_S;
            let sensed = Sensed { wheel_speed_m_s: Wheels::all(speed), acceleration_x_m_s2: -3.0, ..level };
            (mode, _) = assists.advance(&mode, &sensed, &Pedals { brake: 0.2, ..NO_PEDALS }, STEP_S);
        }
        let lateral_m_s = mode.reference.reference_y_m_s;
        assert!(lateral_m_s.abs() < 0.1, "lateral speed of {lateral_m_s} m/s with {bank} m/s^2 of bank");
    }
}

/// A launch began with the throttle cut that had held the engine. Who lets go of the clutch wants the torque: before any
/// wheel slips nothing is cut.
#[test]
fn launch_began_with_the_held_engines_cut() {
    let mut assists = Assists::typical(facts(false, true)).off();
    assists.launch = LaunchData { launch_on: Flag::from(true), ..LaunchData::typical() };
    let fast = Sensed { engine_rad_s: assists.launch.engine_rad_s + 100.0, ..Sensed::at_rest() };
    let held = Pedals { throttle: 1.0, clutch: 1.0, ..NO_PEDALS };
    let (mut mode, mut acts) = assists.advance(&AssistMode::start(), &fast, &held, STEP_S);
    for _ in 0..2000 {
        (mode, acts) = assists.advance(&mode, &fast, &held, STEP_S);
    }
    assert_eq!((mode.launch.launch_phase, acts.drive.launch_cut), (1.0, 1.0), "the engine is too fast");
    let released = Pedals { clutch: 0.0, ..held };
    (mode, acts) = assists.advance(&mode, &fast, &released, STEP_S);
    assert_eq!((mode.launch.launch_phase, acts.drive.launch_cut), (2.0, 0.0), "no wheel slips");
}

/// The slow build of the anti-lock system grew with the time, not with its square: a road that had become good was found
/// much later. After a time t it is 1 + (t / doubling)^2 times as fast as at first.
#[test]
fn slow_build_grew_too_slowly() {
    let assists = Assists::typical(facts(false, true));
    let data = AbsData { select_low: Flag::from(false), ..assists.abs };
    let assists = Assists { abs: data, ..assists };
    // A slip below the threshold and beyond the linear part of the tyre's curve, which does not change.
    let (speed, tread, level, before) = (20.0, 18.8, 0.3, 0.29);
    for time_s in [0.0, 0.1, 0.3, 0.6, 0.9_f64] {
        let mut mode = known(speed);
        for wheel in [
            &mut mode.abs_wheels.front_left,
            &mut mode.abs_wheels.front_right,
            &mut mode.abs_wheels.rear_left,
            &mut mode.abs_wheels.rear_right,
        ] {
            (wheel.abs_phase, wheel.abs_level, wheel.abs_pressure) = (4.0, level, before);
            (wheel.abs_timer_s, wheel.abs_speed_m_s) = (time_s, tread);
        }
        let sensed = Sensed { wheel_speed_m_s: Wheels::all(tread), ..Sensed::at_rest() };
        let (after, _) = assists.advance(&mode, &sensed, &FULL_BRAKE, STEP_S);
        let faster = 1.0 + ((time_s + STEP_S) / data.doubling_s).powi(2);
        let expected = data.slow_build_1_s * level * faster;
        for wheel in after.abs_wheels.in_a_row() {
            assert_eq!(wheel.abs_phase, 4.0, "it goes on building");
            let rate = (wheel.abs_pressure - before) / STEP_S;
            assert!((rate / expected - 1.0).abs() < 1e-9, "{time_s} s: {rate} 1/s, not {expected}");
        }
    }
}

/// Stability control never gave the throttle back that it had taken. What is no longer needed goes back at a rate.
#[test]
fn throttle_was_never_given_back() {
    let assists = Assists::typical(facts(false, true));
    let mut mode = known(20.0);
    mode.stability.stability_cut = 0.8;
    let straight = Sensed { wheel_speed_m_s: Wheels::all(20.0), ..Sensed::at_rest() };
    for step in 1..=600 {
        let (next, acts) = assists.advance(&mode, &straight, &NO_PEDALS, STEP_S);
        mode = next;
        let back = assists.stability.throttle_return_1_s * STEP_S * f64::from(step);
        let expected = f64::max(0.8 - back, 0.0);
        let found = acts.drive.stability_throttle_cut;
        assert!((found - expected).abs() < 1e-9, "step {step}: {found}, not {expected}");
    }
}
