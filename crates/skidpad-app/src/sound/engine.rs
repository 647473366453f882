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
/// How strong each is follows the load every so many samples: powers are dear, and a load that takes 30 ms does not step.
const WEIGHED_EVERY: u32 = 32;
/// A multiple of the cycle nearer to one of the tone than the first, in tones, is that, and not heard twice; from the
/// second on it is another. Between them it fades, as an engine that becomes another with more cylinders goes by.
const IS_TONE: (f64, f64) = (0.02, 0.12);
/// Multiples of the cycle's frequency.
const CYCLES: usize = 5;
/// How fast speed and load follow what is heard, s: a flywheel does not jump, and a shift is 0.1 s.
const SPEED_S: f64 = 0.02;
const LOAD_S: f64 = 0.03;
const LIMIT_S: f64 = 0.004;
/// Below the first it is silent, from the second on it runs, a minute.
const RUNS_RPM: (f64, f64) = (80.0, 450.0);
/// The limiter cuts so often, a second.
const CUTS_HZ: f64 = 14.0;
/// Tones nearer to half the rate of samples than this share of it are left out: they would come back as others.
const HIGHEST: f64 = 0.42;
/// Pairs of poles of a motor.
const POLES: f64 = 4.0;

/// What is heard of an engine or a motor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Engine {
    /// Speed, a minute; 0: it stands.
    pub rpm: f64,
    /// Share of its torque that is asked for, [0, 1].
    pub load: f64,
    /// Cylinders of a four-stroke engine; 0: there is no engine to be heard.
    pub cylinders: f64,
    /// Whether the limiter cuts in.
    pub is_limited: bool,
    /// Whether it is a motor.
    pub is_electric: bool,
}

impl Engine {
    /// The same within its ranges; `None` where some number is none.
    pub(super) fn sane(&self) -> Option<Self> {
        let all = [self.rpm, self.load, self.cylinders];
        all.iter().all(|number| number.is_finite()).then(|| Self {
            rpm: self.rpm.abs().min(30_000.0),
            load: self.load.clamp(0.0, 1.0),
            cylinders: self.cylinders.clamp(0.0, 16.0),
            ..*self
        })
    }

    /// The frequency at which it fires, or whines, Hz.
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

/// How much an engine runs, from 0 to 1.
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

    /// How strong the multiples of the firing frequency are; the first is always the strongest.
    fn weigh(&mut self, load: f64) {
        if self.weighed == 0 {
            let falls = 1.9 - 0.8 * load;
            for (index, weight) in self.weights.iter_mut().enumerate() {
                *weight = (index as f64 + 1.0).powf(-falls);
            }
        }
        self.weighed = (self.weighed + 1) % WEIGHED_EVERY;
    }

    /// Multiples of the firing frequency.
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

    /// Multiples of the cycle's frequency, those left out that the tones have.
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

/// How far a frequency is one of its own, from 0 to 1, and not a multiple of the tone: told in tones.
fn is_own(of_tone: f64) -> f64 {
    if of_tone <= 0.5 {
        return 1.0;
    }
    let off = (of_tone - of_tone.round()).abs();
    let share = ((off - IS_TONE.0) / (IS_TONE.1 - IS_TONE.0)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
