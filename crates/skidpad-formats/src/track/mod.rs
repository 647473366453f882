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

pub mod centre_line;
mod check;
mod format;
pub mod own;
pub mod race_line;
pub mod rars;
mod table;
mod traced;

use std::path::Path;

use skidpad_world::track::TrackSpec;

use crate::document::text_at_most;
use crate::error::FileError;

pub use format::TrackFormat;

/// The largest track file that is read, bytes: 16 MiB. A line with a point each metre is 40 kB per kilometre.
pub const MOST_BYTES: usize = 16 << 20;

/// A track read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackFile {
    /// The track.
    pub spec: TrackSpec,
    /// Notes on what the file does not give, and on what was ignored.
    pub notes: Vec<String>,
}

/// A track as the text of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenTrack {
    /// The text.
    pub text: String,
    /// Names of what the format cannot hold, and the text leaves out: `height`, `kerbs and run-off`.
    pub left_out: Vec<&'static str>,
}

/// Reads a track from a file on disk. `None`: the format is found by [`TrackFormat::detect`].
///
/// # Errors
/// A file that cannot be read, that is of no known format, or that makes no track.
pub fn load(path: &Path, format: Option<TrackFormat>) -> Result<TrackFile, FileError> {
    parse(&path.display().to_string(), &read_file(path)?, format)
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

/// The bytes of a track file.
fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    crate::disk::read_at_most(path, MOST_BYTES)
}

/// The text of a track file. `must`: what an empty file must be.
fn text_of<'a>(origin: &str, bytes: &'a [u8], must: &str) -> Result<&'a str, FileError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::whole(origin, "an empty file", must));
    }
    text_at_most(origin, bytes, MOST_BYTES).map_err(|error| match str::from_utf8(bytes) {
        // A byte order mark alone.
        Ok(_) if bytes.len() <= MOST_BYTES => FileError::whole(origin, "an empty file", must),
        _ => error,
    })
}

/// Name of a track without one of its own: the file's name without its extension.
fn name_of(origin: &str) -> String {
    let stem = Path::new(origin).file_stem();
    stem.map_or_else(|| origin.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The station of a path such as `stations[3].height_m`.
fn station_of(path: &str) -> Option<usize> {
    path.strip_prefix("stations[")?.split_once(']')?.0.parse().ok()
}
