//! Who met whom in a world.

use super::car::CarId;
use crate::contact::{Impact, Met};

/// One of two that met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// A car.
    Car(CarId),
    /// A cone, by its place among those of the site.
    Cone(usize),
    /// A wall, by its place among those of the site.
    Wall(usize),
}

/// An impact of two in a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldImpact {
    /// The one of the two that is named first by [`Party`]'s order: of two cars the one that joined first.
    pub first: Party,
    /// The other of the two.
    pub second: Party,
    /// Time, position, impulses and energy, as contact computed them. Its own bodies are places in a list of the step.
    pub impact: Impact,
}

impl WorldImpact {
    /// An impact among the movable bodies of a step.
    pub(super) fn new(impact: &Impact, bodies: &[Party]) -> Self {
        let body = bodies[impact.body];
        let met = match impact.met {
            Met::Body(other) => bodies[other],
            Met::Wall(wall) => Party::Wall(wall),
        };
        Self { first: Ord::min(body, met), second: Ord::max(body, met), impact: *impact }
    }

    /// Returns true where a party is one of the two.
    pub fn concerns(&self, party: Party) -> bool {
        self.first == party || self.second == party
    }
}
