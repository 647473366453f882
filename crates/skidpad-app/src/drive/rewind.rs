//! Back in time, through the log.

use std::sync::Arc;

use skidpad_world::world::CarId;

use super::{Drive, Entrant};
use crate::choice::Choice;

impl Drive {
    /// Goes back in time, s, to the start at most; returns how far it went. The player stays in the car that he drives, and others
    /// that were taken out do not come back. A lap under way is given up.
    pub fn rewind(&mut self, back_s: f64) -> f64 {
        let from_s = self.player().moved_s();
        let player = self.player().shared_choice();
        let others: Vec<CarId> = self.entrants().iter().map(Entrant::id).collect();
        if !self.cars.rewind(self.cars.steps_back(back_s)) {
            return 0.0;
        }
        if self.playback().is_none() {
            self.hold_on();
            self.ask();
            self.keep_cars(&player, &others);
        } else {
            self.command = self.cars.command();
            self.asked = self.command;
        }
        if let Some(laps) = &mut self.laps {
            laps.abandon();
        }
        let now_s = self.time_s();
        self.past.cut_after(now_s);
        if let Some(rival) = &mut self.rival {
            rival.rewind(now_s);
        }
        self.step_rival();
        from_s - self.player().moved_s()
    }

    /// Puts the player in his car, and takes out all others but some.
    fn keep_cars(&mut self, player: &Arc<Choice>, others: &[CarId]) {
        for index in (1..self.entrants().len()).rev() {
            if !others.contains(&self.entrants()[index].id()) {
                self.cars.remove(index);
            }
        }
        if !Arc::ptr_eq(&self.player().shared_choice(), player) {
            // It was driven a moment ago.
            let _ = self.put_in(player);
        }
    }
}
