//! Time and the camera: buttons that do what keys do. The bar's height depends on the window's width alone: numbers have room of their own.

use egui::{Button, Ui, vec2};

use crate::drive::Pace;
use crate::ui::keys::{Action, ZOOM_STEP};
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

/// The bar above the top view, at a simulated time, s. Returns what was pressed.
pub fn time(ui: &mut Ui, state: &mut State, pace: Pace, time_s: f64) -> Option<Action> {
    let bar = ui.horizontal_wrapped(|ui| {
        switches(ui, state);
        ui.separator();
        let mut pressed = pause(ui, pace);
        pressed = pressed.or(button(ui, "Step", ".", Action::Step));
        pressed = pressed.or(button(ui, "Rewind", "Backspace", Action::Rewind));
        pressed = pressed.or(button(ui, "Restart", "R", Action::Restart));
        let mut is_slow = state.is_slow;
        if ui.checkbox(&mut is_slow, "Slow motion").on_hover_text("Key: ,").changed() {
            pressed = Some(Action::SlowMotion);
        }
        ui.separator();
        ui.checkbox(&mut state.camera.turns, "Follow camera").on_hover_text("North is up when off. Key: T");
        ui.checkbox(&mut state.camera.zooms, "Auto zoom").on_hover_text("Zooms out with speed");
        pressed = pressed.or(button(ui, "Zoom in", "+", Action::Zoom(ZOOM_STEP)));
        pressed = pressed.or(button(ui, "Zoom out", "-", Action::Zoom(1.0 / ZOOM_STEP)));
        ui.separator();
        look::cell(ui, TIME, format!("{time_s:.2} s"));
        pressed
    });
    bar.inner
}

/// Name of the button that pauses or resumes.
pub fn pause_name(pace: Pace) -> &'static str {
    if pace == Pace::Paused { "Resume" } else { "Pause" }
}

/// Pauses and resumes: as wide with either name.
fn pause(ui: &mut Ui, pace: Pace) -> Option<Action> {
    let button = Button::new(pause_name(pace)).min_size(vec2(PAUSE, 0.0));
    ui.add(button).on_hover_text("Key: P").clicked().then_some(Action::Pause)
}

fn button(ui: &mut Ui, name: &str, key: &str, action: Action) -> Option<Action> {
    ui.add(Button::new(name)).on_hover_text(format!("Key: {key}")).clicked().then_some(action)
}
