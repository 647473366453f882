//! A device that plays sound, on any platform.

use crate::sound::Heard;

/// A device that plays what is heard.
pub trait Player {
    /// Plays this from here on, with a volume, [0, 1]. Called with every frame; it does not block.
    fn play(&mut self, heard: &Heard, volume: f64);

    /// Message about a fault of the device; `None` while there is none.
    fn trouble(&self) -> Option<String> {
        None
    }
}
