//! The player's car as live telemetry reads it.

use std::sync::Arc;

use skidpad_world::laps::Laps;
use skidpad_world::live::LiveCar;
use skidpad_world::world::World;

use super::entrant::Entrant;
#[cfg(feature = "foxglove")]
use super::in_foxglove::InFoxglove;
use crate::choice::Choice;
use crate::feed::LiveFeed;

/// Sends live telemetry of the player's car.
#[derive(Default)]
pub(super) struct Watched {
    feed: LiveFeed,
    #[cfg(feature = "foxglove")]
    view: Option<InFoxglove>,
    /// The car as it is read, and of which choice it is.
    reader: Option<(Arc<Choice>, LiveCar)>,
}

impl Watched {
    /// To the targets of a feed.
    pub fn set_feed(&mut self, feed: LiveFeed) {
        self.feed = feed;
    }

    /// Shows the drive in Foxglove, too.
    #[cfg(feature = "foxglove")]
    pub fn set_view(&mut self, server: skidpad_foxglove::LiveView) {
        self.view = Some(InFoxglove::new(server));
    }

    /// Takes the car after a step.
    pub fn follow(&mut self, player: &Entrant, world: &World, laps: Option<&Laps>) {
        let choice = player.shared_choice();
        let known = self.reader.take().filter(|(of, _)| Arc::ptr_eq(of, &choice));
        let (choice, mut car) = known.unwrap_or_else(|| {
            let vehicle = choice.vehicle.as_ref().map(|own| &own.1);
            let car = LiveCar::new(choice.model, vehicle);
            (choice, car)
        });
        car.follow(world, player.id());
        self.feed.send(player.time_s(), &choice.name, || car.sample(world, player.id(), laps));
        self.reader = Some((choice, car));
    }

    /// Shows a frame in Foxglove.
    #[cfg(feature = "foxglove")]
    pub fn show(&mut self, player: &Entrant, world: &World) {
        if let Some(view) = &mut self.view {
            view.show(player, world);
        }
    }
}
