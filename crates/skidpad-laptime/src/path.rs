//! A line to drive, with the road below it.

use core::fmt;

use skidpad_core::math::Real;
use skidpad_world::track::Track;

/// A point of a line to drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// Distance along the line, in the plane, m.
    pub distance_m: f64,
    /// Position, m.
    pub position_m: [f64; 2],
    /// Lateral offset from the reference line of the track, positive to the left, m.
    pub lateral_offset_m: f64,
    /// Curvature in the plane, 1/m, positive to the left.
    pub curvature_1_m: f64,
    /// Rise of the line over distance in the plane.
    pub grade: f64,
    /// Change of the grade over distance, 1/m; positive in a dip.
    pub grade_rate_1_m: f64,
    /// Angle by which the road falls to the right across the line, rad.
    pub banking_rad: f64,
}

impl PathPoint {
    /// A point of a level road.
    pub fn level(distance_m: f64, curvature_1_m: f64) -> Self {
        Self {
            distance_m,
            position_m: [0.0; 2],
            lateral_offset_m: 0.0,
            curvature_1_m,
            grade: 0.0,
            grade_rate_1_m: 0.0,
            banking_rad: 0.0,
        }
    }
}

/// A line to drive: points at ascending distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    points: Vec<PathPoint>,
    length_m: f64,
    is_closed: bool,
}

/// Faults of a path.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PathError {
    /// Fewer than three points.
    TooFew(usize),
    /// A number that is not finite at this place in the list.
    NotFinite(usize),
    /// Distances that do not ascend at this place in the list, or whose last one is not below the length of a closed path.
    Distance(usize),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew(found) => write!(f, "{found} points: must be 3 or more"),
            Self::NotFinite(place) => write!(f, "points[{place}]: every number must be finite"),
            Self::Distance(place) => {
                write!(f, "points[{place}].distance_m: distances must ascend, from 0 to less than the length")
            }
        }
    }
}

impl core::error::Error for PathError {}

impl Path {
    /// The path through points, of a length, m: that of a closed path leads from its last point on to its first.
    ///
    /// # Errors
    /// The first fault of the points.
    pub fn new(points: Vec<PathPoint>, length_m: f64, is_closed: bool) -> Result<Self, PathError> {
        if points.len() < 3 {
            return Err(PathError::TooFew(points.len()));
        }
        for (place, point) in points.iter().enumerate() {
            let PathPoint { curvature_1_m, grade, grade_rate_1_m, banking_rad, .. } = point;
            let numbers = [point.distance_m, *curvature_1_m, *grade, *grade_rate_1_m, *banking_rad];
            if !numbers.into_iter().all(f64::is_finite) {
                return Err(PathError::NotFinite(place));
            }
            let before_m = if place == 0 { -1.0 } else { points[place - 1].distance_m };
            if point.distance_m <= before_m {
                return Err(PathError::Distance(place));
            }
        }
        let last = points.len() - 1;
        let is_within =
            if is_closed { points[last].distance_m < length_m } else { points[last].distance_m <= length_m };
        if !is_within || !length_m.is_finite() {
            return Err(PathError::Distance(last));
        }
        Ok(Self { points, length_m, is_closed })
    }

    /// The reference line of a track from its start line on, by points no farther apart than `spacing_m`, and of an open track
    /// from its start line to its finish line.
    pub fn along(track: &Track, spacing_m: f64) -> Self {
        let length_m = track.lap_m();
        let count = Real::max((length_m / Real::max(spacing_m, 1e-3)).ceil(), 3.0);
        let step_m = length_m / count;
        let last = if track.is_closed() { count as usize } else { count as usize + 1 };
        let point = |place: usize| {
            let distance_m = step_m * place as f64;
            let of = track.at(track.start_m() + distance_m);
            PathPoint {
                distance_m,
                position_m: of.position_m,
                lateral_offset_m: 0.0,
                curvature_1_m: of.curvature_1_m,
                grade: of.grade,
                grade_rate_1_m: of.grade_rate_1_m,
                banking_rad: of.banking_rad,
            }
        };
        Self { points: (0..last).map(point).collect(), length_m, is_closed: track.is_closed() }
    }

    /// Points of the path.
    pub fn points(&self) -> &[PathPoint] {
        &self.points
    }

    /// Length of the path in the plane, m.
    pub fn length_m(&self) -> f64 {
        self.length_m
    }

    /// Returns true for a path that goes on from its last point to its first.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The path as an open one that ends where a closed one begins again.
    pub(crate) fn opened(&self) -> Self {
        let mut points = self.points.clone();
        if self.is_closed {
            points.push(PathPoint { distance_m: self.length_m, ..points[0] });
        }
        Self { points, length_m: self.length_m, is_closed: false }
    }

    /// Distance from a point to the next one, m; of the last point of a closed path to the first.
    pub fn step_m(&self, place: usize) -> f64 {
        let next_m = self.points.get(place + 1).map_or(self.length_m, |next| next.distance_m);
        next_m - self.points[place].distance_m
    }
}
