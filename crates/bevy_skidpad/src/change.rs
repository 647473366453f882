//! Vehicles that appear and go.

use bevy_ecs::prelude::*;

/// A change of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// Its component was inserted.
    Joins(Entity),
    /// Its component was removed.
    Leaves(Entity),
    /// Its car is made once more: its file was changed, or it lost its rigid body.
    #[cfg(any(feature = "asset", feature = "avian", feature = "rapier"))]
    Remade(Entity),
}

impl Change {
    /// The vehicle.
    pub fn entity_mut(&mut self) -> &mut Entity {
        match self {
            Self::Joins(entity) | Self::Leaves(entity) => entity,
            #[cfg(any(feature = "asset", feature = "avian", feature = "rapier"))]
            Self::Remade(entity) => entity,
        }
    }
}
