//! Time and the camera: buttons that do what keys do. The bar's height depends on the window's width alone: numbers have room of their own.

use egui::{Button, Ui, vec2};

use crate::drive::{Drive, Pace};
use crate::ui::keys::{Action, ZOOM_STEP, act};
use crate::ui::{State, Units, View, look};

/// Room for the time and for the name of the pause button, points.
const TIME: f32 = 80.0;
const PAUSE: f32 = 52.0;

/// The switch between the plan and Palmer's simulator, and the units of both.
fn switches(ui: &mut Ui, state: &mut State) {
    for (view, name) in [(View::Plan, "Top view"), (View::Palmer, "Palmer's Car Simulator")] {
        ui.radio_value(&mut state.view, view, name).on_hover_text("Key: C");
    }
    ui.separator();
    for (units, name) in [(Units::Metric, "Metric"), (Units::Imperial, "Imperial")] {
        ui.radio_value(&mut state.units, units, name);
    }
}

/// The bar above Palmer's simulator, which has its own time.
pub fn view(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| switches(ui, state));
}

/// The bar above the plan.
pub fn time(ui: &mut Ui, state: &mut State, drive: &mut Drive) {
    ui.horizontal_wrapped(|ui| {
        switches(ui, state);
        ui.separator();
        pause(ui, state, drive);
        button(ui, state, drive, ("Step", ".", Action::Step));
        button(ui, state, drive, ("Rewind", "Backspace", Action::Rewind));
        button(ui, state, drive, ("Restart", "R", Action::Restart));
        let mut is_slow = state.is_slow;
        if ui.checkbox(&mut is_slow, "Slow motion").on_hover_text("Key: ,").changed() {
            act(Action::SlowMotion, state, drive);
        }
        ui.separator();
        ui.checkbox(&mut state.camera.turns, "Follow camera").on_hover_text("North is up when off. Key: T");
        ui.checkbox(&mut state.camera.zooms, "Auto zoom").on_hover_text("Zooms out with speed");
        button(ui, state, drive, ("Zoom in", "+", Action::Zoom(ZOOM_STEP)));
        button(ui, state, drive, ("Zoom out", "-", Action::Zoom(1.0 / ZOOM_STEP)));
        ui.separator();
        look::cell(ui, TIME, format!("{:.2} s", drive.time_s()));
    });
}

/// Pauses and resumes: as wide with either name.
fn pause(ui: &mut Ui, state: &mut State, drive: &mut Drive) {
    let name = if drive.pace() == Pace::Paused { "Resume" } else { "Pause" };
    let button = Button::new(name).min_size(vec2(PAUSE, 0.0));
    if ui.add(button).on_hover_text("Key: P").clicked() {
        act(Action::Pause, state, drive);
    }
}

fn button(ui: &mut Ui, state: &mut State, drive: &mut Drive, (name, key, action): (&str, &str, Action)) {
    if ui.add(Button::new(name)).on_hover_text(format!("Key: {key}")).clicked() {
        act(action, state, drive);
    }
}
