//! Cars of a log.

use std::sync::Arc;

use crate::models::FrictionChoice;
use crate::world::Member;

/// A car of a log as it joined.
#[derive(Clone)]
pub struct LoggedCar {
    /// Description of the car.
    pub label: CarLabel,
    /// The car and its body.
    pub member: Member,
}

/// Description of a car, from which a reader of the log makes it again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CarLabel {
    /// The car's name in the world, for people; need not be unique.
    pub name: String,
    /// The vehicle: a preset, a path, or one of the model's own cars.
    pub car: String,
    /// The text of the vehicle's file, for a vehicle that may be in no file: then `car` is a name for people.
    pub vehicle: Option<Arc<str>>,
    /// The friction function that the car has instead of its own.
    pub friction: Option<FrictionChoice>,
}

impl CarLabel {
    /// A label of a car that has its own friction function, with one text for both names.
    pub fn named(car: &str) -> Self {
        Self { name: car.to_owned(), car: car.to_owned(), ..Self::default() }
    }
}
