//! The engine. A four-stroke engine fires cylinders / 2 times a turn; that frequency, n / 60 * cylinders / 2 for n a
//! minute, and its multiples are what is heard as its tone. Cylinders are never quite alike, so that the frequency of a
//! whole cycle, n / 120, and its multiples are heard, too, fainter: that makes it rough. Under load the pulses of the
//! exhaust are steeper: more of the higher multiples, more of the noise that comes with each pulse, and louder. An
//! electric motor has neither cycles nor pulses: its tone is that of its poles, high and thin.

use core::f64::consts::TAU;

use super::glide::Glide;
use super::noise::{Band, Noise};

/// Multiples of the firing frequency.
const TONES: usize = 9;
/// Number of samples between updates of their amplitudes: powers are expensive, and a load that takes 30 ms shows no steps.
const WEIGHED_EVERY: u32 = 32;
/// Distance between a multiple of the cycle frequency and the nearest of the firing frequency, in firing frequencies: up to
/// the first it is the same tone and not added again, from the second on it is heard in full. Between them it fades in, for
/// both frequencies glide when the number of cylinders changes.
const IS_TONE: (f64, f64) = (0.02, 0.12);
/// Multiples of the cycle's frequency.
const CYCLES: usize = 5;
/// Time constants of speed, load and limiter, s: a flywheel's speed does not jump, and a shift takes 0.1 s.
const SPEED_S: f64 = 0.02;
const LOAD_S: f64 = 0.03;
const LIMIT_S: f64 = 0.004;
/// Speeds up to which an engine is silent and from which it is heard in full, 1/min.
const RUNS_RPM: (f64, f64) = (80.0, 450.0);
/// Frequency of the limiter's cuts, Hz.
const CUTS_HZ: f64 = 14.0;
/// Highest frequency of a tone as a share of the sample rate: above half of it, a tone would alias.
const HIGHEST: f64 = 0.42;
/// Number of pole pairs of a motor.
const POLES: f64 = 4.0;

/// State of an engine or electric motor that determines its sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Engine {
    /// Speed, 1/min; 0 at rest.
    pub rpm: f64,
    /// Load as a share of full load, [0, 1].
    pub load: f64,
    /// Number of cylinders of a four-stroke engine; 0 if there is none.
    pub cylinders: f64,
    /// True while the limiter cuts in.
    pub is_limited: bool,
    /// True for an electric motor.
    pub is_electric: bool,
}

impl Engine {
    /// Returns the state clamped to its ranges; `None` if a number is not finite.
    pub(super) fn sane(&self) -> Option<Self> {
        let all = [self.rpm, self.load, self.cylinders];
        all.iter().all(|number| number.is_finite()).then(|| Self {
            rpm: self.rpm.abs().min(30_000.0),
            load: self.load.clamp(0.0, 1.0),
            cylinders: self.cylinders.clamp(0.0, 16.0),
            ..*self
        })
    }

    /// Firing frequency of an engine, or electrical frequency of a motor, Hz.
    pub fn tone_hz(&self) -> f64 {
        let turns_hz = self.rpm / 60.0;
        if self.is_electric { POLES * turns_hz } else { 0.5 * self.cylinders * turns_hz }
    }
}

/// The voice of an engine.
#[derive(Clone, Debug)]
pub(super) struct EngineVoice {
    tone_hz: Glide,
    cycle_hz: Glide,
    loudness: Glide,
    load: Glide,
    limit: Glide,
    electric: Glide,
    tone: f64,
    cycle: f64,
    cut: f64,
    weights: [f64; TONES],
    weighed: u32,
    noise: Noise,
    breath: Band,
}

impl Default for EngineVoice {
    fn default() -> Self {
        let lag = |lag_s: f64| Glide::at(0.0, lag_s);
        Self {
            tone_hz: lag(SPEED_S),
            cycle_hz: lag(SPEED_S),
            loudness: lag(LOAD_S),
            load: lag(LOAD_S),
            limit: lag(LIMIT_S),
            electric: lag(LOAD_S),
            tone: 0.0,
            cycle: 0.0,
            cut: 0.0,
            weights: [0.0; TONES],
            weighed: 0,
            noise: Noise::new(0x51),
            breath: Band::default(),
        }
    }
}

/// Share of an engine's sound at a speed, from 0 where it is silent to 1 where it runs.
fn running(rpm: f64) -> f64 {
    let share = ((rpm - RUNS_RPM.0) / (RUNS_RPM.1 - RUNS_RPM.0)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

impl EngineVoice {
    pub fn hear(&mut self, engine: &Engine) {
        let is_there = engine.cylinders > 0.0 || engine.is_electric;
        let runs = if is_there { running(engine.rpm) } else { 0.0 };
        // A standing engine keeps its pitch while it fades.
        if runs > 0.0 {
            self.tone_hz.to(engine.tone_hz());
            self.cycle_hz.to(engine.rpm / 120.0);
        }
        let revs = (engine.rpm / 6000.0).min(1.5);
        let loud = if engine.is_electric {
            0.05 * revs + 0.12 * engine.load * revs.min(0.5)
        } else {
            0.12 + 0.10 * revs + (0.12 + 0.20 * revs) * engine.load
        };
        self.loudness.to(runs * loud);
        self.load.to(engine.load);
        self.limit.to(f64::from(u8::from(engine.is_limited)));
        self.electric.to(f64::from(u8::from(engine.is_electric)));
    }

    pub fn next(&mut self, dt_s: f64) -> f64 {
        let (tone_hz, cycle_hz) = (self.tone_hz.next(dt_s), self.cycle_hz.next(dt_s));
        let (loudness, load) = (self.loudness.next(dt_s), self.load.next(dt_s));
        let (limit, electric) = (self.limit.next(dt_s), self.electric.next(dt_s));
        let noise = self.noise.next();
        if loudness == 0.0 {
            return 0.0;
        }
        let turn = |phase: f64, hz: f64| (phase + TAU * hz * dt_s) % (TAU * 4096.0);
        (self.tone, self.cycle) = (turn(self.tone, tone_hz), turn(self.cycle, cycle_hz));
        self.cut = (self.cut + TAU * CUTS_HZ * dt_s) % TAU;
        let highest_hz = HIGHEST / dt_s;
        self.weigh(load * (1.0 - electric));
        let fires = self.tones(tone_hz, highest_hz);
        let rough = self.cycles(cycle_hz, tone_hz, highest_hz);
        // Noise comes in the pulses of the exhaust.
        let pulse = 0.5 + 0.5 * self.tone.sin();
        let breath = self.breath.next(noise * pulse, (900.0 + 2.0 * tone_hz).min(highest_hz), 0.9, dt_s);
        let engine = fires + (1.0 - electric) * ((0.16 + 0.1 * load) * rough + (0.15 + 0.5 * load) * breath);
        // The limiter lets through a part of the time, with soft edges.
        let open = 1.0 / (1.0 + (6.0 * self.cut.sin()).exp());
        loudness * engine * (1.0 - 0.85 * limit * (1.0 - open))
    }

    /// Updates the amplitudes of the multiples of the firing frequency, every [`WEIGHED_EVERY`] samples. The first is
    /// always the strongest.
    fn weigh(&mut self, load: f64) {
        if self.weighed == 0 {
            let falls = 1.9 - 0.8 * load;
            for (index, weight) in self.weights.iter_mut().enumerate() {
                *weight = (index as f64 + 1.0).powf(-falls);
            }
        }
        self.weighed = (self.weighed + 1) % WEIGHED_EVERY;
    }

    /// Sum of the multiples of the firing frequency.
    fn tones(&self, tone_hz: f64, highest_hz: f64) -> f64 {
        let mut sum = 0.0;
        for (index, weight) in self.weights.iter().enumerate() {
            let order = index as f64 + 1.0;
            let room = ((highest_hz - order * tone_hz) / (0.1 * highest_hz)).clamp(0.0, 1.0);
            // Each begins elsewhere: pulses and no buzz.
            sum += room * weight * (order * self.tone + 0.7 * order * order).sin();
        }
        sum
    }

    /// Sum of the multiples of the cycle frequency, without those that are multiples of the firing frequency.
    fn cycles(&self, cycle_hz: f64, tone_hz: f64, highest_hz: f64) -> f64 {
        let mut sum = 0.0;
        for multiple in 1..=CYCLES {
            let order = multiple as f64;
            let own = is_own(order * cycle_hz / tone_hz.max(1e-9));
            if order * cycle_hz < highest_hz {
                sum += own * (order * self.cycle + 1.3 * order).sin() / order.sqrt();
            }
        }
        sum
    }
}

/// Share of a cycle multiple that is heard, from 0 for a multiple of the firing frequency to 1 well off one. Takes the ratio
/// of its frequency to the firing frequency.
fn is_own(of_tone: f64) -> f64 {
    if of_tone <= 0.5 {
        return 1.0;
    }
    let off = (of_tone - of_tone.round()).abs();
    let share = ((off - IS_TONE.0) / (IS_TONE.1 - IS_TONE.0)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
