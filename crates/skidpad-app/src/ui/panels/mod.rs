//! The panels: each is a function of what is chosen and of the cars.

mod ask;
mod choices;
mod circles;
mod dial;
mod g_g;
mod link;
mod monster;
pub mod palmer;
mod pedals;
mod pull;
mod runs;
mod tests;
mod time;
mod tuning;
mod wheels;

use egui::{CollapsingHeader, Ui};

use super::{Memory, State};
use crate::drive::Drive;

pub use choices::choices;
pub use link::{Linker, link};
pub use pedals::pedals;
pub use runs::{Keeper, runs};
pub use tests::{Tester, tests};
pub use time::{time, view};
pub use tuning::{Tuner, open as open_vehicle, tuning};

/// All instruments, one below the other.
pub fn instruments(ui: &mut Ui, state: &State, memory: &Memory, drive: &Drive) {
    dial::dial(ui, state, drive);
    section(ui, "Motion", |ui| monster::monster(ui, state.units, drive));
    section(ui, "Wheels", |ui| wheels::wheels(ui, state.units, drive));
    section(ui, "Friction circles and g-g", |ui| {
        ui.horizontal(|ui| {
            circles::circles(ui, drive);
            g_g::g_g(ui, memory, drive);
        });
    });
}

fn section(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(name).default_open(true).show(ui, add);
}
