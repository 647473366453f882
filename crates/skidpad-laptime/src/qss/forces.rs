//! Forces that a car needs along a path, and what it has.

use skidpad_core::math::Real;

use crate::envelope::{Envelope, Point, Range};
use crate::path::{Path, PathPoint};

/// A car on a path.
pub(super) struct Forces<'a> {
    pub path: &'a Path,
    pub car: &'a dyn Envelope,
    pub gravity_m_s2: f64,
    /// Slopes of the road at each place, which all speeds there share.
    roads: Vec<RoadAxes>,
}

/// Axes of the road at a place.
#[derive(Clone, Copy)]
struct RoadAxes {
    /// Distance along the road over that in the plane.
    stretch: f64,
    banking_sin: f64,
    banking_cos: f64,
}

impl RoadAxes {
    fn new(of: &PathPoint) -> Self {
        let (banking_sin, banking_cos) = Real::sin_cos(of.banking_rad);
        Self { stretch: Real::hypot(1.0, of.grade), banking_sin, banking_cos }
    }

    /// Operating point of a car at a point of the path with a curvature, 1/m, there.
    fn operating_point(
        &self,
        of: &PathPoint,
        curvature_1_m: f64,
        speed_m_s: f64,
        gravity_m_s2: f64,
    ) -> Point {
        let cosine = 1.0 / self.stretch;
        let in_plane = speed_m_s * cosine;
        let square = in_plane * in_plane;
        let (sin, cos) = (self.banking_sin, self.banking_cos);
        let (inwards, upwards) =
            (square * curvature_1_m, cosine * (square * of.grade_rate_1_m + gravity_m_s2));
        Point {
            speed_m_s,
            lateral_m_s2: inwards * cos + upwards * sin,
            normal_m_s2: upwards * cos - inwards * sin,
            distance_m: of.distance_m,
        }
    }
}

/// Slope of the road along the path.
#[derive(Clone, Copy)]
pub(super) struct Slope {
    /// Component of gravity against the motion, m/s^2.
    pub against_m_s2: f64,
    /// Distance along the road over that in the plane.
    pub stretch: f64,
}

/// Operating point of a car at a point of a path and a speed.
pub(crate) fn operating_point(of: &PathPoint, speed_m_s: f64, gravity_m_s2: f64) -> Point {
    RoadAxes::new(of).operating_point(of, of.curvature_1_m, speed_m_s, gravity_m_s2)
}

impl<'a> Forces<'a> {
    pub fn new(path: &'a Path, car: &'a dyn Envelope, gravity_m_s2: f64) -> Self {
        Self { path, car, gravity_m_s2, roads: path.points().iter().map(RoadAxes::new).collect() }
    }

    pub fn count(&self) -> usize {
        self.path.points().len()
    }

    /// The place after one along the path; the last one of an open path has none.
    pub fn after(&self, place: usize) -> Option<usize> {
        match place + 1 {
            next if next < self.count() => Some(next),
            _ => self.path.is_closed().then_some(0),
        }
    }

    pub fn before(&self, place: usize) -> Option<usize> {
        match place {
            0 => self.path.is_closed().then(|| self.count() - 1),
            _ => Some(place - 1),
        }
    }

    pub fn slope(&self, place: usize) -> Slope {
        let grade = self.path.points()[place].grade;
        let stretch = self.roads[place].stretch;
        Slope { against_m_s2: self.gravity_m_s2 * grade / stretch, stretch }
    }

    /// Operating point of the car at a place and a speed.
    pub fn point(&self, place: usize, speed_m_s: f64) -> Point {
        self.bent_point(place, speed_m_s, self.path.points()[place].curvature_1_m)
    }

    /// Operating point of the car at a place if the path had a curvature, 1/m, there.
    pub fn bent_point(&self, place: usize, speed_m_s: f64, curvature_1_m: f64) -> Point {
        let of = &self.path.points()[place];
        self.roads[place].operating_point(of, curvature_1_m, speed_m_s, self.gravity_m_s2)
    }

    /// Lateral specific force that the car could bear besides, m/s^2; below 0 where it slides or leaves the road.
    pub fn spare_m_s2(&self, place: usize, speed_m_s: f64) -> f64 {
        let at = self.point(place, speed_m_s);
        if at.normal_m_s2 > 0.0 { self.car.spare_m_s2(&at) } else { Real::min(at.normal_m_s2, -1e-9) }
    }

    /// Specific forces that the car has at a place and a speed; `None` where it cannot hold the corner, or leaves the road.
    pub fn range(&self, place: usize, speed_m_s: f64) -> Option<Range> {
        let at = self.point(place, speed_m_s);
        (at.normal_m_s2 > 0.0).then(|| self.car.range(&at)).flatten()
    }

    /// The hardest braking at a place and a speed, m/s^2; `None` as for [`range`](Self::range).
    pub fn braking_m_s2(&self, place: usize, speed_m_s: f64) -> Option<f64> {
        let at = self.point(place, speed_m_s);
        (at.normal_m_s2 > 0.0).then(|| self.car.braking_m_s2(&at)).flatten()
    }

    /// Coasting and the strongest acceleration at a place and a speed, m/s^2; `None` as for [`range`](Self::range).
    pub fn driving_m_s2(&self, place: usize, speed_m_s: f64) -> Option<[f64; 2]> {
        let at = self.point(place, speed_m_s);
        (at.normal_m_s2 > 0.0).then(|| self.car.driving_m_s2(&at)).flatten()
    }
}
