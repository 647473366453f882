//! Cars that turn, and helpers that several tests of the single-track model share.
#![allow(dead_code, reason = "each test file uses its part")]

use skidpad_core::controls::Command;
use skidpad_core::model::{SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;

use crate::support::{build, coast, dt};

/// The single-track model with one car.
pub type Car = Simulation<SingleTrack>;

/// A car of a specification that is right.
pub fn track(spec: &VehicleSpec) -> SingleTrackCar<f64> {
    SingleTrackCar::from(&build(spec))
}

/// A car at rest.
pub fn standing(spec: &VehicleSpec) -> Car {
    let car = track(spec);
    Simulation::new(car, SingleTrackMode::in_gear(&car, 0.0), SingleTrackState::at_rest(&car))
}

/// A car that rolls straight ahead in neutral.
pub fn moving(spec: &VehicleSpec, speed_m_s: f64) -> Car {
    moving_in(spec, speed_m_s, 0.0)
}

/// A car that rolls straight ahead in a gear.
pub fn moving_in(spec: &VehicleSpec, speed_m_s: f64, gear: f64) -> Car {
    let car = track(spec);
    let state = SingleTrackState::rolling(&car, speed_m_s, gear);
    Simulation::new(car, SingleTrackMode::in_gear(&car, gear), state)
}

/// In neutral, steered.
pub fn steered(steer_rad: f64) -> Command<f64> {
    Command { steer_rad, ..coast(0.0) }
}

/// Steps for a time, with a command from each state; answers the last status.
pub fn drive_by(
    car: &mut Car,
    road: &Surface<f64>,
    (step_s, duration_s): (f64, f64),
    mut driver: impl FnMut(&Car) -> Command<f64>,
) {
    let step = dt(step_s);
    for _ in 0..(duration_s / step_s).round() as u64 {
        let command = driver(car);
        assert_eq!(car.step(&command, road, step), Status::Running, "{:?}", car.state());
    }
}

/// Drives with a command held.
pub fn hold(car: &mut Car, command: &Command<f64>, road: &Surface<f64>, step_s: f64, duration_s: f64) {
    drive_by(car, road, (step_s, duration_s), |_| *command);
}

/// Whether nothing of the car moves any more, to the last bit.
pub fn stands(state: &SingleTrackState<f64>) -> bool {
    [
        state.velocity_x_m_s,
        state.velocity_y_m_s,
        state.yaw_rate_rad_s,
        state.front_spin_rad_s,
        state.rear_spin_rad_s,
    ] == [0.0; 5]
}
