//! The car that is tuned, and what was said about it.

use egui::Ui;

use crate::choice::Choice;
use crate::tuning::Tuning;
use crate::ui::look;

/// The vehicle that is tuned, and messages about it.
#[derive(Default)]
pub struct Tuner {
    /// The player's car; `None` for a model's own.
    pub tuning: Option<Tuning>,
    /// Path that vehicle files are saved to and loaded from, where there is no file dialog.
    pub path: String,
    /// The text of a vehicle file.
    pub text: String,
    /// The control whose change was refused last, and why.
    pub refused: Option<(String, String)>,
    /// Message about the last file.
    pub(super) said: String,
}

/// Control of messages about files.
pub(super) const FILES: &str = "files";

/// A car that the panel asks for.
pub struct Tuned {
    /// Control that asks for it: the path of a field, `files`, or empty for the reset of all.
    pub place: String,
    /// The car; an error where the vehicle has no such figures.
    pub car: Result<Choice, String>,
}

impl Tuned {
    /// A car that a control asks for.
    pub(super) fn by(place: impl Into<String>, car: Result<Choice, String>) -> Self {
        Self { place: place.into(), car }
    }
}

impl Tuner {
    /// Keeps the outcome for the player to read: the name of the car that is driven, or why it was refused.
    pub fn note(&mut self, place: String, outcome: Result<String, String>) {
        if place == FILES {
            self.said = outcome.as_ref().map_or_else(|_| String::new(), |name| format!("Driving {name}"));
        }
        self.refused = outcome.err().map(|why| (place, why));
    }
}

pub(super) fn refusal(ui: &mut Ui, tuner: &Tuner, place: &str) {
    if let Some((_, why)) = tuner.refused.as_ref().filter(|(at, _)| at == place) {
        ui.colored_label(look::TOO_MUCH, why);
    }
}
