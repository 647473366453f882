//! The drive in Foxglove.

use std::sync::Arc;
use std::time::{Duration, Instant};

use skidpad_foxglove::{LiveView, ViewedCar};
use skidpad_world::scene::Place;
use skidpad_world::world::World;

use super::entrant::Entrant;
use crate::choice::Choice;

/// Least time between two pictures.
const BETWEEN: Duration = Duration::from_millis(15);

/// Shows the world of the drive, and of it the player's car.
pub(super) struct InFoxglove {
    server: LiveView,
    shown: Option<Instant>,
    /// The car as it is read, and of which choice it is.
    reader: Option<(Arc<Choice>, ViewedCar)>,
}

impl InFoxglove {
    /// By a server.
    pub fn new(server: LiveView) -> Self {
        Self { server, shown: None, reader: None }
    }

    /// Shows the drive as it is in a frame, also while it is paused.
    pub fn show(&mut self, player: &Entrant, world: &World) {
        if self.shown.is_some_and(|before| before.elapsed() < BETWEEN) {
            return;
        }
        self.shown = Some(Instant::now());
        let choice = player.shared_choice();
        let known = self.reader.take().filter(|(of, _)| Arc::ptr_eq(of, &choice));
        let (choice, mut car) = known.unwrap_or_else(|| {
            let Place { position_m, heading_rad } = player.start();
            let car = ViewedCar::new(choice.model, choice.vehicle.as_ref().map(|own| &own.1));
            (choice, car.started_at(position_m, heading_rad))
        });
        self.server.show(world, player.id(), &mut car);
        self.reader = Some((choice, car));
    }
}
