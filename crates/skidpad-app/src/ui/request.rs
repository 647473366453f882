//! Changes of the drive that panels ask for: the simulator makes them.

use skidpad_world::scene::Scene;

use crate::choice::{Choice, ChoiceError};
use crate::drive::Drive;

/// A change of the cars, the scene or the step rate.
pub enum Request {
    /// Another model or vehicle for the player's car, which continues from its position and speed.
    Tune(Choice),
    /// Another car for the player, at the start.
    Choose(Choice),
    /// Another scene.
    GoTo(Box<Scene>),
    /// Another step rate, Hz.
    SetRateHz(u32),
    /// One more ghost.
    AddGhost(Choice),
    /// One ghost less, by its index among the cars.
    RemoveGhost(usize),
    /// Ghosts that collide with each other and the player, or pass through everything.
    SetSolid(bool),
}

impl Request {
    /// Makes the change.
    ///
    /// # Errors
    /// A car that its model does not take, or too many ghosts; then nothing has changed.
    pub fn apply(self, drive: &mut Drive) -> Result<(), ChoiceError> {
        match self {
            Self::Tune(choice) => drive.tune(&choice)?,
            Self::Choose(choice) => drive.choose(&choice)?,
            Self::AddGhost(choice) => drive.add_ghost(&choice)?,
            Self::GoTo(scene) => drive.go_to(*scene),
            Self::SetRateHz(rate_hz) => drive.set_rate_hz(rate_hz),
            Self::RemoveGhost(index) => drive.remove_ghost(index),
            Self::SetSolid(is_solid) => drive.set_solid(is_solid),
        }
        Ok(())
    }
}
