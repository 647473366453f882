//! The models of these tests, and their cars.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Alone, Brushes, TwoTrack};
use skidpad_core::spec::Vehicle;
use skidpad_fleet::FleetModel;
use skidpad_texts::WORKLOAD_W1;
use skidpad_texts::w1::W1;
use skidpad_world::models::TWO_TRACK_BRUSH;
use skidpad_world::rolling::{Begin, CarChoice, Request};

/// A model with lanes.
pub static LANES: FleetModel = FleetModel::in_both::<W1>(&WORKLOAD_W1);
/// A model for one car at a time.
pub static SCALAR: FleetModel = FleetModel::in_both::<TwoTrack<Alone<Brushes>>>(&TWO_TRACK_BRUSH);

/// The car of a model.
pub fn choice<'a>(model: &FleetModel, vehicle: &'a Vehicle<f64>) -> CarChoice<'a> {
    if core::ptr::eq(model, &LANES) { CarChoice::Own("w1") } else { CarChoice::Vehicle(vehicle) }
}

/// A start in third gear.
pub fn begin<'a>(initial: &'a [(&'a str, f64)]) -> Begin<'a> {
    Begin { gear: Gear::Forward(3), initial, method: None }
}

/// Steering to and fro, other for each car.
pub fn request(car: usize, step: u32) -> Request {
    let mut request = Request::untouched();
    request.command.throttle = 0.4;
    request.command.gear = 3.0;
    request.command.steer_rad = 0.05 * Real::sin(0.03 * f64::from(step) + car as f64);
    request
}
