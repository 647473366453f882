//! What is driven: model, car, scene, ghosts, physics rate; and what the plan shows.

use egui::{ComboBox, RichText, Ui};
use skidpad_formats::choose;
use skidpad_world::scene::Scene;

use crate::choice::{Choice, ChoiceError};
use crate::drive::Drive;
use crate::setup::RATES_HZ;
use crate::ui::{State, keys, look};

/// The panel to the left.
pub fn choices(ui: &mut Ui, state: &mut State, drive: &mut Drive) {
    error(ui, state);
    ui.heading("Drive");
    model(ui, state, drive);
    car(ui, state, drive);
    scene(ui, drive);
    rate(ui, drive);
    gears(ui, state, drive);
    ui.separator();
    ui.heading("Other cars");
    ghosts(ui, state, drive);
    ui.separator();
    ui.heading("Show");
    for (is_on, label) in state.shown.switches() {
        ui.checkbox(is_on, label);
    }
    help(ui);
    ui.separator();
}

/// What could not be done, until it is read.
fn error(ui: &mut Ui, state: &mut State) {
    let Some(message) = state.error.clone() else {
        return;
    };
    ui.colored_label(look::TOO_MUCH, message);
    if ui.button("Dismiss").clicked() {
        state.error = None;
    }
    ui.separator();
}

/// The names of the models that a person may drive: W1 divides by its speed and sets nobody off.
fn models(offered: &Choice) -> Vec<&'static str> {
    offered.models.names_with(|model| model.name != "w1")
}

/// Lets another model drive the player's car on, or says why not.
fn switch(chosen: Result<Choice, ChoiceError>, state: &mut State, drive: &mut Drive) {
    let switched = chosen.and_then(|choice| drive.tune(&choice));
    state.error = switched.err().map(|error| error.to_string());
}

/// Puts the player in another car, at the start, or says why not.
pub(super) fn take(chosen: Result<Choice, ChoiceError>, state: &mut State, drive: &mut Drive) {
    match chosen.and_then(|choice| drive.choose(&choice)) {
        Ok(()) => {
            state.error = None;
            state.lever.gear = 1;
        }
        Err(error) => state.error = Some(error.to_string()),
    }
}

/// A list to choose a name from; the new one, where it is another.
fn list(ui: &mut Ui, label: &str, current: &str, names: &[&'static str]) -> Option<&'static str> {
    let mut chosen = None;
    ComboBox::from_label(label).selected_text(current).width(125.0).show_ui(ui, |ui| {
        for name in names {
            if ui.selectable_label(*name == current, *name).clicked() && *name != current {
                chosen = Some(*name);
            }
        }
    });
    chosen
}

fn model(ui: &mut Ui, state: &mut State, drive: &mut Drive) {
    let current = drive.player().choice().clone();
    let names = models(&current);
    if let Some(name) = list(ui, "Model", current.model.name, &names) {
        let own = current.in_model(name);
        // A car of another model's own is of no use here: the first that the new model takes.
        let first = current.models.by_name(name).and_then(|model| choose::names(model).first().copied());
        let chosen = if own.is_err() && current.vehicle.is_none() {
            first.map_or(own, |first| current.other(name, first))
        } else {
            own
        };
        switch(chosen, state, drive);
    }
    ui.label(RichText::new(current.model.description).small().weak());
}

fn car(ui: &mut Ui, state: &mut State, drive: &mut Drive) {
    let current = drive.player().choice().clone();
    if let Some(name) = list(ui, "Car", &current.name, &choose::names(current.model)) {
        take(current.other(current.model.name, name), state, drive);
    }
}

fn scene(ui: &mut Ui, drive: &mut Drive) {
    let chosen = list(ui, "Scene", drive.scene().name, &Scene::names());
    if let Some(Ok(scene)) = chosen.map(Scene::by_name) {
        drive.go_to(scene);
    }
}

fn rate(ui: &mut Ui, drive: &mut Drive) {
    let mut chosen = None;
    let current = drive.rate_hz();
    ComboBox::from_label("Physics rate").selected_text(format!("{current} Hz")).width(125.0).show_ui(
        ui,
        |ui| {
            for rate_hz in RATES_HZ {
                if ui.selectable_label(rate_hz == current, format!("{rate_hz} Hz")).clicked() {
                    chosen = Some(rate_hz);
                }
            }
        },
    );
    if let Some(rate_hz) = chosen {
        drive.set_rate_hz(rate_hz);
    }
}

fn gears(ui: &mut Ui, state: &mut State, drive: &Drive) {
    // A model without gears has none to choose.
    if drive.player().seen().gear().is_none() {
        return;
    }
    let mut automatic = state.lever.automatic;
    if ui.checkbox(&mut automatic, "Automatic gears").changed() {
        state.lever.set_automatic(automatic, drive.player().seen().gear());
    }
}

fn ghosts(ui: &mut Ui, state: &mut State, drive: &mut Drive) {
    let mut gone = None;
    for (index, ghost) in drive.entrants().iter().enumerate().skip(1) {
        ui.horizontal_wrapped(|ui| {
            let choice = ghost.choice();
            let name = format!("{}, {}", choice.model.name, choice.name);
            if ui.small_button(format!("Remove {index}")).on_hover_text(&name).clicked() {
                gone = Some(index);
            }
            ui.colored_label(look::colour(index), name);
        });
    }
    if let Some(index) = gone {
        drive.remove_ghost(index);
    }
    let mut is_solid = drive.is_solid();
    let solid = ui
        .checkbox(&mut is_solid, "Solid")
        .on_hover_text("Ghosts start behind you and collide with you; restarts the run");
    if solid.changed() {
        drive.set_solid(is_solid);
    }
    let names = models(drive.player().choice());
    if let Some(name) = list(ui, "Ghost model", &state.ghost_model, &names) {
        state.ghost_model = name.to_owned();
    }
    if ui.button("Add ghost").clicked() {
        let ghost = drive.player().choice().in_model(&state.ghost_model);
        state.error = ghost.and_then(|ghost| drive.add_ghost(&ghost)).err().map(|error| error.to_string());
    }
}

/// What drives besides keys.
const OTHERS: [&str; 6] = [
    "Mouse held on the road: a stick,",
    "up throttle, down brake; wheel: zoom",
    "Gamepad: left stick, triggers, A: handbrake,",
    "X: starter, bumpers: gears, Start: pause,",
    "Select: restart",
    "Touch: controls for two thumbs",
];

fn help(ui: &mut Ui) {
    ui.collapsing("Keys", |ui| {
        for line in keys::told().iter().map(String::as_str).chain(OTHERS) {
            ui.label(RichText::new(line).small());
        }
    });
}
