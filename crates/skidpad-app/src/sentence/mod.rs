//! What the car is doing, in a plain sentence.
//!
//! Each situation has a measure. It begins when the measure rises above 1 and ends when it falls below a second, lower
//! limit, so that a number near a limit does not make the sentence flicker. The sentence names the most important
//! situation that holds. Only an assist, which acts many times a second, is still named for a moment after it acted.
//!
//! ```
//! use skidpad_app::seen::{ModelChannels, Seen};
//! use skidpad_app::sentence::{Feet, Narrator};
//! use skidpad_models::MODELS;
//! let channels = ModelChannels::new(MODELS.by_name("single_track").unwrap().layout());
//! let row = vec![0.0; channels.layout.len()];
//! let stands = Narrator::default().say(&Seen::new(&channels, &row), &Feet { brake: 1.0, ..Feet::default() }, 0.0);
//! assert_eq!(stands, "at rest, brake on");
//! ```

mod look;
mod situation;
mod wheel;
mod words;

use crate::seen::Seen;
use look::Look;
use situation::SITUATIONS;

pub use look::Feet;
pub use situation::Situation;

/// Chooses the sentence, time after time.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// Radius of the front and of the rear wheels, m: a wheel that spins while the car is at rest shows it in its tread speed
    /// alone. `None` where they are not known: then the slip ratios count.
    pub radii_m: Option<[f64; 2]>,
    /// Which situations hold.
    holding: Vec<bool>,
    told: Option<Told>,
}

/// The sentence that is shown.
#[derive(Clone, Debug)]
struct Told {
    /// Its place in the table.
    index: usize,
    text: String,
    /// When its situation last held, s.
    held_s: f64,
}

impl Narrator {
    /// For a car with wheels of these radii, m, front and rear.
    pub fn new(radii_m: [f64; 2]) -> Self {
        Self { radii_m: Some(radii_m), ..Self::default() }
    }

    /// The sentence at a time, s. Times that go back restart it.
    pub fn say(&mut self, seen: &Seen<'_>, feet: &Feet, time_s: f64) -> String {
        if self.told.as_ref().is_some_and(|told| time_s < told.held_s) {
            *self = Self { radii_m: self.radii_m, ..Self::default() };
        }
        let look = Look::at(seen, feet, self.radii_m);
        self.holding.resize(SITUATIONS.len(), false);
        for (row, holds) in SITUATIONS.iter().zip(&mut self.holding) {
            let measure = (row.measure)(&look);
            *holds = measure > if *holds { row.until } else { 1.0 };
        }
        // The last always holds.
        let most = self.holding.iter().position(|holds| *holds).unwrap_or(SITUATIONS.len() - 1);
        let lingers = |told: &Told| {
            let situation = SITUATIONS[told.index].situation;
            told.index < most && time_s - told.held_s < situation.kept_s(&look)
        };
        if let Some(told) = self.told.as_ref().filter(|told| lingers(told)) {
            return told.text.clone();
        }
        let text = words::say(SITUATIONS[most].situation, &look);
        self.told = Some(Told { index: most, text: text.clone(), held_s: time_s });
        text
    }

    /// The situation that the sentence names.
    pub fn situation(&self) -> Situation {
        self.told.as_ref().map_or(Situation::Cruises, |told| SITUATIONS[told.index].situation)
    }
}
