//! The sound of a car, made from its state alone: the engine from its speed and load, tyres from their slip, rolling and
//! wind noise from the speed. No device is needed: a [`Sound`] fills samples, and a `player` plays them.
//!
//! ```
//! use skidpad_app::sound::{Engine, Heard, Sound};
//!
//! let mut sound = Sound::default();
//! let mut samples = [0.0; 480];
//! sound.fill(&mut samples, 48_000.0);
//! assert_eq!(samples, [0.0; 480], "nothing runs");
//! let engine = Engine { rpm: 3000.0, load: 1.0, cylinders: 6.0, ..Engine::default() };
//! sound.hear(&Heard { engine, ..Heard::default() });
//! sound.fill(&mut samples, 48_000.0);
//! assert!(samples.iter().any(|sample| sample.abs() > 0.01) && samples.iter().all(|sample| sample.abs() <= 1.0));
//! ```
#![allow(clippy::disallowed_methods, reason = "what is heard is not hashed")]

mod engine;
mod glide;
mod heard;
mod noise;
mod of_run;
pub mod player;
mod tyres;
mod verge;
mod wav;

pub use engine::Engine;
pub use heard::{cylinders, heard};
pub use of_run::{RATE_HZ, of_run};
pub use tyres::TyreHeard;
pub use verge::VergeHeard;
pub use wav::wav;

use engine::EngineVoice;
use glide::Glide;
use noise::Air;
use tyres::TyreVoice;
use verge::VergeVoice;

/// State of a car that determines its sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heard {
    /// The engine.
    pub engine: Engine,
    /// Front left, front right, rear left, rear right.
    pub tyres: [TyreHeard; 4],
    /// Speed over the ground, m/s.
    pub speed_m_s: f64,
    /// Kerbs and loose ground under the wheels.
    pub verge: VergeHeard,
}

impl Heard {
    /// Returns the state clamped to its ranges; silence if any number is not finite.
    #[must_use]
    pub fn sane(&self) -> Self {
        let tyres = self.tyres.map(|tyre| tyre.sane());
        let rest = self.engine.sane().zip(self.verge.sane());
        match (rest, tyres, self.speed_m_s) {
            (Some((engine, verge)), [Some(a), Some(b), Some(c), Some(d)], speed) if speed.is_finite() => {
                Self { engine, tyres: [a, b, c, d], speed_m_s: speed.abs().min(150.0), verge }
            }
            _ => Self::default(),
        }
    }
}

/// Gain ahead of the limiter.
const LOUDNESS: f64 = 0.9;
/// Time constant of the volume, s.
const VOLUME_S: f64 = 0.015;
/// Lowest and highest sample rate, Hz.
const RATES_HZ: (f64, f64) = (8000.0, 192_000.0);

/// Makes samples. Its inputs change in steps, from frame to frame; its output does not, for every number glides to its
/// target sample by sample.
#[derive(Clone, Debug)]
pub struct Sound {
    engine: EngineVoice,
    tyres: [TyreVoice; 4],
    air: Air,
    verge: VergeVoice,
    volume: Glide,
}

impl Default for Sound {
    fn default() -> Self {
        Self {
            engine: EngineVoice::default(),
            tyres: [0, 1, 2, 3].map(TyreVoice::new),
            air: Air::default(),
            verge: VergeVoice::default(),
            volume: Glide::at(1.0, VOLUME_S),
        }
    }
}

impl Sound {
    /// A sound with the volume at 0.
    pub fn silent() -> Self {
        Self { volume: Glide::at(0.0, VOLUME_S), ..Self::default() }
    }

    /// Sets the state heard from here on; if a number in it is not finite, silence.
    pub fn hear(&mut self, heard: &Heard) {
        let heard = heard.sane();
        self.engine.hear(&heard.engine);
        for (voice, tyre) in self.tyres.iter_mut().zip(&heard.tyres) {
            voice.hear(tyre);
        }
        self.air.hear(heard.speed_m_s);
        self.verge.hear(&heard.verge, heard.speed_m_s);
    }

    /// Sets the volume, [0, 1].
    pub fn set_volume(&mut self, volume: f64) {
        self.volume.to(if volume.is_finite() { volume.clamp(0.0, 1.0) } else { 0.0 });
    }

    /// Makes the next samples at a rate, Hz, each within -1 and 1. While the volume is 0 all are 0, and the sound does not
    /// advance.
    pub fn fill(&mut self, out: &mut [f32], rate_hz: f64) {
        let rate_hz = if rate_hz.is_finite() { rate_hz.clamp(RATES_HZ.0, RATES_HZ.1) } else { RATES_HZ.1 };
        let dt_s = 1.0 / rate_hz;
        for sample in out {
            if self.volume.is_nothing() {
                *sample = 0.0;
                continue;
            }
            let tyres: f64 = self.tyres.iter_mut().map(|tyre| tyre.next(dt_s)).sum();
            let sum = self.engine.next(dt_s) + tyres + self.air.next(dt_s) + self.verge.next(dt_s);
            // What is too loud is bent, not cut: a cut would crackle.
            *sample = (LOUDNESS * sum * self.volume.next(dt_s)).tanh() as f32;
        }
    }
}
