//! Energy: what the forces do is what the motion gains, and what springs, dampers and tyres do not store is lost.

use super::cars::{InSpace, SpaceCar, space_car, vacuum};
use crate::support::{Numbers, coast, manual};
use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{CornerGround, SpatialInput, SpatialMode, SpatialState};
use skidpad_core::record::StateVector;
use skidpad_core::wheels::Wheels;

/// Any attitude near the ground at any speed.
pub fn any_state(numbers: &mut Numbers, car: &SpaceCar) -> SpatialState<f64> {
    let mut state = SpatialState::rolling(car, 0.0, 0.0);
    let body = &mut state.body;
    let mut axis = [0; 4].map(|_| numbers.between(-1.0, 1.0));
    if numbers.unit() < 0.5 {
        // Upright, more or less.
        axis = [1.0, 0.1 * axis[1], 0.1 * axis[2], axis[3]];
    }
    let length = axis.iter().map(|part| part * part).sum::<f64>().sqrt().max(1e-3);
    [body.tilt_w, body.tilt_x, body.tilt_y, body.tilt_z] = axis.map(|part| part / length);
    body.yaw_rad = numbers.between(-4.0, 4.0);
    body.z_m = numbers.between(-0.2, 0.8);
    (body.velocity_x_m_s, body.velocity_y_m_s) = (numbers.between(-40.0, 60.0), numbers.between(-20.0, 20.0));
    body.velocity_z_m_s = numbers.between(-10.0, 10.0);
    body.roll_rate_rad_s = numbers.between(-8.0, 8.0);
    body.pitch_rate_rad_s = numbers.between(-8.0, 8.0);
    body.yaw_rate_rad_s = numbers.between(-8.0, 8.0);
    let mut wheels = state.wheels.in_a_row();
    for wheel in &mut wheels {
        wheel.spin_rad_s = numbers.between(-50.0, 150.0);
        (wheel.deflection_x, wheel.deflection_y) = (numbers.between(-3.0, 3.0), numbers.between(-3.0, 3.0));
    }
    state.wheels = Wheels::from_row(wheels);
    let mut travels = state.travels.in_a_row();
    for travel in &mut travels {
        travel.travel_m = numbers.between(-0.15, 0.15);
        travel.travel_rate_m_s = numbers.between(-3.0, 3.0);
    }
    state.travels = Wheels::from_row(travels);
    state
}

/// Controls on ground that leans at each corner.
pub fn any_input(numbers: &mut Numbers) -> SpatialInput<f64> {
    let command =
        Command { steer_rad: numbers.between(-0.5, 0.5), brake: numbers.pick(&[0.0, 0.5]), ..coast(0.0) };
    let grounds = [0; 4].map(|_| {
        let height_m = numbers.between(-0.1, 0.1);
        let [wheel, bodywork] = [0; 2].map(|_| {
            let [x, y] = [0; 2].map(|_| numbers.between(-0.3, 0.3));
            CornerGround::through([0.0, 0.0, height_m], [x, y, 1.0])
        });
        CornerGround {
            grip: numbers.between(0.2, 1.2),
            bodywork_rise_m: numbers.between(-0.1, 0.1),
            bodywork_normal_x: bodywork.normal_x,
            bodywork_normal_y: bodywork.normal_y,
            bodywork_normal_z: bodywork.normal_z,
            ..wheel
        }
    });
    SpatialInput { command, grounds: Wheels::from_row(grounds) }
}

/// Mode in which everything moves in the sense of its motion.
fn mode_of(car: &SpaceCar, state: &SpatialState<f64>, input: &SpatialInput<f64>) -> SpatialMode<f64> {
    let mode = SpatialMode::in_gear(car, 0.0);
    InSpace::advance(car, &mode, state, input, &vacuum(), 0.001)
}

/// The rate of the kinetic energy is the sum of all powers, whatever the attitude: no force is forgotten in the motion or in the books.
#[test]
fn powers_add_up_to_the_rate_of_the_energy() {
    let (mut numbers, car) = (Numbers::new(61), space_car(&manual()));
    for case in 0..2000 {
        let (state, input) = (any_state(&mut numbers, &car), any_input(&mut numbers));
        let mode = mode_of(&car, &state, &input);
        let at = |state: &SpatialState<f64>| InSpace::evaluate(&car, &mode, state, &input, &vacuum());
        let (rate, trace) = at(&state);
        let h = 1e-6;
        let kinetic = |h: f64| at(&state.add_scaled(h, &rate)).1.car.kinetic_energy_j;
        let found = (kinetic(h) - kinetic(-h)) / (2.0 * h);
        let books = &trace.car;
        let powers = [
            books.drive_power_w,
            books.brake_power_w,
            -books.contact_power_w,
            books.resistance_power_w,
            books.gravity_power_w,
            -books.suspension_power_w,
        ];
        let sum: f64 = powers.iter().sum();
        let size = powers.iter().fold(1e4, |most, power| f64::max(most, power.abs()));
        // Of the wheels' reaction on the body, which turns by it, what the body's turning does to them again is left out.
        let inertia = 1.2;
        let spins: f64 = state.wheels.in_a_row().iter().map(|wheel| inertia * wheel.spin_rad_s.abs()).sum();
        let rates: f64 = rate.wheels.in_a_row().iter().map(|wheel| inertia * wheel.spin_rad_s.abs()).sum();
        let left_out_w = 2.0 * spins * rates / car.space.masses.pitch_inertia_kg_m2;
        assert!(
            (found - sum).abs() < 1e-5 * size + left_out_w,
            "case {case}: {found} W and {sum} W of {powers:?}, left out {left_out_w} W"
        );
    }
}

/// Springs, dampers, tyres and bodywork never give more than they stored.
#[test]
fn what_is_not_stored_is_lost() {
    let (mut numbers, car) = (Numbers::new(62), space_car(&manual()));
    for case in 0..5000 {
        let (state, input) = (any_state(&mut numbers, &car), any_input(&mut numbers));
        let mode = mode_of(&car, &state, &input);
        let books = InSpace::evaluate(&car, &mode, &state, &input, &vacuum()).1.car;
        let size = 1e-9 * (books.suspension_power_w.abs() + books.contact_power_w.abs() + 1.0);
        let heat = books.suspension_power_w - books.suspension_stored_power_w;
        assert!(heat > -size, "case {case}: the suspension gives {heat} W");
        assert!(books.brake_power_w <= size, "case {case}: the brakes give {} W", books.brake_power_w);
        let heat = books.contact_power_w - books.stored_power_w;
        assert!(heat > -size, "case {case}: the tyres give {heat} W");
    }
}

/// A motion without forces has the kinetic energy of its momentum: two ways to it.
#[test]
fn kinetic_energy_never_is_negative() {
    let (mut numbers, car) = (Numbers::new(63), space_car(&manual()));
    for _ in 0..1000 {
        let (state, input) = (any_state(&mut numbers, &car), any_input(&mut numbers));
        let mode = mode_of(&car, &state, &input);
        let energy = InSpace::evaluate(&car, &mode, &state, &input, &vacuum()).1.car.kinetic_energy_j;
        assert!(energy > 0.0 && Real::is_finite(energy), "{energy}");
    }
}
