//! Cars that episodes have.

use skidpad_core::spec::Vehicle;
use skidpad_fleet::FleetModel;
use skidpad_world::contact::{Body, Shape};
use skidpad_world::models::FrictionChoice;
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::{BODY_FRICTION, BODY_RESTITUTION, body_of};

use crate::actions::USUAL_LOCK_RAD;
use crate::task::Outline;

/// A car of the garage.
#[derive(Clone, Debug)]
pub(super) struct GarageCar {
    kind: GarageKind,
    pub body: Body,
    pub outline: Outline,
    /// Steering angle of full lock, rad.
    pub lock_rad: f64,
}

#[derive(Clone, Debug)]
enum GarageKind {
    Vehicle(Box<Vehicle<f64>>, Option<FrictionChoice>),
    Own(String),
}

impl GarageCar {
    pub fn new(model: &FleetModel, car: &CarChoice<'_>) -> Self {
        let info = model.info();
        let body = body_of(info, car, BODY_RESTITUTION, BODY_FRICTION);
        let kind = match car {
            CarChoice::Own(name) => GarageKind::Own((*name).to_owned()),
            CarChoice::Vehicle(vehicle) => GarageKind::Vehicle(Box::new(**vehicle), None),
            CarChoice::WithFriction(vehicle, friction) => {
                GarageKind::Vehicle(Box::new(**vehicle), Some(*friction))
            }
        };
        let lock_rad = info.steering_lock_rad(car).unwrap_or(USUAL_LOCK_RAD);
        Self { kind, outline: outline(&body), body, lock_rad }
    }

    pub fn choice(&self) -> CarChoice<'_> {
        match &self.kind {
            GarageKind::Vehicle(vehicle, friction) => CarChoice::Vehicle(vehicle).with_friction(*friction),
            GarageKind::Own(name) => CarChoice::Own(name),
        }
    }
}

/// Outline of a body.
fn outline(body: &Body) -> Outline {
    match body.shape {
        Shape::Box { length_m, width_m, ahead_m } => Outline {
            front_m: 0.5 * length_m + ahead_m,
            rear_m: 0.5 * length_m - ahead_m,
            half_width_m: 0.5 * width_m,
        },
        Shape::Circle { radius_m } => Outline { front_m: radius_m, rear_m: radius_m, half_width_m: radius_m },
    }
}
