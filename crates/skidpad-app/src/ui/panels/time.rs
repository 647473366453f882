//! Time and the camera: buttons that do what keys do.

use egui::{Button, Ui};

use crate::drive::{Drive, Pace};
use crate::ui::keys::{Action, ZOOM_STEP, act};
use crate::ui::{State, Units, View};

/// The switch between the plan and Palmer's simulator, and the units of both.
fn switches(ui: &mut Ui, state: &mut State) {
    for (view, name) in [(View::Plan, "Plan"), (View::Palmer, "Palmer's Car Simulator")] {
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
        let pause = if drive.pace() == Pace::Paused { "Go on" } else { "Pause" };
        button(ui, state, drive, (pause, "P", Action::Pause));
        button(ui, state, drive, ("Step", ".", Action::Step));
        button(ui, state, drive, ("Rewind", "Backspace", Action::Rewind));
        button(ui, state, drive, ("Restart", "R", Action::Restart));
        let mut is_slow = state.is_slow;
        if ui.checkbox(&mut is_slow, "Slow motion").on_hover_text("Key: ,").changed() {
            act(Action::SlowMotion, state, drive);
        }
        ui.separator();
        ui.checkbox(&mut state.camera.turns, "Turn with the car").on_hover_text("Key: T");
        button(ui, state, drive, ("Nearer", "+", Action::Zoom(ZOOM_STEP)));
        button(ui, state, drive, ("Further", "-", Action::Zoom(1.0 / ZOOM_STEP)));
        ui.separator();
        ui.label(format!("{:.2} s", drive.time_s()));
        lap(ui, drive);
    });
}

/// The lap under way and the best, where laps are timed.
fn lap(ui: &mut Ui, drive: &Drive) {
    let Some(laps) = drive.laps() else { return };
    if let Some(time_s) = laps.time_s() {
        ui.label(format!("Lap {time_s:.2} s"));
    }
    if let Some(delta_s) = laps.delta_s() {
        ui.label(format!("Delta {delta_s:+.2} s"));
    }
    if let Some(best) = laps.best() {
        ui.label(format!("Best {:.2} s", best.time_s));
    }
}

fn button(ui: &mut Ui, state: &mut State, drive: &mut Drive, (name, key, action): (&str, &str, Action)) {
    if ui.add(Button::new(name)).on_hover_text(format!("Key: {key}")).clicked() {
        act(action, state, drive);
    }
}
