//! What is remembered, to go back in time.

use std::collections::VecDeque;
use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_world::world::SavedWorld;

use super::grasp::Grasp;
use super::{Choice, Drive};
use crate::hand::reverse::AutoReverse;

/// How far back, s, and how often a moment is kept, s.
const REMEMBERED_S: f64 = 60.0;
const EVERY_S: f64 = 0.1;

/// All that changes, at a moment.
#[derive(Clone)]
pub(super) struct Moment {
    time_s: f64,
    /// Steps since the start.
    step: u64,
    world: SavedWorld,
    /// The player's car.
    player: Arc<Choice>,
    grasp: Grasp,
    held: Command<f64>,
    auto_reverse: Option<AutoReverse>,
    asked: Command<f64>,
    command: Command<f64>,
}

/// Moments.
#[derive(Default)]
pub(super) struct History {
    moments: VecDeque<Moment>,
}

impl History {
    /// Whether it is time to keep a moment.
    fn is_due(&self, time_s: f64) -> bool {
        self.moments.back().is_none_or(|then| time_s >= then.time_s + EVERY_S)
    }

    fn keep(&mut self, moment: Moment) {
        let time_s = moment.time_s;
        self.moments.push_back(moment);
        while self.moments.front().is_some_and(|then| then.time_s < time_s - REMEMBERED_S) {
            self.moments.pop_front();
        }
    }

    /// The last moment before a time, or the first of all; what came after it is forgotten.
    pub(super) fn back_to(&mut self, time_s: f64) -> Option<Moment> {
        while self.moments.len() > 1 && self.moments.back().is_some_and(|then| then.time_s > time_s) {
            self.moments.pop_back();
        }
        self.moments.back().cloned()
    }
}

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
