//! Traction and launch control: wheels that would spin hold their slip, the car gains more speed than with spinning
//! wheels, and the wheel on ice gives its torque to the other.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::assist_support;
use skidpad_core::record::Flag;

use assist_support::{DRY, G, ICE, MASS_KG, NO_PEDALS, Plant, RADIUS_M, Road, SNOW, WET, facts};
use skidpad_core::assist::{AssistMode, Assists, Pedals, Sensed};

const FLOORED: Pedals<f64> = Pedals { throttle: 1.0, ..NO_PEDALS };

struct Run {
    speed_m_s: f64,
    /// The largest mean slip speed of the rear wheels in the second half.
    slip_m_s: f64,
    throttle: f64,
}

/// Drives the rear wheels at full throttle for a time.
fn drive(assists: &Assists<f64>, roads: [Road; 4], from_m_s: f64, time_s: f64, dt_s: f64) -> Run {
    let mut car = Plant::rolling(from_m_s, roads);
    car.full_drive_nm = 4500.0;
    let mut run = Run { speed_m_s: 0.0, slip_m_s: 0.0, throttle: 0.0 };
    while car.time_s < time_s {
        car.step(assists, &FLOORED, dt_s);
        if car.time_s > 0.5 * time_s {
            let mean = 0.5 * (car.wheels[2].spin_rad_s + car.wheels[3].spin_rad_s) * RADIUS_M;
            run.slip_m_s = run.slip_m_s.max(mean - car.velocity_m_s[0]);
            run.throttle += car.acts.drive.assisted_throttle * dt_s / (0.5 * time_s);
        }
    }
    run.speed_m_s = car.velocity_m_s[0];
    run
}

fn engine_only() -> Assists<f64> {
    let mut assists = Assists::typical(facts(false, true));
    assists.traction.traction_brake_on = Flag::from(false);
    assists
}

#[test]
fn it_gains_more_speed_than_spinning_wheels_and_holds_the_slip() {
    for road in [WET, SNOW, ICE] {
        let on = drive(&engine_only(), [road; 4], 2.0, 4.0, 0.001);
        let off = drive(&engine_only().off(), [road; 4], 2.0, 4.0, 0.001);
        assert!(off.slip_m_s > 5.0, "the engine is strong enough to spin on {road:?}");
        assert!(on.slip_m_s < 1.3 * (0.06 * on.speed_m_s + 0.6) + 0.3, "{road:?}: {}", on.slip_m_s);
        // On ice, friction hangs on slip no more (Burckhardt).
        let least = if road == ICE { 0.97 } else { 1.03 };
        assert!(
            on.speed_m_s - 2.0 > least * (off.speed_m_s - 2.0),
            "{road:?}: {} {}",
            on.speed_m_s,
            off.speed_m_s
        );
        assert_eq!(off.throttle, off.throttle.max(0.999), "off is the driver's own");
    }
}

#[test]
fn with_grip_enough_it_leaves_the_throttle_alone() {
    let mut car = Plant::rolling(5.0, [DRY; 4]);
    car.full_drive_nm = 1000.0;
    while car.time_s < 2.0 {
        car.step(&Assists::typical(facts(false, true)), &FLOORED, 0.002);
        assert_eq!(car.acts.drive.assisted_throttle, 1.0);
        assert_eq!(car.acts.brake().largest(), 0.0);
    }
}

#[test]
fn four_driven_wheels_on_snow_are_held_by_the_accelerometer() {
    let mut assists = engine_only();
    assists.car = facts(true, true);
    let mut car = Plant::rolling(2.0, [SNOW; 4]);
    (car.full_drive_nm, car.drives) = (5000.0, [0.25; 4]);
    while car.time_s < 4.0 {
        car.step(&assists, &FLOORED, 0.001);
    }
    let slip =
        car.wheels.iter().map(|wheel| wheel.spin_rad_s * RADIUS_M - car.velocity_m_s[0]).fold(0.0, f64::max);
    assert!(slip < 0.25 * car.velocity_m_s[0], "{slip} at {}", car.velocity_m_s[0]);
    assert!(car.velocity_m_s[0] > 2.0 + 0.85 * SNOW.peak() * G * 4.0, "{}", car.velocity_m_s[0]);
}

#[test]
fn the_brake_sends_torque_past_an_open_differential() {
    let with_brake = Assists::typical(facts(false, true));
    let split = [DRY, DRY, ICE, DRY];
    let on = drive(&with_brake, split, 2.0, 2.0, 0.001);
    let engine = drive(&engine_only(), split, 2.0, 2.0, 0.001);
    assert!(on.speed_m_s - 2.0 > 1.5 * (engine.speed_m_s - 2.0), "{} {}", on.speed_m_s, engine.speed_m_s);

    let mut car = Plant::rolling(2.0, split);
    car.full_drive_nm = 4500.0;
    while car.time_s < 0.5 {
        car.step(&with_brake, &FLOORED, 0.001);
    }
    let wheels = &car.acts.wheels;
    assert_eq!(
        (wheels.rear_left.traction_acts, wheels.rear_right.traction_acts),
        (Flag::from(true), Flag::from(false)),
        "the wheel on ice"
    );
}

#[test]
fn the_sub_step_changes_little() {
    let at = |dt_s: f64| drive(&engine_only(), [SNOW; 4], 2.0, 4.0, dt_s).speed_m_s;
    let (fine, coarse) = (at(0.0005), at(0.002));
    assert!((fine / coarse - 1.0).abs() < 0.01, "{fine} {coarse}");
}

/// An engine of inertia 0.2 kg m^2 that turns freely behind an open clutch.
#[test]
fn launch_control_holds_the_engine_then_the_slip() {
    let mut assists = engine_only();
    assists.launch.launch_on = Flag::from(true);
    let (mut mode, mut engine, mut settled) = (AssistMode::start(), 100.0_f64, 0.0_f64);
    let waiting = Pedals { clutch: 1.0, brake: 1.0, ..FLOORED };
    for step in 0..3000 {
        let sensed = Sensed { engine_rad_s: engine, ..Sensed::at_rest() };
        let acts;
        (mode, acts) = assists.advance(&mode, &sensed, &waiting, 0.001);
        engine += 0.001 * (300.0 * acts.drive.assisted_throttle - 40.0) / 0.2;
        if step > 1500 {
            settled = settled.max((engine - 420.0).abs());
        }
    }
    assert_eq!(mode.launch.launch_phase, 1.0);
    assert!(settled < 5.0, "the engine is held within 5 rad/s: {settled}");

    let mut car = Plant::rolling(0.0, [WET; 4]);
    (car.mode, car.full_drive_nm) = (mode, 4500.0);
    let mut slips = Vec::new();
    while car.velocity_m_s[0] < 20.0 && car.time_s < 10.0 {
        car.step(&assists, &FLOORED, 0.001);
        assert_eq!((car.mode.launch.launch_phase, car.acts.drive.traction_cut), (2.0, 0.0));
        if car.time_s > 0.7 {
            let wheel = 0.5 * (car.wheels[2].spin_rad_s + car.wheels[3].spin_rad_s) * RADIUS_M;
            slips.push(wheel - 1.1 * car.velocity_m_s[0] - 1.5);
        }
    }
    let mean = slips.iter().sum::<f64>() / slips.len() as f64;
    assert!(mean.abs() < 0.3, "slip is held at 10 % and 1.5 m/s: {mean} off");
    // The rear axle carries 0.44 of the weight and what the acceleration adds.
    assert!(car.time_s < 20.0 / (0.44 * WET.peak() * G), "{} s, {MASS_KG} kg", car.time_s);
    while car.velocity_m_s[0] < 26.0 && car.time_s < 20.0 {
        car.step(&assists, &FLOORED, 0.001);
    }
    assert_eq!(car.mode.launch.launch_phase, 0.0, "over");
}

#[test]
fn launch_control_is_not_armed_by_accident() {
    let mut assists = engine_only();
    let held = Pedals { clutch: 1.0, ..FLOORED };
    let armed = |assists: &Assists<f64>, pedals: &Pedals<f64>| {
        assists.advance(&AssistMode::start(), &Sensed::at_rest(), pedals, 0.001).0.launch.launch_phase
    };
    assert_eq!(armed(&assists, &held), 0.0, "switched off");
    assists.launch.launch_on = Flag::from(true);
    assert_eq!(armed(&assists, &held), 1.0);
    assert_eq!(armed(&assists, &FLOORED), 0.0, "clutch in and brake off");
    assert_eq!(armed(&assists, &Pedals { throttle: 0.5, ..held }), 0.0, "half throttle");
}
