//! Lines of stations as files give them: thinned, closed or open, with what lies beside each station as stretches.

use skidpad_core::math::Real;
use skidpad_world::track::{Side, Station, Strip, StripKind, Track, TrackFault, TrackSpec};

use super::check::{LONGEST_M, apart_m, longest};
use crate::FileError;

/// The most points of a line that a file is expanded into: 200 km at 2 m.
pub(super) const MOST_POINTS: usize = 100_000;
/// Stations nearer than this to the one before are left out, m: where pieces meet, rounding sets two on one place.
const NEAREST_M: f64 = 0.02;
/// Widths of a strip that differ by less are one strip, m.
const SAME_M: f64 = 0.25;
/// The narrowest strip, m.
const NARROWEST_M: f64 = 0.02;

/// Ground beside the road at a station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    pub kind: StripKind,
    pub width_m: f64,
    pub rise_m: f64,
}

/// A station and the ground beside it, from the road outwards, on the left and on the right.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Beside {
    pub station: Station,
    pub grounds: [Vec<Ground>; 2],
}

/// Leaves out stations on the place of the one before, and of a closed line the last one where it is the first again.
pub(super) fn thinned(points: Vec<Beside>, is_closed: bool) -> Vec<Beside> {
    let mut kept: Vec<Beside> = Vec::with_capacity(points.len());
    for point in points {
        let is_far = |last: &Beside| apart_m(last.station.position_m, point.station.position_m) > NEAREST_M;
        if kept.last().is_none_or(is_far) {
            kept.push(point);
        }
    }
    while is_closed
        && kept.len() > 1
        && apart_m(kept[0].station.position_m, kept[kept.len() - 1].station.position_m) < NEAREST_M
    {
        kept.pop();
    }
    kept
}

/// A track through points, with the ground beside them as strips, and the distance of each point along its line.
pub(super) fn track(
    origin: &str,
    name: &str,
    is_closed: bool,
    points: Vec<Beside>,
) -> Result<(TrackSpec, Vec<f64>), FileError> {
    let points = thinned(points, is_closed);
    not_too_long(origin, points.iter().map(|point| point.station.position_m))?;
    let stations: Vec<Station> = points.iter().map(|point| point.station).collect();
    let mut spec = TrackSpec::new(name, is_closed, stations);
    let track = Track::new(&spec).map_err(|faults| refused(origin, &faults))?;
    let distances_m = distances_m(&track, &spec.stations);
    for (side, of) in Side::ALL.into_iter().zip(0..) {
        let most = points.iter().map(|point| point.grounds[of].len()).max().unwrap_or(0);
        for place in 0..most {
            let ground = |point: &Beside| point.grounds[of].get(place).copied();
            let grounds: Vec<Option<Ground>> = points.iter().map(ground).collect();
            spec.strips.extend(strips(&grounds, side, &distances_m, &track));
        }
    }
    Ok((spec, distances_m))
}

/// Refuses a line through positions that is longer than any track: a file of few points could ask for more memory than there is.
pub(super) fn not_too_long(
    origin: &str,
    positions_m: impl Iterator<Item = [f64; 2]>,
) -> Result<(), FileError> {
    let mut before: Option<[f64; 2]> = None;
    let mut long_m = 0.0;
    for position_m in positions_m {
        long_m += before.map_or(0.0, |before| apart_m(before, position_m));
        before = Some(position_m);
    }
    if long_m <= LONGEST_M {
        return Ok(());
    }
    Err(FileError::whole(origin, format!("a line of {:.0} km", long_m / 1e3), longest()))
}

/// Checks a finished description.
pub(super) fn checked(origin: &str, spec: &TrackSpec) -> Result<(), FileError> {
    Track::new(spec).map(|_| ()).map_err(|faults| refused(origin, &faults))
}

fn refused(origin: &str, faults: &[TrackFault]) -> FileError {
    let whole = |fault: &TrackFault| FileError::whole(origin, "", fault.to_string());
    let mut errors = faults.iter().take(20).map(whole);
    let mut error = errors.next().unwrap_or_else(|| FileError::whole(origin, "", "no track"));
    error.problems.extend(errors.flat_map(|error| error.problems));
    error
}

/// Distance of each station along the line, m.
fn distances_m(track: &Track, stations: &[Station]) -> Vec<f64> {
    let mut before = None;
    let mut last_m = 0.0;
    let mut distances_m = Vec::with_capacity(stations.len());
    for station in stations {
        let place = track.locate(station.position_m, before.as_ref());
        // The first one is where the line begins, which on a closed one is also its end.
        last_m = if distances_m.is_empty() { 0.0 } else { Real::max(place.distance_m, last_m) };
        distances_m.push(last_m);
        before = Some(place);
    }
    distances_m
}

/// Stretches of one place beside the road in which kind and width stay.
fn strips(grounds: &[Option<Ground>], side: Side, distances_m: &[f64], track: &Track) -> Vec<Strip> {
    let is_ground = |ground: &Ground| ground.width_m > NARROWEST_M;
    let at = |place: usize| grounds[place].filter(is_ground);
    let is_same = |one: Ground, other: Option<Ground>| {
        other.is_some_and(|other| {
            one.kind == other.kind
                && Real::abs(one.width_m - other.width_m) < SAME_M
                && Real::abs(one.rise_m - other.rise_m) < 0.01
        })
    };
    let mut found = Vec::new();
    let mut place = 0;
    while place < grounds.len() {
        let Some(first) = at(place) else {
            place += 1;
            continue;
        };
        let (from, mut width_m) = (place, 0.0);
        while place < grounds.len() && is_same(first, at(place)) {
            width_m += at(place).map_or(0.0, |ground| ground.width_m);
            place += 1;
        }
        let end_m = match distances_m.get(place) {
            Some(end_m) => *end_m,
            None if track.is_closed() || place - from > 1 => track.length_m(),
            None => continue,
        };
        let width_m = width_m / (place - from) as f64;
        let strip = Strip::new(first.kind, side, [distances_m[from], end_m]);
        if end_m > distances_m[from] {
            found.push(Strip { width_m, rise_m: first.rise_m, ..strip });
        }
    }
    found
}
