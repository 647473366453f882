//! A closed course: its centre line, its width, and its gates.
//!
//! The centre line is a sum of a few circles of different frequency, z(t) = sum of c_k e^(i k t) in the complex plane
//! (a Fourier series of a closed curve). All of its derivatives exist, so that the curvature,
//! Im(conj(z') z'') / |z'|^3, has no steps and no kinks: a driver never has to turn the steering wheel in a jump.

use core::f64::consts::TAU;

use skidpad_core::math::{Direction, Real, Vec2};

use crate::nearest::Nearest;

/// Number of sectors of a lap.
pub const SECTORS: usize = 3;

/// A point of the centre line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Direction of driving, rad.
    pub heading_rad: f64,
    /// Curvature, 1/m, positive to the left.
    pub curvature_1_m: f64,
    /// Distance along the centre line from the start line, m.
    pub distance_m: f64,
}

/// A closed course: a centre line of a constant width.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    points: Vec<CoursePoint>,
    nearest: Nearest,
    gates: [Gate; SECTORS],
    length_m: f64,
    width_m: f64,
}

/// A position relative to a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePosition {
    /// Distance along the centre line from the start line to its nearest point, m.
    pub distance_m: f64,
    /// Lateral offset from the centre line, m, positive to the left.
    pub lateral_offset_m: f64,
}

/// A line across the course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Position of its middle, m.
    pub position_m: [f64; 2],
    /// Direction in which cars drive through it, rad.
    pub heading_rad: f64,
    /// Half of the width, m.
    pub half_width_m: f64,
}

/// A harmonic of the centre line: its frequency k, and the real and imaginary part of c_k, m.
pub(super) type Harmonic = (f64, [f64; 2]);

/// Position, first and second derivative of the sum of harmonics.
fn derivatives(harmonics: &[Harmonic], t: f64) -> [[f64; 2]; 3] {
    harmonics.iter().fold([[0.0; 2]; 3], |sum, (k, [re, im])| {
        let (sin, cos) = Real::sin_cos(k * t);
        let (x, y) = (re * cos - im * sin, re * sin + im * cos);
        let [place, first, second] = sum;
        [
            [place[0] + x, place[1] + y],
            [first[0] - k * y, first[1] + k * x],
            [second[0] - k * k * x, second[1] - k * k * y],
        ]
    })
}

impl Course {
    /// The course of a sum of harmonics about `centre_m`, sampled in `count` points from the parameter `start` on.
    pub(super) fn new(
        harmonics: &[Harmonic],
        centre_m: [f64; 2],
        start: f64,
        count: usize,
        width_m: f64,
    ) -> Self {
        let step = TAU / count as f64;
        let speed = |t: f64| {
            let [_, first, _] = derivatives(harmonics, t);
            Real::hypot(first[0], first[1])
        };
        let (mut points, mut distance_m) = (Vec::with_capacity(count), 0.0);
        for index in 0..count {
            let t = start + index as f64 * step;
            let [place, first, second] = derivatives(harmonics, t);
            let fast = speed(t);
            points.push(CoursePoint {
                position_m: [place[0] + centre_m[0], place[1] + centre_m[1]],
                heading_rad: Real::atan2(first[1], first[0]),
                curvature_1_m: (first[0] * second[1] - first[1] * second[0]) / (fast * fast * fast),
                distance_m,
            });
            // Simpson's rule over the piece.
            distance_m += step / 6.0 * (speed(t) + 4.0 * speed(t + 0.5 * step) + speed(t + step));
        }
        Self::through(points, distance_m, width_m)
    }

    /// The course of the points of a centre line.
    fn through(points: Vec<CoursePoint>, length_m: f64, width_m: f64) -> Self {
        let nearest = Nearest::new(points.iter().map(|point| point.position_m).collect());
        let nowhere = Gate { position_m: [0.0; 2], heading_rad: 0.0, half_width_m: 0.0 };
        let course = Self { points, nearest, gates: [nowhere; SECTORS], length_m, width_m };
        let gates = [0, 1, 2].map(|sector| course.gate(length_m * f64::from(sector) / SECTORS as f64));
        Self { gates, ..course }
    }

    /// Points of the centre line; the first follows the last.
    pub fn points(&self) -> &[CoursePoint] {
        &self.points
    }

    /// Length of the centre line, m.
    pub fn length_m(&self) -> f64 {
        self.length_m
    }

    /// Width between its edges, m.
    pub fn width_m(&self) -> f64 {
        self.width_m
    }

    /// A position relative to the course, from the nearest point of its centre line.
    pub fn locate(&self, position_m: [f64; 2]) -> CoursePosition {
        let nearest = &self.points[self.nearest.to(position_m)];
        let off = Vec2::from(position_m) - Vec2::from(nearest.position_m);
        let own = off.to_child(Direction::at_angle(nearest.heading_rad));
        let Vec2 { x: along, y: lateral_offset_m } = own;
        // On the inside of a bend a car passes more of the centre line than it drives.
        let ahead = along / Real::max(1.0 - nearest.curvature_1_m * lateral_offset_m, 0.1);
        let distance = nearest.distance_m + ahead;
        let turns = (distance / self.length_m).floor();
        CoursePosition { distance_m: distance - turns * self.length_m, lateral_offset_m }
    }

    /// The point of the centre line at a distance from the start line, interpolated between the sampled points. Distances wrap
    /// around.
    pub fn at(&self, distance_m: f64) -> CoursePoint {
        let distance_m = distance_m - (distance_m / self.length_m).floor() * self.length_m;
        let next = self.points.partition_point(|point| point.distance_m <= distance_m);
        let point = self.points[next.max(1) - 1];
        let ahead = distance_m - point.distance_m;
        let heading = point.heading_rad + 0.5 * ahead * point.curvature_1_m;
        let (sin, cos) = Real::sin_cos(heading);
        let [x, y] = point.position_m;
        CoursePoint {
            position_m: [x + ahead * cos, y + ahead * sin],
            heading_rad: point.heading_rad + ahead * point.curvature_1_m,
            distance_m,
            ..point
        }
    }

    /// The gates that end the sectors of a lap, a third of the course apart, the start line first.
    pub fn sector_gates(&self) -> &[Gate; SECTORS] {
        &self.gates
    }

    /// The gate across the course at a distance from the start line.
    pub fn gate(&self, distance_m: f64) -> Gate {
        let CoursePoint { position_m, heading_rad, .. } = self.at(distance_m);
        Gate { position_m, heading_rad, half_width_m: 0.5 * self.width_m }
    }

    /// Closed line parallel to the centre line at a lateral offset, positive to the left, m.
    pub fn parallel_m(&self, lateral_offset_m: f64) -> Vec<[f64; 2]> {
        let offset = |point: &CoursePoint| {
            let (sin, cos) = Real::sin_cos(point.heading_rad);
            [point.position_m[0] - lateral_offset_m * sin, point.position_m[1] + lateral_offset_m * cos]
        };
        self.points.iter().chain(self.points.first()).map(offset).collect()
    }
}

impl Gate {
    /// The two ends, the left one first, m.
    pub fn ends_m(&self) -> [[f64; 2]; 2] {
        let (sin, cos) = Real::sin_cos(self.heading_rad);
        let [x, y] = self.position_m;
        [1.0, -1.0].map(|side| [x - side * self.half_width_m * sin, y + side * self.half_width_m * cos])
    }

    /// Share of the straight way from one position to another at which a point passes the gate in its direction; `None` where
    /// it does not.
    pub fn crossed(&self, from_m: [f64; 2], to_m: [f64; 2]) -> Option<f64> {
        let axes = Direction::at_angle(self.heading_rad);
        let own = |position: [f64; 2]| -> [f64; 2] {
            (Vec2::from(position) - Vec2::from(self.position_m)).to_child(axes).into()
        };
        let ([before, left_before], [after, left_after]) = (own(from_m), own(to_m));
        if before >= 0.0 || after < 0.0 {
            return None;
        }
        let share = before / (before - after);
        let lateral_offset = left_before + share * (left_after - left_before);
        (Real::abs(lateral_offset) <= self.half_width_m).then_some(share)
    }
}
