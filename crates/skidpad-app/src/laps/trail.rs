//! Where a car was, over time and over its way along a course.

use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_world::render::Between;

/// How often a moment is kept at most, s.
const EVERY_S: f64 = 0.02;

/// Time, s, the farthest way until then, m, and the pose.
type Moment = (f64, f64, Pose<f64>);

/// A car's way along a lap.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Neither time nor way falls.
    moments: Vec<Moment>,
    last: (f64, f64),
}

impl Trail {
    /// One that begins at the start line.
    pub(super) fn from(time_s: f64, pose: Pose<f64>) -> Self {
        Self { moments: vec![(time_s, 0.0, pose)], last: (time_s, 0.0) }
    }

    /// Notes where the car is. One that goes back on its way stays at its farthest.
    pub(super) fn note(&mut self, time_s: f64, way_m: f64, pose: Pose<f64>) {
        let way_m = Real::max(way_m, self.last.1);
        self.last = (time_s, way_m);
        if self.moments.last().is_none_or(|(then_s, ..)| time_s >= then_s + EVERY_S) {
            self.moments.push((time_s, way_m, pose));
        }
    }

    /// The last that was noted: time and way, m.
    pub(super) fn last(&self) -> Option<(f64, f64)> {
        (!self.moments.is_empty()).then_some(self.last)
    }

    /// When the car had come so far, s.
    pub fn time_at(&self, way_m: f64) -> Option<f64> {
        let (before, after, share) = self.around(|moment| moment.1, way_m)?;
        Some(before.0 + share * (after.0 - before.0))
    }

    /// Where the car was at a time; at its ends, where it began and ended.
    pub fn pose_at(&self, time_s: f64) -> Option<Pose<f64>> {
        let (before, after, share) = self.around(|moment| moment.0, time_s)?;
        let mut poses = Between::at(before.2);
        poses.push(after.2);
        Some(poses.pose(share))
    }

    /// The two moments around a number that never falls, and how far it is from the one to the other.
    fn around(&self, number: impl Fn(&Moment) -> f64, at: f64) -> Option<(&Moment, &Moment, f64)> {
        let next = self.moments.partition_point(|moment| number(moment) <= at);
        let before = self.moments.get(next.max(1) - 1)?;
        let after = self.moments.get(next).unwrap_or(before);
        let (low, high) = (number(before), number(after));
        let share = if high > low { Real::clamp((at - low) / (high - low), 0.0, 1.0) } else { 0.0 };
        Some((before, after, share))
    }
}
