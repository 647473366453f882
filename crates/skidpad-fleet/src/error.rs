//! Reasons why cars cannot join a fleet, or a fleet cannot write into a buffer.

use core::fmt;

use skidpad_core::batch::BatchError;

/// A group that cannot be made, or a buffer that cannot be used.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FleetError {
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
    /// A buffer of a wrong length, or too many channels at once.
    Batch(BatchError),
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
