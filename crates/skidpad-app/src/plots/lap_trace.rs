//! Laps by distance: speed, pedals and steering of the player's laps, to be laid over each other.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_world::laps::Laps;

use crate::ideal::IdealLap;

/// Distance between two moments, m.
const EVERY_M: f64 = 2.0;

/// A moment of a lap.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TraceMoment {
    /// Distance since the start line along the course, m.
    pub distance_m: f64,
    /// Time since the start line, s.
    pub time_s: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Throttle, [0, 1].
    pub throttle: f64,
    /// Brake, [0, 1].
    pub brake: f64,
    /// Mean steering angle of the front wheels, positive to the left, rad.
    pub steer_rad: f64,
}

/// Moments of a lap, in order of distance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LapTrace(Vec<TraceMoment>);

impl LapTrace {
    /// The trace of an ideal lap.
    pub fn from_ideal(ideal: &IdealLap) -> Self {
        let moment = |point: &crate::ideal::IdealPoint| TraceMoment {
            distance_m: point.distance_m,
            time_s: point.time_s,
            speed_m_s: point.speed_m_s,
            throttle: point.throttle,
            brake: point.brake,
            steer_rad: point.steer_rad,
        };
        Self(ideal.points().iter().map(moment).collect())
    }

    /// The moments.
    pub fn moments(&self) -> &[TraceMoment] {
        &self.0
    }

    /// The lap at a distance, m, interpolated; `None` beyond its ends.
    pub fn at(&self, distance_m: f64) -> Option<TraceMoment> {
        let after = self.0.partition_point(|moment| moment.distance_m < distance_m);
        let to = self.0.get(after)?;
        let Some(from) = after.checked_sub(1).map(|before| &self.0[before]) else {
            return (to.distance_m <= distance_m).then_some(*to);
        };
        let room_m = to.distance_m - from.distance_m;
        let share =
            if room_m > 0.0 { Real::clamp((distance_m - from.distance_m) / room_m, 0.0, 1.0) } else { 1.0 };
        let mix = |number: fn(&TraceMoment) -> f64| number(from) + share * (number(to) - number(from));
        Some(TraceMoment {
            distance_m,
            time_s: mix(|moment| moment.time_s),
            speed_m_s: mix(|moment| moment.speed_m_s),
            throttle: mix(|moment| moment.throttle),
            brake: mix(|moment| moment.brake),
            steer_rad: mix(|moment| moment.steer_rad),
        })
    }

    fn note(&mut self, moment: TraceMoment) {
        if self.0.last().is_none_or(|last| moment.distance_m >= last.distance_m + EVERY_M) {
            self.0.push(moment);
        }
    }
}

/// A lap to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichLap {
    /// The lap under way.
    Current,
    /// The last completed lap.
    Last,
    /// The fastest clean lap that was driven here.
    Best,
    /// The ideal lap.
    Optimal,
}

impl WhichLap {
    /// All, with their labels.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Current, "Current lap"),
        (Self::Last, "Last lap"),
        (Self::Best, "Best lap"),
        (Self::Optimal, "Optimal lap"),
    ];

    /// Label of the lap.
    pub fn label(self) -> &'static str {
        Self::ALL.iter().find(|(which, _)| *which == self).map_or("", |(_, label)| label)
    }
}

/// Two laps that are laid over each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LapPair {
    /// True if they are shown in place of the plots over time.
    pub is_shown: bool,
    /// The lap, and the one that it is held against.
    pub laps: [WhichLap; 2],
}

impl Default for LapPair {
    fn default() -> Self {
        Self { is_shown: false, laps: [WhichLap::Last, WhichLap::Best] }
    }
}

/// Traces of the player's laps.
#[derive(Clone, Debug, Default)]
pub struct LapTraces {
    current: LapTrace,
    last: LapTrace,
    best: LapTrace,
    best_s: Option<f64>,
    completed: usize,
}

impl LapTraces {
    /// Notes a step of a lap with the speed, m/s, and the command of the car.
    pub fn note(&mut self, laps: &Laps, speed_m_s: f64, command: &Command<f64>) {
        let completed = laps.driven().len();
        if completed > self.completed {
            self.complete(laps);
        }
        self.completed = completed;
        let Some([time_s, distance_m]) = laps.progress() else {
            self.current = LapTrace::default();
            return;
        };
        if self.current.0.last().is_some_and(|last| time_s < last.time_s) {
            self.current = LapTrace::default();
        }
        let Command { throttle, brake, steer_rad, .. } = *command;
        self.current.note(TraceMoment { distance_m, time_s, speed_m_s, throttle, brake, steer_rad });
    }

    fn complete(&mut self, laps: &Laps) {
        let Some(lap) = laps.driven().last() else { return };
        self.last = core::mem::take(&mut self.current);
        if lap.is_clean && self.best_s.is_none_or(|best_s| lap.time_s < best_s) {
            (self.best, self.best_s) = (self.last.clone(), Some(lap.time_s));
        }
    }

    /// A lap that was driven; none of these is the optimal one.
    pub fn lap(&self, which: WhichLap) -> Option<&LapTrace> {
        let lap = match which {
            WhichLap::Current => &self.current,
            WhichLap::Last => &self.last,
            WhichLap::Best => &self.best,
            WhichLap::Optimal => return None,
        };
        (!lap.0.is_empty()).then_some(lap)
    }
}

#[cfg(test)]
mod tests {
    use super::{LapTrace, TraceMoment};

    #[test]
    fn a_lap_is_read_between_its_moments_and_not_beyond_its_ends() {
        let mut lap = LapTrace::default();
        for step in 0..100 {
            let distance_m = 0.5 * f64::from(step);
            lap.note(TraceMoment { distance_m, time_s: 0.1 * distance_m, ..TraceMoment::default() });
        }
        assert_eq!(lap.moments().len(), 25, "every 2 m");
        assert!((lap.at(3.0).unwrap().time_s - 0.3).abs() < 1e-12);
        assert!(lap.at(-1.0).is_none() && lap.at(60.0).is_none());
        assert_eq!(lap.at(0.0).unwrap().time_s, 0.0);
    }
}
