//! Four-wheel cars, and helpers that several tests of them share.
#![allow(dead_code, reason = "each test file uses its part")]

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{
    Curves, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;

use crate::support::{build, coast, dt};

/// The model.
pub type Four = TwoTrack<Curves>;
/// What it runs on.
pub type FourCar = TwoTrackCar<CombinedTyre<f64>, f64>;
/// The model with one car.
pub type Car = Simulation<Four>;

/// A car of a specification that is right.
pub fn four(spec: &VehicleSpec) -> FourCar {
    FourCar::from(&build(spec))
}

/// A car at rest in a gear.
pub fn standing(spec: &VehicleSpec, gear: f64) -> Car {
    moving(spec, 0.0, gear)
}

/// A car that rolls straight ahead in a gear.
pub fn moving(spec: &VehicleSpec, speed_m_s: f64, gear: f64) -> Car {
    let car = four(spec);
    let state = TwoTrackState::rolling(&car.base, speed_m_s, gear);
    Simulation::new(car, TwoTrackMode::in_gear(&car.base, gear), state)
}

/// The same car again, in another state.
pub fn again(car: &Car, state: TwoTrackState<f64>) -> Car {
    Simulation::new(*car.car(), *car.mode(), state)
}

/// In neutral, steered.
pub fn steered(steer_rad: f64) -> Command<f64> {
    Command { steer_rad, ..coast(0.0) }
}

/// Steps for a time, with a command from each state.
pub fn drive_by(
    car: &mut Car,
    road: &Surface<f64>,
    (step_s, duration_s): (f64, f64),
    mut driver: impl FnMut(&Car) -> Command<f64>,
) {
    let step = dt(step_s);
    for _ in 0..(duration_s / step_s).round() as u64 {
        let input = TwoTrackInput::on_even_road(&driver(car));
        assert_eq!(car.step(&input, road, step), Status::Running, "{:?}", car.state());
    }
}

/// Drives with a command held.
pub fn hold(car: &mut Car, command: &Command<f64>, road: &Surface<f64>, step_s: f64, duration_s: f64) {
    drive_by(car, road, (step_s, duration_s), |_| *command);
}

/// Whether nothing of the car moves any more, to the last bit.
pub fn stands(state: &TwoTrackState<f64>) -> bool {
    let (body, wheels) = (&state.body, state.wheels.in_a_row());
    [body.velocity_x_m_s, body.velocity_y_m_s, body.yaw_rate_rad_s] == [0.0; 3]
        && wheels.iter().all(|wheel| wheel.spin_rad_s == 0.0)
}
