//! A lidar that sees the edges of the road, and other cars.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use skidpad_core::math::Real;

use crate::chance::Chance;
use crate::edges::Edges;
use crate::error::{TaskError, check};
use crate::motion::Motion;

/// By how much an edge is taken as wider than it is on either side, rad: above the error of [`angle_rad`], so that no gap opens between two edges.
const OVERLAP_RAD: f32 = 2e-5;
/// Number of points that are turned into the sensor's frame at once.
const POINTS: usize = 64;

/// A lidar: beams in the plane, evenly spaced over its field of view. The first one is the rightmost, as counterclockwise is positive; a
/// single one points ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Lidar {
    /// Number of beams.
    pub beams: usize,
    /// Angle from the first to the last beam, rad; at a whole turn the last one is a step before the first.
    pub field_of_view_rad: f64,
    /// Longest distance that it measures, m; it is what a beam measures that meets nothing.
    pub range_m: f64,
    /// Standard deviation of the noise, m.
    pub noise_m: f64,
    /// Distance of the sensor ahead of the car's position, m.
    pub ahead_m: f64,
}

impl Default for Lidar {
    /// 108 beams over 270 degrees, as the scanners of small racing cars have with every tenth of theirs, and a range of 30 m.
    fn default() -> Self {
        Self { beams: 108, field_of_view_rad: 4.7, range_m: 30.0, noise_m: 0.0, ahead_m: 0.0 }
    }
}

impl Lidar {
    pub(super) fn check(&self) -> Result<(), TaskError> {
        check("beams", self.beams as f64, [1.0, 100_000.0])?;
        let least_rad = if self.beams > 1 { 1e-3 } else { 0.0 };
        check("field_of_view_rad", self.field_of_view_rad, [least_rad, core::f64::consts::TAU])?;
        check("range_m", self.range_m, [0.01, 1e4])?;
        check("noise_m", self.noise_m, [0.0, 1e3])?;
        check("ahead_m", self.ahead_m, [-100.0, 100.0])
    }
}

/// A lidar with the directions of its beams.
#[derive(Clone, Debug)]
pub(crate) struct LidarScan {
    pub lidar: Lidar,
    /// Angle of the first beam to the car's axis, and the number of beams in a radian.
    first_rad: f32,
    per_rad: f32,
    directions: Vec<[f32; 2]>,
}

/// A point of an edge, seen from the sensor.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    at_m: [f32; 2],
    /// Number of the beam that would meet it; between two beams a fraction.
    beam: f32,
}

/// Place and direction of a sensor.
struct Frame {
    sensor_m: [f32; 2],
    axis: [f32; 2],
}

impl Frame {
    /// A point ahead of the sensor and to its left, m.
    #[inline(always)]
    fn seen_m(&self, point: [f32; 2]) -> [f32; 2] {
        let ([x, y], [cos, sin]) = ([point[0] - self.sensor_m[0], point[1] - self.sensor_m[1]], self.axis);
        [cos * x + sin * y, cos * y - sin * x]
    }
}

/// Angle of a point, rad, -pi to pi, within 1.3e-5: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 4.4.49, which is for
/// slopes up to 1. It only says which beams meet an edge; how far from the sensor, follows from the edge itself.
#[inline(always)]
fn angle_rad([x, y]: [f32; 2]) -> f32 {
    let (along, across) = (x.abs(), y.abs());
    let slope = Real::min(along, across) / Real::max(Real::max(along, across), f32::MIN_POSITIVE);
    let square = slope * slope;
    let series = 0.999_866
        + square * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1)));
    let least = slope * series;
    let acute = if across > along { FRAC_PI_2 - least } else { least };
    let to_axis = if x < 0.0 { PI - acute } else { acute };
    if y < 0.0 { -to_axis } else { to_axis }
}

impl LidarScan {
    pub fn new(lidar: &Lidar) -> Self {
        let beams = lidar.beams as f64;
        let is_round = lidar.field_of_view_rad >= core::f64::consts::TAU - 1e-9;
        let spaces = if is_round { beams } else { Real::max(beams - 1.0, 1.0) };
        let step_rad = lidar.field_of_view_rad / spaces;
        let first_rad = if lidar.beams == 1 { 0.0 } else { -0.5 * lidar.field_of_view_rad };
        let direction = |beam: usize| {
            let (sin, cos) = Real::sin_cos(first_rad + step_rad * beam as f64);
            [cos as f32, sin as f32]
        };
        // The angle from a single beam to the next one is that of all of its field of view, or a turn.
        let step_rad = if step_rad > 0.0 { step_rad } else { core::f64::consts::TAU };
        let per_rad = 1.0 / step_rad;
        Self {
            directions: (0..lidar.beams).map(direction).collect(),
            first_rad: first_rad as f32,
            per_rad: per_rad as f32,
            lidar: lidar.clone(),
        }
    }

    /// Writes the distances to some edges, m, from a car's motion. Without edges near it every beam has its range.
    #[inline(always)]
    pub fn scan(&self, edges: &Edges, motion: &Motion, out: &mut [f32]) {
        out.fill(self.lidar.range_m as f32);
        let frame = self.frame(motion);
        for run in edges.near(frame.sensor_m) {
            self.scan_run(run, &frame, out);
        }
    }

    /// Shortens the beams that meet an outline by its corners, m, in their order around it.
    pub fn scan_outline(&self, [a, b, c, d]: [[f64; 2]; 4], motion: &Motion, out: &mut [f32]) {
        let around = [a, b, c, d, a].map(|corner| corner.map(|at| at as f32));
        self.scan_run(&around, &self.frame(motion), out);
    }

    /// Place and direction of the sensor of a car.
    #[inline(always)]
    fn frame(&self, motion: &Motion) -> Frame {
        let (sin, cos) = Real::sin_cos(motion.yaw_rad);
        let sensor_m = [
            motion.position_m[0] + self.lidar.ahead_m * cos,
            motion.position_m[1] + self.lidar.ahead_m * sin,
        ];
        Frame { sensor_m: [sensor_m[0] as f32, sensor_m[1] as f32], axis: [cos as f32, sin as f32] }
    }

    /// Shortens the beams that meet a stretch of an edge, of which some points at a time are turned into the sensor's frame.
    #[inline(always)]
    fn scan_run(&self, run: &[[f32; 2]], frame: &Frame, out: &mut [f32]) {
        let mut seen = [Seen::default(); POINTS];
        let mut first = 0;
        while first + 1 < run.len() {
            let count = usize::min(run.len() - first, POINTS);
            let points = &run[first..first + count];
            // In loops of their own, so that both become vector instructions.
            for (seen, point) in seen.iter_mut().zip(points) {
                seen.at_m = frame.seen_m(*point);
            }
            for seen in &mut seen[..count] {
                seen.beam = (angle_rad(seen.at_m) - self.first_rad) * self.per_rad;
            }
            for pair in seen[..count].windows(2) {
                self.meet(&pair[0], &pair[1], out);
            }
            // The last point is the first of the next ones.
            first += count - 1;
        }
    }

    /// Shortens the beams that meet an edge between two points.
    #[inline(always)]
    fn meet(&self, from: &Seen, to: &Seen, out: &mut [f32]) {
        let (low, high) = (Real::min(from.beam, to.beam), Real::max(from.beam, to.beam));
        let turn = TAU * self.per_rad;
        if high - low <= 0.5 * turn {
            self.meet_between([low, high], [from.at_m, to.at_m], out);
        } else {
            // It passes behind the sensor, where the angle goes from pi to -pi.
            self.meet_between([high, low + turn], [from.at_m, to.at_m], out);
            self.meet_between([high - turn, low], [from.at_m, to.at_m], out);
        }
    }

    #[inline(always)]
    fn meet_between(&self, [low, high]: [f32; 2], [from, to]: [[f32; 2]; 2], out: &mut [f32]) {
        let overlap = OVERLAP_RAD * self.per_rad;
        // Rounded up and down: numbers above 0 are cut off by the conversion, and those below are no beam's.
        let first = Real::max(low - overlap + 1.0, 0.0) as usize;
        let end = usize::min(Real::max(high + overlap + 1.0, 0.0) as usize, out.len());
        if first >= end {
            return;
        }
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let area = from[0] * y - from[1] * x;
        for (out, direction) in out[first..end].iter_mut().zip(&self.directions[first..end]) {
            let across = direction[0] * y - direction[1] * x;
            let distance_m = area / across;
            // Not a number along the edge itself, whose neighbours are met.
            *out = if distance_m >= 0.0 && distance_m < *out { distance_m } else { *out };
        }
    }

    /// Adds noise to the distances.
    pub fn add_noise(&self, mut chance: Chance, out: &mut [f32]) {
        if self.lidar.noise_m > 0.0 {
            for distance_m in out {
                let noisy_m = f64::from(*distance_m) + self.lidar.noise_m * chance.normal();
                *distance_m = Real::clamp(noisy_m, 0.0, self.lidar.range_m) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use skidpad_core::math::Real;
    use skidpad_testing::Random;
    use skidpad_world::track::{Station, Track, track_by_name};

    use super::{Lidar, LidarScan, OVERLAP_RAD, angle_rad};
    use crate::edges::Edges;
    use crate::motion::Motion;

    fn ring() -> Arc<Track> {
        let station = |at: i32| {
            let (sin, cos) = Real::sin_cos(f64::to_radians(3.0 * f64::from(at)));
            Station { position_m: [50.0 * cos, 50.0 * sin], ..Station::flat([5.0, 5.0]) }
        };
        Arc::new(Track::closed(&(0..120).map(station).collect::<Vec<_>>()).expect("a ring"))
    }

    /// The overlap of edges is above the error of the angle.
    #[test]
    fn the_angle_is_nearer_than_the_overlap_of_edges() {
        for place in -31_400..=31_400 {
            let must = f64::from(place) * 1e-4;
            let (sin, cos) = Real::sin_cos(must);
            let found = angle_rad([(7.0 * cos) as f32, (7.0 * sin) as f32]);
            assert!(Real::abs(f64::from(found) - must) < f64::from(OVERLAP_RAD), "{must}: {found}");
        }
        assert_eq!(angle_rad([0.0, 0.0]), 0.0);
    }

    /// In a ring of 45 to 55 m each beam's distance is that to one of two circles.
    #[test]
    fn beams_in_a_ring_end_at_its_circles() {
        let lidar = Lidar {
            beams: 361,
            field_of_view_rad: core::f64::consts::TAU,
            range_m: 40.0,
            ..Lidar::default()
        };
        let edges = Edges::new(&ring(), lidar.range_m);
        let (scan, mut random) = (LidarScan::new(&lidar), Random::new(5));
        let mut out = vec![0.0; lidar.beams];
        for _ in 0..200 {
            let (radius_m, place, yaw_rad) =
                (random.between(45.5, 54.5), random.between(-3.2, 3.2), random.between(-4.0, 4.0));
            let (sin, cos) = Real::sin_cos(place);
            let position_m = [radius_m * cos, radius_m * sin];
            scan.scan(&edges, &Motion { position_m, yaw_rad, ..Motion::default() }, &mut out);
            for (beam, found) in out.iter().enumerate() {
                let angle = yaw_rad - core::f64::consts::PI
                    + core::f64::consts::TAU * beam as f64 / lidar.beams as f64;
                let (sin, cos) = Real::sin_cos(angle);
                let along = position_m[0] * cos + position_m[1] * sin;
                let closest_m2 = radius_m * radius_m - along * along;
                // Distances at which the beam crosses a circle.
                let inner = (45.0 * 45.0 - closest_m2 > 0.0 && along < 0.0)
                    .then(|| -along - Real::sqrt(45.0 * 45.0 - closest_m2));
                let outer = -along + Real::sqrt(55.0 * 55.0 - closest_m2);
                let must_m = Real::min(inner.unwrap_or(outer), lidar.range_m);
                // A beam that grazes the inner circle sees its polygon or passes it.
                let grazes = Real::abs(45.0 - Real::sqrt(closest_m2)) < 0.01;
                assert!(grazes || Real::abs(f64::from(*found) - must_m) < 0.2, "{beam}: {found} {must_m}");
            }
        }
    }

    /// On a real track: every beam against every edge, one by one.
    #[test]
    fn a_scan_is_what_all_edges_give() {
        let track = Arc::new(Track::new(&track_by_name("grand-prix").expect("a track")).expect("sound"));
        let lidar = Lidar { ahead_m: 1.5, ..Lidar::default() };
        let (edges, scan) = (Edges::new(&track, lidar.range_m), LidarScan::new(&lidar));
        let (mut random, mut out, mut hits) = (Random::new(9), vec![0.0; lidar.beams], 0);
        for _ in 0..60 {
            let distance_m = random.between(0.0, track.length_m());
            let yaw_rad = track.at(distance_m).heading_rad + random.between(-1.0, 1.0);
            let position_m = track.beside(distance_m, random.between(-4.0, 4.0));
            scan.scan(&edges, &Motion { position_m, yaw_rad, ..Motion::default() }, &mut out);
            for (beam, found) in out.iter().enumerate() {
                let angle = yaw_rad - 0.5 * lidar.field_of_view_rad
                    + lidar.field_of_view_rad * beam as f64 / (lidar.beams - 1) as f64;
                let (sin, cos) = Real::sin_cos(yaw_rad);
                let from = [position_m[0] + 1.5 * cos, position_m[1] + 1.5 * sin];
                let (sin, cos) = Real::sin_cos(angle);
                let mut least = lidar.range_m;
                for pair in edges.all().flat_map(|line| line.windows(2)) {
                    let [[ax, ay], [bx, by]] = [pair[0].map(f64::from), pair[1].map(f64::from)];
                    let (x, y) = (bx - ax, by - ay);
                    let across = cos * y - sin * x;
                    let along = ((ax - from[0]) * y - (ay - from[1]) * x) / across;
                    let share = ((ax - from[0]) * sin - (ay - from[1]) * cos) / across;
                    if along >= 0.0 && (-1e-3..=1.0 + 1e-3).contains(&share) {
                        least = Real::min(least, along);
                    }
                }
                hits += usize::from(least < lidar.range_m);
                assert!(Real::abs(f64::from(*found) - least) < 0.02, "{beam}: {found} m, not {least} m");
            }
        }
        assert!(hits > 5000, "{hits} beams met an edge");
    }
}
