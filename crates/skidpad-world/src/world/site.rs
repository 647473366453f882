//! What a world has besides its cars.

use std::sync::Arc;

use skidpad_core::surface::Surface;

use super::WorldError;
use crate::contact::{Wall, Walls};
use crate::ground::{Ground, Road};

/// The static part of a world: road and air, where the road differs, and the walls.
#[derive(Clone, Debug)]
pub struct Site {
    /// Road and air.
    pub surface: Surface<f64>,
    /// Patches, bumps and maps on it.
    pub ground: Arc<Ground>,
    /// Walls, behind a search tree.
    pub walls: Arc<Walls>,
}

impl Site {
    /// Dry, level asphalt without end in still air.
    pub fn asphalt() -> Self {
        Self::new(Surface::asphalt())
    }

    /// A site with one surface everywhere.
    pub fn new(surface: Surface<f64>) -> Self {
        Self { surface, ground: Arc::default(), walls: Arc::default() }
    }

    /// The site with a ground that differs from place to place.
    #[must_use]
    pub fn with_ground(self, ground: Ground) -> Self {
        Self { ground: Arc::new(ground), ..self }
    }

    /// The site with walls.
    ///
    /// # Errors
    /// Every number of the walls that is not finite or out of its range, by name.
    pub fn with_walls(self, walls: Vec<Wall>) -> Result<Self, WorldError> {
        let walls = Walls::new(walls).map_err(WorldError::Faults)?;
        Ok(Self { walls: Arc::new(walls), ..self })
    }

    /// Surface and ground, as a car drives on them.
    pub fn road(&self) -> Road<'_> {
        Road { surface: &self.surface, ground: &self.ground }
    }
}
