//! Laps along a track: times and speeds by the distance along the reference line, so that laps on different lines can be laid over
//! each other.

use core::fmt;

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use crate::path::Path;
use crate::qss::QssLap;

/// Distance by which a lap may begin behind the start line, end before its end, or lead backwards, m.
const BEYOND_M: f64 = 5.0;
/// Distance beside the edge of the road at which a lap is another track's, m.
const BESIDE_M: f64 = 20.0;

/// A point of a lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LapPoint {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Distance along the line that is driven, m.
    pub line_m: f64,
    /// Time since the start, s.
    pub time_s: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
}

/// A lap by the distance along the reference line of its track.
#[derive(Clone, Debug, PartialEq)]
pub struct LapTrace {
    lap_m: f64,
    /// Distances since the start line, ascending, m.
    along_m: Vec<f64>,
    points: Vec<LapPoint>,
}

/// Reason for which points are no lap of a track.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TraceError {
    /// Fewer than three points, or a number that is not finite.
    Points,
    /// A time that does not grow, at this place in the list.
    Time(usize),
    /// A point beside the road.
    Beside {
        /// Position, m.
        position_m: [f64; 2],
        /// Distance from the nearer edge of the road, m.
        off_m: f64,
    },
    /// A lap that leads backwards along the track at this distance since the start line, m.
    Backwards(f64),
    /// A part of a lap.
    Part {
        /// Distances since the start line from which and to which it leads, m.
        reach_m: [f64; 2],
        /// Length of a lap, m.
        lap_m: f64,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points => f.write_str("must have 3 points or more, and every number must be finite"),
            Self::Time(place) => write!(f, "samples[{place}].time_s: times must grow"),
            Self::Beside { position_m: [x, y], off_m } => {
                write!(f, "at ({x:.1}, {y:.1}) m it is {off_m:.1} m beside the road of this track")
            }
            Self::Backwards(at_m) => write!(f, "at {at_m:.0} m along the track it leads backwards"),
            Self::Part { reach_m: [from_m, to_m], lap_m } => write!(
                f,
                "it leads from {from_m:.0} m to {to_m:.0} m along a track of {lap_m:.0} m: must be one lap"
            ),
        }
    }
}

impl core::error::Error for TraceError {}

impl LapTrace {
    /// The trace of a lap by its points from the start line on; the last one is at its end.
    ///
    /// # Errors
    /// Points that are no lap of the track.
    pub fn new(track: &Track, points: &[LapPoint]) -> Result<Self, TraceError> {
        let numbers = |point: &LapPoint| {
            let [x, y] = point.position_m;
            [x, y, point.line_m, point.time_s, point.speed_m_s].into_iter().all(f64::is_finite)
        };
        if points.len() < 3 || !points.iter().all(numbers) {
            return Err(TraceError::Points);
        }
        let mut trace = Self { lap_m: track.lap_m(), along_m: Vec::new(), points: Vec::new() };
        let mut before = None;
        for (place, point) in points.iter().enumerate() {
            if place > 0 && point.time_s <= points[place - 1].time_s {
                return Err(TraceError::Time(place));
            }
            let found = track.locate(point.position_m, before.as_ref());
            before = Some(found);
            let widths_m = track.at(found.distance_m).widths_m;
            let off_m =
                Real::max(found.lateral_offset_m - widths_m[0], -found.lateral_offset_m - widths_m[1]);
            if off_m > BESIDE_M {
                return Err(TraceError::Beside { position_m: point.position_m, off_m });
            }
            trace.push(track, track.since_start_m(found.distance_m), point)?;
        }
        let reach_m = [trace.along_m[0], trace.along_m[trace.along_m.len() - 1]];
        let is_whole = Real::abs(reach_m[0]) < BEYOND_M && reach_m[1] > trace.lap_m - BEYOND_M;
        if is_whole { Ok(trace) } else { Err(TraceError::Part { reach_m, lap_m: trace.lap_m }) }
    }

    fn push(&mut self, track: &Track, at_m: f64, point: &LapPoint) -> Result<(), TraceError> {
        let lap_m = self.lap_m;
        let last_m = self.along_m.last().copied();
        // Distances of a circuit go on beyond the start line, and begin a little before it at most.
        let near_m = last_m.unwrap_or(0.0);
        let at_m = if track.is_closed() { at_m + ((near_m - at_m) / lap_m).round() * lap_m } else { at_m };
        if let Some(last_m) = last_m {
            if at_m < last_m - BEYOND_M {
                return Err(TraceError::Backwards(at_m));
            }
            // What stands still along the track adds nothing.
            if at_m <= last_m {
                return Ok(());
            }
        }
        self.along_m.push(at_m);
        self.points.push(*point);
        Ok(())
    }

    /// The trace of a quasi-steady lap.
    ///
    /// # Errors
    /// A path that is no lap of the track.
    pub fn of_lap(track: &Track, path: &Path, lap: &QssLap) -> Result<Self, TraceError> {
        let point = |(point, sample): (&crate::path::PathPoint, &crate::qss::Sample)| LapPoint {
            position_m: point.position_m,
            line_m: sample.distance_m,
            time_s: sample.time_s,
            speed_m_s: sample.speed_m_s,
        };
        let mut points: Vec<LapPoint> = path.points().iter().zip(&lap.samples).map(point).collect();
        if let Some(first) = points.first().copied().filter(|_| path.is_closed()) {
            points.push(LapPoint {
                line_m: lap.length_m,
                time_s: lap.time_s,
                speed_m_s: lap.end_m_s,
                ..first
            });
        }
        Self::new(track, &points)
    }

    /// Time of the lap, s.
    pub fn time_s(&self) -> f64 {
        self.points[self.points.len() - 1].time_s
    }

    /// Length of a lap along the reference line, m.
    pub fn lap_m(&self) -> f64 {
        self.lap_m
    }

    /// The lap at a distance since the start line along the reference line, m: between points at a constant acceleration. Beyond its ends
    /// it is at them.
    pub fn at(&self, along_m: f64) -> LapPoint {
        let last = self.points.len() - 1;
        let next = self.along_m.partition_point(|at| *at <= along_m).clamp(1, last);
        let (from, to) = (&self.points[next - 1], &self.points[next]);
        let [low, high] = [self.along_m[next - 1], self.along_m[next]];
        let share = Real::clamp((along_m - low) / (high - low), 0.0, 1.0);
        let mix = |one: f64, other: f64| one + share * (other - one);
        let squares = [from.speed_m_s, to.speed_m_s].map(|speed| speed * speed);
        let speed_m_s = Real::sqrt(mix(squares[0], squares[1]));
        let sum = from.speed_m_s + speed_m_s;
        // The whole step takes 2 d / (v + w), this part of it 2 share d / (v + u).
        let part = if sum > 0.0 { share * (from.speed_m_s + to.speed_m_s) / sum } else { 0.0 };
        LapPoint {
            position_m: [0, 1].map(|axis| mix(from.position_m[axis], to.position_m[axis])),
            line_m: mix(from.line_m, to.line_m),
            time_s: if share >= 1.0 { to.time_s } else { from.time_s + part * (to.time_s - from.time_s) },
            speed_m_s,
        }
    }

    /// Time from one distance since the start line to another one, s; over the start line where the second is the smaller.
    pub fn between_s(&self, from_m: f64, to_m: f64) -> f64 {
        let time_s = self.at(to_m).time_s - self.at(from_m).time_s;
        if to_m < from_m { time_s + self.time_s() } else { time_s }
    }
}
