//! The energy of a four-wheel car: what its trace tells of powers is the rate of what it tells of energy.

use skidpad_core::model::two_track::{
    Curves, Kind, SprungCurves, StandardParts, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad_core::record::StateVector;
use skidpad_core::wheels::Wheels;

use super::cars::{any_road, uneven};
use crate::outlined;
use crate::support::{Numbers, build, coast};

/// Along the rates of any state in neutral the kinetic energy of body and wheels changes by the powers of drive, brakes,
/// air and gravity, less what tyres and suspension take. (The engine turns by itself: its energy is left out.)
fn balances<K: Kind<Parts = StandardParts>>() {
    let mut random = Numbers::new(70);
    for case in 0..60 {
        let spec = uneven(&mut random);
        let car = K::car(&build(&spec));
        let speed = random.pick(&[1.0, -1.0]) * random.between(3.0, 25.0);
        let mut state = TwoTrackState::rolling(&car.base, speed, 0.0);
        state.body.engine_rad_s = 0.0;
        (state.body.velocity_y_m_s, state.body.yaw_rate_rad_s) =
            (random.between(-3.0, 3.0), random.between(-1.0, 1.0));
        state.body.yaw_rad = random.between(-3.0, 3.0);
        if K::SPRUNG {
            (state.body.roll_rad, state.body.pitch_rad) =
                (random.between(-0.05, 0.05), random.between(-0.03, 0.03));
            (state.body.heave_rate_m_s, state.body.roll_rate_rad_s, state.body.pitch_rate_rad_s) =
                (random.between(-0.3, 0.3), random.between(-0.5, 0.5), random.between(-0.5, 0.5));
        }
        let spins = state.wheels.in_a_row().map(|wheel| {
            let mut other = wheel;
            other.spin_rad_s *= random.between(0.8, 1.2);
            (other.deflection_x, other.deflection_y) = (random.between(-0.5, 0.5), random.between(-0.5, 0.5));
            other
        });
        state.wheels = Wheels::from_row(spins);
        let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
        let senses = spins.map(|wheel| wheel.spin_rad_s.signum());
        mode.driveline = mode.driveline.with_wheel_directions(&Wheels::from_row(senses));
        mode.body.x_direction = state.body.velocity_x_m_s.signum();
        mode.body.y_direction = state.body.velocity_y_m_s.signum();
        mode.body.yaw_direction = state.body.yaw_rate_rad_s.signum();
        mode.body.heave_direction = state.body.heave_rate_m_s.signum();
        mode.body.roll_direction = state.body.roll_rate_rad_s.signum();
        mode.body.pitch_direction = state.body.pitch_rate_rad_s.signum();
        mode.brakes = Wheels::from_row(mode.brakes.in_a_row().map(|mut wheel| {
            wheel.pressure = 0.2;
            wheel
        }));
        let mut input = TwoTrackInput::on_even_road(&coast(0.0));
        for road in [&mut input.roads.front_left, &mut input.roads.rear_right] {
            (road.rise_x, road.rise_y) = (0.05, -0.03);
        }
        let road = any_road(&mut random);
        let at = |state: &TwoTrackState<f64>| {
            outlined::evaluate::<TwoTrack<K>, _>(&car, &mode, state, &input, &road)
        };
        let (rate, trace) = at(&state);
        // Energies are squares: the difference over both sides is exact but for rounding.
        let h = 1e-4;
        let energy = |way: f64| at(&state.add_scaled(way * h, &rate)).1.car.kinetic_energy_j;
        let gained = (energy(1.0) - energy(-1.0)) / (2.0 * h);
        let car_trace = &trace.car;
        let engine = car.base.driveline.engine.inertia_kg_m2;
        let gained = gained - engine * state.body.engine_rad_s * rate.body.engine_rad_s;
        let powers = [
            car_trace.drive_power_w,
            car_trace.brake_power_w,
            car_trace.resistance_power_w,
            car_trace.gravity_power_w,
            car_trace.climbing_power_w,
            -car_trace.suspension_power_w,
            -car_trace.contact_power_w,
        ];
        let (sum, size) =
            powers.iter().fold((0.0, 1.0), |(sum, size), power| (sum + power, size + power.abs()));
        assert!((gained - sum).abs() < 1e-6 * size, "{case}: {gained} W and not {sum} W: {powers:?}");
    }
}

#[test]
fn powers_are_the_rate_of_the_energy() {
    balances::<Curves>();
}

#[test]
fn powers_are_the_rate_of_the_energy_on_springs() {
    balances::<SprungCurves>();
}
