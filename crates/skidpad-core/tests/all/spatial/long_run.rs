//! Energy over a long run: cars that are thrown, tumble, bounce and come to rest.

use super::cars::{Car, centre_m, hold, look, moving, placed, untouched, vacuum};
use crate::support::{Numbers, manual};
use skidpad_core::model::spatial::SpatialInput;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

/// Energy that the springs of a car in the air may give back, J: at rest they have stored less than this.
const STORED_J: f64 = 800.0;

/// A car in the air, thrown to any side, that turns about all axes.
fn thrown(numbers: &mut Numbers) -> Car {
    let speed_m_s = numbers.between(0.0, 40.0);
    placed(moving(&manual(), speed_m_s, 0.0), |body| {
        body.z_m = numbers.between(1.0, 4.0);
        body.velocity_y_m_s = numbers.between(-15.0, 15.0);
        body.velocity_z_m_s = numbers.between(-5.0, 8.0);
        body.roll_rate_rad_s = numbers.between(-8.0, 8.0);
        body.pitch_rate_rad_s = numbers.between(-4.0, 4.0);
        body.yaw_rate_rad_s = numbers.between(-4.0, 4.0);
    })
}

/// Kinetic and potential energy, J.
fn energy_j(car: &Car, input: &SpatialInput<f64>) -> f64 {
    let [_, _, height_m] = centre_m(car);
    let weight_n = car.car().space.masses.mass_kg * STANDARD_GRAVITY_M_S2;
    look(car, input, &vacuum()).car.kinetic_energy_j + weight_n * height_m
}

fn is_in_the_air(car: &Car, input: &SpatialInput<f64>) -> bool {
    let trace = look(car, input, &vacuum());
    let on_wheels_n: f64 = trace.wheels.in_a_row().iter().map(|wheel| wheel.load_n).sum();
    on_wheels_n == 0.0 && trace.space.bodywork_load_n == 0.0
}

/// Nobody drives them: no flight has more energy than one before it, but for what is stored; and at
/// last it lies still or rolls out on its wheels. So for the steps of games and of laboratories alike.
#[test]
fn thrown_cars_only_lose_energy_until_they_rest() {
    let mut numbers = Numbers::new(83);
    for case in 0..4 {
        let car = thrown(&mut numbers);
        for rate_hz in [30.0, 120.0] {
            let (mut car, input) = (car, untouched());
            let mut least_j = energy_j(&car, &input);
            for _ in 0..(15.0 * rate_hz) as usize {
                hold(&mut car, &input, &vacuum(), 1.0 / rate_hz, 1.0 / rate_hz);
                let now_j = energy_j(&car, &input);
                assert!(now_j < least_j + STORED_J, "case {case}, {rate_hz} Hz: {least_j} J, then {now_j} J");
                // On the ground tyres and bodywork hold some of it, which is not lost.
                if is_in_the_air(&car, &input) {
                    least_j = f64::min(least_j, now_j);
                }
            }
            let body = &car.state().body;
            let velocities = [body.velocity_x_m_s, body.velocity_y_m_s, body.velocity_z_m_s];
            let rests = velocities == [0.0; 3] && body.roll_rate_rad_s == 0.0;
            // On its wheels in neutral it rolls on, with rolling resistance alone.
            let rolls = f64::hypot(body.tilt_x, body.tilt_y) < 0.05;
            assert!(rests || rolls, "case {case}, {rate_hz} Hz: {body:?}");
        }
    }
}
