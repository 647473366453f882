//! A closed course: its centre line, its width, and its gates.
//!
//! The centre line is a sum of a few circles of different frequency, z(t) = sum of c_k e^(i k t) in the complex plane
//! (a Fourier series of a closed curve). All of its derivatives exist, so that the curvature,
//! Im(conj(z') z'') / |z'|^3, has no steps and no kinks: a driver never has to turn his wheel in a jump.

use core::f64::consts::TAU;

use skidpad_core::math::{Direction, Real, Vec2};

/// A point of the centre line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// Where, m.
    pub position_m: [f64; 2],
    /// Direction of driving, rad.
    pub heading_rad: f64,
    /// Curvature, 1/m, positive to the left.
    pub curvature_1_m: f64,
    /// Way along the centre line from the start, m.
    pub way_m: f64,
}

/// A closed course.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    points: Vec<CoursePoint>,
    length_m: f64,
    width_m: f64,
}

/// A place, as the course sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnCourse {
    /// Way along the centre line from the start to the nearest point of it, m.
    pub way_m: f64,
    /// How far it lies to the left of the centre line, m.
    pub aside_m: f64,
}

/// A line across the course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Its middle, m.
    pub position_m: [f64; 2],
    /// Direction in which it is driven through, rad.
    pub heading_rad: f64,
    /// Half of its width, m.
    pub half_width_m: f64,
}

/// A circle of the sum: how often it turns, and its two parts, m.
pub(super) type Circle = (f64, [f64; 2]);

/// Place, first and second derivative of the sum of circles.
fn derivatives(circles: &[Circle], t: f64) -> [[f64; 2]; 3] {
    circles.iter().fold([[0.0; 2]; 3], |sum, (k, [re, im])| {
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
    /// The course of a sum of circles about a middle, from the parameter of its start, in so many points.
    pub(super) fn new(
        circles: &[Circle],
        middle_m: [f64; 2],
        start: f64,
        (count, width_m): (usize, f64),
    ) -> Self {
        let step = TAU / count as f64;
        let speed = |t: f64| {
            let [_, first, _] = derivatives(circles, t);
            Real::hypot(first[0], first[1])
        };
        let (mut points, mut way_m) = (Vec::with_capacity(count), 0.0);
        for index in 0..count {
            let t = start + index as f64 * step;
            let [place, first, second] = derivatives(circles, t);
            let fast = speed(t);
            points.push(CoursePoint {
                position_m: [place[0] + middle_m[0], place[1] + middle_m[1]],
                heading_rad: Real::atan2(first[1], first[0]),
                curvature_1_m: (first[0] * second[1] - first[1] * second[0]) / (fast * fast * fast),
                way_m,
            });
            // Simpson's rule over the piece.
            way_m += step / 6.0 * (speed(t) + 4.0 * speed(t + 0.5 * step) + speed(t + step));
        }
        Self { points, length_m: way_m, width_m }
    }

    /// Its centre line; the last point is followed by the first.
    pub fn points(&self) -> &[CoursePoint] {
        &self.points
    }

    /// Length of its centre line, m.
    pub fn length_m(&self) -> f64 {
        self.length_m
    }

    /// Its width, m.
    pub fn width_m(&self) -> f64 {
        self.width_m
    }

    /// Where a place is on it: at the nearest point of its centre line.
    pub fn locate(&self, place_m: [f64; 2]) -> OnCourse {
        let off = |point: &CoursePoint| [place_m[0] - point.position_m[0], place_m[1] - point.position_m[1]];
        let (mut nearest, mut least) = (&self.points[0], f64::INFINITY);
        for point in &self.points {
            let [x, y] = off(point);
            let square = x * x + y * y;
            if square < least {
                (nearest, least) = (point, square);
            }
        }
        let own = Vec2::from(off(nearest)).to_child(Direction::at_angle(nearest.heading_rad));
        let Vec2 { x: along, y: aside } = own;
        // Along a bent line a place that lies to its inside passes more of it.
        let ahead = along / Real::max(1.0 - nearest.curvature_1_m * aside, 0.1);
        let way = nearest.way_m + ahead;
        let turns = (way / self.length_m).floor();
        OnCourse { way_m: way - turns * self.length_m, aside_m: aside }
    }

    /// The point of the centre line so far from the start, between its points straight.
    pub fn at(&self, way_m: f64) -> CoursePoint {
        let way_m = way_m - (way_m / self.length_m).floor() * self.length_m;
        let next = self.points.partition_point(|point| point.way_m <= way_m);
        let point = self.points[next.max(1) - 1];
        let ahead = way_m - point.way_m;
        let heading = point.heading_rad + 0.5 * ahead * point.curvature_1_m;
        let (sin, cos) = Real::sin_cos(heading);
        let [x, y] = point.position_m;
        CoursePoint {
            position_m: [x + ahead * cos, y + ahead * sin],
            heading_rad: point.heading_rad + ahead * point.curvature_1_m,
            way_m,
            ..point
        }
    }

    /// The gate so far from the start.
    pub fn gate(&self, way_m: f64) -> Gate {
        let CoursePoint { position_m, heading_rad, .. } = self.at(way_m);
        Gate { position_m, heading_rad, half_width_m: 0.5 * self.width_m }
    }

    /// A line beside the centre line, closed, so far to its left, m.
    pub fn beside_m(&self, aside_m: f64) -> Vec<[f64; 2]> {
        let beside = |point: &CoursePoint| {
            let (sin, cos) = Real::sin_cos(point.heading_rad);
            [point.position_m[0] - aside_m * sin, point.position_m[1] + aside_m * cos]
        };
        self.points.iter().chain(self.points.first()).map(beside).collect()
    }
}

impl Gate {
    /// Its two ends, the left one first, m.
    pub fn ends_m(&self) -> [[f64; 2]; 2] {
        let (sin, cos) = Real::sin_cos(self.heading_rad);
        let [x, y] = self.position_m;
        [1.0, -1.0].map(|side| [x - side * self.half_width_m * sin, y + side * self.half_width_m * cos])
    }

    /// When on the way from one place to another, as a share of it, a point goes through it in its direction.
    pub fn crossed(&self, from_m: [f64; 2], to_m: [f64; 2]) -> Option<f64> {
        let axes = Direction::at_angle(self.heading_rad);
        let own = |place: [f64; 2]| -> [f64; 2] {
            (Vec2::from(place) - Vec2::from(self.position_m)).to_child(axes).into()
        };
        let ([before, left_before], [after, left_after]) = (own(from_m), own(to_m));
        if before >= 0.0 || after < 0.0 {
            return None;
        }
        let share = before / (before - after);
        let aside = left_before + share * (left_after - left_before);
        (Real::abs(aside) <= self.half_width_m).then_some(share)
    }
}
