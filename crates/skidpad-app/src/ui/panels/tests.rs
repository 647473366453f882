//! Tests at the press of a button, and the card that comes of them.

use egui::{RichText, Ui};

use crate::choice::Choice;
use crate::trial::{Card, Runner, Trial, runner};
use crate::ui::look;

/// Who drives tests, and the last card.
pub struct Tester {
    runner: Box<dyn Runner>,
    /// What came of the last test.
    pub card: Option<Card>,
}

impl Default for Tester {
    fn default() -> Self {
        Self::with(runner())
    }
}

impl Tester {
    /// One whose tests are driven so.
    pub fn with(runner: Box<dyn Runner>) -> Self {
        Self { runner, card: None }
    }
}

/// A button for each test of a car, and the card.
pub fn tests(ui: &mut Ui, tester: &mut Tester, car: &Choice) {
    if let Some(card) = tester.runner.poll() {
        tester.card = Some(card);
    }
    ui.heading("Tests");
    ui.horizontal_wrapped(|ui| {
        for trial in Trial::ALL {
            if ui.button(trial.name()).clicked() {
                tester.card = None;
                tester.runner.start(trial, car);
            }
        }
    });
    match (&tester.card, tester.runner.running()) {
        (_, Some(trial)) => {
            ui.horizontal_wrapped(|ui| {
                ui.spinner();
                ui.label(format!("Driving {}", trial.name()));
            });
        }
        (Some(card), None) => show(ui, card),
        (None, None) => {}
    }
}

/// A figure with its unit, or why there is none.
fn text(figure: &Result<f64, String>, unit: &str) -> String {
    match figure {
        Ok(figure) => format!("{figure:.2} {unit}"),
        Err(why) => format!("no result: {why}"),
    }
}

fn show(ui: &mut Ui, card: &Card) {
    ui.group(|ui| {
        ui.strong(format!("{}: {}", card.test, text(&card.figure, &card.unit)));
        ui.label(RichText::new(format!("{}, by {}", card.car, card.model)).small());
        for beside in &card.beside {
            let line = format!("{}: {}", beside.name, text(&beside.figure, &beside.unit));
            ui.label(RichText::new(line).small());
        }
        if let Some(published) = &card.published {
            let off = card.off_percent().map_or_else(String::new, |off| format!(" ({off:+.1} %)"));
            ui.colored_label(look::FORCE, format!("published: {:.2} {}{off}", published.figure, card.unit));
            ui.label(RichText::new(&published.source).small().weak());
            if let Some(what) = &published.identifies {
                ui.label(RichText::new(format!("{what} is calibrated to it")).small().weak());
            }
        }
    });
}
