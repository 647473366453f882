//! Reasons why cars cannot join a fleet, or a fleet cannot write into a buffer.

use core::fmt;

use skidpad_core::batch::BatchError;
use skidpad_world::contact::ContactFault;

/// A group that cannot be made, or a buffer that cannot be used.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FleetError {
    /// A site with wind, or with other than the standard air.
    Weather,
    /// A group without cars.
    Empty,
    /// The model does not take the car of this entrant.
    NotTaken {
        /// Name of the model.
        model: &'static str,
        /// Place of the entrant.
        entrant: usize,
    },
    /// An entrant whose integrator is not that of the first: a group has one.
    OtherMethod {
        /// Place of the entrant.
        entrant: usize,
    },
    /// An entrant on a site that the fleet does not have.
    NoSite {
        /// Place of the entrant.
        entrant: usize,
    },
    /// An entrant with a body whose model has no place, heading or lateral velocity.
    CannotMeet {
        /// Name of the model.
        model: &'static str,
        /// Place of the entrant.
        entrant: usize,
    },
    /// A vehicle for resets that the model does not take.
    VehicleNotTaken {
        /// Name of the model.
        model: &'static str,
        /// Place that it would have had among the group's vehicles for resets.
        vehicle: usize,
    },
    /// Bodies of entrants with numbers that contact cannot use.
    Faults(Vec<ContactFault>),
    /// A buffer of a wrong length, or too many channels at once.
    Batch(BatchError),
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weather => {
                f.write_str("site.weather: must be calm (set wind and air in site.surface, or use a `World`)")
            }
            Self::Empty => f.write_str("no entrants: a group needs at least one"),
            Self::NotTaken { model, entrant } => {
                write!(f, "entrants[{entrant}].car: model {model} does not take it")
            }
            Self::OtherMethod { entrant } => {
                write!(
                    f,
                    "entrants[{entrant}].begin.method: must be that of entrants[0]; give it a group of its own"
                )
            }
            Self::NoSite { entrant } => {
                write!(f, "entrants[{entrant}].site: not a site of this fleet (add it with `add_site`)")
            }
            Self::CannotMeet { model, entrant } => {
                write!(
                    f,
                    "entrants[{entrant}].body: model {model} has no motion in the plane, so its cars meet nothing"
                )
            }
            Self::VehicleNotTaken { model, vehicle } => {
                write!(f, "vehicle {vehicle} for resets: model {model} does not take it")
            }
            Self::Faults(faults) => {
                f.write_str(&faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
            }
            Self::Batch(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FleetError {}

impl From<BatchError> for FleetError {
    fn from(error: BatchError) -> Self {
        Self::Batch(error)
    }
}
