//! The torque converter: stall, multiplication, lock-up, overrun, and a standing start through it.
#![allow(clippy::disallowed_methods)]

use crate::support;
use skidpad_core::record::Flag;

use skidpad_core::controls::Command;
use skidpad_core::spec::{ConverterSpec, CouplingSpec, TorqueSpec};
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::units::rpm;
use support::{
    at_rest, automatic, automatic_throttle, build, coast, drive, drive_until, dt, full_throttle, rolling,
};

/// Held by the brake at full throttle the engine stalls against the converter where it takes all the
/// engine's torque: lambda omega^2 = T, here 600 N.m over 0.0088 N.m s^2. The turbine gives twice that.
#[test]
fn stall_speed_is_the_closed_form() {
    let mut spec = automatic();
    spec.front.brake_torque_nm = 20_000.0;
    spec.rear.brake_torque_nm = 20_000.0;
    let mut car = at_rest(&build(&spec), 1.0);
    let command = Command { brake: 1.0, ..full_throttle(1.0) };
    drive(&mut car, &command, 3.0);
    assert_eq!((car.state().front_spin_rad_s, car.state().rear_spin_rad_s), (0.0, 0.0));
    let stall = (600.0_f64 / 0.0088).sqrt();
    assert!((car.state().engine_rad_s - stall).abs() < 1e-6 * stall, "{} {stall}", car.state().engine_rad_s);
    let trace = car.look(&command, &Surface::asphalt()).1;
    let axles = trace.front_drive_torque_nm + trace.rear_drive_torque_nm;
    let expected = 2.0 * 600.0 * 4.7 * 3.5 * 0.9;
    assert!((axles - expected).abs() < 1e-6 * expected, "{axles} {expected}");
    assert!((trace.front_drive_torque_nm - 0.4 * axles).abs() < 1e-9 * axles);
}

/// What the converter gives is never more than what it takes, at any two speeds of its halves.
#[test]
fn converter_only_loses_power() {
    let vehicle = build(&automatic());
    let mut numbers = support::Numbers::new(3);
    for _ in 0..20_000 {
        let (pump, turbine) = (numbers.between(0.0, 900.0), numbers.between(-300.0, 900.0));
        let torque = vehicle.converter().torque(pump, turbine);
        assert!(torque.pump_nm * pump >= torque.turbine_nm * turbine - 1e-9, "{pump} {turbine} {torque:?}");
    }
    // A table that would give more is refused, also where only the line between two rows does.
    for points in
        [vec![(0.0, 2.0, 0.01), (1.0, 1.2, 0.0)], vec![(0.0, 2.0, 0.01), (0.5, 2.0, 0.01), (1.0, 1.0, 0.0)]]
    {
        let mut spec = automatic();
        spec.coupling =
            CouplingSpec::Converter(ConverterSpec { points, lock_up_ratio: 0.9, lock_up_from_gear: 2 });
        let faults = spec.validate().unwrap_err();
        assert!(faults.iter().any(|fault| fault.field.starts_with("converter.points[")), "{faults:?}");
    }
}

/// The lock-up clutch closes from its gear and speed ratio on, and not before; locked, engine and
/// gearbox turn as one.
#[test]
fn lock_up_closes_from_its_gear_and_ratio() {
    let vehicle = build(&automatic());
    let mut car = at_rest(&vehicle, 1.0);
    let throttle = Command { throttle: 0.5, ..coast(1.0) };
    drive(&mut car, &throttle, 4.0);
    let trace = car.look(&throttle, &Surface::asphalt()).1;
    assert!(trace.gearbox_input_rad_s > 0.92 * car.state().engine_rad_s, "{:?}", car.state());
    assert!(!car.mode().engaged.is_set(), "not in first gear");

    let mut car = rolling(&vehicle, 3.0, 2.0);
    let throttle = Command { throttle: 0.5, ..coast(2.0) };
    let closed = drive_until(&mut car, &throttle, &Surface::asphalt(), (dt(0.001), 6.0), |car| {
        let trace = car.look(&throttle, &Surface::asphalt()).1;
        let ratio = trace.gearbox_input_rad_s / car.state().engine_rad_s;
        let closes = car.mode().clutch_direction != 0.0;
        assert!(!closes || ratio > 0.9, "closes at {ratio}");
        car.mode().engaged.is_set()
    });
    assert!(closed);
    drive(&mut car, &throttle, 1.0);
    let trace = car.look(&throttle, &Surface::asphalt()).1;
    assert_eq!(car.state().engine_rad_s, trace.gearbox_input_rad_s);
}

/// Going from the throttle, engine and converter brake the car; slowing to a stop in gear the lock-up
/// clutch opens, and the engine idles on, creeping against the brake.
#[test]
fn overrun_brakes_and_the_engine_idles_on() {
    let vehicle = build(&automatic());
    let idle = vehicle.engine().idle_rad_s;
    let slows = |gear: f64| {
        let mut car = rolling(&vehicle, 15.0, gear);
        drive(&mut car, &coast(gear), 2.0);
        15.0 - car.state().speed_m_s
    };
    assert!(slows(2.0) > 2.0 * slows(0.0), "{} {}", slows(2.0), slows(0.0));

    for gear in [2.0, 4.0] {
        let mut car = rolling(&vehicle, 15.0, gear);
        let brake = Command { brake: 0.3, ..coast(gear) };
        drive_until(&mut car, &brake, &Surface::asphalt(), (dt(0.002), 12.0), |car| {
            assert!(car.state().engine_rad_s > 0.9 * idle, "gear {gear}: {:?}", car.state());
            false
        });
        let state = car.state();
        assert_eq!((state.speed_m_s, car.mode().engaged), (0.0, Flag::from(false)), "{state:?}");
        assert!(state.engine_rad_s > 0.9 * idle && state.engine_rad_s < 1.1 * idle, "{state:?}");
        // Without the brake it creeps.
        drive(&mut car, &coast(gear), 3.0);
        assert!(car.state().speed_m_s > 0.3, "{:?}", car.state());
    }
}

/// A strong all-wheel drive through converter and lock-up: every gear in turn, an engine that stays
/// whole, and a coupling that never carries more than its clutches do.
#[test]
fn standing_start_through_the_gears() {
    let mut spec = automatic();
    spec.torque = TorqueSpec::Points(vec![
        (rpm(600.0), 290.0),
        (rpm(1800.0), 750.0),
        (rpm(5800.0), 750.0),
        (rpm(7300.0), 520.0),
    ]);
    spec.engine.inertia_kg_m2 = 0.4;
    for step in [0.002, 1.0 / 60.0] {
        let vehicle = build(&spec);
        let mut car = at_rest(&vehicle, 1.0);
        let mut gear = 1.0;
        for _ in 0..(20.0 / step) as u32 {
            let command = automatic_throttle(1.0);
            assert_eq!(
                car.step(&command, &Surface::asphalt(), dt(step)),
                Status::Running,
                "{:?}",
                car.state()
            );
            let (state, now) = (car.state(), car.mode().gear);
            let trace = car.look(&command, &Surface::asphalt()).1;
            assert!(now == gear || now == gear + 1.0, "{gear} to {now}");
            gear = now;
            // Converter and lock-up clutch together: each at most 1.5 times the engine's torque.
            assert!(
                car.mode().engaged.is_set() || trace.coupling_torque_nm.abs() <= 2.0 * 1.5 * 750.0 + 1e-6,
                "{trace:?}"
            );
            assert!(state.engine_rad_s < 1.03 * vehicle.engine().limiter_rad_s, "{state:?}");
        }
        assert!(gear >= 5.0 && car.state().speed_m_s > 60.0, "gear {gear}: {:?}", car.state());
    }
}
