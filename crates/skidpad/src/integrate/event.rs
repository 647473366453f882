//! Events: the moment inside a step at which something passes zero.
//!
//! Without them a car "reaches 100 km/h" at the first step beyond it, and the answer depends on the
//! step. Here the crossing is located on the interpolated inside of the step, to rounding.

use super::hermite::Hermite;
use super::root::{Bracket, find_root};
use crate::math::Real;
use crate::record::StateVector;

/// The inside of one step of one car: what events are located on.
pub trait Segment {
    /// The state.
    type State: Copy;
    /// The time at a fraction (0 to 1) of the step, s.
    fn time_at(&self, fraction: f64) -> f64;
    /// The state at a fraction of the step; at 0 and 1 exactly the ends.
    fn state_at(&self, fraction: f64) -> Self::State;
}

impl<R: Real, X: StateVector<R>> Segment for Hermite<R, X> {
    type State = X;

    fn time_at(&self, fraction: f64) -> f64 {
        (self.time + R::lit(fraction) * self.step).lane(0)
    }

    fn state_at(&self, fraction: f64) -> X {
        const { assert!(R::WIDTH == 1, "each lane has its own crossing: use hermite::crossing") };
        if fraction >= 1.0 { self.end } else { self.at(R::lit(fraction)) }
    }
}

/// Which crossings of zero count. In a run backwards in time the direction is that of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From negative to positive or zero.
    Rising,
    /// From positive to negative or zero.
    Falling,
    /// Both.
    Any,
}

/// Something that happens where a function of time (s) and state passes zero.
#[derive(Clone, Copy)]
pub struct Event<'a, X> {
    /// The function; it must be continuous. One that is zero at the start of a step is not reported
    /// there.
    pub function: &'a dyn Fn(f64, &X) -> f64,
    /// Which crossings count.
    pub direction: Direction,
    /// Whether the run ends there.
    pub terminal: bool,
}

impl<'a, X> Event<'a, X> {
    /// Every crossing; the run goes on.
    pub const fn new(function: &'a dyn Fn(f64, &X) -> f64) -> Self {
        Self { function, direction: Direction::Any, terminal: false }
    }

    /// Only crossings in `direction`.
    #[must_use]
    pub const fn only(self, direction: Direction) -> Self {
        Self { direction, ..self }
    }

    /// The run ends there.
    #[must_use]
    pub const fn terminal(self) -> Self {
        Self { terminal: true, ..self }
    }

    /// Whether the values at two ends are a crossing that counts, and which way it goes.
    fn crossed(&self, before: f64, after: f64) -> Option<Way> {
        if before < 0.0 && after >= 0.0 && self.direction != Direction::Falling {
            Some(Way::Up)
        } else if before > 0.0 && after <= 0.0 && self.direction != Direction::Rising {
            Some(Way::Down)
        } else {
            None
        }
    }
}

impl<X> core::fmt::Debug for Event<'_, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { function: _, direction, terminal } = self;
        f.debug_struct("Event")
            .field("direction", direction)
            .field("terminal", terminal)
            .finish_non_exhaustive()
    }
}

/// Which way a function passed zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// It rose.
    Up,
    /// It fell.
    Down,
}

/// An event that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<X> {
    /// Which one, counted from 0 in the list that was given.
    pub event: usize,
    /// Which way its function passed zero.
    pub way: Way,
    /// Where in the step, as a fraction of it.
    pub fraction: f64,
    /// When, s.
    pub time: f64,
    /// The state then, on the far side of zero or at it: a run that goes on from here does not
    /// report the same crossing again.
    pub state: X,
}

/// How many parts of a step are looked at on their own. Two crossings of one event in the same part
/// cancel and are not seen.
pub const PARTS: usize = 4;

/// The crossings inside one step in order of time (those at the same time in order of the list), up
/// to and with the first terminal one.
///
/// ```
/// use skidpad::integrate::event::{Event, crossings};
/// use skidpad::integrate::hermite::Hermite;
///
/// skidpad::record! {
///     /// A car.
///     pub struct Car {
///         /// Its speed.
///         speed_m_s: "m/s" [0.0, 100.0],
///     }
/// }
/// let car = |speed_m_s| Car { speed_m_s };
/// // From 25 to 30 m/s in a second, at a constant 5 m/s^2.
/// let inside = Hermite {
///     time: 6.0, step: 1.0, start: car(25.0), end: car(30.0), start_rate: car(5.0), end_rate: car(5.0),
/// };
/// let target = |_time: f64, car: &Car<f64>| car.speed_m_s - 100.0 / 3.6;
/// let events = [Event::new(&target)];
/// let reached = crossings(&inside, &events).next().unwrap();
/// assert!((reached.time - 6.555_555_555_555_555).abs() < 1e-14);
/// ```
pub fn crossings<'a, S: Segment>(segment: &'a S, events: &'a [Event<'a, S::State>]) -> Crossings<'a, S> {
    Crossings { segment, events, part: 0, last: None }
}

/// See [`crossings`].
#[derive(Debug)]
pub struct Crossings<'a, S: Segment> {
    segment: &'a S,
    events: &'a [Event<'a, S::State>],
    part: usize,
    last: Option<(f64, usize)>,
}

impl<S: Segment> Crossings<'_, S> {
    /// The crossing of one event in one part.
    fn in_part(&self, event: &Event<'_, S::State>, part: usize) -> Option<(f64, Way)> {
        let value = |s: f64| (event.function)(self.segment.time_at(s), &self.segment.state_at(s));
        let low = part as f64 / PARTS as f64;
        let high = (part + 1) as f64 / PARTS as f64;
        let (at_low, at_high) = (value(low), value(high));
        let way = event.crossed(at_low, at_high)?;
        let root = find_root(value, Bracket { low, high, at_low, at_high }, f64::EPSILON);
        Some((root.high, way))
    }
}

impl<S: Segment> Iterator for Crossings<'_, S> {
    type Item = Crossing<S::State>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.part < PARTS {
            let mut first: Option<(f64, usize, Way)> = None;
            for (index, event) in self.events.iter().enumerate() {
                let Some((fraction, way)) = self.in_part(event, self.part) else {
                    continue;
                };
                let later = self.last.is_none_or(|last| (fraction, index) > last);
                let sooner = first.is_none_or(|(other, _, _)| fraction < other);
                if later && sooner {
                    first = Some((fraction, index, way));
                }
            }
            let Some((fraction, event, way)) = first else {
                self.part += 1;
                continue;
            };
            self.last = Some((fraction, event));
            if self.events[event].terminal {
                self.part = PARTS;
            }
            let (time, state) = (self.segment.time_at(fraction), self.segment.state_at(fraction));
            return Some(Crossing { event, way, fraction, time, state });
        }
        None
    }
}
