//! The car that a model is to drive.

use skidpad_core::spec::Vehicle;

use crate::models::{Cars, Drivable, FrictionChoice};

/// The car that a model is to drive.
#[derive(Clone, Copy, Debug)]
pub enum CarChoice<'a> {
    /// A vehicle.
    Vehicle(&'a Vehicle<f64>),
    /// A vehicle with another friction function, of a model that has a choice.
    WithFriction(&'a Vehicle<f64>, FrictionChoice),
    /// A model's own car by name.
    Own(&'a str),
}

impl<'a> CarChoice<'a> {
    /// The vehicle that it is made of; `None` for a model's own car.
    pub fn vehicle(&self) -> Option<&'a Vehicle<f64>> {
        match self {
            Self::Vehicle(vehicle) | Self::WithFriction(vehicle, _) => Some(vehicle),
            Self::Own(_) => None,
        }
    }

    /// The car with another friction function, where one is given. A model's own car stays as it is.
    pub fn with_friction(self, friction: Option<FrictionChoice>) -> Self {
        match (self.vehicle(), friction) {
            (Some(vehicle), Some(friction)) => Self::WithFriction(vehicle, friction),
            _ => self,
        }
    }

    /// Returns the model's form of the car; `None` if the model does not take the car.
    pub(crate) fn car<M: Drivable>(&self) -> Option<M::Car<f64>> {
        match (self, M::CARS) {
            (Self::Vehicle(vehicle), Cars::Vehicles | Cars::Fixed) => {
                M::refuses(vehicle).is_none().then(|| M::car(vehicle))
            }
            (Self::WithFriction(vehicle, friction), Cars::Vehicles) => {
                let car = Self::Vehicle(vehicle).car::<M>()?;
                M::with_friction(car, friction)
            }
            (Self::Own(name), Cars::Own(_) | Cars::Fixed) => M::own_car(name),
            _ => None,
        }
    }
}
