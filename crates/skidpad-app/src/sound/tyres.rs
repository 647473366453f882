//! The tyres: noise in a narrow band, whose pitch and loudness follow the sliding. Short of the peak of its force a tyre
//! squeaks, at it it squeals, far beyond it it howls lower and rougher.

use super::glide::Glide;
use super::noise::{Band, Noise};

/// Slip at which a tyre is first heard and at which it is loudest, as a multiple of the slip at its largest force.
const SQUEALS: (f64, f64) = (0.75, 1.35);
/// Slip velocity from which the squeal grows no louder, m/s.
const FULL_M_S: f64 = 3.0;
/// Pitch of each tyre as it begins to slide, Hz; no two are quite alike.
const PITCH_HZ: [f64; 4] = [860.0, 905.0, 790.0, 830.0];
/// Gain of a tyre.
const LOUDNESS: f64 = 1.1;
/// Time constant of loudness and slip, s.
const LAG_S: f64 = 0.03;

/// State of a tyre that determines its sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TyreHeard {
    /// Combined slip as a multiple of the slip at its largest force: above 1 it slides.
    pub sliding: f64,
    /// Slip velocity over the road, m/s: magnitude.
    pub slip_m_s: f64,
    /// Vertical load as a share of the mean load of the car's tyres.
    pub load: f64,
}

impl TyreHeard {
    /// Returns the state clamped to its ranges; `None` if a number is not finite.
    pub(super) fn sane(&self) -> Option<Self> {
        let all = [self.sliding, self.slip_m_s, self.load];
        all.iter().all(|number| number.is_finite()).then(|| Self {
            sliding: self.sliding.clamp(0.0, 20.0),
            slip_m_s: self.slip_m_s.clamp(0.0, 100.0),
            load: self.load.clamp(0.0, 3.0),
        })
    }

    /// Loudness: 0 where it is silent, 1 in a full slide at the mean load, more at a higher load.
    fn loudness(&self) -> f64 {
        let share = ((self.sliding - SQUEALS.0) / (SQUEALS.1 - SQUEALS.0)).clamp(0.0, 1.0);
        let eased = share * share * (3.0 - 2.0 * share);
        eased * (self.slip_m_s / FULL_M_S).min(1.0).sqrt() * self.load.min(1.5).sqrt()
    }
}

/// The voice of a tyre.
#[derive(Clone, Debug)]
pub(super) struct TyreVoice {
    pitch_hz: f64,
    loudness: Glide,
    sliding: Glide,
    slip: Glide,
    noise: Noise,
    first: Band,
    second: Band,
}

impl TyreVoice {
    pub fn new(place: usize) -> Self {
        let lag = Glide::at(0.0, LAG_S);
        Self {
            pitch_hz: PITCH_HZ[place],
            loudness: lag,
            sliding: lag,
            slip: lag,
            noise: Noise::new(0x700 + place as u64),
            first: Band::default(),
            second: Band::default(),
        }
    }

    pub fn hear(&mut self, tyre: &TyreHeard) {
        self.loudness.to(tyre.loudness());
        self.sliding.to(tyre.sliding);
        self.slip.to(tyre.slip_m_s);
    }

    pub fn next(&mut self, dt_s: f64) -> f64 {
        let (loudness, sliding) = (self.loudness.next(dt_s), self.sliding.next(dt_s));
        let (slip, noise) = (self.slip.next(dt_s), self.noise.next());
        if loudness == 0.0 {
            return 0.0;
        }
        // Higher the faster it slips, lower again when it slides more than it rolls.
        let howls = ((sliding - 2.0) / 4.0).clamp(0.0, 1.0);
        let pitch_hz = self.pitch_hz * (1.0 + 0.02 * slip.min(12.0)) * (1.0 - 0.3 * howls);
        let quality = 22.0 - 14.0 * howls;
        let first = self.first.next(noise, pitch_hz, quality, dt_s);
        let second = self.second.next(noise, 2.1 * pitch_hz, quality, dt_s);
        // Noise through a narrow band is small by the root of its width.
        LOUDNESS * loudness * (quality / 22.0).sqrt() * (first + 0.45 * second)
    }
}
