//! Track files: circuits and roads in the formats of others and in Skidpad's own.
//!
//! | name | files | contents |
//! |---|---|---|
//! | `skidpad` | `.toml` | [`own`]: everything that a track can have, to be written by hand |
//! | `centre-line` | `.csv` | [`centre_line`]: a line with widths, of TUM and F1TENTH |
//! | `rars` | `.trk` | [`rars`]: straights and arcs of the Robot Auto Racing Simulator |
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
mod xml;

use std::path::Path;

use crate::error::FileError;

pub use file::{MOST_BYTES, TrackFile, WrittenTrack};
pub use format::TrackFormat;

/// Reads a track from a file on disk. `None`: the format is found by [`TrackFormat::detect`].
///
/// # Errors
/// A file that cannot be read, that is of no known format, or that makes no track.
pub fn load(path: &Path, format: Option<TrackFormat>) -> Result<TrackFile, FileError> {
    parse(&path.display().to_string(), &file::read_file(path)?, format)
}

/// Reads a track. `origin` is the name of the file, for messages and for tracks without a name of their own. `None`: the format
/// is found by [`TrackFormat::detect`].
///
/// # Errors
/// A text that is of no known format, and everything that is wrong in it, by line.
pub fn parse(origin: &str, bytes: &[u8], format: Option<TrackFormat>) -> Result<TrackFile, FileError> {
    let format = match format {
        Some(format) => format,
        None => TrackFormat::detect(origin, bytes)?,
    };
    format.read(origin, bytes)
}

/// Writes a track in a format. What the format cannot hold is left out, and named.
///
/// # Errors
/// A format that is not written, with those that are; a track that the format cannot hold.
pub fn write(file: &TrackFile, format: TrackFormat) -> Result<WrittenTrack, String> {
    format.write(file)
}
