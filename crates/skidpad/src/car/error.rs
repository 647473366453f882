//! Why there is no such car.

use std::fmt;

use skidpad_core::spec::SpecError;
use skidpad_core::step::DtFault;
use skidpad_formats::FileError;
use skidpad_formats::presets::UnknownVehicle;
use skidpad_world::models::Refusal;

/// Why a car was not made. Each message says what is wrong and what may stand there.
#[derive(Debug)]
#[non_exhaustive]
pub enum CarError {
    /// No preset has the name.
    UnknownPreset(UnknownVehicle),
    /// The text of a vehicle file is wrong: every problem, with its place.
    File(FileError),
    /// A specification is wrong: every problem.
    Specification(Vec<SpecError>),
    /// No model has the name; the message lists those that there are.
    UnknownModel(String),
    /// The model is not for this vehicle.
    Refused(Refusal),
    /// The model does not take vehicles: it has cars of its own, or is driven by an acceleration instead of pedals.
    NotDriven {
        /// The model's name.
        model: &'static str,
    },
    /// A number of the place or speed to begin with is not finite, or the model has no such state.
    Placement(String),
    /// A step that is not above 0 and at most 1 s.
    Dt(DtFault),
    /// The model moves in the plane of the road: it has no height and tilt, and does not drive on ground that is found by rays.
    InPlane {
        /// The model's name.
        model: &'static str,
    },
    /// The car was at its start when its numbers were no longer finite.
    NotFinite,
}

impl fmt::Display for CarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPreset(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Specification(errors) => {
                let all: Vec<_> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&all.join("; "))
            }
            Self::UnknownModel(message) | Self::Placement(message) => f.write_str(message),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Dt(fault) => fault.fmt(f),
            Self::InPlane { model } => write!(
                f,
                "the model {model} moves in the plane of the road; this needs one that moves in space, such as spatial"
            ),
            Self::NotDriven { model } => write!(
                f,
                "the model {model} does not take a vehicle that is driven by its pedals; drive it with \
                 `skidpad::world::models::ModelInfo::begin`"
            ),
            Self::NotFinite => f.write_str("a number of the car at its start is not finite"),
        }
    }
}

impl std::error::Error for CarError {}

impl From<DtFault> for CarError {
    fn from(fault: DtFault) -> Self {
        Self::Dt(fault)
    }
}

impl From<UnknownVehicle> for CarError {
    fn from(error: UnknownVehicle) -> Self {
        Self::UnknownPreset(error)
    }
}

impl From<FileError> for CarError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<Vec<SpecError>> for CarError {
    fn from(errors: Vec<SpecError>) -> Self {
        Self::Specification(errors)
    }
}

impl From<Refusal> for CarError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
