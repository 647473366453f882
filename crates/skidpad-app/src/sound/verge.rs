//! Wheels beside the road: kerbs rumble at the rate at which wheels pass their blocks, loose ground hisses.

use core::f64::consts::TAU;

use super::glide::Glide;
use super::noise::{Band, Noise};

/// Length of a ridge of a kerb, m: the serrations of the FIA's kerbs are half a metre long.
const RIDGE_M: f64 = 0.5;
/// Speeds from which kerbs and loose ground grow no louder, m/s.
const FULL_M_S: [f64; 2] = [12.0, 25.0];
/// Gains of kerbs and of loose ground.
const LOUDNESS: [f64; 2] = [1.1, 1.4];
const LAG_S: f64 = 0.04;

/// Ground under the wheels that is heard: shares of the wheels, [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VergeHeard {
    /// Wheels on kerbs.
    pub kerb: f64,
    /// Wheels on grass, gravel, sand or soil.
    pub loose: f64,
}

impl VergeHeard {
    /// Returns the state clamped to its ranges; `None` if a number is not finite.
    pub(super) fn sane(&self) -> Option<Self> {
        let is_sane = self.kerb.is_finite() && self.loose.is_finite();
        is_sane.then(|| Self { kerb: self.kerb.clamp(0.0, 1.0), loose: self.loose.clamp(0.0, 1.0) })
    }
}

/// The voice of kerbs and loose ground.
#[derive(Clone, Debug)]
pub(super) struct VergeVoice {
    kerb: Glide,
    loose: Glide,
    speed: Glide,
    /// Part of the way over a ridge, [0, 1).
    phase: f64,
    noise: Noise,
    bands: [Band; 2],
}

impl Default for VergeVoice {
    fn default() -> Self {
        let still = Glide::at(0.0, LAG_S);
        let bands = [Band::default(); 2];
        Self { kerb: still, loose: still, speed: still, phase: 0.0, noise: Noise::new(0x3E), bands }
    }
}

impl VergeVoice {
    /// Takes the ground under the wheels, and the speed, m/s.
    pub fn hear(&mut self, verge: &VergeHeard, speed_m_s: f64) {
        self.kerb.to(verge.kerb);
        self.loose.to(verge.loose);
        self.speed.to(speed_m_s);
    }

    pub fn next(&mut self, dt_s: f64) -> f64 {
        let speed_m_s = self.speed.next(dt_s);
        let [kerb, loose] = [self.kerb.next(dt_s), self.loose.next(dt_s)];
        if kerb == 0.0 && loose == 0.0 {
            return 0.0;
        }
        self.phase = (self.phase + speed_m_s / RIDGE_M * dt_s).fract();
        let noise = self.noise.next();
        let [kerb_share, loose_share] = FULL_M_S.map(|full_m_s| (speed_m_s / full_m_s).min(1.0));
        // A knock at each ridge: the noise of the tyre in its rhythm, and the rhythm itself.
        let knock = (0.5 + 0.5 * (TAU * self.phase).cos()).powi(3);
        let rumble = 0.5 * (TAU * self.phase).sin() + knock * self.bands[0].next(noise, 170.0, 0.8, dt_s);
        let hiss = self.bands[1].next(noise, 420.0 + 20.0 * speed_m_s, 0.5, dt_s);
        LOUDNESS[0] * kerb * kerb_share * rumble + LOUDNESS[1] * loose * loose_share * hiss
    }
}
