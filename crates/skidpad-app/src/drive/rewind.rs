//! What is remembered, to go back in time.

use std::collections::VecDeque;

use skidpad::snapshot::Saved;

use super::grasp::Grasp;
use super::{ConeSeen, Entrant};

/// How far back, s, and how often a moment is kept, s.
const REMEMBERED_S: f64 = 60.0;
const EVERY_S: f64 = 0.1;

/// All that changes, at a moment.
#[derive(Clone)]
pub(super) struct Moment {
    time_s: f64,
    pub(super) cars: Vec<Saved>,
    pub(super) cones: Vec<ConeSeen>,
    pub(super) grasp: Grasp,
}

/// Moments.
#[derive(Default)]
pub(super) struct History {
    moments: VecDeque<Moment>,
}

impl History {
    /// Keeps this moment, if it is time to.
    pub(super) fn note(&mut self, entrants: &[Entrant], cones: &[ConeSeen], grasp: Grasp) {
        let Some(time_s) = entrants.first().map(Entrant::time_s) else {
            return;
        };
        if self.moments.back().is_some_and(|then| time_s < then.time_s + EVERY_S) {
            return;
        }
        let cars = entrants.iter().map(Entrant::save).collect();
        self.moments.push_back(Moment { time_s, cars, cones: cones.to_vec(), grasp });
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
