//! Track files: circuits and roads in the formats of others and in Skidpad's own.
//!
//! | name | files | contents |
//! |---|---|---|
//! | `skidpad` | `.toml` | [`own`]: everything that a track can have, to be written by hand |
//! | `centre-line` | `.csv` | [`centre_line`]: a line with widths, of TUM and F1TENTH |
//! | `rars` | `.trk` | [`rars`]: straights and arcs of the Robot Auto Racing Simulator |
//! | `opendrive` | `.xodr`, `.xml` | [`opendrive`]: roads of simulators of traffic, with lanes and heights |
//! | `torcs` | `.xml` | [`torcs`]: straights and arcs of TORCS and Speed Dreams, with their sides and pits |
//! | `gpx` | `.gpx` | [`gpx`]: logs of positioning receivers in XML |
//! | `geographic` | `.csv` | [`geographic`]: logs of positioning receivers as tables of latitude and longitude |
//! | `grid-map` | `.yaml`, `.yml` | [`grid_map`]: maps of occupied cells of ROS and F1TENTH, with a picture beside them |
//!
//! A file that was read makes a track: [`Track::new`](skidpad_world::track::Track::new) has been tried on its description, and
//! the faults that it found are errors with their lines. [`race_line`] reads lines to drive, which are not tracks.
//!
//! ```
//! let text = b"name = \"oval\"\nclosed = true\n[line]\nleft = 5\nright = 5\n\
//!     [[segment]]\nlength = 100\n[[segment]]\nradius = 50\nangle = \"180 deg\"\n\
//!     [[segment]]\nlength = 100\n[[segment]]\nradius = 50\nangle = \"180 deg\"\n";
//! let file = skidpad_formats::track::parse("oval.toml", text, None)?;
//! let track = skidpad_world::track::Track::new(&file.spec).unwrap();
//! assert!((track.length_m() - (200.0 + core::f64::consts::TAU * 50.0)).abs() < 0.01);
//! # Ok::<(), skidpad_formats::FileError>(())
//! ```

mod beside;
pub mod centre_line;
mod check;
mod file;
mod format;
pub mod geographic;
pub mod gpx;
pub mod grid_map;
mod lines;
pub mod opendrive;
pub mod own;
pub mod race_line;
pub mod rars;
mod table;
pub mod torcs;
mod traced;
mod written;
mod xml;

use std::path::Path;

use skidpad_world::track::{track_by_name, track_names};

use crate::document::text_at_most;
use crate::error::{FileError, did_you_mean};

pub use file::{MOST_BYTES, TrackFile, WrittenTrack};
pub use format::TrackFormat;
pub use written::WriteOptions;

/// Reads a track from a file, or one that Skidpad brings where no file has that path and the path is its
/// [name](skidpad_world::track::track_names).
///
/// # Errors
/// As for [`load`]; where there is no such file, with the names.
pub fn open(path: &Path, format: Option<TrackFormat>) -> Result<TrackFile, FileError> {
    if path.is_file() {
        return load(path, format);
    }
    let name = path.to_str().unwrap_or_default();
    if let Some(spec) = track_by_name(name) {
        return Ok(TrackFile { spec, notes: Vec::new() });
    }
    if path.exists() {
        return load(path, format);
    }
    let names = track_names();
    let hint = did_you_mean(name, names.iter().copied()).map_or(String::new(), |hint| format!("{hint}; "));
    Err(FileError::message(format!(
        "file not found: {} ({hint}check the path, or name a track: {})",
        path.display(),
        names.join(", ")
    )))
}

/// Reads a track from a file on disk; a map with the picture in its folder. `None`: the format is found by
/// [`TrackFormat::detect`].
///
/// # Errors
/// A file that cannot be read, that is of no known format, or that makes no track.
pub fn load(path: &Path, format: Option<TrackFormat>) -> Result<TrackFile, FileError> {
    let origin = path.display().to_string();
    let bytes = file::read_file(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    chosen(&origin, &bytes, format)?.read(&origin, &bytes, Some(folder))
}

/// Reads a track; a map has no picture here. `origin` is the name of the file, for messages and for tracks without a name of their own.
/// `None`: the format is found by [`TrackFormat::detect`].
///
/// # Errors
/// A text that is of no known format, and everything that is wrong in it, by line.
pub fn parse(origin: &str, bytes: &[u8], format: Option<TrackFormat>) -> Result<TrackFile, FileError> {
    if bytes.len() > MOST_BYTES {
        // Before all of it is searched for its format.
        text_at_most(origin, bytes, MOST_BYTES)?;
    }
    chosen(origin, bytes, format)?.read(origin, bytes, None)
}

fn chosen(origin: &str, bytes: &[u8], format: Option<TrackFormat>) -> Result<TrackFormat, FileError> {
    format.map_or_else(|| TrackFormat::detect(origin, bytes), Ok)
}

/// Writes a track in a format. What the format cannot hold is left out, and named.
///
/// # Errors
/// A format that is not written, with those that are; a track that the format cannot hold; options that it lacks.
pub fn write(file: &TrackFile, format: TrackFormat, options: &WriteOptions) -> Result<WrittenTrack, String> {
    format.write(file, options)
}
