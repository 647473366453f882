//! Back in time, as far as it is remembered.

use std::sync::Arc;

use super::Drive;
use super::history::Moment;

impl Drive {
    /// Remembers this moment, if it is time to.
    pub(super) fn note_moment(&mut self) {
        let time_s = self.time_s();
        if self.history.is_due(time_s) {
            self.history.keep(Moment {
                time_s,
                step: self.log.steps(),
                world: self.cars.world.save(),
                player: self.player().shared_choice(),
                grasp: self.grasp,
                held: self.held,
                auto_reverse: self.auto_reverse,
                asked: self.asked,
                command: self.command,
            });
        }
    }

    /// Goes back in time, s, as far as it is remembered; answers how far it went. A lap under way is given up by it.
    pub fn rewind(&mut self, back_s: f64) -> f64 {
        let from_s = self.time_s();
        let Some(then) = self.history.back_to(from_s - back_s) else {
            return 0.0;
        };
        let now = self.player().shared_choice();
        if !self.cars.restore(&then.world, &then.player, &then.command) {
            return 0.0;
        }
        (self.held, self.asked, self.command) = (then.held, then.asked, then.command);
        self.auto_reverse = then.auto_reverse;
        self.grasp = then.grasp;
        if let Some(laps) = &mut self.laps {
            laps.abandon();
        }
        self.past.cut_after(self.time_s());
        self.log.go_back(then.step, self.playback.is_none());
        if self.playback.is_none() && !Arc::ptr_eq(&now, &then.player) {
            // It was driven a moment ago.
            let _ = self.put_in(&now);
        }
        self.playback_from(then.step);
        let gone_s = from_s - self.time_s();
        let now_s = self.time_s();
        if let Some(rival) = &mut self.rival {
            let ahead_s = rival.time_s() - now_s;
            rival.rewind(ahead_s);
        }
        self.step_rival();
        gone_s
    }
}
