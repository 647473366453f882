//! A small window, as on a phone: the plan alone, and the panels as sheets over it.

use egui::{CentralPanel, Panel, Ui};

use super::keys::{Action, act};
use super::{ROOM_FOR_BARS, Sheet, Simulator, gear, look, panels, readings, scrolled};
use crate::drive::Pace;

/// Height of the row of buttons, points: for thumbs.
const BUTTON: f32 = 34.0;

/// With so much room left in the bar, points, it also says what the car is doing.
const ROOM_FOR_A_SENTENCE: f32 = 300.0;

/// The sheets, by their buttons.
const SHEETS: [(Sheet, &str); 2] = [(Sheet::SetUp, "Set-up"), (Sheet::Instruments, "Instruments")];

impl Simulator {
    /// Draws it.
    pub(super) fn show_small(&mut self, ui: &mut Ui) {
        if ui.available_height() > ROOM_FOR_BARS {
            Panel::top("small").show(ui, |ui| self.small_bar(ui));
        } else {
            self.state.sheet = Sheet::Plan;
        }
        if self.state.sheet == Sheet::Plan {
            let plan = self.plan(ui);
            return panels::trouble_over(ui, plan, self.drive.player());
        }
        self.driver.off_plan();
        let is_set_up = self.state.sheet == Sheet::SetUp;
        CentralPanel::default().show(ui, |ui| {
            scrolled(ui, |ui| if is_set_up { self.set_up_sheet(ui) } else { self.instruments_sheet(ui) });
        });
    }

    fn small_bar(&mut self, ui: &mut Ui) {
        ui.spacing_mut().interact_size.y = BUTTON;
        let row = ui.horizontal_wrapped(|ui| {
            let pressed = buttons(ui, &mut self.state.sheet, self.drive.pace());
            let gear = gear::shown(self.state.lever, &self.drive);
            panels::speed(ui, self.state.units, self.drive.player(), gear);
            let rest = ui.available_size_before_wrap().x;
            if rest > ROOM_FOR_A_SENTENCE {
                look::cell(ui, rest, egui::RichText::new(&self.memory.sentence).weak());
            }
            pressed
        });
        if let Some(action) = row.inner {
            act(action, &mut self.state, &mut self.drive);
        }
        if let Some(error) = &self.state.error {
            ui.colored_label(look::TOO_MUCH, error);
        }
    }

    fn set_up_sheet(&mut self, ui: &mut Ui) {
        // On the road it stands over the picture, among the instruments below the lamps.
        panels::trouble(ui, self.drive.player());
        self.time(ui);
        ui.separator();
        self.set_up(ui);
    }

    fn instruments_sheet(&mut self, ui: &mut Ui) {
        self.pedals(ui);
        ui.separator();
        self.instruments(ui);
        if self.state.shows_plots {
            ui.separator();
            panels::narrow_plots(ui, &mut self.state, &mut self.post, &readings::plotted(&self.drive));
        }
    }
}

/// Buttons for time on the road, and for the sheets. Returns what was pressed.
fn buttons(ui: &mut Ui, sheet: &mut Sheet, pace: Pace) -> Option<Action> {
    if *sheet != Sheet::Plan && ui.button("Back to the road").clicked() {
        *sheet = Sheet::Plan;
    }
    let mut pressed = None;
    if *sheet == Sheet::Plan {
        for (name, key, action) in
            [(panels::pause_name(pace), "P", Action::Pause), ("Restart", "R", Action::Restart)]
        {
            if ui.button(name).on_hover_text(format!("Key: {key}")).clicked() {
                pressed = Some(action);
            }
        }
    }
    for (other, name) in SHEETS {
        ui.selectable_value(sheet, other, name);
    }
    pressed
}
