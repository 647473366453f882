//! The world of a run, with a log where one is asked for.

use skidpad_core::step::Dt;

use crate::log::{CarLabel, LogSettings, LoggedWorld, WorldLog};
use crate::rolling::Request;
use crate::world::{CarId, Event, Member, World, WorldError};

/// A world that may be logged.
pub(super) enum Staged {
    Plain(Box<World>),
    Logged(Box<LoggedWorld>),
}

impl Staged {
    pub fn new(world: World, log: Option<LogSettings>) -> Self {
        match log {
            None => Self::Plain(Box::new(world)),
            Some(settings) => Self::Logged(Box::new(LoggedWorld::new(world, settings))),
        }
    }

    pub fn world(&self) -> &World {
        match self {
            Self::Plain(world) => world,
            Self::Logged(logged) => logged.world(),
        }
    }

    pub fn add(&mut self, member: Member, label: CarLabel) -> Result<CarId, WorldError> {
        match self {
            Self::Plain(world) => world.add(member),
            Self::Logged(logged) => logged.add(member, label),
        }
    }

    pub fn set_request(&mut self, id: CarId, request: Request) {
        match self {
            Self::Plain(world) => world.set_request(id, request),
            Self::Logged(logged) => logged.set_request(id, request),
        };
    }

    pub fn step(&mut self, dt: Dt) {
        match self {
            Self::Plain(world) => world.step(dt),
            Self::Logged(logged) => logged.step(dt),
        }
    }

    pub fn take_events(&mut self) -> Vec<Event> {
        match self {
            Self::Plain(world) => world.take_events(),
            Self::Logged(logged) => logged.take_events(),
        }
    }

    /// The log, where there is one.
    pub fn into_log(self) -> Option<WorldLog> {
        match self {
            Self::Plain(_) => None,
            Self::Logged(logged) => Some(logged.into_parts().1),
        }
    }
}
