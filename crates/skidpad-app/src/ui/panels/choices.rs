//! What is driven: model, car, scene, ghosts, physics rate; and what the top view shows.

use egui::{ComboBox, RichText, Ui};
use skidpad_formats::choose;
use skidpad_world::scene::Scene;

use crate::choice::{Choice, ChoiceError};
use crate::setup::RATES_HZ;
use crate::ui::post::{FileKind, Post};
use crate::ui::request::Request;
use crate::ui::{State, keys, look};

/// The cars, the scene and the step rate that are driven now.
pub struct Choices<'a> {
    /// The player's car.
    pub player: &'a Choice,
    /// Gear that the player's gearbox is in; `None` without gears.
    pub gear: Option<f64>,
    /// Cars beside it.
    pub ghosts: Vec<&'a Choice>,
    /// True if they collide.
    pub is_solid: bool,
    /// Name of the scene.
    pub scene: &'a str,
    /// Step rate, Hz.
    pub rate_hz: u32,
}

/// A change that was chosen; an error where there is no such car.
type Asked = Option<Result<Request, ChoiceError>>;

/// The panel to the left. Returns the change that was chosen.
pub fn choices(ui: &mut Ui, state: &mut State, post: &mut Post, now: &Choices<'_>) -> Asked {
    error(ui, state);
    ui.heading("Drive");
    let mut asked = model(ui, now.player);
    asked = asked.or(car(ui, now.player));
    asked = asked.or(scene(ui, now.scene));
    if ui.button("Open track").on_hover_text("A track file: .toml, .csv, .trk, .xodr, .xml or .gpx").clicked()
    {
        post.wanted = Some(FileKind::Track);
    }
    asked = asked.or(rate(ui, now.rate_hz));
    gears(ui, state, now.gear);
    ui.separator();
    ui.heading("Other cars");
    asked = asked.or(ghosts(ui, &mut state.ghost_model, now));
    ui.separator();
    ui.heading("Show");
    for (is_on, label) in state.shown.switches() {
        ui.checkbox(is_on, label);
    }
    help(ui);
    ui.separator();
    asked
}

/// The message about a failure, until it is read.
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

fn model(ui: &mut Ui, current: &Choice) -> Asked {
    let asked = list(ui, "Model", current.model.name, &models(current)).map(|name| {
        let own = current.in_model(name);
        // A car of another model's own is of no use here: the first that the new model takes.
        let first = current.models.by_name(name).and_then(|model| choose::names(model).first().copied());
        let chosen = match first {
            Some(first) if own.is_err() && current.vehicle.is_none() => current.other(name, first),
            _ => own,
        };
        chosen.map(Request::Tune)
    });
    ui.label(RichText::new(current.model.description).small().weak());
    asked
}

fn car(ui: &mut Ui, current: &Choice) -> Asked {
    let name = list(ui, "Car", &current.name, &choose::names(current.model))?;
    Some(current.other(current.model.name, name).map(Request::Choose))
}

fn scene(ui: &mut Ui, current: &str) -> Asked {
    let scene = Scene::by_name(list(ui, "Scene", current, &Scene::names())?).ok()?;
    Some(Ok(Request::GoTo(Box::new(scene))))
}

fn rate(ui: &mut Ui, current: u32) -> Asked {
    let mut chosen = None;
    let list = ComboBox::from_label("Physics rate").selected_text(format!("{current} Hz")).width(125.0);
    list.show_ui(ui, |ui| {
        for rate_hz in RATES_HZ {
            if ui.selectable_label(rate_hz == current, format!("{rate_hz} Hz")).clicked() {
                chosen = Some(Ok(Request::SetRateHz(rate_hz)));
            }
        }
    });
    chosen
}

fn gears(ui: &mut Ui, state: &mut State, gear: Option<f64>) {
    // A model without gears has none to choose.
    if gear.is_none() {
        return;
    }
    let mut automatic = state.lever.automatic;
    if ui.checkbox(&mut automatic, "Automatic gearbox").changed() {
        state.lever.set_automatic(automatic, gear);
    }
}

fn ghosts(ui: &mut Ui, ghost_model: &mut String, now: &Choices<'_>) -> Asked {
    let mut asked = None;
    for (index, ghost) in (1..).zip(&now.ghosts) {
        ui.horizontal_wrapped(|ui| {
            let name = format!("{}, {}", ghost.model.name, ghost.name);
            if ui.small_button(format!("Remove {index}")).on_hover_text(&name).clicked() {
                asked = Some(Ok(Request::RemoveGhost(index)));
            }
            ui.colored_label(look::colour(index), name);
        });
    }
    let mut is_solid = now.is_solid;
    let solid = ui
        .checkbox(&mut is_solid, "Collisions")
        .on_hover_text("Ghosts start behind you and collide with you and each other; restarts the run");
    if solid.changed() {
        asked = Some(Ok(Request::SetSolid(is_solid)));
    }
    if let Some(name) = list(ui, "Ghost model", ghost_model, &models(now.player)) {
        *ghost_model = name.to_owned();
    }
    if ui.button("Add ghost").clicked() {
        asked = Some(now.player.in_model(ghost_model).map(Request::AddGhost));
    }
    asked
}

/// Devices that drive besides keys.
const OTHERS: [&str; 3] = [
    "Mouse: drag on the road (up: throttle, down: brake, left and right: steering); scroll to zoom",
    "Gamepad: left stick steers, triggers are throttle and brake; A: handbrake, X: starter, bumpers: shift, Start: pause, \
     Select: restart",
    "Touch: on-screen controls for two thumbs",
];

fn help(ui: &mut Ui) {
    ui.collapsing("Keys", |ui| {
        for line in keys::told().iter().map(String::as_str).chain(OTHERS) {
            ui.label(RichText::new(line).small());
        }
    });
}
