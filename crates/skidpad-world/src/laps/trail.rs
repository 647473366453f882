//! Poses of a car over a lap, by time and by distance along the course.

use skidpad_core::math::Real;
use skidpad_core::model::Pose;

use crate::render::Between;

/// Shortest time between two recorded moments, s.
const EVERY_S: f64 = 0.02;

/// Time, s, the largest distance along the course until then, m, and the pose.
type Moment = (f64, f64, Pose<f64>);

/// Poses of a car over a lap, as a ghost and a delta need them.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Neither time nor distance decreases.
    moments: Vec<Moment>,
    last: (f64, f64),
}

impl Trail {
    /// A trail that begins at the start line.
    pub(super) fn from(time_s: f64, pose: Pose<f64>) -> Self {
        Self { moments: vec![(time_s, 0.0, pose)], last: (time_s, 0.0) }
    }

    /// Notes the pose of the car. While the car drives backwards the distance stays at its largest.
    pub(super) fn note(&mut self, time_s: f64, distance_m: f64, pose: Pose<f64>) {
        let distance_m = Real::max(distance_m, self.last.1);
        self.last = (time_s, distance_m);
        if self.moments.last().is_none_or(|(then_s, ..)| time_s >= then_s + EVERY_S) {
            self.moments.push((time_s, distance_m, pose));
        }
    }

    /// Time, s, and distance, m, of the last pose.
    pub(super) fn last(&self) -> Option<(f64, f64)> {
        (!self.moments.is_empty()).then_some(self.last)
    }

    /// Time at which the car reached a distance along the course, s.
    pub fn time_at(&self, distance_m: f64) -> Option<f64> {
        let (before, after, share) = self.around(|moment| moment.1, distance_m)?;
        Some(before.0 + share * (after.0 - before.0))
    }

    /// Pose of the car at a time; before and after the lap, its first and last pose.
    pub fn pose_at(&self, time_s: f64) -> Option<Pose<f64>> {
        let (before, after, share) = self.around(|moment| moment.0, time_s)?;
        let mut poses = Between::at(before.2);
        poses.push(after.2);
        Some(poses.pose(share))
    }

    /// The two moments around a value of a number that never decreases, and the share of the way from the one to the other.
    fn around(&self, number: impl Fn(&Moment) -> f64, at: f64) -> Option<(&Moment, &Moment, f64)> {
        let next = self.moments.partition_point(|moment| number(moment) <= at);
        let before = self.moments.get(next.max(1) - 1)?;
        let after = self.moments.get(next).unwrap_or(before);
        let (low, high) = (number(before), number(after));
        let share = if high > low { Real::clamp((at - low) / (high - low), 0.0, 1.0) } else { 0.0 };
        Some((before, after, share))
    }
}
