//! A small window, as on a phone: the plan alone, and the panels as sheets over it.

use egui::{CentralPanel, Panel, Ui};

use super::keys::{Action, act};
use super::{ROOM_FOR_BARS, Sheet, Simulator, look, panels, scrolled};
use crate::drive::Pace;

/// Height of the row of buttons, points: for thumbs.
const BUTTON: f32 = 34.0;

/// With so much room left in the bar, points, it also says what the car is doing.
const ROOM_FOR_A_SENTENCE: f32 = 300.0;

/// The sheets, by their buttons.
const SHEETS: [(Sheet, &str); 2] = [(Sheet::SetUp, "Set-up"), (Sheet::Instruments, "Instruments")];

/// Draws it.
pub fn show(simulator: &mut Simulator, ui: &mut Ui) {
    if ui.available_height() > ROOM_FOR_BARS {
        Panel::top("small").show(ui, |ui| bar(simulator, ui));
    } else {
        simulator.state.sheet = Sheet::Plan;
    }
    if simulator.state.sheet == Sheet::Plan {
        let plan = simulator.plan(ui);
        return panels::trouble_over(ui, plan, simulator.drive.player());
    }
    simulator.driver.off_plan();
    let is_set_up = simulator.state.sheet == Sheet::SetUp;
    CentralPanel::default().show(ui, |ui| {
        scrolled(ui, |ui| if is_set_up { set_up(simulator, ui) } else { instruments(simulator, ui) });
    });
}

fn bar(simulator: &mut Simulator, ui: &mut Ui) {
    ui.spacing_mut().interact_size.y = BUTTON;
    ui.horizontal_wrapped(|ui| {
        let pause = if simulator.drive.pace() == Pace::Paused { "Resume" } else { "Pause" };
        if simulator.state.sheet != Sheet::Plan && ui.button("Back to the road").clicked() {
            simulator.state.sheet = Sheet::Plan;
        }
        if simulator.state.sheet == Sheet::Plan {
            for (name, key, action) in [(pause, "P", Action::Pause), ("Restart", "R", Action::Restart)] {
                if ui.button(name).on_hover_text(format!("Key: {key}")).clicked() {
                    act(action, &mut simulator.state, &mut simulator.drive);
                }
            }
        }
        for (sheet, name) in SHEETS {
            ui.selectable_value(&mut simulator.state.sheet, sheet, name);
        }
        panels::speed(ui, &simulator.state, &simulator.drive);
        let rest = ui.available_size_before_wrap().x;
        if rest > ROOM_FOR_A_SENTENCE {
            look::cell(ui, rest, egui::RichText::new(&simulator.memory.sentence).weak());
        }
    });
    if let Some(error) = &simulator.state.error {
        ui.colored_label(look::TOO_MUCH, error);
    }
}

fn set_up(simulator: &mut Simulator, ui: &mut Ui) {
    // On the road it stands over the picture, among the instruments below the lamps.
    panels::trouble(ui, simulator.drive.player());
    panels::time(ui, &mut simulator.state, &mut simulator.drive);
    ui.separator();
    simulator.set_up(ui);
}

fn instruments(simulator: &mut Simulator, ui: &mut Ui) {
    let Simulator { state, driver, memory, drive, post, .. } = simulator;
    panels::pedals(ui, state, driver, memory, drive);
    ui.separator();
    panels::instruments(ui, state, memory, drive);
    if state.shows_plots {
        ui.separator();
        panels::narrow_plots(ui, state, post, drive);
    }
}
