//! How fast time goes, and in which steps.

use skidpad_core::step::Dt;

use super::rates::{steps, steps_of};
use super::{Drive, Pace};
use crate::run::rate_hz;

impl Drive {
    /// Steps a second, from here on. The cars' own sub-steps make it hardly matter. Where it is the same nothing changes:
    /// the picture stays where it is between two steps.
    pub fn set_rate_hz(&mut self, rate_hz: u32) {
        let rate_hz = rate_hz.clamp(1, 10_000);
        if rate_hz != self.rate_hz {
            self.rate_hz = rate_hz;
            self.steps = steps(rate_hz);
        }
    }

    /// Length of the steps, from here on.
    pub(super) fn set_dt(&mut self, dt: Dt) {
        if dt.seconds().to_bits() != self.steps.dt().seconds().to_bits() {
            self.rate_hz = rate_hz(dt.seconds());
            self.steps = steps_of(dt);
        }
    }

    /// Steps a second.
    pub fn rate_hz(&self) -> u32 {
        self.rate_hz
    }

    /// Pace of time.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Lets time go on otherwise.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }
}
