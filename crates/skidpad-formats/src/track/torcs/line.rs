//! The line of a track through its segments.

use core::f64::consts::TAU;

use skidpad_core::math::Real;
use skidpad_world::track::{Station, TrackSpec, trace};

use super::segments::Segment;
use crate::FileError;
use crate::track::beside::{Beside, MOST_POINTS};
use crate::track::check::apart_m;

/// Share of the length by which the ends of a circuit may miss each other, and by which their directions may, rad.
const GAP: f64 = 0.02;
const TURN_RAD: f64 = 0.1;
/// Gap at the end of a circuit above which it is told, m.
const TOLD_M: f64 = 0.01;

/// A point of the line on its segment.
#[derive(Clone, Debug)]
pub(super) struct SegmentPoint {
    pub point: Beside,
    heading_rad: f64,
    /// Distance from the start, m.
    distance_m: f64,
    segment: usize,
}

/// Points through all segments, the last one at the end.
pub(super) fn placed(
    origin: &str,
    segments: &[Segment],
    width_m: f64,
) -> Result<Vec<SegmentPoint>, FileError> {
    let count: f64 = segments.iter().flat_map(|segment| &segment.pieces).map(Segment::spaces).sum();
    if count > MOST_POINTS as f64 {
        let found = format!("a line that takes {count} points");
        return Err(FileError::whole(origin, found, format!("{MOST_POINTS} points at most: a shorter line")));
    }
    let (mut position_m, mut heading_rad, mut begin_m) = ([0.0; 2], 0.0, 0.0);
    let mut found = Vec::new();
    for (place, segment) in segments.iter().enumerate() {
        let mut along_m = 0.0;
        for piece in &segment.pieces {
            let spacing_m = piece.length_m / Segment::spaces(piece);
            // A hair more, so that rounding makes no further space.
            let points = trace(position_m, heading_rad, &[*piece], spacing_m * (1.0 + 1e-9));
            let is_last =
                place + 1 == segments.len() && along_m + piece.length_m >= segment.length_m * (1.0 - 1e-12);
            let (last, before) = points.split_at(points.len() - 1);
            let (before, last) = (last, &before[0]);
            let kept = before.iter().chain(is_last.then_some(last));
            for traced in kept {
                let share = Real::min((along_m + traced.distance_m) / segment.length_m, 1.0);
                found.push(SegmentPoint {
                    point: beside(segment, share, traced.position_m, width_m),
                    heading_rad: traced.heading_rad,
                    distance_m: begin_m + along_m + traced.distance_m,
                    segment: place,
                });
            }
            (position_m, heading_rad) = (last.position_m, last.heading_rad);
            along_m += piece.length_m;
        }
        begin_m += segment.length_m;
    }
    Ok(found)
}

fn beside(segment: &Segment, share: f64, position_m: [f64; 2], width_m: f64) -> Beside {
    let [height_m, banking_rad] = segment.edges.at(share, width_m);
    let station = Station { position_m, height_m, banking_rad, widths_m: [0.5 * width_m; 2] };
    Beside { station, grounds: [0, 1].map(|side: usize| segment.sides[side].grounds(share)) }
}

/// Returns true for a circuit. Where its end misses its beginning a little, the gap is spread over the whole line.
pub(super) fn closed(placed: &mut [SegmentPoint], notes: &mut Vec<String>) -> bool {
    let [first, .., last] = &*placed else { return false };
    let length_m = last.distance_m;
    let turns = (last.heading_rad - first.heading_rad) / TAU;
    let off_rad = Real::abs(turns - turns.round()) * TAU;
    let [from, to] = [first, last].map(|end| end.point.station);
    let gap_m = apart_m(from.position_m, to.position_m);
    if gap_m > GAP * length_m || off_rad > TURN_RAD {
        notes.push(format!(
            "the end lies {gap_m:.2} m from the start, {:.1} degrees off its direction: read as open",
            off_rad.to_degrees()
        ));
        return false;
    }
    let rise_m = to.height_m - from.height_m;
    if gap_m > TOLD_M || Real::abs(rise_m) > TOLD_M {
        notes.push(format!(
            "the end lies {gap_m:.2} m from the start and {rise_m:.2} m higher: spread over the whole line"
        ));
    }
    let off = [0, 1].map(|axis: usize| to.position_m[axis] - from.position_m[axis]);
    for place in placed {
        let share = place.distance_m / length_m;
        let station = &mut place.point.station;
        station.position_m[0] -= share * off[0];
        station.position_m[1] -= share * off[1];
        station.height_m -= share * rise_m;
    }
    true
}

/// Beginning and end of each segment along the finished line, m, by its share of the length.
pub(super) fn spans(
    placed: &[SegmentPoint],
    segments: &[Segment],
    distances_m: &[f64],
    spec: &TrackSpec,
) -> Vec<[f64; 2]> {
    let last = placed.last().map_or(0.0, |last| last.distance_m);
    let end_m = match (distances_m.last(), spec.stations.as_slice()) {
        (Some(last_m), [first, .., last]) if spec.is_closed => {
            last_m + apart_m(first.position_m, last.position_m)
        }
        (Some(last_m), _) => *last_m,
        (None, _) => 0.0,
    };
    let begins: Vec<f64> = (0..segments.len())
        .map(|segment| {
            let of = placed.iter().find(|place| place.segment == segment);
            // The track's line is a hair longer or shorter than the pieces.
            of.map_or(end_m, |of| of.distance_m / last * end_m)
        })
        .collect();
    (0..segments.len())
        .map(|segment| [begins[segment], begins.get(segment + 1).copied().unwrap_or(end_m)])
        .collect()
}
