//! Skidpad's own track files (TOML), to be read and written by people.
//!
//! ```toml
//! name = "hill loop"            # optional: the file's name otherwise
//! closed = true
//! notes = ["surveyed in 2024"]  # optional
//! start = "12 m"                # optional, 0 otherwise: start line, by the distance along the line from its beginning
//! # finish = "950 m"            # optional, of open tracks: the end of the line otherwise
//! sectors = [100, 250]          # optional, thirds otherwise: ends of all sectors but the last, from the start line on
//!
//! [stations]                    # places through which the line goes
//! columns = ["x", "y", "left", "right", "height", "banking"]   # height and banking are optional: 0 otherwise
//! rows = [
//!     [0, 0, 5, 5, 0, 0],       # bare numbers are in m and rad
//!     ["120 ft", 3, 5, 5, 1.5, "2 deg"],
//! ]
//!
//! [[strip]]                     # optional: kerbs and run-off, those of a side from the road outwards
//! kind = "kerb"                 # or asphalt, grass, gravel, sand, dirt
//! side = "left"
//! from = 20                     # a stretch of a closed track may run over its beginning
//! to = 60
//! width = 1.5
//! rise = "5 cm"                 # optional: 0 otherwise
//! grip = 0.9                    # optional, over the road's: the kind's otherwise, as rolling
//!
//! [[wall]]
//! side = "right"
//! from = 0
//! to = 100
//! offset = 12                   # distance of its face from the line; [10, 14]: at its beginning and its end
//!
//! [pit_lane]
//! side = "right"
//! from = 900                    # where it leaves the road
//! to = 80                       # where it joins it
//! limit_from = 950
//! limit_to = 40
//! speed = "80 km/h"
//! offset = 15                   # distance of its middle from the line
//! width = 6
//! ```
//!
//! In the place of stations, a line may be given by its segments:
//!
//! ```toml
//! [line]                        # its beginning
//! at = [0, 0]                   # optional, as heading, height, grade and banking: 0 otherwise
//! heading = "90 deg"            # from the x axis, counterclockwise
//! left = 5                      # widths to both sides
//! right = 5
//!
//! [[segment]]                   # a straight
//! length = "200 m"
//!
//! [[segment]]                   # a spiral: its curvature changes evenly; without from_radius or to_radius it is straight there
//! length = 40
//! to_radius = 60                # positive: to the left
//!
//! [[segment]]                   # an arc, by its angle or its length
//! radius = 60
//! angle = "90 deg"
//! grade = "4 %"                 # at its end, as banking, left and right; left out: as at its beginning
//! ```
//!
//! Grade, banking and widths change evenly along a segment. A closed line of segments may miss its beginning by 1 m, or 1 % of
//! its length where that is more: the gap is spread over the line, with a note.

mod along;
mod fields;
mod profile;
mod read;
mod segments;
mod stations;
mod write;

use super::file::TrackFile;
use crate::error::FileError;

/// Reads a track. A track without a name has that of its file, which `origin` is.
///
/// # Errors
/// Everything that is wrong in it, by line.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    read::parse(origin, bytes)
}

/// The text of a track by its stations, which reads back to the same track and notes.
pub fn write(file: &TrackFile) -> String {
    write::write(file)
}

/// Returns true for a text of such a file, which has the heading of stations or of a segment.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().any(|line| {
        let heading = line.split('#').next().unwrap_or_default().trim();
        heading == "[stations]" || heading == "[[segment]]"
    })
}
