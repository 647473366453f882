//! The car that is tuned, and what was said about it.

use egui::Ui;

use crate::choice::Choice;
use crate::drive::Drive;
use crate::tuning::Tuning;
use crate::ui::look;

/// What is being tuned, and what was said about it.
#[derive(Default)]
pub struct Tuner {
    /// The player's car; `None` for a model's own.
    pub tuning: Option<Tuning>,
    /// Where vehicle files are saved and loaded, where there is no file dialog.
    pub path: String,
    /// The text of a vehicle file.
    pub text: String,
    /// What was refused last, by the place of the control, and why.
    pub refused: Option<(String, String)>,
    /// What was done last with a file.
    pub(super) said: String,
}

/// Where messages about files stand.
pub(super) const FILES: &str = "files";

/// Puts the new figures into the car, or keeps why not.
pub(super) fn take(tuner: &mut Tuner, drive: &mut Drive, place: &str, chosen: Result<Choice, String>) {
    match chosen.and_then(|choice| drive.tune(&choice).map_err(|error| error.to_string())) {
        Ok(_) => tuner.refused = None,
        Err(why) => tuner.refused = Some((place.to_owned(), why)),
    }
}

pub(super) fn refusal(ui: &mut Ui, tuner: &Tuner, place: &str) {
    if let Some((_, why)) = tuner.refused.as_ref().filter(|(at, _)| at == place) {
        ui.colored_label(look::TOO_MUCH, why);
    }
}
