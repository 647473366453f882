//! Driven wheels that spin up, wheels that lock under the brake and recover, and slip at rest and in
//! reverse.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::surface::Surface;
use skidpad_core::tyre::limited_slip;
use skidpad_core::tyre::slip::slip_ratio;
use skidpad_texts::tyre::{slip_ratio_v1_4, slip_ratio_v1_4_as_printed, slip_ratio_v1_9_as_printed};
use support::{Car, at_rest, build, coast, drive_until, dt, electric, manual, rolling};

/// On ice.
fn ice() -> Surface<f64> {
    Surface { grip: 0.1, ..Surface::asphalt() }
}

/// Slip ratio of the rear wheels.
fn rear_slip(car: &Car) -> f64 {
    slip_ratio(car.state().rear_spin_rad_s * car.car().rear().radius_m, car.state().speed_m_s)
}

/// Rear-driven, with as much torque as spins any tyre.
fn strong() -> VehicleSpec {
    let mut spec = electric();
    spec.drive.front_share = 0.0;
    spec
}

/// With the throttle open on ice the driven wheels spin up; with it closed they come back to the
/// road's speed. The undriven wheels roll all the time. The same in reverse.
#[test]
fn driven_wheels_spin_up_and_recover() {
    let vehicle = build(&strong());
    for gear in [1.0, -1.0] {
        let mut car = at_rest(&vehicle, gear);
        let throttle = Command { throttle: 0.6, ..coast(gear) };
        drive_until(&mut car, &throttle, &ice(), (dt(0.01), 1.0), |_| false);
        let state = *car.state();
        assert!(state.speed_m_s * gear > 0.3 && state.rear_spin_rad_s * gear > 50.0, "{state:?}");
        assert!((state.front_spin_rad_s * 0.32 - state.speed_m_s).abs() < 0.02, "{state:?}");
        // A sliding tyre pushes with its sliding force, less what the front wheels take to roll.
        let trace = car.look(&throttle, &ice()).1;
        let most = 0.1 * vehicle.rear().friction * trace.rear_load_n;
        assert!((trace.rear_force_n * gear - 0.75 * most).abs() < 0.02 * most, "{trace:?}");
        // The front wheels roll freely: what they use is their rolling resistance alone.
        assert!((trace.rear_use_of_grip - trace.rear_force_n.abs() / most).abs() < 1e-12, "{trace:?}");
        assert!(trace.front_use_of_grip < 0.2, "{trace:?}");
        drive_until(&mut car, &coast(0.0), &ice(), (dt(0.01), 20.0), |car| rear_slip(car).abs() < 0.01);
        assert!(rear_slip(&car).abs() < 0.01 && car.state().speed_m_s * gear > 0.3, "{:?}", car.state());
    }
}

/// At rest on a road without any grip the spin-up is that of torque over inertia, and every number is
/// finite: nothing is divided by the speed.
#[test]
fn spin_up_at_rest_is_finite() {
    let vehicle = build(&strong());
    let mut car = at_rest(&vehicle, 1.0);
    let road = Surface { grip: 0.0, rolling: 0.0, ..Surface::asphalt() };
    let throttle = Command { throttle: 0.5, ..coast(1.0) };
    drive_until(&mut car, &throttle, &road, (dt(0.01), 0.1), |car| {
        assert!(car.look(&throttle, &road).1.rear_slip.is_finite());
        false
    });
    let state = car.state();
    assert_eq!((state.position_m, state.speed_m_s), (0.0, 0.0));
    // T N eta / (I_w + I_e N^2 eta), the motor's drag at half throttle aside.
    let expected = 0.1 * 150.0 * 8.0 * 0.9 / (2.4 + 0.03 * 64.0 * 0.9);
    assert!(
        (state.rear_spin_rad_s - expected).abs() < 0.02 * expected,
        "{} {expected}",
        state.rear_spin_rad_s
    );
}

/// Too much brake locks the wheels at once; a locked wheel slides with slip -1 and the sliding force;
/// released, it is back at the road's speed within a few tenths of a second. The same in reverse.
#[test]
fn wheels_lock_and_recover() {
    let mut spec = manual();
    (spec.front.brake_torque_nm, spec.rear.brake_torque_nm) = (6000.0, 6000.0);
    let vehicle = build(&spec);
    for direction in [1.0, -1.0] {
        let mut car = rolling(&vehicle, 30.0 * direction, 0.0);
        let (road, step) = (Surface::asphalt(), dt(0.005));
        let brake = Command { brake: 1.0, ..coast(0.0) };
        let locked =
            drive_until(&mut car, &brake, &road, (step, 0.3), |car| car.state().rear_spin_rad_s == 0.0);
        assert!(locked && car.state().speed_m_s * direction > 25.0, "{:?}", car.state());
        drive_until(&mut car, &brake, &road, (step, 0.3), |_| false);
        assert!((rear_slip(&car) * direction + 1.0).abs() < 1e-9);
        let trace = car.look(&brake, &road).1;
        let sliding = vehicle.rear().friction * (0.75 + 0.25 * 0.16) * trace.rear_load_n;
        assert!((-trace.rear_force_n * direction - sliding).abs() < 0.02 * sliding, "{trace:?}");
        let rolls = |car: &Car| rear_slip(car).abs() < 0.005;
        assert!(drive_until(&mut car, &coast(0.0), &road, (step, 0.3), rolls), "{:?}", car.state());
        drive_until(&mut car, &coast(0.0), &road, (step, 0.5), |_| false);
        assert!(rolls(&car) && car.state().speed_m_s * direction > 15.0);
    }
}

/// The handbrake locks the rear wheels alone.
#[test]
fn handbrake_locks_the_rear_wheels_alone() {
    let mut car = rolling(&build(&manual()), 20.0, 0.0);
    drive_until(&mut car, &support::handbrake(), &Surface::asphalt(), (dt(0.01), 0.5), |_| false);
    let state = car.state();
    assert_eq!(state.rear_spin_rad_s, 0.0);
    assert!((state.front_spin_rad_s * 0.32 / state.speed_m_s - 1.0).abs() < 0.002, "{state:?}");
}

/// The definition in use is finite everywhere, odd in a mirror, and has the sign of the force.
#[test]
fn slip_ratio_at_rest_and_in_reverse() {
    assert_eq!(slip_ratio(0.0, 0.0), 0.0);
    assert_eq!(slip_ratio(0.0, 30.0), -1.0);
    assert_eq!(slip_ratio(0.0, -30.0), 1.0);
    assert!(slip_ratio(1e-300_f64, 0.0).is_finite() && slip_ratio(300.0_f64, 0.0).is_finite());
    let mut numbers = support::Numbers::new(5);
    for _ in 0..10_000 {
        let speeds = [numbers.between(-100.0, 100.0), numbers.between(-100.0, 100.0)];
        let [tread, hub] = speeds;
        let slip: f64 = slip_ratio(tread, hub);
        assert_eq!(slip, -slip_ratio(-tread, -hub));
        assert!(slip * (tread - hub) >= 0.0, "a tread that outruns the ground pushes forwards");
        assert_eq!(slip, slip_ratio_v1_9_as_printed(tread, hub), "Monster's v1.9 away from rest");
        assert!(slip_ratio_v1_4(tread, hub).abs() <= 2.0);
        if tread > 0.0 && hub > 0.0 {
            assert_eq!(slip_ratio_v1_4(tread, hub), slip_ratio_v1_4_as_printed(tread, hub));
        }
    }
    // What the sources print is 0/0 at rest, and v1.4's sign is wrong in reverse.
    assert!(
        slip_ratio_v1_9_as_printed(0.0_f64, 0.0).is_nan()
            && slip_ratio_v1_4_as_printed(0.0_f64, 0.0).is_nan()
    );
    assert!(slip_ratio_v1_4_as_printed(-11.0, -10.0) > 0.0 && slip_ratio_v1_4(-11.0, -10.0) < 0.0);
}

/// The tread's deflection is held to the rising part of the curve or to the slip of the wheel.
#[test]
fn deflection_winds_up_no_further_than_the_slip() {
    let peak = 0.08;
    assert_eq!(limited_slip(0.05, peak, 10.0, 10.0), 0.05, "adhering: left as it is");
    assert_eq!(limited_slip(0.5, peak, 10.0, 10.0), peak, "rolling: not beyond the peak");
    assert_eq!(limited_slip(-0.5, peak, 10.0, 10.0), -peak);
    assert_eq!(limited_slip(0.9, peak, 15.0, 10.0), 0.5, "spinning: the slip ratio");
    assert_eq!(limited_slip(-0.9, peak, 5.0, 10.0), -0.5, "braking: the slip ratio");
    assert_eq!(limited_slip(0.9, peak, 5.0, 10.0), peak, "slip the other way: back to the peak at once");
    assert_eq!(limited_slip(7.0, peak, 1.0, 0.0), 7.0, "spinning at rest: a finite number all the same");
    assert!(limited_slip(f64::NAN, peak, 10.0, 10.0).is_nan(), "what is not a number is not hidden");
}
