//! The driver of the ideal line: as an opponent, and at the player's wheel.

use egui::{RichText, Ui};

/// The line driver as it is now.
pub struct LineState<'a> {
    /// True where there is a course.
    pub has_course: bool,
    /// True if he drives while no control is held.
    pub takes_over: bool,
    /// True if he drove the last step.
    pub drives: bool,
    /// Message about the search for the line.
    pub note: Option<&'a str>,
}

/// Something that is wanted of him.
pub enum LineRequest {
    /// Laps to race against.
    Race,
    /// Laps of the learnt driver to race against.
    RaceLearnt,
    /// The policy of a file is to be opened.
    OpenPolicy,
    /// He drives while no control is held, or not.
    TakeOver(bool),
}

/// The panel; nothing without a course.
pub fn line(ui: &mut Ui, now: &LineState<'_>) -> Option<LineRequest> {
    if !now.has_course {
        return None;
    }
    ui.heading("Line driver");
    let mut takes_over = now.takes_over;
    let switch = ui
        .checkbox(&mut takes_over, "Drives when you let go")
        .on_hover_text("Follows the ideal line while no control is held; key F");
    let race = ui.button("Race line driver").on_hover_text("Three laps to race against; restarts the run");
    let learnt = ui.button("Race learnt driver").on_hover_text(
        "Laps of a neural network that learnt on other tracks, in the car in which it learnt; restarts the run",
    );
    let open = ui.button("Open policy").on_hover_text("A policy of your own: an ONNX file to race against");
    if now.drives {
        ui.label(RichText::new("Line driver at the wheel").small());
    }
    if let Some(note) = now.note {
        ui.label(RichText::new(note).small().weak());
    }
    ui.separator();
    if race.clicked() {
        return Some(LineRequest::Race);
    }
    if learnt.clicked() {
        return Some(LineRequest::RaceLearnt);
    }
    if open.clicked() {
        return Some(LineRequest::OpenPolicy);
    }
    switch.changed().then_some(LineRequest::TakeOver(takes_over))
}
