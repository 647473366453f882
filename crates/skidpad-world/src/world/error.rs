//! Cars that cannot join a world, and sites that cannot be.

use core::fmt;

use crate::contact::ContactFault;
use crate::weather::WeatherFault;

/// A car that cannot join a world, or a site that cannot be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The model of a participant does not take its car.
    NotTaken(usize),
    /// A car with a body whose model has no place, heading or lateral velocity.
    CannotMeet(usize),
    /// A car on which the air does not act, on a windy site.
    NoAir(usize),
    /// Numbers of a site's weather that are out of their ranges.
    Weather(Vec<WeatherFault>),
    /// Bodies, motions or walls with numbers that contact cannot use.
    Faults(Vec<ContactFault>),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTaken(car) => write!(f, "the model of car {car} does not take it"),
            Self::CannotMeet(car) => {
                write!(f, "the model of car {car} has no motion in the plane: it cannot meet anything")
            }
            Self::NoAir(car) => {
                write!(
                    f,
                    "the model of car {car} has no aerodynamics: use a site without wind, or another model"
                )
            }
            Self::Weather(faults) => joined(f, faults),
            Self::Faults(faults) => joined(f, faults),
        }
    }
}

impl core::error::Error for WorldError {}

/// Writes messages one after the other.
fn joined(f: &mut fmt::Formatter<'_>, faults: &[impl fmt::Display]) -> fmt::Result {
    f.write_str(&faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}
