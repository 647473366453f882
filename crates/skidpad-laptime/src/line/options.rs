//! Options of racing lines, and reasons for which there is none.

use core::fmt;

use crate::path::PathError;
use crate::qss::QssError;

/// The most stations of a line.
pub(super) const MOST_STATIONS: usize = 400_000;

/// Options of racing lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOptions {
    /// Largest distance between stations along the reference line, m, [0.5, 20].
    pub spacing_m: f64,
    /// Width of the car, m, [0, 20].
    pub car_width_m: f64,
    /// Room that the car leaves to each edge of the road, m, [0, 20].
    pub margin_m: f64,
}

impl Default for LineOptions {
    /// Stations 3 m apart, a car of 1.9 m, and 0.2 m to the edges.
    fn default() -> Self {
        Self { spacing_m: 3.0, car_width_m: 1.9, margin_m: 0.2 }
    }
}

/// Reason for which there is no racing line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LineError {
    /// An option out of its range.
    Option {
        /// Name of the option.
        name: &'static str,
        /// Its value.
        found: f64,
        /// The least and the largest value.
        range: [f64; 2],
    },
    /// A track too long for the spacing.
    TooLong {
        /// Length of a lap, m.
        length_m: f64,
        /// The least spacing that suits it, m.
        spacing_m: f64,
    },
    /// A place where the road is narrower than the car with its margins.
    Narrow {
        /// Distance of the place from the start line along the reference line, m.
        distance_m: f64,
        /// Width of the road, m.
        width_m: f64,
        /// Width of the car with both margins, m.
        needed_m: f64,
    },
    /// Points that are no line along the track, in words.
    Points(String),
    /// A line that is no path.
    Path(PathError),
    /// A line along which the car drives no lap.
    Lap(QssError),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option { name, found, range: [low, high] } => {
                write!(f, "{name} = {found}: must be {low} to {high}")
            }
            Self::TooLong { length_m, spacing_m } => write!(
                f,
                "the track is {length_m:.0} m long: a line has at most {MOST_STATIONS} stations (use a spacing of {spacing_m:.1} m or more)"
            ),
            Self::Narrow { distance_m, width_m, needed_m } => write!(
                f,
                "at {distance_m:.0} m the road is {width_m:.2} m wide; the car with its margins needs {needed_m:.2} m (use a smaller car or margin)"
            ),
            Self::Points(why) => f.write_str(why),
            Self::Path(fault) => fault.fmt(f),
            Self::Lap(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for LineError {}
