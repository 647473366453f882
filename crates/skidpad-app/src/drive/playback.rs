//! A run that is replayed.

use skidpad_core::step::Dt;
use skidpad_world::log::LogReplay;

use crate::run::{Run, begun};

/// A replay of a run under way.
pub struct Playback {
    run: Run,
    pub(super) replay: LogReplay,
    parted_s: Option<f64>,
    /// True where the log has a change that its world does not take.
    is_broken: bool,
}

impl Playback {
    /// A run at its start.
    pub(super) fn begin(run: &Run) -> Result<Self, String> {
        Ok(Self { replay: begun(&run.log)?, run: run.clone(), parted_s: None, is_broken: false })
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Share of the run that was replayed, [0, 1].
    pub fn share(&self) -> f64 {
        if self.run.steps() == 0 { 1.0 } else { self.replay.steps() as f64 / self.run.steps() as f64 }
    }

    /// True at the end of the run.
    pub fn is_over(&self) -> bool {
        self.is_broken || self.replay.steps() >= self.run.steps()
    }

    /// Time at which the replay was found to differ from the run, s; `None` where it had the same bits wherever the run has a
    /// hash.
    pub fn parted_s(&self) -> Option<f64> {
        self.parted_s.or(self.run.parted_s.filter(|parted_s| *parted_s <= self.replay.time_s()))
    }

    /// Length of the step that follows; `None` at the end.
    pub(super) fn dt(&self) -> Option<Dt> {
        self.run.log.dt(self.replay.steps()).filter(|_| !self.is_broken)
    }

    /// Length of the last step; `None` at the start.
    pub(super) fn last_dt(&self) -> Option<Dt> {
        self.replay.steps().checked_sub(1).and_then(|before| self.run.log.dt(before))
    }

    /// Replays a step, and at the end the changes after it. Returns false at the end.
    pub(super) fn step(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let has_moved = self.replay.follow().is_ok_and(|has_moved| has_moved);
        self.is_broken = !has_moved || self.is_over() && self.replay.follow().is_err();
        if has_moved && self.replay.matches_hash() == Some(false) {
            self.parted_s = self.parted_s.or(Some(self.replay.time_s()));
        }
        has_moved
    }

    /// Goes to another time of the run.
    pub(super) fn seek(&mut self, steps: u64) -> bool {
        self.is_broken = self.replay.seek(steps).is_err();
        !self.is_broken
    }

    /// Ends the replay here, as it cannot go on.
    pub(super) fn give_up(&mut self) {
        self.is_broken = true;
    }

    /// Goes to the start.
    pub(super) fn restart(&mut self) {
        if let Ok(replay) = begun(&self.run.log) {
            self.replay = replay;
        }
        (self.parted_s, self.is_broken) = (None, false);
    }
}
