//! The trials, each with its name and scene.

use serde::{Deserialize, Serialize};

/// A test that the player starts with one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trial {
    /// From 0 to 100 km/h.
    To100,
    /// The stop, from the speed that was published, or from 100 km/h.
    Braking,
    /// The largest lateral acceleration on the circle of 200 ft.
    Skidpad,
    /// A step of the steering.
    StepSteer,
    /// Seven cones.
    Slalom,
    /// Parked on 30 %.
    SlopeHold,
}

impl Trial {
    /// All trials.
    pub const ALL: [Self; 6] =
        [Self::To100, Self::Braking, Self::Skidpad, Self::StepSteer, Self::Slalom, Self::SlopeHold];

    /// Name of the trial, as it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::To100 => "0-100 km/h",
            Self::Braking => "braking",
            Self::Skidpad => "skidpad",
            Self::StepSteer => "step steer",
            Self::Slalom => "slalom",
            Self::SlopeHold => "slope hold",
        }
    }

    /// The trial of a name; `None` where there is none.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trial| trial.name() == name)
    }

    /// Name of the scene in which it is driven.
    pub fn scene(self) -> &'static str {
        match self {
            Self::To100 | Self::Braking | Self::StepSteer => "straight",
            Self::Skidpad => "skidpad",
            Self::Slalom => "slalom",
            Self::SlopeHold => "slope",
        }
    }
}
