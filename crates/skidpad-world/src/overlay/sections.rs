//! Sections of a lap, in which time is won or lost.

use skidpad_core::math::Real;

use super::Overlay;
use crate::track::Track;

/// Shortest straight that is a section of its own, m; a shorter one belongs to the corner behind it.
const SHORTEST_M: f64 = 20.0;
/// Number of the sections of a lap without a track.
const EQUAL: usize = 10;

/// A section of a lap with the time that the second lap loses in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Name: `T1`, or `T1 to T2` for the straight between two corners.
    pub name: String,
    /// Distances at which it begins and ends, m.
    pub stretch_m: [f64; 2],
    /// Times of both laps, s.
    pub time_s: [f64; 2],
    /// Time that the second lap loses, s; below 0 where it wins.
    pub lost_s: f64,
}

/// Corners of a track and the straights between them, or ten equal parts without a track. Their losses add up to the delta at the end.
pub fn sections(overlay: &Overlay, track: Option<&Track>) -> Vec<Section> {
    let (Some(from_m), Some(to_m)) = (overlay.distance_m.first(), overlay.distance_m.last()) else {
        return Vec::new();
    };
    let ends = match track {
        Some(track) => corners(track),
        None => (0..EQUAL).map(|part| part_of(*from_m, *to_m, part)).collect(),
    };
    let mut found = Vec::new();
    for (place, (name, begin_m)) in ends.iter().enumerate() {
        let end_m = ends.get(place + 1).map_or(f64::INFINITY, |(_, next_m)| *next_m);
        let stretch_m = [Real::max(*begin_m, *from_m), Real::min(end_m, *to_m)];
        if stretch_m[1] <= stretch_m[0] {
            continue;
        }
        let time_s = [0, 1].map(|lap: usize| {
            let [begin_s, end_s] =
                stretch_m.map(|at| super::trace::interpolated(&overlay.distance_m, &overlay.time_s[lap], at));
            end_s - begin_s
        });
        found.push(Section { name: name.clone(), stretch_m, time_s, lost_s: time_s[1] - time_s[0] });
    }
    found
}

fn part_of(from_m: f64, to_m: f64, part: usize) -> (String, f64) {
    let at = |part: usize| from_m + (to_m - from_m) * part as f64 / EQUAL as f64;
    let begin_m = if part == 0 { f64::NEG_INFINITY } else { at(part) };
    (format!("{:.0} to {:.0} m", at(part), at(part + 1)), begin_m)
}

/// Names and beginnings of the sections from the start line on, m.
fn corners(track: &Track) -> Vec<(String, f64)> {
    let corners = track.figures().corners;
    let mut found: Vec<(String, f64)> = Vec::new();
    let mut last: Option<(String, f64)> = None;
    let name = |from: Option<&str>, to: Option<&str>| match (from, to) {
        (None, Some(to)) => format!("start to {to}"),
        (Some(from), None) => format!("{from} to finish"),
        (Some(from), Some(to)) => format!("{from} to {to}"),
        (None, None) => "lap".to_owned(),
    };
    for corner in &corners {
        let [from_m, to_m] = corner.stretch_m.map(|distance_m| track.since_start_m(distance_m));
        // A corner that runs over the start line begins the lap, and ends it.
        let runs_over = track.is_closed() && to_m < from_m;
        let before_m = last.as_ref().map_or(0.0, |(_, end_m)| *end_m);
        let is_straight = from_m - before_m > SHORTEST_M;
        if is_straight {
            found.push((name(last.as_ref().map(|(name, _)| name.as_str()), Some(&corner.name)), before_m));
        }
        found.push((corner.name.clone(), if is_straight { from_m } else { before_m }));
        last = Some((corner.name.clone(), if runs_over { f64::INFINITY } else { to_m }));
    }
    if let Some((corner, end_m)) = last.filter(|(_, end_m)| track.lap_m() - end_m > SHORTEST_M) {
        found.push((name(Some(&corner), None), end_m));
    }
    if found.is_empty() {
        found.push((name(None, None), 0.0));
    }
    // The first begins before whatever both laps have.
    found[0].1 = f64::NEG_INFINITY;
    found
}
