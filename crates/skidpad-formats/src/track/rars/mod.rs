//! Tracks of the Robot Auto Racing Simulator (RARS), version 0.91: `.trk`.
//!
//! ```text
//! 4                    number of segments
//! 1420 800             extent of the screen, ft
//! 100                  width, ft
//! 410 10 0             beginning of the RIGHT rail, ft, and its heading, rad
//! 900 560              scoreboard, leaderboard, instruments and messages
//! 250 500
//! 550 1040
//! 400 640
//! .8 4                 finish line as a fraction of the first segment, rows of the starting grid
//! -1                   side of the pits: 1 right, -1 left
//! 2100 3200            pit entry and beginning of the pit lane, ft
//! 100 1000             end of the pit lane and pit exit, ft
//! 60                   speed limit in the pit lane, ft/s
//! 0 600                segments: a straight of 600 ft
//! 400 3.1415927        and an arc by the signed radius of the right rail, ft (positive: to the left), and its angle
//! ```
//!
//! Text after the numbers of a line is ignored, and so are blank lines and all lines after the last segment. Angles are in
//! radians in the whole file where the first arc's is below 5, otherwise in degrees.
//!
//! [`RarsTrack`] has the numbers as they are written; [`RarsTrack::spec`] makes a track of their centre line. Few files end
//! exactly where they began: the gap is spread over the line. XML tracks of later versions (`.trx`) are not read: no description
//! of them was found.

mod line;
mod read;
mod track;
mod write;

pub use track::{ArcUnit, RarsPits, RarsSegment, RarsTrack};

use super::file::TrackFile;
use crate::error::FileError;

/// Reads a track with the name of its file, which `origin` is.
///
/// # Errors
/// Everything that is wrong in it, by line; a line that does not close.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    line::parse(origin, bytes)
}

/// Reads a track as it is written.
///
/// # Errors
/// Everything that is wrong in it, by line.
pub fn parse_segments(origin: &str, bytes: &[u8]) -> Result<RarsTrack, FileError> {
    read::parse(origin, bytes).map(|read| read.track)
}

/// The text of a track, which reads back to the same numbers.
pub fn write(track: &RarsTrack) -> String {
    write::write(track)
}

/// Returns true for a text of such a file: its first line begins with the number of the segments that the end has.
pub(super) fn looks_like(text: &str) -> bool {
    read::looks_like(text)
}
