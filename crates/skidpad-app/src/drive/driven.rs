//! The world of a drive: driven by its player, or by a log.

use std::sync::Arc;

use skidpad_world::log::{LoggedCar, LoggedWorld, WorldLog};
use skidpad_world::world::{CarId, Event, World};

use super::playback::Playback;

/// A world that is driven by its player, or by a log.
pub(super) enum Driven {
    Live(Box<LoggedWorld>),
    Again(Box<Playback>),
}

impl Driven {
    pub(super) fn world(&self) -> &World {
        match self {
            Self::Live(world) => world.world(),
            Self::Again(playback) => playback.replay.world(),
        }
    }

    /// The log under way, or the one that is replayed.
    pub(super) fn log(&self) -> &WorldLog {
        match self {
            Self::Live(world) => world.unfinished_log(),
            Self::Again(playback) => playback.replay.log(),
        }
    }

    /// The cars that are here, as they joined.
    pub(super) fn cars(&self) -> Vec<(CarId, Arc<LoggedCar>)> {
        let shared = |(id, car): (CarId, &Arc<LoggedCar>)| (id, Arc::clone(car));
        match self {
            Self::Live(world) => world.cars().map(shared).collect(),
            Self::Again(playback) => playback.replay.cars().map(shared).collect(),
        }
    }

    pub(super) fn take_events(&mut self) -> Vec<Event> {
        match self {
            Self::Live(world) => world.take_events(),
            Self::Again(playback) => playback.replay.take_events(),
        }
    }

    /// Goes to where the world was after so many steps of its log. Returns false where that is not possible.
    pub(super) fn go_to(&mut self, steps: u64) -> bool {
        match self {
            Self::Live(world) => world.rewind(steps).is_ok(),
            Self::Again(playback) => playback.seek(steps),
        }
    }

    /// Ends a replay that cannot go on.
    pub(super) fn give_up(&mut self) {
        if let Self::Again(playback) = self {
            playback.give_up();
        }
    }
}
