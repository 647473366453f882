//! How many steps of fixed length a frame of any length is due.

use core::fmt;

use skidpad_core::step::Dt;

/// Counts fixed steps along a clock that goes in frames.
///
/// What games get wrong, and what is done here:
/// - Sums of seconds drift, and `dt` taken off again and again drifts too. Here time is whole numbers: units of
///   2^-90 s, in which each step and frame of 8 picoseconds or more is exact to the last bit.
/// - After a stall (a file, a debugger) a game runs all missed steps in one frame, which makes the next frame late,
///   and so on without end. Here a frame has at most [`most_steps`](Self::with_most_steps); the rest is dropped,
///   and said.
/// - A clock that goes backwards, or a frame time that is not a number, is no time at all, and said.
///
/// ```
/// use skidpad_world::render::FixedStep;
/// use skidpad_core::step::Dt;
///
/// let mut fixed = FixedStep::new(Dt::new(0.01).unwrap());
/// let due = fixed.advance(0.025);
/// assert_eq!((due.steps, due.dropped_s, due.fault), (2, 0.0, None));
/// assert!((due.alpha - 0.5).abs() < 1e-12); // half a step is left
/// let due = fixed.advance(1.0); // a stall
/// assert_eq!(due.steps, FixedStep::MOST_STEPS);
/// assert!((due.dropped_s - 0.92).abs() < 1e-12);
/// assert!(fixed.advance(f64::NAN).fault.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedStep {
    dt: Dt,
    /// The step, in units.
    step: u128,
    /// Remainder for which no step was due so far, in units: less than a step.
    left: u128,
    most_steps: u32,
    steps: u64,
    dropped: u64,
}

/// Steps that a frame is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due {
    /// So many steps.
    pub steps: u32,
    /// Place of the picture between the last but one step and the last one, [0, 1).
    pub alpha: f64,
    /// Time that is left out because it was more than the most steps, s: the cars are late by so much.
    pub dropped_s: f64,
    /// Fault of the frame's time.
    pub fault: Option<FrameFault>,
}

/// Fault of a frame's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameFault {
    /// Not a number: taken as 0.
    NotANumber,
    /// Below 0, as from a clock that was set back: taken as 0.
    Negative,
    /// Longer than [`FixedStep::LONGEST_FRAME_S`], or infinite: taken as that.
    TooLong,
}

impl fmt::Display for FrameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("the frame's time is not a number; taken as 0"),
            Self::Negative => f.write_str("the frame's time is below 0; taken as 0"),
            Self::TooLong => {
                write!(f, "the frame's time is above {0} s; taken as {0} s", FixedStep::LONGEST_FRAME_S)
            }
        }
    }
}

/// Units in a second: 2^90.
const UNITS: f64 = (1_u128 << 90) as f64;

/// Seconds, 0 to a day, in units. A power of two, so that nothing is rounded but what is shorter than a unit.
fn units(seconds: f64) -> u128 {
    (seconds * UNITS) as u128
}

impl FixedStep {
    /// The most steps in a frame, where nothing else is said: 60 Hz physics keeps up with pictures at 7.5 Hz.
    pub const MOST_STEPS: u32 = 8;

    /// The longest frame, s: a day.
    pub const LONGEST_FRAME_S: f64 = 86_400.0;

    /// Steps of `dt`, beginning with none due.
    pub fn new(dt: Dt) -> Self {
        let step = u128::max(units(dt.seconds()), 1);
        Self { dt, step, left: 0, most_steps: Self::MOST_STEPS, steps: 0, dropped: 0 }
    }

    /// Returns the clock with so many steps in a frame at most; 0 is taken as 1.
    ///
    /// More than the machine can compute in the time of as many steps, and a stall never ends.
    pub fn with_most_steps(mut self, most: u32) -> Self {
        self.most_steps = u32::max(most, 1);
        self
    }

    /// Steps that are due after a frame of so many seconds, which may be any number.
    pub fn advance(&mut self, frame_s: f64) -> Due {
        let (frame_s, fault) = sound(frame_s);
        let passed = self.left + units(frame_s);
        self.left = passed % self.step;
        let wanted = passed / self.step;
        let steps = u128::min(wanted, u128::from(self.most_steps)) as u32;
        let dropped = wanted - u128::from(steps);
        self.steps += u64::from(steps);
        self.dropped = self.dropped.saturating_add(u64::try_from(dropped).unwrap_or(u64::MAX));
        Due { steps, alpha: self.alpha(), dropped_s: dropped as f64 * self.dt.seconds(), fault }
    }

    /// Place of the picture between the last two steps, [0, 1).
    pub fn alpha(&self) -> f64 {
        let alpha = self.left as f64 / self.step as f64;
        // The division may round to 1.
        if alpha < 1.0 { alpha } else { 1.0 - f64::EPSILON / 2.0 }
    }

    /// The step.
    pub fn dt(&self) -> Dt {
        self.dt
    }
    /// All steps that were due.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// All steps that were dropped.
    pub fn dropped_steps(&self) -> u64 {
        self.dropped
    }
}

fn sound(frame_s: f64) -> (f64, Option<FrameFault>) {
    if frame_s.is_nan() {
        (0.0, Some(FrameFault::NotANumber))
    } else if frame_s < 0.0 {
        (0.0, Some(FrameFault::Negative))
    } else if frame_s > FixedStep::LONGEST_FRAME_S {
        (FixedStep::LONGEST_FRAME_S, Some(FrameFault::TooLong))
    } else {
        (frame_s, None)
    }
}
