//! Faults of the stations of a track.

use core::fmt;

use skidpad_core::math::Real;

use super::Station;

/// The most stations of a track.
pub const MOST_STATIONS: usize = 1_000_000;
/// Limits of a station's numbers: farthest position, m; height, m; banking, rad; width to a side, m.
const FARTHEST_M: f64 = 1e6;
const HIGHEST_M: f64 = 1e4;
const STEEPEST_RAD: f64 = 1.2;
const WIDEST_M: f64 = 1000.0;
/// The least distance between two stations in a row, m.
const NEAREST_M: f64 = 1e-3;

/// A fault of a track's stations.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TrackFault {
    /// Too few stations, or more than a million.
    Count {
        /// Number of stations.
        found: usize,
        /// The least.
        least: usize,
    },
    /// A number that is not finite, or out of its range.
    Number {
        /// Place of the number in the description, such as `stations[3].height_m`.
        path: String,
        /// The number.
        found: f64,
        /// The least and the largest.
        range: [f64; 2],
    },
    /// A stretch of an open track that ends before it begins.
    Backwards {
        /// Place of the stretch in the description.
        path: String,
        /// Its beginning and its end, m.
        stretch_m: [f64; 2],
    },
    /// Two stations in a row at one place.
    Same {
        /// Place of the second one.
        station: usize,
    },
}

impl fmt::Display for TrackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { found, least } => {
                write!(f, "{found} stations: must be {least} to {MOST_STATIONS}")
            }
            Self::Number { path, found, range: [low, high] } => {
                write!(f, "{path} = {found}: must be {low} to {high}")
            }
            Self::Backwards { path, stretch_m: [from, to] } => {
                write!(f, "{path} = [{from}, {to}]: must end after its beginning, as the track is open")
            }
            Self::Same { station } => write!(
                f,
                "stations[{station}] is where the one before it is: stations in a row must be 1 mm apart or more"
            ),
        }
    }
}

impl core::error::Error for TrackFault {}

/// Numbers that must lie in their ranges, and those that do not.
#[derive(Default)]
pub(super) struct Ranges {
    pub found: Vec<TrackFault>,
}

impl Ranges {
    pub fn check(&mut self, path: impl Into<String>, found: f64, range: [f64; 2]) {
        if !is_inside(found, range) {
            self.found.push(TrackFault::Number { path: path.into(), found, range });
        }
    }

    /// A stretch of a line of some length.
    pub fn stretch(&mut self, path: String, stretch_m: [f64; 2], length_m: f64, is_closed: bool) {
        let before = self.found.len();
        for (end, distance_m) in stretch_m.iter().enumerate() {
            self.check(format!("{path}[{end}]"), *distance_m, [0.0, length_m]);
        }
        if !is_closed && self.found.len() == before && stretch_m[1] <= stretch_m[0] {
            self.found.push(TrackFault::Backwards { path, stretch_m });
        }
    }
}

/// Returns false for numbers that are not finite, too.
fn is_inside(found: f64, [low, high]: [f64; 2]) -> bool {
    (low..=high).contains(&found)
}

/// All faults of some stations.
pub(super) fn faults(stations: &[Station], is_closed: bool) -> Vec<TrackFault> {
    let least = if is_closed { 4 } else { 2 };
    if !(least..=MOST_STATIONS).contains(&stations.len()) {
        return vec![TrackFault::Count { found: stations.len(), least }];
    }
    let mut ranges = Ranges::default();
    for (station, of) in stations.iter().enumerate() {
        let numbers = [
            ("position_m[0]", of.position_m[0], [-FARTHEST_M, FARTHEST_M]),
            ("position_m[1]", of.position_m[1], [-FARTHEST_M, FARTHEST_M]),
            ("height_m", of.height_m, [-HIGHEST_M, HIGHEST_M]),
            ("banking_rad", of.banking_rad, [-STEEPEST_RAD, STEEPEST_RAD]),
            ("widths_m[0]", of.widths_m[0], [0.0, WIDEST_M]),
            ("widths_m[1]", of.widths_m[1], [0.0, WIDEST_M]),
        ];
        for (name, found, range) in numbers {
            // The path is made for those alone that need it: of stations there may be a million.
            if !is_inside(found, range) {
                ranges.check(format!("stations[{station}].{name}"), found, range);
            }
        }
    }
    let mut faults = ranges.found;
    if !faults.is_empty() {
        return faults;
    }
    let before = |station: usize| match station {
        0 if is_closed => Some(stations.len() - 1),
        _ => station.checked_sub(1),
    };
    for (station, of) in stations.iter().enumerate() {
        let Some(other) = before(station) else { continue };
        let [x, y] = [0, 1].map(|axis| of.position_m[axis] - stations[other].position_m[axis]);
        if Real::hypot(x, y) < NEAREST_M {
            faults.push(TrackFault::Same { station });
        }
    }
    faults
}
