//! Conditions of a car that begin and end, each with two limits.
//!
//! A condition begins above one limit and ends below a lower one, and only after it has not held for a while: a wheel that
//! hops, or an anti-lock brake at work, is one event and not a hundred.

use core::fmt;

use skidpad_core::math::Real;

use crate::telltales::Telltales;

/// One of the four wheels. Both wheels of an axle have the same conditions in a model that knows axles alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Corner {
    FrontLeft,
    FrontRight,
    RearLeft,
    RearRight,
}

impl Corner {
    /// All four, in the order of [`WHEELS`](crate::rolling::WHEELS).
    pub const ALL: [Self; 4] = [Self::FrontLeft, Self::FrontRight, Self::RearLeft, Self::RearRight];

    /// Name for people, such as `front left`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FrontLeft => "front left",
            Self::FrontRight => "front right",
            Self::RearLeft => "rear left",
            Self::RearRight => "rear right",
        }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A condition of a car, which a world reports as it begins and as it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Condition {
    /// The car has spun: it slides tail first.
    Spun,
    /// The engine is stalled.
    Stalled,
    /// The car is farther away or faster than contact can compute, and meets nothing.
    OutOfRange,
    /// The car has left the course: its centre of mass is beyond the edge. A car that has not been on the course yet has not
    /// left it.
    OffCourse,
    /// The wheel carries no load, in models that keep the loads of wheels.
    WheelLifted(Corner),
    /// The wheel does not turn while the car moves along its axis, in models that have the spin of wheels.
    WheelLocked(Corner),
}

impl Condition {
    /// Number of conditions.
    pub(super) const COUNT: usize = 12;

    /// All conditions, each at its [`place`](Self::place).
    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Spun,
        Self::Stalled,
        Self::OutOfRange,
        Self::OffCourse,
        Self::WheelLifted(Corner::FrontLeft),
        Self::WheelLifted(Corner::FrontRight),
        Self::WheelLifted(Corner::RearLeft),
        Self::WheelLifted(Corner::RearRight),
        Self::WheelLocked(Corner::FrontLeft),
        Self::WheelLocked(Corner::FrontRight),
        Self::WheelLocked(Corner::RearLeft),
        Self::WheelLocked(Corner::RearRight),
    ];

    /// Place of the condition among all.
    const fn place(self) -> usize {
        match self {
            Self::Spun => 0,
            Self::Stalled => 1,
            Self::OutOfRange => 2,
            Self::OffCourse => 3,
            Self::WheelLifted(corner) => 4 + corner as usize,
            Self::WheelLocked(corner) => 8 + corner as usize,
        }
    }
}

/// A set of conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionSet(u16);

impl ConditionSet {
    /// Conditions that a car's telltales show, where those of `before` held a moment ago: each ends at a lower limit than it begins.
    pub fn from_telltales(telltales: &Telltales, before: Self) -> Self {
        shown(telltales, before)
    }

    /// The conditions as bits, to store them.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// The set of some [`bits`](Self::bits); those of no condition are dropped.
    pub fn from_bits(bits: u16) -> Self {
        Self(bits & ((1 << Condition::COUNT) - 1))
    }

    /// True where the condition holds.
    pub fn contains(self, condition: Condition) -> bool {
        self.0 & (1 << condition.place()) != 0
    }

    pub(super) fn set(&mut self, condition: Condition, holds: bool) {
        let bit = 1 << condition.place();
        self.0 = if holds { self.0 | bit } else { self.0 & !bit };
    }

    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The conditions in the set, with their places.
    pub(super) fn iter(self) -> impl Iterator<Item = (usize, Condition)> {
        Condition::ALL.into_iter().enumerate().filter(move |(place, _)| self.0 & (1 << place) != 0)
    }
}

/// A car has spun that moves tail first with at least this lateral velocity, m/s: one that is driven in reverse has less. It
/// has spun until it moves backwards more slowly than that.
const SPUN_M_S: f64 = 2.0;
/// A wheel is lifted below the first share of the mean load of the four, and on the road again above the second.
const LIFTED: [f64; 2] = [0.01, 0.05];
/// A wheel is locked that turns less than the first over a metre of travel, and rolls again above the second, rad/m. One
/// that rolls turns by 1 over its radius: more than 2 rad/m for any wheel of a car.
const LOCKED_RAD_M: [f64; 2] = [0.3, 1.0];
/// Wheels lock above the first speed of the slowest wheel along the car, and until the second, m/s.
const LOCKING_M_S: [f64; 2] = [2.0, 1.0];
/// No wheel is farther from the car's axis, m: how far a wheel's speed differs from the car's for a yaw rate.
const HALF_TRACK_M: f64 = 1.0;

/// Conditions that a car's telltales show; the lower limits count for those that held before.
pub(super) fn shown(telltales: &Telltales, before: ConditionSet) -> ConditionSet {
    let mut now = ConditionSet::default();
    now.set(Condition::Spun, is_spun(telltales, before.contains(Condition::Spun)));
    now.set(Condition::Stalled, telltales.is_stalled);
    if let Some(loads_n) = telltales.loads_n {
        lifted(&loads_n, before, &mut now);
    }
    if let Some(spins_rad_s) = telltales.spins_rad_s {
        locked(telltales, &spins_rad_s, before, &mut now);
    }
    now
}

fn is_spun(telltales: &Telltales, was_spun: bool) -> bool {
    let [forward, left] = [telltales.motion.velocity_x_m_s, telltales.motion.velocity_y_m_s];
    let slides = Real::abs(left) > SPUN_M_S;
    forward < 0.0 && (slides || (was_spun && forward < -SPUN_M_S))
}

fn lifted(loads_n: &[f64; 4], before: ConditionSet, now: &mut ConditionSet) {
    let mean_n = 0.25 * loads_n.iter().sum::<f64>();
    for (load_n, corner) in loads_n.iter().zip(Corner::ALL) {
        let condition = Condition::WheelLifted(corner);
        let limit = LIFTED[usize::from(before.contains(condition))];
        now.set(condition, *load_n <= limit * mean_n);
    }
}

fn locked(telltales: &Telltales, spins_rad_s: &[f64; 4], before: ConditionSet, now: &mut ConditionSet) {
    let motion = &telltales.motion;
    let slowest_m_s = Real::abs(motion.velocity_x_m_s) - HALF_TRACK_M * Real::abs(motion.yaw_rate_rad_s);
    if slowest_m_s < LOCKING_M_S[1] {
        return;
    }
    for (spin_rad_s, corner) in spins_rad_s.iter().zip(Corner::ALL) {
        let condition = Condition::WheelLocked(corner);
        let which = usize::from(before.contains(condition));
        let is_slow = Real::abs(*spin_rad_s) < LOCKED_RAD_M[which] * slowest_m_s;
        now.set(condition, is_slow && slowest_m_s > LOCKING_M_S[which]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, ConditionSet, Corner, shown};
    use crate::telltales::Telltales;

    /// Telltales, and whether a condition that was clear begins, and one that held goes on.
    type Case = (Telltales, Condition, [bool; 2]);

    fn rolling(velocity_m_s: [f64; 2], yaw_rate_rad_s: f64) -> Telltales {
        let mut telltales = Telltales::NONE;
        [telltales.motion.velocity_x_m_s, telltales.motion.velocity_y_m_s] = velocity_m_s;
        telltales.motion.yaw_rate_rad_s = yaw_rate_rad_s;
        telltales
    }

    fn loaded(front_left_n: f64) -> Telltales {
        Telltales { loads_n: Some([front_left_n, 4000.0, 4000.0, 4000.0]), ..Telltales::NONE }
    }

    fn turning(velocity_m_s: f64, yaw_rate_rad_s: f64, front_left_rad_s: f64) -> Telltales {
        let spins_rad_s = Some([front_left_rad_s, 60.0, 60.0, 60.0]);
        Telltales { spins_rad_s, ..rolling([velocity_m_s, 0.0], yaw_rate_rad_s) }
    }

    #[test]
    fn each_condition_has_two_limits() {
        let (lifted, locked) =
            (Condition::WheelLifted(Corner::FrontLeft), Condition::WheelLocked(Corner::FrontLeft));
        let stalled = Telltales { is_stalled: true, ..Telltales::NONE };
        let cases: &[Case] = &[
            (rolling([-5.0, 2.1], 0.0), Condition::Spun, [true, true]),
            (rolling([-5.0, 1.9], 0.0), Condition::Spun, [false, true]),
            (rolling([-1.9, 1.9], 0.0), Condition::Spun, [false, false]),
            (rolling([0.1, 9.0], 0.0), Condition::Spun, [false, false]),
            (stalled, Condition::Stalled, [true, true]),
            (Telltales::NONE, Condition::Stalled, [false, false]),
            (loaded(0.0), lifted, [true, true]),
            (loaded(100.0), lifted, [false, true]),
            (loaded(200.0), lifted, [false, false]),
            // All four in the air.
            (Telltales { loads_n: Some([0.0; 4]), ..Telltales::NONE }, lifted, [true, true]),
            (turning(10.0, 0.0, 0.0), locked, [true, true]),
            (turning(-10.0, 0.0, 2.9), locked, [true, true]),
            (turning(10.0, 0.0, 3.1), locked, [false, true]),
            (turning(10.0, 0.0, 10.1), locked, [false, false]),
            // Near standstill, and beside a pivot, a wheel stands without being locked.
            (turning(1.5, 0.0, 0.0), locked, [false, true]),
            (turning(0.9, 0.0, 0.0), locked, [false, false]),
            (turning(3.0, 2.1, 0.0), locked, [false, false]),
        ];
        for (telltales, condition, expected) in cases {
            let mut held = ConditionSet::default();
            let begins = shown(telltales, held).contains(*condition);
            held.set(*condition, true);
            let goes_on = shown(telltales, held).contains(*condition);
            assert_eq!([begins, goes_on], *expected, "{condition:?} {telltales:?}");
        }
    }

    #[test]
    fn each_condition_stands_at_its_place() {
        for (place, condition) in Condition::ALL.into_iter().enumerate() {
            let mut one = ConditionSet::default();
            one.set(condition, true);
            assert_eq!(one.iter().collect::<Vec<_>>(), [(place, condition)]);
        }
    }
}
