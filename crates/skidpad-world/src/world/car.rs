//! A car in a world.

use core::fmt;

use crate::contact::Body;
use crate::rolling::{Request, Rolling};

/// The number of a car in a world. It stays the same while others join and leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CarId(pub(super) u32);

impl CarId {
    /// The number: 0 for the first car that joined, 1 for the second.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for CarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A car that is to join a world.
#[derive(Clone)]
pub struct Member {
    /// The car.
    pub car: Box<dyn Rolling>,
    /// Its body, by which it meets walls and other cars; `None`: it passes through everything, as a ghost.
    pub body: Option<Body>,
}

/// A car of a world with what is known of it.
#[derive(Clone)]
pub(super) struct Entry {
    pub id: CarId,
    pub car: Box<dyn Rolling>,
    pub body: Option<Body>,
    pub request: Request,
    pub told: Told,
}

/// Conditions of a car that were told by an event when they began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// The run of the car has ended, or it was quarantined.
    pub ended: bool,
    /// The car slides tail first.
    pub spun: bool,
    /// The car is farther away or faster than contact can compute.
    pub out_of_range: bool,
}

impl Entry {
    pub fn new(id: CarId, member: Member) -> Self {
        Self { id, car: member.car, body: member.body, request: Request::untouched(), told: Told::default() }
    }

    pub fn into_member(self) -> Member {
        Member { car: self.car, body: self.body }
    }
}
