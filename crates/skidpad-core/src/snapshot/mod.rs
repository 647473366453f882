//! Snapshots: all of a car that changes while it drives, as one small value.
//!
//! A snapshot is a copy of the state, the mode, the status, the time as a count of steps, and the longest sub-step where
//! the caller chose another than the vehicle's. The state is all there
//! is: put back into a car of the same data and integrator it goes on with the same bits. What does not change while
//! driving (the vehicle, the integrator) is not in it: that is who drives, not where he is.
//!
//! Any [`Model`] has snapshots; it need do nothing for them, as its state and mode are records.
//!
//! ```
//! use skidpad_texts::w1::{self, W1};
//! use skidpad_core::record::Empty;
//! use skidpad_core::step::{Dt, Simulation};
//! use skidpad_core::surface::Surface;
//!
//! let (state, input) = w1::workload::start(1);
//! let mut car = Simulation::<W1>::new(Empty, Empty, state);
//! let mut step = |car: &mut Simulation<W1>| car.step(&input, &Surface::asphalt(), Dt::new(0.01).unwrap());
//! step(&mut car);
//! let before = car.save();
//! step(&mut car);
//! let hash = car.hash();
//! car.restore(&before)?; // back in time,
//! step(&mut car); // and the same once more
//! assert_eq!(car.hash(), hash);
//! # Ok::<(), skidpad_core::snapshot::NotFinite>(())
//! ```

mod hash;
mod saved;

use core::fmt;

pub use hash::StateHash;
pub use saved::{OtherModel, Saved, hash_with_hands};

use crate::math::{Mask, Real};
use crate::model::Model;
use crate::record::{Channel, Channels, Record, Sink, Source};
use crate::step::{Clock, Simulation, Status};

/// All of a car that changes while it drives.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<M: Model, R: Real = f64> {
    /// Integrated state.
    pub state: M::State<R>,
    /// Discrete state, which changes in jumps.
    pub mode: M::Mode<R>,
    /// Run status of the car.
    pub status: Status,
    /// The time.
    pub clock: Clock,
    /// Longest sub-step where it is not the vehicle's own, s: of a [`bare`](Simulation::bare) car the largest step.
    pub longest_step_s: Option<f64>,
}

/// A number of a running car that is not finite: the snapshot was not put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite {
    /// The channel's name.
    pub field: &'static str,
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not finite in a snapshot of a running car; take one from before", self.field)
    }
}

impl core::error::Error for NotFinite {}

impl<M: Model, R: Real> Snapshot<M, R> {
    /// Number of numbers of state and mode together.
    pub const LEN: usize = <M::State<R> as Record<R>>::LEN + <M::Mode<R> as Record<R>>::LEN;

    /// Names, units and ranges of all numbers: the state's, then the mode's.
    pub fn channels() -> impl Iterator<Item = &'static Channel> {
        M::State::<R>::CHANNELS.iter().chain(M::Mode::<R>::CHANNELS)
    }

    /// Takes all numbers in the order of [`channels`](Self::channels), each widened to `f64`, which is exact.
    pub fn numbers(&self, mut take: impl FnMut(f64)) {
        self.state.store(&mut Taker(&mut take));
        self.mode.store(&mut Taker(&mut take));
    }

    /// The number of a place in [`channels`](Self::channels); NaN beyond the last.
    pub fn number(&self, index: usize) -> f64 {
        let (mut place, mut found) = (0, f64::NAN);
        self.numbers(|number| {
            found = if place == index { number } else { found };
            place += 1;
        });
        found
    }

    /// A snapshot from its numbers, each rounded to `R`, with the sub-step of the car's vehicle.
    ///
    /// # Panics
    /// If there are fewer than [`LEN`](Self::LEN).
    pub fn from_numbers(numbers: &[f64], status: Status, clock: Clock) -> Self {
        let (state, mode) = numbers.split_at(<M::State<R> as Record<R>>::LEN);
        let (state, mode) = (Record::load(&Rounded(state)), Record::load(&Rounded(mode)));
        Self { state, mode, status, clock, longest_step_s: None }
    }

    /// The [`StateHash`] of all numbers in order, the status' code, the steps, and the clock's two times. Vehicle,
    /// integrator and longest sub-step are not in it.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.record(&self.state);
        hash.record(&self.mode);
        hash.end(self.status, &self.clock)
    }

    /// That it may be put into a car: a running car's numbers are finite. One that was stopped may have been made of
    /// numbers that never were.
    pub fn check(&self) -> Result<(), NotFinite> {
        if self.status != Status::Running || (self.mode.all_finite() & self.state.all_finite()).all() {
            return Ok(());
        }
        let bad = (0..Self::LEN).find(|index| !self.number(*index).is_finite());
        match bad.and_then(|bad| Self::channels().nth(bad)) {
            Some(channel) => Err(NotFinite { field: channel.name }),
            None => Ok(()),
        }
    }
}

impl<M: Model, R: Real> PartialEq for Snapshot<M, R> {
    /// Equal to the bit, all NaNs being one.
    fn eq(&self, other: &Self) -> bool {
        let numbers = |index| hash::bits(self.number(index)) == hash::bits(other.number(index));
        let rest = |one: &Self| (one.status, one.clock, one.longest_step_s);
        rest(self) == rest(other) && (0..Self::LEN).all(numbers)
    }
}

impl<M: Model> Simulation<M> {
    /// All of it that changes while it drives.
    pub fn save(&self) -> Snapshot<M> {
        let longest_step_s = self.imposed_step_s;
        Snapshot {
            state: self.state,
            mode: self.mode,
            status: self.status,
            clock: self.clock,
            longest_step_s,
        }
    }

    /// Puts a snapshot of a car of the same data and integrator back: it goes on from there with the same bits, and
    /// one that was stopped drives again.
    ///
    /// # Errors
    /// A number that is not finite, by name. Then nothing has changed.
    pub fn restore(&mut self, snapshot: &Snapshot<M>) -> Result<(), NotFinite> {
        snapshot.check()?;
        (self.state, self.mode) = (snapshot.state, snapshot.mode);
        (self.status, self.clock) = (snapshot.status, snapshot.clock);
        self.imposed_step_s = snapshot.longest_step_s;
        Ok(())
    }

    /// The [`Snapshot::hash`] of this instant: the same on every platform.
    pub fn hash(&self) -> u64 {
        self.save().hash()
    }
}

/// Hands on each number.
struct Taker<'a, F>(&'a mut F);

impl<R: Real, F: FnMut(f64)> Sink<R> for Taker<'_, F> {
    fn write(&mut self, _: usize, value: R) {
        (self.0)(value.lane(0));
    }
}

/// Numbers that are rounded as they are read.
struct Rounded<'a>(&'a [f64]);

impl<R: Real> Source<R> for Rounded<'_> {
    fn read(&self, index: usize) -> R {
        R::lit(self.0[index])
    }
}
