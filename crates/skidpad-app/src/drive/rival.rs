//! A run to race against: its cars are those of its log, beside the world of the player.

use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_world::scene::Place;

use super::cars::Cars;
use super::entrant::Entrant;
use super::playback::Playback;
use crate::run::Run;

/// A run that is raced against. Its log moves its cars, which meet nothing of the player's world.
pub struct RivalRun {
    cars: Cars,
    start: Place,
}

impl RivalRun {
    /// A run at its start.
    pub(super) fn at_start(run: &Run) -> Result<Self, String> {
        let start = run.scene()?.start;
        Ok(Self { cars: Cars::replaying(run, start)?, start })
    }

    /// The car to race against.
    pub fn car(&self) -> &Entrant {
        &self.cars.entrants[0]
    }

    /// All cars of the run, the one to race against first.
    pub fn entrants(&self) -> &[Entrant] {
        &self.cars.entrants
    }

    /// Hash of everything of the car to race against that changes.
    pub fn hash(&self) -> u64 {
        self.cars.player_hash()
    }

    /// Time that the car has driven, s.
    pub fn time_s(&self) -> f64 {
        self.car().time_s()
    }

    /// True at the end of the run.
    pub fn is_over(&self) -> bool {
        self.cars.playback().is_none_or(Playback::is_over)
    }

    /// Time at which the car was found to differ from the recorded one, s; `None` where it is bit-identical so far.
    pub fn parted_s(&self) -> Option<f64> {
        self.cars.playback().and_then(Playback::parted_s)
    }

    /// Pose at a time at or before the last step, s.
    pub(super) fn drawn(&self, time_s: f64) -> Pose<f64> {
        let step_s =
            self.cars.playback().and_then(Playback::last_dt).map_or(f64::INFINITY, |dt| dt.seconds());
        let late_s = self.time_s() - time_s;
        self.car().drawn(Real::clamp(1.0 - late_s / step_s, 0.0, 1.0))
    }

    /// Moves forwards to the first step at or after a time, s.
    pub(super) fn follow(&mut self, time_s: f64) {
        while self.time_s() < time_s && !self.is_over() {
            self.cars.step_again();
        }
    }

    /// Goes back to the last step at or before a time, s.
    pub(super) fn rewind(&mut self, time_s: f64) {
        let back_s = self.time_s() - time_s;
        if back_s > 0.0 {
            self.cars.rewind(self.cars.steps_back(back_s));
        }
    }

    pub(super) fn restart(&mut self) {
        self.cars.restart_replay(self.start);
    }
}
