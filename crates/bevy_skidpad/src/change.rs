//! Vehicles that appear and go.

use bevy_ecs::prelude::*;

/// A change of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// Its component was inserted.
    Joins(Entity),
    /// Its component was removed.
    Leaves(Entity),
    /// Its file was changed.
    #[cfg(feature = "asset")]
    Reloaded(Entity),
}

impl Change {
    /// The vehicle.
    pub fn entity_mut(&mut self) -> &mut Entity {
        match self {
            Self::Joins(entity) | Self::Leaves(entity) => entity,
            #[cfg(feature = "asset")]
            Self::Reloaded(entity) => entity,
        }
    }
}
