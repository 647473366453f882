//! A car to be driven, options, and reasons for which there is no lap.

use core::fmt;

use skidpad_core::surface::Surface;
use skidpad_world::line_driver::LineError;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::CarChoice;

use crate::envelope::Envelope;
use crate::qss::{self, QssError};

/// Room between the car's sides and the edges of the road that a line leaves to a driver who follows it, m: with less, his corrections take
/// him off the road, and he is slower.
pub const ROOM_M: f64 = 0.3;

/// A car to be driven: its model and data, its envelope, and the road and air.
pub struct Drive<'a> {
    /// Model.
    pub model: &'a ModelInfo,
    /// Data of the car.
    pub car: CarChoice<'a>,
    /// Envelope of the car, from which the driver's speeds come.
    pub envelope: &'a dyn Envelope,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Width of the car, m: all of it stays on the road.
    pub width_m: f64,
}

/// Options of a driven lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivenOptions {
    /// Steps of the world and of the driver a second.
    pub rate_hz: f64,
    /// The most rounds of a search, of which there are up to three.
    pub rounds: usize,
    /// The quasi-steady lap from which each round's speeds come.
    pub lap: qss::Options,
}

impl Default for DrivenOptions {
    /// 1000 steps a second and 20 rounds.
    fn default() -> Self {
        Self { rate_hz: 1000.0, rounds: 20, lap: qss::Options::default() }
    }
}

/// Reason for which there is no driven lap.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DrivenError {
    /// There is no lap in theory.
    Lap(QssError),
    /// The path is no smooth line.
    Line(LineError),
    /// The model does not take the car, or has no position and heading.
    NoCar(&'static str),
    /// He did not come around within the rounds: the place, m along the path, at which he left the road last.
    OffRoad {
        /// Distance along the path, m.
        distance_m: f64,
    },
    /// His way is no smooth line along the track.
    NoPath(String),
}

impl fmt::Display for DrivenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lap(error) => error.fmt(f),
            Self::Line(error) => error.fmt(f),
            Self::NoPath(why) => write!(f, "the driven lap is no line along the track: {why}"),
            Self::NoCar(model) => write!(f, "the model {model} does not drive this car along a line"),
            Self::OffRoad { distance_m } => {
                write!(
                    f,
                    "the driver leaves the road at {distance_m:.0} m in every lap (a slower line, or a wider road, may help)"
                )
            }
        }
    }
}

impl core::error::Error for DrivenError {}
