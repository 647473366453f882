//! One lap out of a log.

use skidpad_core::math::Real;

use super::fixes::{Point, median};
use crate::track::check::apart_m;

/// Half of a gate's width, m.
const GATE_M: f64 = 20.0;
/// Distance ahead by which the direction at a gate is measured, m: a receiver at rest drifts.
const AHEAD_M: f64 = 10.0;
/// Cosine of the largest angle to a gate's direction at which it is passed.
const ALONG: f64 = 0.5;
/// The shortest lap, m.
const SHORTEST_M: f64 = 100.0;
/// Gates that are tried, at even distances in the first half of the log: a log may begin on a way to the track.
const GATES: usize = 11;
/// Distance of the ends of a line that meet, by the median distance of points, and the least of it, m.
const ENDS: f64 = 3.0;
const ENDS_M: f64 = 20.0;

/// A lap, or the whole line where it is none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lap {
    pub points: Vec<Point>,
    pub is_closed: bool,
}

/// A line across the way, at a point with a direction.
struct Gate {
    position_m: [f64; 2],
    /// Unit vector.
    along: [f64; 2],
}

/// The lap of a log whose length is the middle one, or the whole log.
pub(super) fn lap(points: Vec<Point>, notes: &mut Vec<String>) -> Lap {
    let mut distances_m = vec![0.0];
    for pair in points.windows(2) {
        let last_m = distances_m[distances_m.len() - 1];
        distances_m.push(last_m + apart_m(pair[0].position_m, pair[1].position_m));
    }
    let length_m = distances_m[distances_m.len() - 1];
    for gate in 0..GATES {
        let from_m = 0.5 * length_m * gate as f64 / (GATES - 1) as f64;
        let from = distances_m.partition_point(|distance_m| *distance_m < from_m);
        let passes = passes(&points, &distances_m, from);
        if passes.len() < 2 {
            continue;
        }
        let laps_m: Vec<f64> =
            passes.windows(2).map(|pair| distances_m[pair[1]] - distances_m[pair[0]]).collect();
        let middle_m = median(&laps_m).unwrap_or(0.0);
        let taken = laps_m.iter().position(|lap_m| *lap_m == middle_m).unwrap_or(0);
        let [begin, end] = [passes[taken], passes[taken + 1]];
        if laps_m.len() > 1 || begin > 0 || end + 1 < points.len() {
            notes.push(format!(
                "the log has {} laps: the one of {middle_m:.0} m is read, from point {} on",
                laps_m.len(),
                begin + 1
            ));
        }
        return Lap { points: points[begin..end].to_vec(), is_closed: true };
    }
    let is_closed = ends_meet(&points, &distances_m);
    if !is_closed {
        notes.push("the ends do not meet: read as open".to_owned());
    }
    Lap { points, is_closed }
}

/// Points that follow the passes through a gate at a point, that point included.
fn passes(points: &[Point], distances_m: &[f64], from: usize) -> Vec<usize> {
    let Some(gate) = Gate::at(points, from) else { return Vec::new() };
    let mut found = vec![from];
    for next in from + 1..points.len() {
        let is_far = |last: &usize| distances_m[next] - distances_m[*last] > SHORTEST_M;
        if found.last().is_some_and(is_far) && gate.is_passed([&points[next - 1], &points[next]]) {
            found.push(next);
        }
    }
    found
}

impl Gate {
    fn at(points: &[Point], place: usize) -> Option<Self> {
        let one = points.get(place)?.position_m;
        let ahead = &points[place + 1..];
        let other = ahead.iter().find(|point| apart_m(one, point.position_m) >= AHEAD_M)?.position_m;
        let length_m = apart_m(one, other);
        let along = [0, 1].map(|axis: usize| (other[axis] - one[axis]) / length_m);
        Some(Self { position_m: one, along })
    }

    /// Distance beyond the gate, and to the left along it, m.
    fn off_m(&self, point: &Point) -> [f64; 2] {
        let [x, y] = [0, 1].map(|axis: usize| point.position_m[axis] - self.position_m[axis]);
        let [u, v] = self.along;
        [x * u + y * v, y * u - x * v]
    }

    /// Returns true where the way between two points leads through the gate.
    fn is_passed(&self, [before, after]: [&Point; 2]) -> bool {
        let ([from, left], [to, right]) = (self.off_m(before), self.off_m(after));
        if from >= 0.0 || to < 0.0 {
            return false;
        }
        let at_m = left + (right - left) * -from / (to - from);
        Real::abs(at_m) <= GATE_M && to - from > ALONG * apart_m(before.position_m, after.position_m)
    }
}

/// Returns true where the end of a line lies before its beginning, and in its direction.
fn ends_meet(points: &[Point], distances_m: &[f64]) -> bool {
    let Some(gate) = Gate::at(points, 0) else { return false };
    let length_m = distances_m[distances_m.len() - 1];
    let spaces: Vec<f64> = distances_m.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let near_m = Real::max(ENDS * median(&spaces).unwrap_or(0.0), ENDS_M);
    let last = points[points.len() - 1];
    length_m > SHORTEST_M
        && apart_m(last.position_m, gate.position_m) < near_m
        && apart_m(last.position_m, gate.position_m) < 0.25 * length_m
}
