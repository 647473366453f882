//! The bodies of cars, for what they meet.

use skidpad_core::math::Real;
use skidpad_core::model::commonroad::{Parameters, SETS};
use skidpad_core::spec::Vehicle;

use crate::contact::{Body, Shape};
use crate::manoeuvre::{BODY_BEYOND_TRACK_M, OVERHANG};
use crate::models::{Cars, ModelInfo, commonroad};
use crate::rolling::CarChoice;

/// Coefficient of friction of bodies where nothing else is given: sheet metal on concrete.
pub const BODY_FRICTION: f64 = 0.5;
/// A body is at least as wide as a rider's shoulders, m.
const NARROWEST_M: f64 = 0.5;
/// The car of the model `w1`, whose data have neither length nor width: m, kg and kg m^2.
const W1: ([f64; 3], f64, f64) = ([4.4, 1.8, -0.15], 1500.0, 2250.0);

/// Outline of a vehicle from above: length, width, and the distance of its middle ahead of the centre of mass, m.
///
/// Vehicles have no overall length, so it is the wheelbase and the usual overhangs.
pub fn outline_m(vehicle: &Vehicle<f64>) -> [f64; 3] {
    let body = vehicle.body();
    let to_front_m = (1.0 - body.front_share) * body.wheelbase_m;
    let width_m = Real::max(body.track_m + BODY_BEYOND_TRACK_M, NARROWEST_M);
    [(1.0 + 2.0 * OVERHANG) * body.wheelbase_m, width_m, to_front_m - 0.5 * body.wheelbase_m]
}

/// Body of a car of a model, with its coefficients of restitution and friction.
pub fn body_of(model: &ModelInfo, car: &CarChoice, restitution: f64, friction: f64) -> Body {
    let ([length_m, width_m, ahead_m], mass_kg, yaw_inertia_kg_m2) = match (car, car.vehicle()) {
        (_, Some(vehicle)) if model.cars == Cars::Vehicles => {
            let body = vehicle.body();
            (outline_m(vehicle), body.mass_kg, body.yaw_inertia_kg_m2)
        }
        (CarChoice::Own(name), _) => of_commonroad(name).unwrap_or(W1),
        _ => W1,
    };
    let shape = Shape::Box { length_m, width_m, ahead_m };
    Body { shape, mass_kg, yaw_inertia_kg_m2, restitution, friction }
}

/// Outline, mass and yaw inertia of a car of CommonRoad's.
fn of_commonroad(name: &str) -> Option<([f64; 3], f64, f64)> {
    let place = commonroad::CARS.iter().position(|car| *car == name)?;
    let Parameters { length_m, width_m, front_m, rear_m, body, .. } = SETS[place];
    let body = body?;
    // The middle of the axles is the middle of the body.
    Some(([length_m, width_m, 0.5 * (front_m - rear_m)], body.mass_kg, body.yaw_inertia_kg_m2))
}
