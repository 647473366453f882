//! What is remembered, to go back in time.

use std::collections::VecDeque;
use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_world::world::SavedWorld;

use super::Choice;
use super::grasp::Grasp;
use crate::hand::reverse::AutoReverse;

/// How far back, s, and how often a moment is kept, s.
const REMEMBERED_S: f64 = 60.0;
const EVERY_S: f64 = 0.1;

/// All that changes, at a moment.
#[derive(Clone)]
pub(super) struct Moment {
    pub(super) time_s: f64,
    /// Steps since the start.
    pub(super) step: u64,
    pub(super) world: SavedWorld,
    /// The player's car.
    pub(super) player: Arc<Choice>,
    pub(super) grasp: Grasp,
    pub(super) held: Command<f64>,
    pub(super) auto_reverse: Option<AutoReverse>,
    pub(super) asked: Command<f64>,
    pub(super) command: Command<f64>,
}

/// Moments.
#[derive(Default)]
pub(super) struct History {
    moments: VecDeque<Moment>,
}

impl History {
    /// Whether it is time to keep a moment.
    pub(super) fn is_due(&self, time_s: f64) -> bool {
        self.moments.back().is_none_or(|then| time_s >= then.time_s + EVERY_S)
    }

    pub(super) fn keep(&mut self, moment: Moment) {
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
