//! Options of minimum-time laps, and reasons for which there is none.

use core::fmt;

use crate::line::LineError;
use crate::path::PathError;
use crate::qss::Start;

/// Options of a minimum-time lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptimalOptions {
    /// Beginning of the lap. A standing start begins at a walking pace of 1 m/s.
    pub start: Start,
    /// Acceleration of gravity, m/s^2.
    pub gravity_m_s2: f64,
    /// The spacing of places is halved until the lap changes by less than this share of it, and at most
    /// [`refinements`](Self::refinements) times.
    pub change: f64,
    /// The most halvings of the spacing.
    pub refinements: usize,
    /// Weight of the squared rate of the steering angle over the distance, s m per rad^2.
    pub steer_weight_s_m: f64,
    /// Weight of the squared rate of the pedal over the distance, s m.
    pub pedal_weight_s_m: f64,
}

impl Default for OptimalOptions {
    /// A flying lap at standard gravity, refined until it changes by less than 0.1 %.
    fn default() -> Self {
        Self {
            start: Start::Flying,
            gravity_m_s2: skidpad_core::units::STANDARD_GRAVITY_M_S2,
            change: 1e-3,
            refinements: 3,
            steer_weight_s_m: 2.0,
            pedal_weight_s_m: 5e-3,
        }
    }
}

/// Reason for which there is no minimum-time lap.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptimalError {
    /// No room on the track, or an option of the line out of its range.
    Line(LineError),
    /// A guess without numbers, or with unequal numbers of offsets and speeds.
    Guess {
        /// Number of offsets.
        offsets: usize,
        /// Number of speeds.
        speeds: usize,
    },
    /// A line that is no path.
    Path(PathError),
}

impl fmt::Display for OptimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(fault) => fault.fmt(f),
            Self::Guess { offsets, speeds } => {
                write!(f, "guess: {offsets} offsets and {speeds} speeds (must be as many, and 3 or more)")
            }
            Self::Path(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for OptimalError {}
