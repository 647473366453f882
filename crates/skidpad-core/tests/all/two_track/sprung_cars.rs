//! Cars on springs, and helpers for them.

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{
    SprungCurves, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad_core::spec::{ChassisSpec, Section, VehicleSpec};
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;

use crate::support::{build, dt};

/// The model.
pub type Sprung = TwoTrack<SprungCurves>;
/// What it runs on.
pub type SprungCar = TwoTrackCar<CombinedTyre<f64>, f64>;
/// The model with one car.
pub type Car = Simulation<Sprung>;

/// The same vehicle with something else in its chassis.
pub fn with_chassis(spec: &VehicleSpec, change: impl FnOnce(&mut ChassisSpec)) -> VehicleSpec {
    let mut spec = spec.clone();
    spec.chassis = Some(ChassisSpec::blank());
    spec.derive_section("chassis");
    change(spec.chassis.as_mut().unwrap());
    spec
}

/// A car of a specification that is right.
pub fn sprung(spec: &VehicleSpec) -> SprungCar {
    SprungCar::from(&build(spec))
}

/// A car that rolls straight ahead in a gear.
pub fn moving(spec: &VehicleSpec, speed_m_s: f64, gear: f64) -> Car {
    let car = sprung(spec);
    let state = TwoTrackState::rolling(&car.base, speed_m_s, gear);
    Simulation::new(car, TwoTrackMode::in_gear(&car.base, gear), state)
}

/// The same car again, in another state.
pub fn again(car: &Car, state: TwoTrackState<f64>) -> Car {
    Simulation::new(*car.car(), *car.mode(), state)
}

/// Drives with a command held.
pub fn hold(car: &mut Car, command: &Command<f64>, road: &Surface<f64>, step_s: f64, duration_s: f64) {
    let input = TwoTrackInput::on_even_road(command);
    for _ in 0..(duration_s / step_s).round() as u64 {
        assert_eq!(car.step(&input, road, dt(step_s)), Status::Running, "{:?}", car.state());
    }
}

/// Whether nothing of the car moves any more, to the last bit.
pub fn stands(state: &TwoTrackState<f64>) -> bool {
    let body = &state.body;
    [body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s] == [0.0; 3]
        && super::cars::stands(state)
}
