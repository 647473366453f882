//! The bodies of cars, for what they meet.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;

use super::own_body::OwnBody;
use crate::contact::{Body, F1_SPIRIT_RESTITUTION, Shape};
use crate::models::{Cars, ModelInfo};
use crate::rolling::CarChoice;

/// Coefficient of friction of bodies where nothing else is given: sheet metal on concrete.
pub const BODY_FRICTION: f64 = 0.5;
/// Coefficient of restitution of bodies where nothing else is given.
pub const BODY_RESTITUTION: f64 = F1_SPIRIT_RESTITUTION;
/// Overhang of a body beyond each axle, over the wheelbase: vehicle files do not have it; of an ordinary car it is about a third.
pub(crate) const OVERHANG: f64 = 0.33;
/// Width of a body without its mirrors beyond the track, both sides, m: a tyre's width and a little. Vehicle files do not have it.
pub(crate) const BODY_BEYOND_TRACK_M: f64 = 0.25;
/// A body is at least as wide as a rider's shoulders, m.
const NARROWEST_M: f64 = 0.5;
/// The body of a model's own car whose data have neither length nor width: that of a mid-size car.
const USUAL: OwnBody =
    OwnBody { length_m: 4.4, width_m: 1.8, ahead_m: -0.15, mass_kg: 1500.0, yaw_inertia_kg_m2: 2250.0 };

/// Outline of a vehicle from above: length, width, and the distance of its middle ahead of the centre of mass, m.
///
/// Vehicles have no overall length, so it is the wheelbase and the usual overhangs.
pub fn outline_m(vehicle: &Vehicle<f64>) -> [f64; 3] {
    let body = vehicle.body();
    let to_front_m = (1.0 - body.front_share) * body.wheelbase_m;
    let width_m = Real::max(body.track_m + BODY_BEYOND_TRACK_M, NARROWEST_M);
    [(1.0 + 2.0 * OVERHANG) * body.wheelbase_m, width_m, to_front_m - 0.5 * body.wheelbase_m]
}

/// Wheel positions that a body suggests, forwards and to the left of the centre of mass, m, in the order front left, front
/// right, rear left, rear right: for a model's own car, whose data have none. A circle has them at its rim.
pub fn wheels_of_body_m(body: &Body) -> [[f64; 2]; 4] {
    let [half_base_m, half_track_m, ahead_m] = match body.shape {
        Shape::Box { length_m, width_m, ahead_m } => {
            let track_m = Real::max(width_m - BODY_BEYOND_TRACK_M, 0.0);
            [0.5 * length_m / (1.0 + 2.0 * OVERHANG), 0.5 * track_m, ahead_m]
        }
        Shape::Circle { radius_m } => [radius_m, radius_m, 0.0],
    };
    [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
        .map(|[ahead, left]| [ahead_m + ahead * half_base_m, left * half_track_m])
}

/// Body of a car of a model, with its coefficients of restitution and friction.
pub fn body_of(model: &ModelInfo, car: &CarChoice, restitution: f64, friction: f64) -> Body {
    let OwnBody { length_m, width_m, ahead_m, mass_kg, yaw_inertia_kg_m2 } = match (car, car.vehicle()) {
        (_, Some(vehicle)) if model.cars == Cars::Vehicles => {
            let body = vehicle.body();
            let [length_m, width_m, ahead_m] = outline_m(vehicle);
            let (mass_kg, yaw_inertia_kg_m2) = (body.mass_kg, body.yaw_inertia_kg_m2);
            OwnBody { length_m, width_m, ahead_m, mass_kg, yaw_inertia_kg_m2 }
        }
        (CarChoice::Own(name), _) => model.own_body(name).unwrap_or(USUAL),
        _ => USUAL,
    };
    let shape = Shape::Box { length_m, width_m, ahead_m };
    Body { shape, mass_kg, yaw_inertia_kg_m2, restitution, friction }
}
