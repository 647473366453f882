//! In the air: a parabola, and angular momentum that nothing takes.

use super::cars::{Car, braked, centre_m, hold, look, moving, placed, untouched, vacuum};
use crate::support::manual;
use skidpad_core::model::spatial::SpatialInput;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

/// A car that tumbles high above the road.
fn tumbling(speed_m_s: f64) -> Car {
    placed(moving(&manual(), speed_m_s, 0.0), |body| {
        body.z_m = 40.0;
        body.velocity_z_m_s = 5.0;
        (body.roll_rate_rad_s, body.pitch_rate_rad_s, body.yaw_rate_rad_s) = (2.0, 1.0, -1.5);
    })
}

fn momentum(car: &Car, input: &SpatialInput<f64>) -> [[f64; 3]; 2] {
    let space = look(car, input, &vacuum()).space;
    [
        [space.momentum_x_n_s, space.momentum_y_n_s, space.momentum_z_n_s],
        [space.angular_momentum_x_nm_s, space.angular_momentum_y_nm_s, space.angular_momentum_z_nm_s],
    ]
}

#[test]
fn a_car_in_the_air_keeps_its_momentum() {
    for step_s in [0.001, 1.0 / 60.0, 1.0 / 30.0] {
        // Its wheels spin, travel on their springs and are braked to a stop: all of that is inside.
        let mut car = tumbling(25.0);
        let before = momentum(&car, &untouched());
        let size = before[1].iter().map(|part| part * part).sum::<f64>().sqrt();
        hold(&mut car, &untouched(), &vacuum(), step_s, 1.0);
        hold(&mut car, &braked(), &vacuum(), step_s, 1.0);
        let after = momentum(&car, &braked());
        let fallen = car.time_s() * car.car().space.masses.mass_kg * STANDARD_GRAVITY_M_S2;
        for axis in 0..3 {
            let gained = if axis == 2 { -fallen } else { 0.0 };
            let error = (after[0][axis] - before[0][axis] - gained).abs() / fallen;
            assert!(error < 1e-12, "momentum along {axis} at {step_s} s: {error:e}");
            let error = (after[1][axis] - before[1][axis]).abs() / size;
            assert!(error < 1e-12, "angular momentum about {axis} at {step_s} s: {error:e}");
        }
    }
}

#[test]
fn its_centre_of_mass_flies_a_parabola() {
    for step_s in [0.001, 1.0 / 30.0] {
        let mut car = tumbling(25.0);
        let (start, mass) = (look(&car, &untouched(), &vacuum()).space, car.car().space.masses.mass_kg);
        let from = centre_m(&car);
        hold(&mut car, &untouched(), &vacuum(), step_s, 2.0);
        let (time, to) = (car.time_s(), centre_m(&car));
        let momentum = [start.momentum_x_n_s, start.momentum_y_n_s, start.momentum_z_n_s];
        for axis in 0..3 {
            let fallen = if axis == 2 { 0.5 * STANDARD_GRAVITY_M_S2 * time * time } else { 0.0 };
            let flown = from[axis] + momentum[axis] / mass * time - fallen;
            assert!((to[axis] - flown).abs() < 1e-9, "along {axis} at {step_s} s: {} and {flown}", to[axis]);
        }
    }
}

/// Wheels that are braked in the air give their spin to the body: the nose goes down, as a motorcyclist knows.
#[test]
fn brakes_in_the_air_pitch_the_body() {
    let mut car = placed(moving(&manual(), 40.0, 0.0), |body| body.z_m = 20.0);
    hold(&mut car, &untouched(), &vacuum(), 0.001, 0.3);
    let spin_nm_s: f64 = car.state().wheels.in_a_row().iter().map(|wheel| 1.2 * wheel.spin_rad_s).sum();
    let before = car.state().body.pitch_rate_rad_s;
    hold(&mut car, &braked(), &vacuum(), 0.001, 0.5);
    assert!(car.state().wheels.in_a_row().iter().all(|wheel| wheel.spin_rad_s == 0.0));
    let gained = car.state().body.pitch_rate_rad_s - before;
    // Of the whole car with its wheels out: some 2200 kg.m^2.
    let inertia = spin_nm_s / gained;
    assert!(inertia > 1800.0 && inertia < 2600.0, "pitch inertia {inertia}");
}

/// The rates are those by which the momentum of a short step moves the car, the gyroscopic moment of its spinning wheels included.
#[test]
fn rates_are_those_of_the_momentum() {
    let mut car = tumbling(40.0);
    hold(&mut car, &untouched(), &vacuum(), 0.001, 0.5);
    let (rate, _) = car.look(&untouched(), &vacuum());
    let (before, step_s) = (car.state().body, 1e-5);
    hold(&mut car, &untouched(), &vacuum(), step_s, step_s);
    let after = car.state().body;
    for (rate, moved) in [
        (rate.body.roll_rate_rad_s, after.roll_rate_rad_s - before.roll_rate_rad_s),
        (rate.body.pitch_rate_rad_s, after.pitch_rate_rad_s - before.pitch_rate_rad_s),
        (rate.body.yaw_rate_rad_s, after.yaw_rate_rad_s - before.yaw_rate_rad_s),
        (rate.body.velocity_y_m_s, after.velocity_y_m_s - before.velocity_y_m_s),
    ] {
        assert!((rate - moved / step_s).abs() < 2e-3, "{rate} and {}", moved / step_s);
    }
}
