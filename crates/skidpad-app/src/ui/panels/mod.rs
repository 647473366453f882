//! The panels: each is a function of what is chosen and of what it shows of the drive, and returns what was pressed.

mod ask;
mod choices;
mod circles;
mod dial;
mod ends;
mod engine;
mod g_g;
mod lamps;
mod laps;
mod line;
mod link;
mod monster;
pub mod palmer;
mod pedals;
mod plots;
mod pull;
mod runs;
mod sound;
mod tests;
mod time;
mod tuner;
mod tuning;
mod tyres;
mod vehicle_file;
mod wheels;

use egui::{CollapsingHeader, Ui};

use skidpad_core::controls::Gear;
use skidpad_world::scene::Scene;

use super::request::Request;
use super::{Memory, State, Tab, Units};
use crate::choice::ChoiceError;
use crate::drive::Entrant;

pub use choices::{Choices, choices};
pub use dial::speed;
pub use lamps::{trouble, trouble_over};
pub use laps::LapsShown;
pub use line::{LineRequest, LineState, line};
pub use link::{LinkRequest, Linker, link};
pub use pedals::{Pedals, pedals};
pub use plots::{Plotted, narrow as narrow_plots, plots};
pub use runs::{Keeper, Rival, RunRequest, Runs, runs};
pub use sound::sound;
pub use tests::{Tester, tests};
pub use time::{pause_name, time, view};
pub use tuner::{Tuned, Tuner};
pub use tuning::tuning;
pub use vehicle_file::open as open_vehicle;

/// The car that instruments show.
pub struct Instruments<'a> {
    /// The player's car.
    pub player: &'a Entrant,
    /// Scene that it drives in.
    pub scene: &'a Scene,
    /// The selected gear; `None` for a model that drives forwards without one.
    pub gear: Option<Gear>,
}

/// All instruments: the dial, and below it those of the tab that is chosen. Returns the car with an assist switched.
pub fn instruments(
    ui: &mut Ui,
    state: &mut State,
    memory: &Memory,
    now: &Instruments<'_>,
) -> Option<Result<Request, ChoiceError>> {
    let Instruments { player, scene, gear } = *now;
    // All of a tab is seen in a window of 1280 x 860.
    ui.spacing_mut().item_spacing.y = 2.0;
    dial::dial(ui, state.units, player, gear);
    let asked = lamps::row(ui, player);
    ui.horizontal(|ui| {
        for (tab, name) in Tab::ALL {
            ui.selectable_value(&mut state.tab, tab, name);
        }
        ui.checkbox(&mut state.shows_plots, "Plots").on_hover_text("Key: L");
    });
    match state.tab {
        Tab::Drive => motion(ui, state.units, memory, player, scene),
        Tab::Tyres => tyres::tyres(ui, state, player, scene),
        Tab::Engine => engine::engine(ui, state.units, player, scene),
    }
    asked
}

fn motion(ui: &mut Ui, units: Units, memory: &Memory, player: &Entrant, scene: &Scene) {
    section(ui, "Motion", |ui| monster::monster(ui, units, player, scene));
    section(ui, "Wheels", |ui| wheels::wheels(ui, units, player, scene));
    section(ui, "Friction circles and g-g", |ui| {
        ui.horizontal(|ui| {
            circles::circles(ui, player);
            g_g::g_g(ui, memory.trail(), &player.seen());
        });
    });
}

fn section(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(name).default_open(true).show(ui, add);
}
