//! Noise of the rolling wheels and of the wind.

use core::f64::consts::PI;

use super::glide::Glide;

/// White noise: a xorshift generator, with the same numbers for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct Noise(u64);

impl Noise {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next number, [-1, 1).
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// A band around a frequency, as the state-variable filter in the form of Zavalishin, The Art of VA Filter Design (2018),
/// section 4.1: its frequency may change with every sample. What passes at its middle keeps its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Band {
    one: f64,
    two: f64,
}

impl Band {
    /// The next sample: of a frequency, and of a quality, middle over width.
    pub fn next(&mut self, input: f64, middle_hz: f64, quality: f64, dt_s: f64) -> f64 {
        let g = (PI * middle_hz.max(1.0) * dt_s).min(1.5).tan();
        let damping = 1.0 / quality;
        let high = (input - (damping + g) * self.one - self.two) / (1.0 + damping * g + g * g);
        let band = g * high + self.one;
        let low = g * band + self.two;
        self.one = g * high + band;
        self.two = g * band + low;
        damping * band
    }
}

/// Time constant of the speed, s.
const SPEED_S: f64 = 0.05;

/// Rolling noise and wind noise.
#[derive(Clone, Debug)]
pub struct Air {
    speed: Glide,
    noise: Noise,
    road: Band,
    wind: Band,
}

impl Default for Air {
    fn default() -> Self {
        let (road, wind) = (Band::default(), Band::default());
        Self { speed: Glide::at(0.0, SPEED_S), noise: Noise::new(0xA1), road, wind }
    }
}

impl Air {
    /// Takes the speed, m/s.
    pub fn hear(&mut self, speed_m_s: f64) {
        self.speed.to(speed_m_s);
    }

    /// The next sample. The road's noise grows with the speed, the wind's with its square; the wind whistles higher.
    pub fn next(&mut self, dt_s: f64) -> f64 {
        let share = self.speed.next(dt_s) / 50.0;
        let noise = self.noise.next();
        if share == 0.0 {
            return 0.0;
        }
        let road = self.road.next(noise, 130.0 + 60.0 * share, 0.7, dt_s);
        let wind = self.wind.next(noise, 350.0 + 450.0 * share, 0.6, dt_s);
        0.35 * share.min(1.5) * road + 0.16 * (share * share).min(2.5) * wind
    }
}
