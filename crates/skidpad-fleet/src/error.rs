//! Reasons why cars cannot join a fleet, or a fleet cannot write into a buffer.

use core::fmt;

use skidpad_core::batch::BatchError;
use skidpad_world::contact::ContactFault;
use skidpad_world::weather::WeatherFault;

/// A group that cannot be made, or a buffer that cannot be used.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FleetError {
    /// Numbers of a site's weather that are out of their ranges.
    Weather(Vec<WeatherFault>),
    /// A group without cars.
    Empty,
    /// The model does not take the car of this entrant.
    NotTaken {
        /// Name of the model.
        model: &'static str,
        /// Place of the entrant.
        entrant: usize,
    },
    /// A model whose entry is not compiled for the precision of the fleet.
    NotInPrecision {
        /// Name of the model.
        model: &'static str,
        /// Number type of the fleet: `f32`.
        precision: &'static str,
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
    /// An entrant of a model on which the air does not act, on a windy site.
    NoAir {
        /// Name of the model.
        model: &'static str,
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
    /// Entrants that do not fill scenes of so many cars.
    ScenesNotFull {
        /// Number of entrants.
        entrants: usize,
        /// Number of cars of a scene.
        cars: usize,
    },
    /// An entrant that is not on the site of the first car of its scene, or on one with cones.
    NoSceneThere {
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
            Self::Weather(faults) => joined(f, faults),
            Self::Empty => f.write_str("no entrants: a group needs at least one"),
            Self::NotTaken { model, entrant } => {
                write!(f, "entrants[{entrant}].car: model {model} does not take it")
            }
            Self::NotInPrecision { model, precision } => {
                write!(
                    f,
                    "model {model} is not compiled for {precision}: use a fleet of f64, or an entry that is \
                     (`FleetModel::in_both`; feature `single` of skidpad-fleet)"
                )
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
            Self::NoAir { model, entrant } => {
                write!(
                    f,
                    "entrants[{entrant}].site: model {model} has no aerodynamics: use a site without wind, or another \
                     model"
                )
            }
            Self::CannotMeet { model, entrant } => {
                write!(
                    f,
                    "entrants[{entrant}].body: model {model} has no motion in the plane, so its cars meet nothing"
                )
            }
            Self::ScenesNotFull { entrants, cars } => {
                write!(
                    f,
                    "{entrants} entrants: must be a multiple of {cars}, the number of cars of a scene, above 0"
                )
            }
            Self::NoSceneThere { entrant } => {
                write!(
                    f,
                    "entrants[{entrant}].site: must be that of the first car of its scene, and have no cones"
                )
            }
            Self::VehicleNotTaken { model, vehicle } => {
                write!(f, "vehicle {vehicle} for resets: model {model} does not take it")
            }
            Self::Faults(faults) => joined(f, faults),
            Self::Batch(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FleetError {}

/// Writes messages one after the other.
fn joined(f: &mut fmt::Formatter<'_>, faults: &[impl fmt::Display]) -> fmt::Result {
    f.write_str(&faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

impl From<BatchError> for FleetError {
    fn from(error: BatchError) -> Self {
        Self::Batch(error)
    }
}
