//! The drive in Foxglove.

use std::sync::Arc;

use skidpad_formats::live::Beat;
use skidpad_foxglove::{LiveView, ViewedCar};
use skidpad_world::world::World;

use super::entrant::Entrant;
use crate::choice::Choice;

/// Pictures of the drive, 1/s.
const PICTURES_HZ: u32 = 60;

/// Shows the world of the drive, and of it the player's car.
pub(super) struct InFoxglove {
    server: LiveView,
    beat: Beat,
    /// The car as it is read, and of which choice it is.
    reader: Option<(Arc<Choice>, ViewedCar)>,
}

impl InFoxglove {
    /// By a server.
    pub fn new(server: LiveView) -> Self {
        Self { server, beat: Beat::new(PICTURES_HZ), reader: None }
    }

    /// Shows what there is after a step, where a picture is due.
    pub fn follow(&mut self, player: &Entrant, world: &World) {
        if !self.beat.is_due(player.time_s()) {
            return;
        }
        let choice = player.shared_choice();
        let known = self.reader.take().filter(|(of, _)| Arc::ptr_eq(of, &choice));
        let (choice, mut car) = known.unwrap_or_else(|| {
            let car = ViewedCar::new(choice.model, choice.vehicle.as_ref().map(|own| &own.1));
            (choice, car)
        });
        self.server.show(world, player.id(), &mut car);
        self.reader = Some((choice, car));
    }
}
