//! The panels: each is a function of what is chosen and of the cars.

mod ask;
mod choices;
mod circles;
mod dial;
mod engine;
mod g_g;
mod lamps;
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

use super::{Memory, State, Tab, Units};
use crate::drive::Drive;

pub use choices::choices;
pub use dial::speed;
pub use lamps::{trouble, trouble_over};
pub use link::{Linker, link};
pub use pedals::pedals;
pub use plots::{narrow as narrow_plots, plots};
pub use runs::{Keeper, runs};
pub use sound::sound;
pub use tests::{Tester, tests};
pub use time::{time, view};
pub use tuner::Tuner;
pub use tuning::tuning;
pub use vehicle_file::open as open_vehicle;

/// All instruments: the dial, and below it those of the tab that is chosen.
pub fn instruments(ui: &mut Ui, state: &mut State, memory: &Memory, drive: &mut Drive) {
    // All of a tab is seen in a window of 1280 x 860.
    ui.spacing_mut().item_spacing.y = 2.0;
    dial::dial(ui, state, drive);
    lamps::row(ui, state, drive);
    ui.horizontal(|ui| {
        for (tab, name) in Tab::ALL {
            ui.selectable_value(&mut state.tab, tab, name);
        }
        ui.checkbox(&mut state.shows_plots, "Plots").on_hover_text("Key: L");
    });
    match state.tab {
        Tab::Drive => motion(ui, state.units, memory, drive),
        Tab::Tyres => tyres::tyres(ui, state, drive.player(), drive.scene()),
        Tab::Engine => engine::engine(ui, state.units, drive.player(), drive.scene()),
    }
}

fn motion(ui: &mut Ui, units: Units, memory: &Memory, drive: &Drive) {
    let (player, scene) = (drive.player(), drive.scene());
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
