//! What the single-track model must become: the straight-line model without steering, a kinematic one at
//! small slip, the linear one in gentle bends.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::single_track_support;
use crate::support;

use single_track_support::{Car, drive_by, hold, moving, moving_in, steered, track};
use skidpad_core::controls::Command;
use skidpad_core::model::{
    SingleTrack, SingleTrackMode, SingleTrackState, StraightLine, StraightLineMode, StraightLineState,
};
use skidpad_core::record::{Record, StateVector};
use skidpad_core::spec::{TyreLaw, Vehicle, VehicleSpec};
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use support::{automatic, build, coast, dt, electric, manual};

/// Drives both models straight with the same commands in the same steps; answers the largest differences
/// of position, speed, tread speeds and loads.
fn compare(
    straight: (&Vehicle<f64>, f64),
    spec: &VehicleSpec,
    phases: &[(Command<f64>, f64)],
    speed_m_s: f64,
) -> f64 {
    let (vehicle, gear) = straight;
    let state = StraightLineState::rolling(vehicle, speed_m_s, gear);
    let mut line: Simulation<StraightLine> =
        Simulation::new(*vehicle.two_axles(), StraightLineMode::in_gear(gear), state).bare();
    let mut turning: Car = moving_in(spec, speed_m_s, gear).bare();
    let road = Surface { slope_rad: 0.02, headwind_m_s: 3.0, ..Surface::asphalt() };
    let mut worst: f64 = 0.0;
    for (command, duration_s) in phases {
        for _ in 0..(duration_s * 1000.0) as u32 {
            line.step(command, &road, dt(0.001));
            turning.step(command, &road, dt(0.001));
            let (a, b) = (line.state(), turning.state());
            assert_eq!((b.y_m, b.velocity_y_m_s, b.yaw_rate_rad_s), (0.0, 0.0, 0.0));
            let peak = vehicle.rear().peak_slip;
            for (one, other) in [
                (a.position_m, b.x_m),
                (a.speed_m_s, b.velocity_x_m_s),
                (0.3 * a.front_spin_rad_s, 0.3 * b.front_spin_rad_s),
                (0.3 * a.rear_spin_rad_s, 0.3 * b.rear_spin_rad_s),
                (a.rear_deflection / peak, b.rear_deflection_x),
            ] {
                worst = worst.max((one - other).abs());
            }
        }
    }
    worst
}

/// An electric car with one gear and no losses is the same in both models, under power, coasting and
/// braking: the motor turns with the wheels.
#[test]
fn without_steering_it_is_straight_line() {
    for law in [TyreLaw::Linear, TyreLaw::LinearCapped, TyreLaw::Peaked] {
        let mut spec = VehicleSpec { tyre_law: law, ..electric() };
        spec.gearbox.efficiency = 1.0;
        let phases = [
            (Command { throttle: 1.0, ..coast(1.0) }, 4.0),
            (coast(1.0), 1.0),
            (Command { brake: 0.3, throttle: 0.1, ..coast(1.0) }, 1.0),
            (Command { brake: 1.0, ..coast(1.0) }, 0.5),
        ];
        let worst = compare((&build(&spec), 1.0), &spec, &phases, 5.0);
        // At constant power the motor's torque follows a tangent within a sub-step.
        assert!(worst < 1e-4, "{law:?}: {worst}");
    }
}

/// Any car in neutral is.
#[test]
fn in_neutral_any_car_is_straight_line() {
    for spec in [manual(), automatic()] {
        let phases = [
            (Command { brake: 0.2, ..coast(0.0) }, 2.0),
            (Command { handbrake: 0.5, ..coast(0.0) }, 0.5),
            (Command { brake: 1.0, ..coast(0.0) }, 1.0),
        ];
        let worst = compare((&build(&spec), 0.0), &spec, &phases, 30.0);
        assert!(worst < 1e-9, "{}: {worst}", spec.name);
    }
}

/// It comes to the same stop, too: a little of the rocking at the end differs.
#[test]
fn it_stops_where_straight_line_stops() {
    let mut spec = electric();
    spec.gearbox.efficiency = 1.0;
    let brake = Command { brake: 1.0, ..coast(1.0) };
    let line = StraightLineState::rolling(&build(&spec), 10.0, 1.0);
    let mut line =
        Simulation::<StraightLine>::new(*build(&spec).two_axles(), StraightLineMode::in_gear(1.0), line)
            .bare();
    let mut turning = moving_in(&spec, 10.0, 1.0).bare();
    for _ in 0..4000 {
        line.step(&brake, &Surface::asphalt(), dt(0.001));
        turning.step(&brake, &Surface::asphalt(), dt(0.001));
    }
    let difference = line.state().position_m - turning.state().x_m;
    assert!(difference.abs() < 1e-5 && turning.state().velocity_x_m_s == 0.0, "{difference} m");
}

/// A car without resistance, so that it rolls on for ever.
fn free_rolling() -> (VehicleSpec, Surface<f64>) {
    let mut spec = electric();
    spec.body.front_weight_share = 0.55;
    let road = Surface { rolling: 0.0, air_density_kg_m3: 0.0, ..Surface::asphalt() };
    (spec, road)
}

/// At small slip it tends to the kinematic car: tan(beta) = c tan(delta) / L and omega = v_x tan(delta) / L,
/// and what is missing falls with the square of the speed.
#[test]
fn slow_it_is_kinematic() {
    let (spec, road) = free_rolling();
    let steer = 0.1_f64;
    let missing = |speed: f64| {
        let mut car = moving(&spec, speed);
        hold(&mut car, &steered(steer), &road, 0.01, 4.0 / speed.min(1.0));
        let (state, body) = (car.state(), car.car().body);
        let expected = steer.tan() / 2.5;
        let side = state.velocity_y_m_s / state.velocity_x_m_s;
        let curvature = state.yaw_rate_rad_s / state.velocity_x_m_s;
        [(side - body.to_rear_m * expected) / (body.to_rear_m * expected), (curvature - expected) / expected]
    };
    let (slow, fast) = (missing(0.5), missing(2.0));
    for (slow, fast) in slow.into_iter().zip(fast) {
        assert!(fast.abs() < 0.03 && fast != 0.0, "{slow} {fast}");
        assert!((fast / slow / 16.0 - 1.0).abs() < 0.15, "16 times at 4 times the speed: {slow} {fast}");
    }
}

/// The understeer gradient in rad per m/s^2 of the linear closed form: front less rear of load over
/// cornering stiffness, per gravity.
fn gradient(car: &skidpad_core::model::SingleTrackCar<f64>) -> f64 {
    let g = Surface::<f64>::asphalt().gravity_m_s2;
    (1.0 / car.front.tyre.cornering_stiffness_1_rad() - 1.0 / car.rear.tyre.cornering_stiffness_1_rad()) / g
}

/// delta = L / R + K a_y: measured from two gentle steady turns of the same radius it is the closed form, and
/// with it the characteristic speed sqrt(L / K), at which the yaw-rate gain is largest and half the
/// kinematic one's.
#[test]
fn understeer_is_that_of_the_linear_form() {
    let (mut spec, road) = free_rolling();
    spec.rear.peak_slip_angle_rad = 0.10;
    let k = gradient(&track(&spec));
    assert!(k > 0.0);
    let steady = |speed: f64, steer: f64| {
        let mut car = moving(&spec, speed);
        hold(&mut car, &steered(steer), &road, 0.005, 6.0);
        let trace = car.look(&steered(steer), &road).1;
        (car.state().velocity_x_m_s, car.state().yaw_rate_rad_s, trace.acceleration_y_m_s2)
    };
    for speed in [10.0, 20.0, 40.0] {
        let steer = 0.002;
        let (v, yaw_rate, lateral) = steady(speed, steer);
        let found = (steer - 2.5 * yaw_rate / v) / lateral;
        assert!((found - k).abs() < 0.02 * k, "{speed} m/s: {found}, not {k} rad per m/s2");
    }
    let characteristic = (2.5 / k).sqrt();
    let gain = |speed: f64| {
        let (v, yaw_rate, _) = steady(speed, 0.001);
        (yaw_rate / 0.001, v / 2.5)
    };
    let (at, kinematic) = gain(characteristic);
    assert!((at / kinematic - 0.5).abs() < 0.01, "{characteristic} m/s: {at} of {kinematic}");
    assert!(gain(0.8 * characteristic).0 < at && gain(1.25 * characteristic).0 < at);
}

/// The largest real part of the eigenvalues of the motion straight ahead, 1/s, from how fast a small
/// disturbance of it grows or decays: the yaw rate of a linear system in the long run.
fn growth(car: &skidpad_core::model::SingleTrackCar<f64>, speed: f64) -> f64 {
    let road = Surface { rolling: 0.0, air_density_kg_m3: 0.0, ..Surface::asphalt() };
    // The linearised rate of the lateral motion, by differences about straight running: six numbers.
    let straight = SingleTrackState::rolling(car, speed, 0.0);
    let mode = outlined::advance::<SingleTrack, _>(
        car,
        &SingleTrackMode::in_gear(car, 0.0),
        &straight,
        &coast(0.0),
        &road,
        0.001,
    );
    let names = [4, 5, 10, 12];
    let mut jacobian = [[0.0; 4]; 4];
    for (column, name) in names.into_iter().enumerate() {
        let mut unit = [0.0; 13];
        unit[name] = 1.0;
        let direction: SingleTrackState<f64> = Record::load(&unit);
        let rate = |h: f64| {
            let state = straight.add_scaled(h, &direction);
            let mut out = [0.0; 13];
            outlined::evaluate::<SingleTrack, _>(car, &mode, &state, &coast(0.0), &road).0.store(&mut out);
            out
        };
        let (up, down) = (rate(1e-6), rate(-1e-6));
        for (row, name) in names.into_iter().enumerate() {
            jacobian[row][column] = (up[name] - down[name]) / 2e-6;
        }
    }
    // Power iteration of exp(J t) by many small steps.
    let mut vector = [1.0, 0.3, 0.2, -0.1];
    let (mut growth, dt_s) = (0.0, 1e-4);
    for step in 0..400_000 {
        let rate: Vec<f64> =
            jacobian.iter().map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum()).collect();
        for (x, rate) in vector.iter_mut().zip(rate) {
            *x += dt_s * rate;
        }
        let size = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        vector = vector.map(|x| x / size);
        if step >= 200_000 {
            growth += size.ln();
        }
    }
    growth / (200_000.0 * dt_s)
}

/// A car that oversteers is stable below its critical speed sqrt(-L / K) and not above it; one that
/// understeers at any speed.
#[test]
fn critical_speed_is_that_of_the_linear_form() {
    let (mut spec, _) = free_rolling();
    spec.front.peak_slip_angle_rad = 0.10;
    let car = track(&spec);
    let critical = (-2.5 / gradient(&car)).sqrt();
    assert!((20.0..80.0).contains(&critical), "{critical}");
    let (below, above) = (growth(&car, 0.98 * critical), growth(&car, 1.02 * critical));
    assert!(below < 0.0 && above > 0.0, "{critical} m/s: {below} {above}");
    spec.front.peak_slip_angle_rad = 0.16;
    let car = track(&spec);
    for speed in [5.0, 30.0, 100.0] {
        assert!(growth(&car, speed) < 0.0, "{speed} m/s");
    }
}

/// And so it drives: above the critical speed a tap on the steering grows into a spin, below it dies away.
#[test]
fn above_the_critical_speed_it_spins() {
    let (mut spec, road) = free_rolling();
    spec.front.peak_slip_angle_rad = 0.10;
    let critical = (-2.5 / gradient(&track(&spec))).sqrt();
    let tapped = |speed: f64| {
        let mut car = moving(&spec, speed);
        let (mut time, mut largest): (f64, f64) = (0.0, 0.0);
        drive_by(&mut car, &road, (0.01, 15.0), |car| {
            time += 0.01;
            largest = largest.max(car.look(&coast(0.0), &road).1.sideslip_rad.abs());
            steered(if time < 0.2 { 0.002 } else { 0.0 })
        });
        largest
    };
    let (below, above) = (tapped(0.9 * critical), tapped(1.4 * critical));
    assert!(below < 3e-3 && above > 0.15, "sideslip {below} and {above} rad");
}
