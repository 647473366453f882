//! A track from above, and along its line.

mod plan;
mod profile;

use skidpad_core::math::Real;
use skidpad_world::track::{Track, TrackCorner};

use crate::figures::Figure;

type Point = (f64, f64);
/// Breaks a line.
const GAP: Point = (f64::NAN, f64::NAN);
/// The least space between points that are drawn, m, and the most points of a line.
const SPACE_M: f64 = 1.0;
const MOST_POINTS: f64 = 8000.0;

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

/// Distances of points from one distance along the line to another one ahead of it, m. On a closed line the second may lie before the first.
fn distances_m(track: &Track, [from_m, to_m]: [f64; 2]) -> impl Iterator<Item = f64> + use<> {
    let length_m = track.length_m();
    let space_m = Real::max(SPACE_M, length_m / MOST_POINTS);
    let ahead_m = if to_m < from_m && track.is_closed() { to_m + length_m - from_m } else { to_m - from_m };
    let count = Real::max((ahead_m / space_m).ceil(), 1.0) as u32;
    (0..=count).map(move |at| from_m + ahead_m * f64::from(at) / f64::from(count))
}

/// A distance along the line, m, within it also at its end, which a closed line has in common with its beginning.
fn whole(track: &Track) -> [f64; 2] {
    [0.0, track.length_m()]
}

fn title(track: &Track, of: &str) -> String {
    if track.name().is_empty() { of.to_owned() } else { format!("{}: {of}", track.name()) }
}
