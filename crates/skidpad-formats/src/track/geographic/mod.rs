//! Tracks by latitude and longitude, as positioning receivers log them: tables of comma-separated values, and [GPX](super::gpx).
//!
//! A log is projected onto the plane that touches the earth in its middle, at its mean height: 10 km from there distances are 4 mm
//! too short. One lap is cut out of it, and smoothed by three times the noise that it has. Its road is not known: 5 m to either side.
//!
//! ```
//! use skidpad_formats::track::geographic;
//! // A square of 1.1 km by 1.1 km at the equator.
//! let table = "time,Latitude (deg),Longitude (deg),Altitude (m)\n0,0,0,12\n1,0,0.005,12\n2,0,0.01,12\n3,0.005,0.01,12\n\
//!     4,0.01,0.01,12\n5,0.01,0.005,12\n6,0.01,0,12\n7,0.005,0,12\n8,0,0,12\n";
//! let file = geographic::parse("log.csv", table.as_bytes())?;
//! assert!(file.spec.is_closed);
//! # Ok::<(), skidpad_formats::FileError>(())
//! ```

mod fixes;
mod laps;
mod log;
mod plane;
mod table;

use std::fmt::Write as _;

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use super::file::TrackFile;
use super::file::name_of;
use crate::FileError;

pub(super) use fixes::Fix;
pub(super) use log::track;
pub use plane::{Coordinates, LocalPlane};
pub(super) use table::{HEIGHTS_M, LATITUDES_DEG, LONGITUDES_DEG};

/// Space between the points that are written, m.
const SPACE_M: f64 = 2.0;

/// Reads a table with the columns `latitude` and `longitude`, degrees, and `height`, m, where it is known. Usual names of them are read,
/// such as `lat`, `lng` and `Altitude (m)`, with commas, semicolons or tabs between, and up to 50 lines before that of the names.
///
/// # Errors
/// Everything that is wrong in it, by line; too few points for a line.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let (fixes, notes) = table::read(origin, bytes)?;
    track(origin, &name_of(origin), &fixes, notes)
}

/// Returns true for a text with a line that names columns of latitude and longitude.
pub(super) fn looks_like(text: &str) -> bool {
    table::has_head(text)
}

/// A track as a table of latitudes, longitudes and heights. `origin`: the place of the track's origin on earth; its x axis points east. A closed
/// track ends with its first point. Heights are those of the track.
pub fn write(track: &Track, origin: Coordinates) -> String {
    let mut text = "latitude,longitude,height_m\n".to_owned();
    for (place, height_m) in places(track, origin) {
        let _ = writeln!(text, "{:.9},{:.9},{height_m:.3}", place.latitude_deg, place.longitude_deg);
    }
    text
}

/// Places along a track, and their heights, m.
pub(super) fn places(track: &Track, origin: Coordinates) -> Vec<(Coordinates, f64)> {
    let count = Real::max((track.length_m() / SPACE_M).ceil(), 1.0) as usize;
    let at = |step: usize| {
        // The end of a closed track is its beginning.
        track.at(Real::min(track.length_m(), track.length_m() * step as f64 / count as f64))
    };
    let points: Vec<_> = (0..=count).map(at).collect();
    let mean_m = points.iter().map(|point| point.height_m).sum::<f64>() / points.len() as f64;
    let plane = LocalPlane::new(origin, mean_m);
    points.iter().map(|point| (plane.place(point.position_m), point.height_m)).collect()
}
