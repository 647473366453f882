//! Track files: circuits and roads in the formats of others and in Skidpad's own.

pub mod geographic;
pub mod gpx;
pub mod grid_map;
mod lines;
pub mod opendrive;
pub mod torcs;
mod xml;

use skidpad_world::track::TrackSpec;

/// A track read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackFile {
    /// The track.
    pub spec: TrackSpec,
    /// Notes on what the file does not give, and on what was ignored.
    pub notes: Vec<String>,
}
