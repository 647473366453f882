//! What the car is doing, in a plain sentence.
//!
//! Each situation has a measure, which is above 1 when the situation begins and which must fall below its second
//! limit before it ends: so what hovers about a limit does not flicker. Of all that hold, the sentence tells the most
//! important, and keeps to it for a moment unless a more important one begins.
//!
//! ```
//! use skidpad::record::Channel;
//! use skidpad_app::seen::Seen;
//! use skidpad_app::sentence::{Feet, Narrator};
//! let channels = [Channel { name: "speed_m_s", unit: "m/s", low: 0.0, high: 100.0 }];
//! let stands = Narrator::default().say(&Seen::new(&channels, &[0.0]), &Feet { brake: 1.0, ..Feet::default() }, 0.0);
//! assert_eq!(stands, "stands still on its brake");
//! ```

mod look;
mod situation;
mod words;

use skidpad::controls::Command;

use crate::seen::Seen;
use look::Look;
use situation::SITUATIONS;

pub use situation::Situation;

/// How long a sentence stays at least, s, unless a more important one begins.
const KEPT_S: f64 = 0.4;

/// What the driver does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feet {
    /// Throttle, [0, 1].
    pub throttle: f64,
    /// Brake, [0, 1].
    pub brake: f64,
    /// Handbrake, [0, 1].
    pub handbrake: f64,
}

impl From<&Command<f64>> for Feet {
    fn from(command: &Command<f64>) -> Self {
        Self { throttle: command.throttle, brake: command.brake, handbrake: command.handbrake }
    }
}

/// Who tells.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// Which situations hold.
    holding: Vec<bool>,
    /// The one that is told, and since when, s.
    told: Option<(usize, f64)>,
}

impl Narrator {
    /// The sentence at a time, s. Times that go back begin anew.
    pub fn say(&mut self, seen: &Seen<'_>, feet: &Feet, time_s: f64) -> String {
        if self.told.is_some_and(|(_, since_s)| time_s < since_s) {
            *self = Self::default();
        }
        let look = Look::at(seen, feet);
        self.holding.resize(SITUATIONS.len(), false);
        for (row, holds) in SITUATIONS.iter().zip(&mut self.holding) {
            let measure = (row.measure)(&look);
            *holds = measure > if *holds { row.until } else { 1.0 };
        }
        // The last always holds.
        let most = self.holding.iter().position(|holds| *holds).unwrap_or(SITUATIONS.len() - 1);
        let index = match self.told {
            Some((told, since_s)) if told < most && self.keeps(told, time_s - since_s) => told,
            _ => most,
        };
        if self.told.is_none_or(|(told, _)| told != index) {
            self.told = Some((index, time_s));
        }
        words::say(SITUATIONS[index].situation, &look)
    }

    /// Whether a sentence that is over is still told.
    fn keeps(&self, told: usize, for_s: f64) -> bool {
        for_s < KEPT_S && SITUATIONS[told].situation.lingers()
    }

    /// What is told.
    pub fn situation(&self) -> Situation {
        self.told.map_or(Situation::Cruises, |(index, _)| SITUATIONS[index].situation)
    }
}
