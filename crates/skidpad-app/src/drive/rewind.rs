//! What is remembered, to go back in time.

use std::collections::VecDeque;

use skidpad::snapshot::Saved;

use super::{ConeSeen, Entrant};

/// How far back, s, and how often a moment is kept, s.
const REMEMBERED_S: f64 = 60.0;
const EVERY_S: f64 = 0.1;

/// All cars and cones at a moment.
type All = (Vec<Saved>, Vec<ConeSeen>);

/// Moments of all.
#[derive(Default)]
pub(super) struct History {
    moments: VecDeque<(f64, All)>,
}

impl History {
    /// Keeps this moment, if it is time to.
    pub(super) fn note(&mut self, entrants: &[Entrant], cones: &[ConeSeen]) {
        let Some(now_s) = entrants.first().map(Entrant::time_s) else {
            return;
        };
        if self.moments.back().is_some_and(|(then_s, _)| now_s < then_s + EVERY_S) {
            return;
        }
        let cars = entrants.iter().map(Entrant::save).collect();
        self.moments.push_back((now_s, (cars, cones.to_vec())));
        while self.moments.front().is_some_and(|(then_s, _)| *then_s < now_s - REMEMBERED_S) {
            self.moments.pop_front();
        }
    }

    /// The last moment before a time, or the first of all; what came after it is forgotten.
    pub(super) fn back_to(&mut self, time_s: f64) -> Option<All> {
        while self.moments.len() > 1 && self.moments.back().is_some_and(|(then_s, _)| *then_s > time_s) {
            self.moments.pop_back();
        }
        self.moments.back().map(|(_, saved)| saved.clone())
    }
}
