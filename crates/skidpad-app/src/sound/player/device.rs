//! A device that plays sound, on any platform.

use crate::sound::Heard;

/// A device that plays what is heard.
pub trait Player {
    /// Plays this from here on, with a volume, [0, 1]. Called with every picture; it does not wait.
    fn play(&mut self, heard: &Heard, volume: f64);

    /// What is wrong with it, for the player of the car to read.
    fn trouble(&self) -> Option<String> {
        None
    }
}
