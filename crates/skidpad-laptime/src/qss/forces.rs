//! Forces that a car needs along a path, and what it has.

use skidpad_core::math::Real;

use crate::envelope::{Envelope, Point, Range};
use crate::path::{Path, PathPoint};

/// A car on a path.
pub(super) struct Forces<'a> {
    pub path: &'a Path,
    pub car: &'a dyn Envelope,
    pub gravity_m_s2: f64,
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
    let cosine = 1.0 / Real::hypot(1.0, of.grade);
    let in_plane = speed_m_s * cosine;
    let square = in_plane * in_plane;
    let (sin, cos) = Real::sin_cos(of.banking_rad);
    let (inwards, upwards) =
        (square * of.curvature_1_m, cosine * (square * of.grade_rate_1_m + gravity_m_s2));
    Point {
        speed_m_s,
        lateral_m_s2: inwards * cos + upwards * sin,
        normal_m_s2: upwards * cos - inwards * sin,
        distance_m: of.distance_m,
    }
}

impl Forces<'_> {
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
        let stretch = Real::hypot(1.0, grade);
        Slope { against_m_s2: self.gravity_m_s2 * grade / stretch, stretch }
    }

    /// Operating point of the car at a place and a speed.
    pub fn point(&self, place: usize, speed_m_s: f64) -> Point {
        self.bent_point(place, speed_m_s, self.path.points()[place].curvature_1_m)
    }

    /// Operating point of the car at a place if the path had a curvature, 1/m, there.
    pub fn bent_point(&self, place: usize, speed_m_s: f64, curvature_1_m: f64) -> Point {
        let of = PathPoint { curvature_1_m, ..self.path.points()[place] };
        operating_point(&of, speed_m_s, self.gravity_m_s2)
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
}
