//! Dormand-Prince 5(4) with error control: the integrator for one car when the answer must be right
//! and the step is nobody's business.
//!
//! After HNW section II.4 (error norm, first step, PI control) and the program `DOPRI5` in its
//! appendix.

use core::fmt;

use super::System;
use super::event::{Crossing, Event, Segment, crossings};
use super::explicit;
use super::hermite::Hermite;
use super::tableau::{DORMAND_PRINCE, DORMAND_PRINCE_DENSE, DORMAND_PRINCE_ERROR};
use crate::math::{Mask, Real};
use crate::record::{Record, Sink, StateVector};

/// What is asked of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options<X> {
    /// The error allowed per step relative to the size of each component.
    pub relative: X,
    /// The error allowed per step in each component's own unit, for when it is near zero.
    pub absolute: X,
    /// The first step, s; `None`: guessed.
    pub first_step: Option<f64>,
    /// The largest step, s.
    pub largest_step: f64,
    /// The most steps that are tried, those given up included.
    pub most_steps: u64,
}

impl<X> Options<X> {
    /// The same tolerances for every component; no limit to the step, a million steps.
    pub fn uniform<R: Real>(relative: f64, absolute: f64) -> Self
    where
        X: StateVector<R>,
    {
        Self {
            relative: X::splat(R::lit(relative)),
            absolute: X::splat(R::lit(absolute)),
            first_step: None,
            largest_step: f64::INFINITY,
            most_steps: 1_000_000,
        }
    }
}

/// Why a run cannot go on. The run's time and state stay at the last good step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// The tolerance asks for a step that no longer moves the time: the problem is stiff, singular
    /// or not smooth here, or the tolerance is below what rounding allows.
    StepTooSmall {
        /// Where, s.
        time: f64,
        /// The step asked for, s.
        step: f64,
    },
    /// The derivative or the state is not finite however small the step.
    NotFinite {
        /// Where, s.
        time: f64,
    },
    /// [`Options::most_steps`] were tried.
    TooManySteps {
        /// How far the run got, s.
        time: f64,
        /// How many were allowed.
        most_steps: u64,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StepTooSmall { time, step } => {
                write!(
                    f,
                    "at {time} s the tolerance requires a step of {step:e} s, too small to advance the time"
                )
            }
            Self::NotFinite { time } => {
                write!(f, "at {time} s the derivative or the state is not finite")
            }
            Self::TooManySteps { time, most_steps } => {
                write!(f, "the end was not reached in {most_steps} steps, only {time} s")
            }
        }
    }
}

impl core::error::Error for Failure {}

/// What a run cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Steps taken.
    pub accepted: u64,
    /// Steps given up because of their error.
    pub rejected: u64,
    /// Evaluations of the derivative.
    pub evaluations: u64,
}

/// Where a run with events ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop<X> {
    /// When, s.
    pub time: f64,
    /// The state then.
    pub state: X,
    /// Which terminal event ended it; `None`: the end was reached.
    pub event: Option<usize>,
}

/// One step taken: its ends, and its inside to order 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DenseStep<R, X> {
    /// Start, end, and the derivatives there.
    pub ends: Hermite<R, X>,
    /// The time at the end, s, exactly that at which the next step starts.
    pub end_time: f64,
    /// What the inside has beyond the cubic: it is weighted by s^2 (1 - s)^2.
    pub bump: X,
    start_time: f64,
}

impl<R: Real, X: StateVector<R>> Segment for DenseStep<R, X> {
    type State = X;

    fn time_at(&self, fraction: f64) -> f64 {
        if fraction >= 1.0 {
            self.end_time
        } else {
            self.start_time + fraction * (self.end_time - self.start_time)
        }
    }

    fn state_at(&self, fraction: f64) -> X {
        if fraction >= 1.0 {
            return self.ends.end;
        }
        let product = fraction * (1.0 - fraction);
        self.ends.at(R::lit(fraction)).add_scaled(R::lit(product * product), &self.bump)
    }
}

/// A run of `system`, step by step.
///
/// Scalars only: lanes would have to share one step. A dual number's value decides the steps and
/// its derivatives follow.
///
/// ```
/// use skidpad::integrate::System;
/// use skidpad::integrate::adaptive::{Adaptive, Options};
///
/// skidpad::record! {
///     /// A car.
///     pub struct Car {
///         /// Its speed.
///         speed_m_s: "m/s" [0.0, 100.0],
///     }
/// }
/// /// Coasting against the air: 1/v grows by 0.001 every second.
/// struct Coasting;
/// impl System<f64> for Coasting {
///     type State = Car<f64>;
///     fn derivative(&self, _time: f64, car: &Car<f64>) -> Car<f64> {
///         Car { speed_m_s: -0.001 * car.speed_m_s * car.speed_m_s }
///     }
/// }
/// let start = Car { speed_m_s: 50.0 };
/// let mut run = Adaptive::new(&Coasting, 0.0, start, 20.0, Options::uniform(1e-10, 1e-10))?;
/// assert!((run.finish()?.speed_m_s - 25.0).abs() < 1e-8);
/// # Ok::<(), skidpad::integrate::adaptive::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adaptive<'a, R: Real, Y: System<R>> {
    system: &'a Y,
    options: Options<Y::State>,
    time: f64,
    end: f64,
    state: Y::State,
    rate: Y::State,
    /// The next step's length, without its sign, s.
    step: f64,
    /// The error of the last step taken, for the integral half of the controller.
    last_error: f64,
    cost: Cost,
}

/// The largest and smallest factor from one step to the next (`DOPRI5`: FAC2 and FAC1).
const GROWTH: (f64, f64) = (10.0, 0.2);
/// What is left of the step that would just meet the tolerance (`SAFE`).
const SAFETY: f64 = 0.9;
/// The share of the last step's error in the controller (`BETA`).
const BETA: f64 = 0.04;

impl<'a, R: Real, Y: System<R>> Adaptive<'a, R, Y> {
    /// A run from `state` at `time` to `end` (s), forwards or backwards.
    pub fn new(
        system: &'a Y,
        time: f64,
        state: Y::State,
        end: f64,
        options: Options<Y::State>,
    ) -> Result<Self, Failure> {
        const { assert!(R::WIDTH == 1, "error control is for one car at a time") };
        let cost = Cost { evaluations: 1, ..Cost::default() };
        let rate = system.derivative(R::lit(time), &state);
        let mut run = Self { system, options, time, end, state, rate, step: 0.0, last_error: 1e-4, cost };
        if !(end - time).is_finite() || !state.all_finite().all() || !rate.all_finite().all() {
            return Err(Failure::NotFinite { time });
        }
        run.step = options.first_step.unwrap_or_else(|| run.guess_first_step());
        Ok(run)
    }

    /// The time reached, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The state there.
    pub fn state(&self) -> &Y::State {
        &self.state
    }

    /// What it cost.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Takes one step; `None` once the end is reached.
    pub fn step(&mut self) -> Result<Option<DenseStep<R, Y::State>>, Failure> {
        let Self { system, options, time, end, .. } = *self;
        let remaining = end - time;
        if remaining == 0.0 {
            return Ok(None);
        }
        let mut rejected = false;
        let mut finite = true;
        loop {
            if self.cost.accepted + self.cost.rejected >= options.most_steps {
                return Err(Failure::TooManySteps { time, most_steps: options.most_steps });
            }
            let mut length = Real::min(self.step, options.largest_step);
            // The last step is stretched by up to 1 % rather than followed by a tiny one.
            let last = 1.01 * length >= remaining.abs();
            if last {
                length = remaining.abs();
            }
            let to = if last { end } else { time + length.copysign(remaining) };
            let step = to - time;
            let least = 4.0 * f64::EPSILON * time.abs();
            if step.is_nan() || step == 0.0 || (!last && step.abs() <= least) {
                return Err(if finite {
                    Failure::StepTooSmall { time, step: length }
                } else {
                    Failure::NotFinite { time }
                });
            }
            let h = R::lit(step);
            let k = explicit::stages(&DORMAND_PRINCE, 7, system, (R::lit(time), h), &self.state, &self.rate);
            let reached = explicit::weigh(&self.state, h, &DORMAND_PRINCE.b, &k);
            self.cost.evaluations += 6;
            let error = explicit::increment(h, &DORMAND_PRINCE_ERROR, &k)
                .map_or(0.0, |error| self.norm(&error, &self.state, &reached));
            finite = error.is_finite() && (reached.all_finite() & k[6].all_finite()).all();
            if !finite {
                self.cost.rejected += 1;
                rejected = true;
                self.step = 0.1 * length;
                continue;
            }
            let wanted = power(error, 0.2 - 0.75 * BETA);
            if error > 1.0 {
                self.cost.rejected += 1;
                rejected = true;
                self.step = length * Real::max(SAFETY / wanted, GROWTH.1);
                continue;
            }
            self.cost.accepted += 1;
            let factor = SAFETY * power(self.last_error, BETA) / Real::max(wanted, 1e-30);
            let most = if rejected { 1.0 } else { GROWTH.0 };
            self.step = length * Real::clamp(factor, GROWTH.1, most);
            self.last_error = Real::max(error, 1e-4);
            let ends = Hermite {
                time: R::lit(time),
                step: h,
                start: self.state,
                end: reached,
                start_rate: self.rate,
                end_rate: k[6],
            };
            let bump = explicit::increment(h, &DORMAND_PRINCE_DENSE, &k).unwrap_or(self.rate);
            (self.time, self.state, self.rate) = (to, reached, k[6]);
            return Ok(Some(DenseStep { ends, end_time: to, bump, start_time: time }));
        }
    }

    /// Runs to the end and answers the state there.
    pub fn finish(&mut self) -> Result<Y::State, Failure> {
        while self.step()?.is_some() {}
        Ok(self.state)
    }

    /// Runs to the end or the first terminal event, and tells `report` every crossing in order of
    /// time. The run may be continued after a terminal event; it goes on from there.
    pub fn run(
        &mut self,
        events: &[Event<'_, Y::State>],
        mut report: impl FnMut(&Crossing<Y::State>),
    ) -> Result<Stop<Y::State>, Failure> {
        while let Some(inside) = self.step()? {
            for crossing in crossings(&inside, events) {
                report(&crossing);
                if events[crossing.event].terminal {
                    self.go_on_from(crossing.time, crossing.state);
                    return Ok(Stop { time: self.time, state: self.state, event: Some(crossing.event) });
                }
            }
        }
        Ok(Stop { time: self.time, state: self.state, event: None })
    }

    /// Puts the run to another time (s) and state, as after an impact; the length of the step stays.
    pub fn go_on_from(&mut self, time: f64, state: Y::State) {
        self.time = time;
        self.state = state;
        self.rate = self.system.derivative(R::lit(time), &state);
        self.cost.evaluations += 1;
    }

    /// The root mean square over the components of `x` over what the tolerance allows between
    /// `from` and `to` (HNW eq. II.4.11).
    fn norm(&self, x: &Y::State, from: &Y::State, to: &Y::State) -> f64 {
        let count = <Y::State as Record<R>>::LEN;
        let mut sum = 0.0;
        for index in 0..count {
            let part = |state: &Y::State| Part::of(state, index);
            let size = Real::max(part(from).abs(), part(to).abs());
            let scale = part(&self.options.absolute) + part(&self.options.relative) * size;
            let ratio = part(x) / scale;
            // Nothing at all is allowed, and nothing it is.
            sum += if part(x) == 0.0 { 0.0 } else { ratio * ratio };
        }
        Real::sqrt(sum / Ord::max(count, 1) as f64)
    }

    /// The first step, s (HNW section II.4, "Starting Step Size").
    fn guess_first_step(&mut self) -> f64 {
        let (state, rate) = (self.state, self.rate);
        let size = self.norm(&state, &state, &state);
        let speed = self.norm(&rate, &state, &state);
        let most = Real::min((self.end - self.time).abs(), self.options.largest_step);
        let first = if size < 1e-5 || speed < 1e-5 { 1e-6 } else { 0.01 * size / speed };
        let first = Real::min(first, most);
        let step = R::lit(first.copysign(self.end - self.time));
        let there = state.add_scaled(step, &rate);
        let change = self.system.derivative(R::lit(self.time) + step, &there).add_scaled(-R::one(), &rate);
        self.cost.evaluations += 1;
        let bend = self.norm(&change, &state, &state) / first;
        let steepest = Real::max(speed, bend);
        let second =
            if steepest <= 1e-15 { Real::max(first * 1e-3, 1e-6) } else { power(0.01 / steepest, 0.2) };
        // Not finite: the step that was tried is too long already.
        let guess = if second.is_finite() { Real::min(second, 100.0 * first) } else { 0.1 * first };
        Real::min(guess, most)
    }
}

/// `base` to the power of `exponent`; 0 where the base is 0 or not a number.
fn power(base: f64, exponent: f64) -> f64 {
    if base > 0.0 { Real::powf(base, exponent) } else { 0.0 }
}

/// Picks one component of a state, as `f64`.
struct Part {
    index: usize,
    value: f64,
}

impl Part {
    fn of<R: Real, X: StateVector<R>>(state: &X, index: usize) -> f64 {
        let mut part = Self { index, value: 0.0 };
        state.store(&mut part);
        part.value
    }
}

impl<R: Real> Sink<R> for Part {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, index: usize, value: R) {
        if index == self.index {
            self.value = value.lane(0);
        }
    }
}
