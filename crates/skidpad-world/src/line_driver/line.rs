//! A line to drive, with the speeds along it.

use core::fmt;

use skidpad_core::math::{Direction, Real};

use crate::track::{Station, Track, TrackPosition};

/// Time over which a driver's line is averaged, s: no car follows faster changes of the curvature, and lines of least time have them.
pub const AVERAGE_S: f64 = 0.25;
/// Shortest distance over which it is averaged, m.
const LEAST_AVERAGE_M: f64 = 0.5;

/// A point of a line to drive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinePoint {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Longitudinal acceleration, m/s^2.
    pub along_m_s2: f64,
    /// Longitudinal acceleration of the car with closed throttle, and at full throttle, m/s^2.
    pub coasting_m_s2: f64,
    /// Longitudinal acceleration at full throttle, m/s^2; not above that of coasting: 5 m/s^2 more than coasting.
    pub full_m_s2: f64,
    /// Mean steering angle of the front wheels, positive to the left, rad.
    pub steer_rad: f64,
    /// Understeer: steering angle beyond that of the geometry over the lateral acceleration, rad s^2/m.
    pub understeer_s2: f64,
    /// Change of the car's sideslip angle over the distance, 1/m: its yaw rate is that of the curvature less this one.
    pub sideslip_rate_1_m: f64,
}

/// Driving at a place of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnLinePoint {
    /// Direction of the line, rad.
    pub heading_rad: f64,
    /// Curvature of the line, positive to the left, averaged over a quarter of a second, 1/m.
    pub curvature_1_m: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Longitudinal acceleration, m/s^2.
    pub along_m_s2: f64,
    /// Longitudinal acceleration with closed throttle, m/s^2.
    pub coasting_m_s2: f64,
    /// Longitudinal acceleration at full throttle, m/s^2.
    pub full_m_s2: f64,
    /// Mean steering angle of the front wheels, rad.
    pub steer_rad: f64,
    /// Understeer, rad s^2/m.
    pub understeer_s2: f64,
    /// Change of the sideslip angle over the distance, 1/m.
    pub sideslip_rate_1_m: f64,
}

/// A line to drive: a smooth curve through its points, with the speeds along it.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivingLine {
    curve: Track,
    /// Distance of each point along the curve, m, ascending.
    distances_m: Vec<f64>,
    points: Vec<LinePoint>,
}

/// Reason for which points make no line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineError {
    /// Points through which no smooth line goes: too few, two in a row at one place, or numbers that are not finite.
    NoCurve(String),
    /// A speed that is not 0 or more, or another number that is not finite, at this place in the list.
    Number(usize),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCurve(why) => write!(f, "no smooth line goes through the points: {why}"),
            Self::Number(place) => {
                write!(f, "points[{place}]: every number must be finite, and the speed 0 or more")
            }
        }
    }
}

impl core::error::Error for LineError {}

impl DrivingLine {
    /// The line through points; a closed one goes on from the last to the first.
    ///
    /// # Errors
    /// Points that make no line.
    pub fn new(points: &[LinePoint], is_closed: bool) -> Result<Self, LineError> {
        for (place, point) in points.iter().enumerate() {
            let LinePoint {
                speed_m_s,
                along_m_s2,
                coasting_m_s2,
                full_m_s2,
                steer_rad,
                understeer_s2,
                sideslip_rate_1_m,
                ..
            } = point;
            let pedals = [speed_m_s, along_m_s2, coasting_m_s2, full_m_s2];
            let numbers = pedals.into_iter().chain([steer_rad, understeer_s2, sideslip_rate_1_m]);
            if !{ numbers }.all(|number| number.is_finite()) || *speed_m_s < 0.0 {
                return Err(LineError::Number(place));
            }
        }
        let stations: Vec<_> = points
            .iter()
            .map(|point| Station { position_m: point.position_m, ..Station::flat([5.0, 5.0]) })
            .collect();
        let curve = if is_closed { Track::closed(&stations) } else { Track::open(&stations) };
        let curve = curve.map_err(|faults| {
            LineError::NoCurve(faults.first().map_or_else(String::new, ToString::to_string))
        })?;
        let mut before: Option<TrackPosition> = None;
        let mut distances_m = Vec::with_capacity(points.len());
        for point in points {
            let found = curve.locate(point.position_m, before.as_ref());
            // The first point lies at the beginning, which is also the end of a closed curve.
            let distance_m = if before.is_none() { 0.0 } else { found.distance_m };
            distances_m.push(Real::max(distance_m, distances_m.last().copied().unwrap_or(0.0)));
            before = Some(found);
        }
        let usual = |point: &LinePoint| {
            let is_known = point.full_m_s2 > point.coasting_m_s2;
            let full_m_s2 = if is_known { point.full_m_s2 } else { point.coasting_m_s2 + 5.0 };
            LinePoint { full_m_s2, ..*point }
        };
        Ok(Self { curve, distances_m, points: points.iter().map(usual).collect() })
    }

    /// Its points.
    pub fn points(&self) -> &[LinePoint] {
        &self.points
    }

    /// Length of the line, m.
    pub fn length_m(&self) -> f64 {
        self.curve.length_m()
    }

    /// Returns true where the line goes on from its end at its beginning.
    pub fn is_closed(&self) -> bool {
        self.curve.is_closed()
    }

    /// A position relative to the line: see [`Track::locate`].
    pub fn locate(&self, position_m: [f64; 2], before: Option<&TrackPosition>) -> TrackPosition {
        self.curve.locate(position_m, before)
    }

    /// Position at a distance along the line, m.
    pub fn position_m(&self, distance_m: f64) -> [f64; 2] {
        self.curve.beside(distance_m, 0.0)
    }

    /// Curvature about a distance along the line, averaged over a length, m: the change of the course over it.
    fn curvature_1_m(&self, distance_m: f64, length_m: f64) -> f64 {
        let half_m = 0.5 * Real::max(length_m, LEAST_AVERAGE_M);
        let [mut from_m, mut to_m] = [distance_m - half_m, distance_m + half_m];
        if !self.is_closed() {
            (from_m, to_m) = (Real::max(from_m, 0.0), Real::min(to_m, self.length_m()));
        }
        let [from, to] = [from_m, to_m].map(|at_m| self.curve.at(at_m).heading_rad);
        let turned = Direction::at_angle(to - from);
        Real::atan2(turned.sin, turned.cos) / (to_m - from_m)
    }

    /// The line at a distance along it, m, interpolated between its points.
    pub fn at(&self, distance_m: f64) -> OnLinePoint {
        let curve = self.curve.at(distance_m);
        let after = self.distances_m.partition_point(|point_m| *point_m <= curve.distance_m).max(1);
        let (from, from_m) = (&self.points[after - 1], self.distances_m[after - 1]);
        let (to, to_m) = match self.points.get(after) {
            Some(to) => (to, self.distances_m[after]),
            None if self.is_closed() => (&self.points[0], self.length_m()),
            None => (from, from_m + 1.0),
        };
        let share = Real::clamp((curve.distance_m - from_m) / Real::max(to_m - from_m, 1e-9), 0.0, 1.0);
        let mix = |of: fn(&LinePoint) -> f64| of(from) + share * (of(to) - of(from));
        let speed_m_s = mix(|point| point.speed_m_s);
        OnLinePoint {
            heading_rad: curve.heading_rad,
            curvature_1_m: self.curvature_1_m(curve.distance_m, AVERAGE_S * speed_m_s),
            speed_m_s,
            along_m_s2: mix(|point| point.along_m_s2),
            coasting_m_s2: mix(|point| point.coasting_m_s2),
            full_m_s2: mix(|point| point.full_m_s2),
            steer_rad: mix(|point| point.steer_rad),
            understeer_s2: mix(|point| point.understeer_s2),
            sideslip_rate_1_m: mix(|point| point.sideslip_rate_1_m),
        }
    }
}
