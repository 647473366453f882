//! What is heard last, from the pictures to the thread of a device.

use std::sync::{Arc, Mutex, PoisonError};

use crate::sound::{Heard, Sound};

#[derive(Clone, Debug, Default)]
struct Now {
    heard: Heard,
    volume: f64,
    trouble: Option<String>,
}

/// A board on which the last word stands.
#[derive(Clone, Debug, Default)]
pub struct Latest(Arc<Mutex<Now>>);

impl Latest {
    fn with<T>(&self, look: impl FnOnce(&mut Now) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn write(&self, heard: &Heard, volume: f64) {
        self.with(|now| (now.heard, now.volume) = (*heard, volume));
    }

    pub fn trouble(&self) -> Option<String> {
        self.with(|now| now.trouble.clone())
    }

    pub fn complain(&self, why: String) {
        self.with(|now| now.trouble = Some(why));
    }

    /// Makes samples of what stands there.
    pub fn fill(&self, sound: &mut Sound, samples: &mut [f32], rate_hz: f64) {
        let (heard, volume) = self.with(|now| (now.heard, now.volume));
        sound.hear(&heard);
        sound.set_volume(volume);
        sound.fill(samples, rate_hz);
    }
}
