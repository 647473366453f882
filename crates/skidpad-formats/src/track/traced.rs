//! Stations of lines that are made of segments.

use core::f64::consts::PI;

use skidpad_core::math::Real;
use skidpad_world::track::{Segment, TracedPoint, trace};

use super::check::apart_m;

/// The largest distance between two stations, m.
const SPACING_M: f64 = 2.0;
/// The largest distance between two stations over the least radius, and the least one, m: a smooth curve through points of an
/// arc follows it to a millimetre.
const SPACING_OF_RADIUS: f64 = 0.25;
const LEAST_SPACING_M: f64 = 0.25;

/// A line traced along its segments.
pub(super) struct Traced {
    /// Points from the beginning on. The last is the end of the line; of a closed line that is the beginning, and left out.
    pub points: Vec<TracedPoint>,
    /// Length of all segments, m.
    pub length_m: f64,
    /// Distance from the end of the segments to their beginning, m; 0 of an open line.
    pub gap_m: f64,
    /// Angle from the heading at the beginning to that at the end, rad, from -pi to pi; 0 of an open line.
    pub twist_rad: f64,
}

/// Length of some segments, m.
pub(super) fn length_m(segments: &[Segment]) -> f64 {
    segments.iter().map(|segment| segment.length_m).sum()
}

/// Length of the polygon through the points of a closed line, m. No smooth line through them is shorter.
pub(super) fn polygon_m(points: &[TracedPoint]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(one, other)| apart_m(one.position_m, other.position_m)).sum()
}

fn spacing_m(segments: &[Segment]) -> f64 {
    let curvatures = segments.iter().flat_map(|segment| segment.curvatures_1_m.map(Real::abs));
    let largest_1_m = curvatures.fold(0.0, Real::max);
    let fine_m = Real::max(SPACING_OF_RADIUS / Real::max(largest_1_m, 1e-9), LEAST_SPACING_M);
    Real::min(SPACING_M, fine_m)
}

/// The open line of some segments.
pub(super) fn open(from_m: [f64; 2], heading_rad: f64, segments: &[Segment]) -> Traced {
    let points = trace(from_m, heading_rad, segments, spacing_m(segments));
    Traced { points, length_m: length_m(segments), gap_m: 0.0, twist_rad: 0.0 }
}

/// The closed line of some segments. Their end rarely meets their beginning: each point is moved back by the share of the gap
/// that its distance is of the whole line, so that the end meets and no place is bent.
pub(super) fn closed(from_m: [f64; 2], heading_rad: f64, segments: &[Segment]) -> Traced {
    let mut traced = open(from_m, heading_rad, segments);
    let Some(end) = traced.points.pop() else { return traced };
    let gap = [0, 1].map(|axis| end.position_m[axis] - from_m[axis]);
    for point in &mut traced.points {
        let share = point.distance_m / traced.length_m;
        for (position, gap) in point.position_m.iter_mut().zip(gap) {
            *position -= share * gap;
        }
    }
    traced.gap_m = apart_m(from_m, end.position_m);
    let turned = (end.heading_rad - heading_rad) / (2.0 * PI);
    traced.twist_rad = (turned - turned.round()) * 2.0 * PI;
    traced
}
