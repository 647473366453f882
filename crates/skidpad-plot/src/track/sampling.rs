//! Points along a track.

use skidpad_core::math::Real;
use skidpad_world::track::Track;

/// A point of a line.
pub(super) type Point = (f64, f64);
/// Breaks a line.
pub(super) const GAP: Point = (f64::NAN, f64::NAN);
/// The least space between points that are drawn, m, and the most points of a line.
const SPACE_M: f64 = 1.0;
const MOST_POINTS: f64 = 8000.0;

/// Distances of points from one distance along the line to another one ahead of it, m. On a closed line the second may lie before the first.
pub(super) fn distances_m(track: &Track, [from_m, to_m]: [f64; 2]) -> impl Iterator<Item = f64> + use<> {
    let length_m = track.length_m();
    let space_m = Real::max(SPACE_M, length_m / MOST_POINTS);
    let ahead_m = if to_m < from_m && track.is_closed() { to_m + length_m - from_m } else { to_m - from_m };
    let count = Real::max((ahead_m / space_m).ceil(), 1.0) as u32;
    (0..=count).map(move |at| from_m + ahead_m * f64::from(at) / f64::from(count))
}

/// The stretch of the whole line, m.
pub(super) fn whole(track: &Track) -> [f64; 2] {
    [0.0, track.length_m()]
}

/// Title of a picture of a track.
pub(super) fn title(track: &Track, of: &str) -> String {
    if track.name().is_empty() { of.to_owned() } else { format!("{}: {of}", track.name()) }
}
