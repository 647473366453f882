//! Time steps, and time as a count of them.

use core::fmt;

/// A time step that is a usable number: finite, above 0 and at most 1 s.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Dt(f64);

impl Dt {
    /// The largest step, s.
    pub const LARGEST_S: f64 = 1.0;
    /// The largest step.
    pub const LARGEST: Self = Self(Self::LARGEST_S);

    /// A step in s; `None` where it is not in (0, 1]. `Dt::try_from` says why.
    pub fn new(dt_s: f64) -> Option<Self> {
        Self::try_from(dt_s).ok()
    }

    /// The step, s.
    pub fn seconds(self) -> f64 {
        self.0
    }

    /// Number and length, s, of the equal sub-steps of at most `longest_s`. The number is at most [`u32::MAX`]: where `longest_s` is below the
    /// step over that, the sub-steps are longer than `longest_s`.
    pub fn divide(self, longest_s: f64) -> (u32, f64) {
        // A step that is a whole number of sub-steps but for rounding is not divided once more.
        let parts = self.0 / longest_s * (1.0 - 1e-12);
        let mut count = parts as u32;
        if f64::from(count) < parts {
            count = count.saturating_add(1);
        }
        let count = u32::max(count, 1);
        (count, self.0 / f64::from(count))
    }
}

/// Why a number is no time step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DtFault {
    /// Not a number.
    NotANumber,
    /// 0 or below.
    NotAboveZero,
    /// Above [`Dt::LARGEST_S`], or infinite.
    TooLong,
}

impl fmt::Display for DtFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = match self {
            Self::NotANumber => "not a number",
            Self::NotAboveZero => "not above 0",
            Self::TooLong => "too long",
        };
        write!(f, "the step dt_s is {is}; it must be above 0 and at most {} s", Dt::LARGEST_S)
    }
}

impl core::error::Error for DtFault {}

impl TryFrom<f64> for Dt {
    type Error = DtFault;
    /// Any bits: a step or the reason why not.
    ///
    /// ```
    /// use skidpad_core::step::{Dt, DtFault};
    /// assert_eq!(Dt::try_from(f64::NAN), Err(DtFault::NotANumber));
    /// assert_eq!(Dt::try_from(-0.0), Err(DtFault::NotAboveZero));
    /// assert_eq!(Dt::try_from(0.01).map(Dt::seconds), Ok(0.01));
    /// ```
    fn try_from(dt_s: f64) -> Result<Self, DtFault> {
        if dt_s.is_nan() {
            Err(DtFault::NotANumber)
        } else if dt_s <= 0.0 {
            Err(DtFault::NotAboveZero)
        } else if dt_s > Self::LARGEST_S {
            Err(DtFault::TooLong)
        } else {
            Ok(Self(dt_s))
        }
    }
}

/// Time as a count of steps: the number of steps times the step, not a sum that drifts. It restarts from where it
/// is when the step changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    steps: u64,
    step_s: f64,
    before_s: f64,
}

impl Clock {
    /// The time before any step.
    pub const START: Self = Self { steps: 0, step_s: 0.0, before_s: 0.0 };

    /// A clock from its parts; `None` where they are no time: the step in [0, 1] s, what was before finite and not
    /// below 0, both +0 where they are 0.
    pub fn from_parts(steps: u64, step_s: f64, before_s: f64) -> Option<Self> {
        let is_step = (0.0..=Dt::LARGEST_S).contains(&step_s) && step_s.is_sign_positive();
        let is_before = before_s >= 0.0 && before_s.is_finite() && before_s.is_sign_positive();
        let has_step = step_s > 0.0 || steps == 0;
        (is_step && is_before && has_step).then_some(Self { steps, step_s, before_s })
    }

    /// Counts a step.
    pub fn count(&mut self, dt: Dt) {
        self.count_steps(dt, 1);
    }

    /// Counts some steps of a length, as so many calls of [`count`](Self::count) do.
    pub fn count_steps(&mut self, dt: Dt, steps: u64) {
        if steps == 0 {
            return;
        }
        if dt.seconds() != self.step_s {
            *self = Self { steps: 0, step_s: dt.seconds(), before_s: self.time_s() };
        }
        self.steps = self.steps.wrapping_add(steps);
    }

    /// Time, s.
    pub fn time_s(&self) -> f64 {
        self.before_s + self.steps as f64 * self.step_s
    }
    /// Number of steps since the step last changed.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// The last step, s; 0 before the first.
    pub fn step_s(&self) -> f64 {
        self.step_s
    }
    /// The time at which the step last changed, s.
    pub fn before_s(&self) -> f64 {
        self.before_s
    }
}

#[cfg(test)]
#[path = "../../tests/inside/step_clock.rs"]
mod tests;
