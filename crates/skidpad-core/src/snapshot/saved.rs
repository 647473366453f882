//! A snapshot of a car of whatever model.

use alloc::vec::Vec;
use core::fmt;

use super::hash::{StateHash, bits};
use super::{NotFinite, Snapshot};
use crate::math::Real;
use crate::model::Model;
use crate::record::{Channel, Channels};
use crate::step::{Clock, Status};

/// A snapshot of a car of whatever model, by the names of its channels: for files, screens and lists of cars of
/// several models. [`Snapshot`] is the small one, which allocates nothing.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The model's name.
    pub model: &'static str,
    /// Names, units and ranges of the state.
    pub states: &'static [Channel],
    /// Names, units and ranges of the mode.
    pub modes: &'static [Channel],
    /// Numbers of the hands on keys or a pad that drive it (`HandsMode` of `skidpad_world::shaping`); empty where it is
    /// driven directly.
    pub hands: &'static [Channel],
    /// The numbers of the state, of the mode, of the hands; as many as there are channels.
    pub numbers: Vec<f64>,
    /// Run status of the car.
    pub status: Status,
    /// The time.
    pub clock: Clock,
    /// Longest sub-step where it is not the vehicle's own, s.
    pub longest_step_s: Option<f64>,
}

/// A snapshot of a car of another model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherModel {
    /// The model that it is of.
    pub found: &'static str,
    /// The model that it must be of.
    pub must: &'static str,
}

impl fmt::Display for OtherModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of {}; must be one of {}", self.found, self.must)
    }
}

impl core::error::Error for OtherModel {}

impl Saved {
    /// Names, units and ranges of all numbers, in order.
    pub fn channels(&self) -> impl Iterator<Item = &'static Channel> {
        self.states.iter().chain(self.modes).chain(self.hands)
    }

    /// Hash of the [`Snapshot`]; with hands, that of the car's and of their numbers.
    pub fn hash(&self) -> u64 {
        let (car, hands) = self.numbers.split_at(usize::min(self.of_car(), self.numbers.len()));
        let mut hash = StateHash::default();
        car.iter().for_each(|number| hash.number(*number));
        let car = hash.end(self.status, &self.clock);
        if self.hands.is_empty() { car } else { hash_with_hands(car, hands.iter().copied()) }
    }

    /// Number of the car's own numbers.
    pub fn of_car(&self) -> usize {
        self.states.len() + self.modes.len()
    }

    /// That it may be put into a car: see [`Snapshot::check`].
    pub fn check(&self) -> Result<(), NotFinite> {
        let bad = self.numbers.iter().position(|number| !number.is_finite());
        let bad = bad.filter(|_| self.status == Status::Running);
        match bad.and_then(|bad| self.channels().nth(bad)) {
            Some(channel) => Err(NotFinite { field: channel.name }),
            None => Ok(()),
        }
    }
}

/// The hash of a car of a hash that hands drive.
pub fn hash_with_hands(car: u64, hands: impl Iterator<Item = f64>) -> u64 {
    let mut hash = StateHash::default();
    hash.word(car);
    hands.for_each(|number| hash.number(number));
    hash.value()
}

impl PartialEq for Saved {
    /// Equal to the bit, all NaNs being one.
    fn eq(&self, other: &Self) -> bool {
        let mine = self.numbers.iter().map(|number| bits(*number));
        let rest = |one: &Self| (one.model, one.status, one.clock, one.longest_step_s);
        rest(self) == rest(other) && mine.eq(other.numbers.iter().map(|number| bits(*number)))
    }
}

impl<M: Model, R: Real> From<&Snapshot<M, R>> for Saved {
    fn from(snapshot: &Snapshot<M, R>) -> Self {
        let mut numbers = alloc::vec![0.0; Snapshot::<M, R>::LEN];
        let mut places = numbers.iter_mut();
        snapshot.numbers(|number| {
            if let Some(place) = places.next() {
                *place = number;
            }
        });
        Self {
            model: M::NAME,
            states: M::State::<R>::CHANNELS,
            modes: M::Mode::<R>::CHANNELS,
            hands: &[],
            numbers,
            status: snapshot.status,
            clock: snapshot.clock,
            longest_step_s: snapshot.longest_step_s,
        }
    }
}

impl<M: Model, R: Real> TryFrom<&Saved> for Snapshot<M, R> {
    type Error = OtherModel;
    fn try_from(saved: &Saved) -> Result<Self, OtherModel> {
        if saved.model == M::NAME && saved.numbers.len() == Self::LEN {
            let longest_step_s = saved.longest_step_s;
            Ok(Self { longest_step_s, ..Self::from_numbers(&saved.numbers, saved.status, saved.clock) })
        } else {
            Err(OtherModel { found: saved.model, must: M::NAME })
        }
    }
}
