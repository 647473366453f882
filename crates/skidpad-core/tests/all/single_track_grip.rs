//! Grip: the skidpad gives the friction that was set, drive and brake share it, and what slides slides;
//! all the same at every rate of the calls.
#![allow(clippy::disallowed_methods)]

use crate::single_track_support;
use crate::support;
use skidpad_core::record::Flag;

use single_track_support::{Car, drive_by, hold, moving, moving_in, steered};
use skidpad_core::controls::Command;
use skidpad_core::spec::{TyreLaw, VehicleSpec};
use skidpad_core::surface::Surface;
use support::{automatic, coast, electric, manual};

fn still_air() -> Surface<f64> {
    Surface { air_density_kg_m3: 0.0, ..Surface::asphalt() }
}

/// The acceleration across the path, m/s^2.
fn across(car: &Car, command: &Command<f64>, road: &Surface<f64>) -> f64 {
    let trace = car.look(command, road).1;
    let (vx, vy) = (car.state().velocity_x_m_s, car.state().velocity_y_m_s);
    (trace.acceleration_y_m_s2 * vx - trace.acceleration_x_m_s2 * vy) / vx.hypot(vy)
}

/// The largest lateral acceleration over gravity while the steering is slowly turned in at a steady speed.
fn skidpad(spec: &VehicleSpec, step_s: f64) -> f64 {
    let road = still_air();
    let gear = 3.0_f64.min(spec.ratios.len() as f64);
    let mut car = moving_in(spec, 20.0, gear);
    let (mut time, mut most): (f64, f64) = (0.0, 0.0);
    let held = |car: &Car, time: f64| {
        let slow = 20.0 - car.state().velocity_x_m_s;
        Command { throttle: slow.clamp(0.0, 1.0), gear, ..steered(0.01 * time) }
    };
    drive_by(&mut car, &road, (step_s, 27.0), |car| {
        let command = held(car, time);
        most = most.max(across(car, &command, &road));
        time += step_s;
        command
    });
    most / road.gravity_m_s2
}

/// Whatever the mass, the drive and the step: the friction that was set, within 1 %. The tyres have their
/// peak at 3 degrees, as in Monster's figure: what the slip angle turns of the force against the motion,
/// and what the drive takes to balance that, then is less than that.
#[test]
fn skidpad_grip_is_the_friction_that_was_set() {
    for (spec, mass, friction) in [
        (manual(), 600.0, 0.9),
        (electric(), 1425.0, 1.1),
        (automatic(), 3000.0, 0.8),
        (manual(), 3000.0, 1.0),
        (automatic(), 1000.0, 1.0),
    ] {
        let mut spec = VehicleSpec { tyre_law: TyreLaw::Peaked, ..spec };
        spec.body.kerb_mass_kg = mass;
        spec.body.yaw_inertia_kg_m2 *= mass / 1425.0;
        for axle in [&mut spec.front, &mut spec.rear] {
            axle.lateral_friction = friction;
            axle.peak_slip_angle_rad = 3.0_f64.to_radians();
        }
        for step_s in [0.001, 0.01, 0.033] {
            let found = skidpad(&spec, step_s);
            let told = (&spec.name, mass, step_s);
            assert!((found / friction - 1.0).abs() < 0.01, "{told:?}: {found}, not {friction}");
        }
    }
}

/// Braking from 100 km/h and the skidpad give the same at 30 and at 1000 Hz, within 0.1 %.
#[test]
fn results_do_not_depend_on_the_rate_of_the_calls() {
    for spec in [manual(), automatic(), electric()] {
        let stop = |rate: f64| {
            let mut car = moving(&spec, 100.0 / 3.6);
            hold(&mut car, &Command { brake: 1.0, ..steered(0.02) }, &Surface::asphalt(), 1.0 / rate, 8.0);
            car.state().x_m.hypot(car.state().y_m)
        };
        let (slow, fast) = (stop(30.0), stop(1000.0));
        assert!((slow / fast - 1.0).abs() < 1e-3, "{}: {slow} and {fast} m", spec.name);
        let (slow, fast) = (skidpad(&spec, 1.0 / 30.0), skidpad(&spec, 0.001));
        assert!((slow / fast - 1.0).abs() < 1e-3, "{}: {slow} and {fast} g", spec.name);
        let sprint = |rate: f64| {
            let mut car = moving(&spec, 0.0);
            let full = Command { throttle: 1.0, automatic: Flag::from(true), ..coast(1.0) };
            hold(&mut car, &full, &Surface::asphalt(), 1.0 / rate, 6.0);
            car.state().velocity_x_m_s
        };
        let (slow, fast) = (sprint(30.0), sprint(1000.0));
        assert!((slow / fast - 1.0).abs() < 1e-3, "{}: {slow} and {fast} m/s", spec.name);
    }
}

/// Braking takes grip from cornering: the same bend with the brake on is wider, and on the limit the force
/// of each tyre stays on its ellipse.
#[test]
fn brake_and_drive_share_the_grip_with_the_bend() {
    let road = still_air();
    let lateral = |command: Command<f64>| {
        let mut car = moving(&manual(), 25.0);
        hold(&mut car, &steered(0.12), &road, 0.005, 1.5);
        hold(&mut car, &command, &road, 0.005, 0.4);
        let trace = car.look(&command, &road).1;
        for used in [trace.front_use_of_grip, trace.rear_use_of_grip] {
            assert!(used <= 1.0 + 1e-12);
        }
        trace.front_force_y_n.abs() / trace.front_load_n
    };
    let (rolling, braked) = (lateral(steered(0.12)), lateral(Command { brake: 0.5, ..steered(0.12) }));
    assert!(rolling > 0.7 && braked < 0.8 * rolling, "{rolling} and {braked} of the load");
}

/// The sideslip, rad, and the turned angle after a manoeuvre, with the largest yaw rate on the way.
fn manoeuvre(spec: &VehicleSpec, speed: f64, phases: &[(Command<f64>, f64)]) -> (f64, f64) {
    let mut car = moving(spec, speed);
    let road = still_air();
    for (command, duration_s) in phases {
        hold(&mut car, command, &road, 0.01, *duration_s);
    }
    (car.look(&phases[phases.len() - 1].0, &road).1.sideslip_rad, car.state().yaw_rad)
}

/// The handbrake locks the rear wheels: they slide, and the car turns round where it only bent before.
#[test]
fn handbrake_turns_the_car_round() {
    let bend = steered(0.1);
    let (sideslip, turned) = manoeuvre(&manual(), 14.0, &[(bend, 0.6), (bend, 0.6)]);
    let pulled = Command { handbrake: 1.0, ..bend };
    let (spun, round) = manoeuvre(&manual(), 14.0, &[(bend, 0.6), (pulled, 0.6)]);
    assert!(sideslip.abs() < 0.1 && spun.abs() > 0.6, "sideslip {sideslip} and {spun} rad");
    assert!(round > 1.6 * turned, "turned by {turned} and {round} rad");
}

/// Too much throttle in a bend: rear drive slides its tail out, front drive runs wide, and with both axles
/// driven it is between the two.
#[test]
fn power_oversteers_from_the_rear_and_understeers_from_the_front() {
    let driven = |front_share: f64| {
        let mut spec = automatic();
        spec.drive.front_share = front_share;
        spec.drive.centre_coupling_nm_s = 0.0;
        // In second gear the wheels can spin well before the limiter.
        let bend = Command { gear: 2.0, throttle: 0.15, ..steered(0.1) };
        manoeuvre(&spec, 12.0, &[(bend, 2.0), (Command { throttle: 0.9, ..bend }, 1.0)])
    };
    let (rear, front, both) = (driven(0.0), driven(1.0), driven(0.5));
    // To the left the tail slides to the right: the velocity points to the right of the nose.
    assert!(rear.0 < -0.5 && front.0.abs() < 0.2, "sideslip {} and {} rad", rear.0, front.0);
    assert!(front.1 < both.1 && both.1 < rear.1, "turned by {} {} {} rad", front.1, both.1, rear.1);
}

/// Wheel spin: full throttle on ice spins the driven wheels far beyond the road, and the force falls to
/// what sliding rubber gives.
#[test]
fn wheels_spin_on_ice() {
    let spec = automatic();
    let mut car = moving(&spec, 2.0);
    let road = Surface { grip: 0.1, ..still_air() };
    let full = Command { throttle: 1.0, ..coast(1.0) };
    hold(&mut car, &full, &road, 0.01, 2.0);
    let trace = car.look(&full, &road).1;
    assert!(trace.rear_slip > 2.0, "{}", trace.rear_slip);
    let over_load = trace.rear_force_x_n / trace.rear_load_n;
    assert!(over_load > 0.07 && over_load < 0.1, "{over_load}");
}

/// With the linear law a tyre has no limit, as in the text: twice the slip, twice the force.
#[test]
fn the_linear_tyre_has_no_limit() {
    let spec = VehicleSpec { tyre_law: TyreLaw::Linear, ..manual() };
    assert!(skidpad(&spec, 0.01) > 1.2);
}
