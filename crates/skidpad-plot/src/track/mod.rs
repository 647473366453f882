//! A track from above, and along its line.

mod plan;
mod profile;
mod sampling;

use skidpad_world::track::{Track, TrackCorner};

use crate::figures::Figure;

/// The plan of a track, and its curvature, height, banking and width over the distance from its start line. `corners` are named in both.
///
/// ```
/// use skidpad_world::track::{Track, track_by_name};
/// let track = Track::new(&track_by_name("oval").expect("a track that Skidpad brings")).expect("a sound one");
/// let figures = skidpad_plot::track_figures(&track, &track.figures().corners);
/// assert_eq!(figures.map(|figure| figure.file), ["track-plan.svg", "track-profile.svg"]);
/// ```
pub fn track_figures(track: &Track, corners: &[TrackCorner]) -> [Figure; 2] {
    [plan::figure(track, corners), profile::figure(track, corners)]
}
