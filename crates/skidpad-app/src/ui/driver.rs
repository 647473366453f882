//! Who drives: it asks all sources what they ask for, lets one of them drive, and gives him his hands.

use egui::Ui;
use skidpad::controls::Controls;

use super::{State, keys};
use crate::drive::{Drive, lock_rad};
use crate::hand::{Seat, Source, hands};

/// The sources of a person at a screen.
#[derive(Default)]
pub struct Driver {
    seat: Seat,
}

impl Driver {
    /// What is asked of the car in this frame. While a control of a panel has the focus, some keys are its own.
    pub fn controls(&mut self, ui: &Ui, state: &State, drive: &mut Drive, panel_has_focus: bool) -> Controls {
        let before = self.seat.source();
        self.seat.hear(Source::Keys, Some(ui.input(|input| keys::held(input, panel_has_focus))));
        if self.seat.source() != before {
            drive.leave_pedals();
            self.take_hands(state, drive);
        }
        self.seat.raw().controls(lock_rad(drive.player().choice()), state.lever.gear())
    }

    /// Gives the car the hands of who drives.
    pub fn take_hands(&self, state: &State, drive: &mut Drive) {
        let hands = hands(self.seat.source(), state.shaping, drive.player().choice());
        if drive.hands() != hands.as_ref() {
            drive.set_hands(hands);
        }
    }

    /// Who drives, and what the others ask for.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// The name of what drives.
    pub fn name(&self) -> &str {
        self.seat.source().name()
    }
}
