//! The electric motor and its rigid joint to the wheels.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::powertrain::{engine_torque, motor_torque};
use skidpad_core::surface::Surface;
use support::{
    at_rest, build, coast, drive, drive_until, dt, electric, full_throttle, manual, rolling, slope,
};

/// Constant torque up to the base speed, then constant power, up to the limiter.
#[test]
fn torque_then_power() {
    let base = 110_000.0 / 300.0_f64;
    assert_eq!(motor_torque(300.0, 110_000.0, 0.0), 300.0);
    assert_eq!(motor_torque(300.0, 110_000.0, 0.999 * base), 300.0);
    for speed in [1.001 * base, 600.0, 1200.0_f64] {
        assert!((motor_torque(300.0, 110_000.0, speed) * speed - 110_000.0).abs() < 1e-9);
        assert_eq!(motor_torque(300.0, 110_000.0, speed), motor_torque(300.0, 110_000.0, -speed));
    }
    let vehicle = build(&electric());
    let full = |speed: f64| engine_torque(vehicle.engine(), vehicle.torque_curve(), 1.0, speed);
    assert_eq!(full(0.0), 300.0);
    assert!((full(800.0) * 800.0 - 110_000.0).abs() < 1e-6);
    assert!(full(vehicle.engine().limiter_rad_s) < 0.0);
}

/// The joint is rigid: the motor turns with the wheels to the bit, forwards, in reverse, spinning and
/// braking to a stop, and never stops them from standing.
#[test]
fn motor_and_wheels_are_one() {
    let vehicle = build(&electric());
    for gear in [1.0, -1.0] {
        let mut car = at_rest(&vehicle, gear);
        let phases = [
            (full_throttle(gear), 3.0),
            (coast(gear), 1.0),
            (Command { brake: 0.7, ..coast(gear) }, 4.0),
            (full_throttle(gear), 1.0),
        ];
        for (command, duration) in phases {
            drive_until(&mut car, &command, &Surface::asphalt(), (dt(0.004), duration), |car| {
                let state = car.state();
                assert_eq!(state.engine_rad_s, gear * 8.0 * state.front_spin_rad_s, "{state:?}");
                assert!(state.engine_rad_s >= 0.0 && state.speed_m_s * gear >= -0.3, "{state:?}");
                false
            });
        }
        assert!(car.state().speed_m_s * gear > 2.0);
    }
}

/// While traction holds, the acceleration is the motor's torque through the gear, over the mass with
/// everything that turns.
#[test]
fn acceleration_counts_everything_that_turns() {
    let vehicle = build(&electric());
    let mut car = rolling(&vehicle, 5.0, 1.0);
    let half = Command { throttle: 0.5, ..coast(1.0) };
    drive(&mut car, &half, 0.5);
    let trace = car.look(&half, &Surface::asphalt()).1;
    let (torque, radius) = (trace.engine_torque_nm, 0.32_f64);
    let rotating = 1500.0 + (4.8 + 0.03 * 64.0 * 0.9) / radius.powi(2);
    let resistance = 0.012 * 1500.0 * 9.80665 - trace.drag_n;
    let expected = (torque * 8.0 * 0.9 / radius - resistance) / rotating;
    assert!(
        (trace.acceleration_m_s2 - expected).abs() < 0.005 * expected,
        "{} {expected}",
        trace.acceleration_m_s2
    );
}

/// The brake holds the car against the motor as long as its torque is more than the motor's through the
/// gear, and no longer: the motor's own inertia helps neither side.
#[test]
fn brake_holds_against_the_motor() {
    let mut spec = electric();
    spec.front.rolling_resistance = 0.0;
    spec.rear.rolling_resistance = 0.0;
    spec.rear.brake_torque_nm = 0.0;
    // 0.5 * 300 * 8 * 0.9 = 1080 N.m.
    for (brake, holds) in [(1081.0, true), (1079.0, false)] {
        spec.front.brake_torque_nm = brake;
        let mut car = at_rest(&build(&spec), 1.0);
        drive(&mut car, &Command { brake: 1.0, throttle: 0.5, ..coast(1.0) }, 3.0);
        assert_eq!(car.state().front_spin_rad_s == 0.0, holds, "{brake} N.m: {:?}", car.state());
    }
}

/// Rolling backwards down a slope in a forward gear the motor's torque turns the car round, without a
/// jump; and in neutral, engaged at speed, the motor takes its speed from the wheels and gives them
/// nothing that it does not have.
#[test]
fn turning_round_on_a_slope_and_engaging_at_speed() {
    let vehicle = build(&electric());
    let mut car = rolling(&vehicle, -5.0, 1.0);
    let turned = drive_until(&mut car, &full_throttle(1.0), &slope(10.0), (dt(0.004), 6.0), |car| {
        car.state().speed_m_s > 1.0
    });
    assert!(turned, "{:?}", car.state());

    let mut car = rolling(&vehicle, 20.0, 0.0);
    drive(&mut car, &coast(0.0), 8.0);
    let state = *car.state();
    assert!(state.engine_rad_s < 0.5 * 8.0 * state.front_spin_rad_s, "the free motor has slowed down");
    let energy = |car: &support::Car| {
        let state = car.state();
        0.5 * (1500.0 * state.speed_m_s.powi(2)
            + 2.4 * (state.front_spin_rad_s.powi(2) + state.rear_spin_rad_s.powi(2))
            + 0.03 * state.engine_rad_s.powi(2))
    };
    let before = energy(&car);
    drive(&mut car, &coast(1.0), 0.02);
    assert_eq!(car.state().engine_rad_s, 8.0 * car.state().front_spin_rad_s);
    assert!(energy(&car) < before, "{} J before, {} J after", before, energy(&car));
}

/// A combustion engine that idles cannot be joined rigidly: it would drive the car at all times.
#[test]
fn an_idling_engine_needs_a_clutch() {
    let mut spec = manual();
    spec.coupling = skidpad_core::spec::CouplingSpec::Direct;
    let faults = spec.validate().unwrap_err();
    assert!(faults.iter().any(|fault| fault.field == "engine.idle"), "{faults:?}");
}
