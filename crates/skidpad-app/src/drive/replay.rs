//! Replays of runs, and driving on from them.

use std::sync::Arc;

use skidpad_world::shaping::AutoReverse;
use skidpad_world::world::Site;

use super::cars::Cars;
use super::{Drive, Pace, Playback};
use crate::choice::{Choice, ChoiceError};
use crate::run::Run;
use crate::setup::RATES_HZ;

impl Drive {
    /// A replay of a run from its start: frames go on with it, whatever their controls, and time stands at its end.
    ///
    /// # Errors
    /// A log whose cars cannot be shown.
    pub fn replay(run: &Run) -> Result<Self, String> {
        let scene = run.scene()?;
        let cars = Cars::replaying(run, scene.start)?;
        let mut drive = Self::with_cars(scene, cars, run.setup.is_solid);
        // A log may have weather, which scenes do not. Whoever takes over and restarts has cones as they are now.
        drive.site = Site { are_cones_rigid: false, ..run.log.start().site().clone() };
        drive.set_rate_hz(run.setup.rate_hz);
        Ok(drive)
    }

    /// The run since the start; in a replay the one that is replayed.
    pub fn run(&self) -> Run {
        let run = self.first_part.clone().map_or_else(|| self.cars.run(), Ok);
        run.unwrap_or_else(|why| unreachable!("the cars that drive have started once: {why}"))
    }

    /// Returns true where the run has become too long for one log: [`run`](Self::run) is its beginning.
    pub fn run_is_cut(&self) -> bool {
        self.first_part.is_some()
    }

    /// The replay under way.
    pub fn playback(&self) -> Option<&Playback> {
        self.cars.playback()
    }

    /// Takes the wheel from a replay: the rest of its run is forgotten, and the player drives on from here, backwards if the run
    /// did.
    pub fn take_over(&mut self) {
        if !self.cars.take_over() {
            return;
        }
        // A link has one of these rates.
        let nearest = RATES_HZ.into_iter().min_by_key(|rate_hz| rate_hz.abs_diff(self.rate_hz));
        self.set_rate_hz(nearest.unwrap_or(self.rate_hz));
        self.hold_on();
    }

    /// Lets the player's hands and auto-reverse be where the controls were in the last step.
    pub(super) fn hold_on(&mut self) {
        self.command = self.cars.command();
        self.shaper = self.shaper.holding(&self.command);
        let is_backwards = self.command.gear < 0.0;
        self.auto_reverse = self.auto_reverse.map(|_| AutoReverse::driving(is_backwards));
    }

    /// Replays a step. Returns false at the end, where time stands.
    pub(super) fn step_again(&mut self) -> bool {
        if let Some(dt) = self.playback().and_then(Playback::dt) {
            self.set_dt(dt);
        }
        let has_moved = self.cars.step_again();
        self.command = self.cars.command();
        self.asked = self.command;
        if self.playback().is_some_and(Playback::is_over) {
            self.pace = Pace::Paused;
        }
        has_moved
    }

    /// Puts the player in another car, which goes on from where his is.
    pub(super) fn put_in(&mut self, car: &Arc<Choice>) -> Result<(), ChoiceError> {
        self.cars.replace_player(car)
    }

    /// Begins another log where the one under way is full. The run is the first.
    pub(super) fn begin_part(&mut self) {
        if self.first_part.is_none() {
            self.first_part = Some(self.run());
        }
        self.cars.begin_log();
    }
}

#[cfg(test)]
mod tests {
    use super::Drive;
    use crate::choice::Choice;
    use skidpad_core::controls::{Controls, Gear};
    use skidpad_world::scene::Scene;

    /// A run without end does not fill the memory: its beginning is kept, and time goes back to where the log under way began.
    #[test]
    fn a_log_that_is_full_is_followed_by_another() {
        let car = Choice::preset("kinematic", "boxster-s").unwrap();
        let mut drive = Drive::new(Scene::straight(), &car).unwrap();
        drive.add_ghost(&car).unwrap();
        let controls =
            Controls { throttle: 0.4, steer_rad: 0.1, gear: Gear::Automatic, ..Controls::default() };
        let second = |drive: &mut Drive| (0..240).for_each(|_| drive.single_step_with(&controls));
        second(&mut drive);
        let hash = drive.hash();
        drive.begin_part();
        assert!(drive.run_is_cut());
        second(&mut drive);
        drive.begin_part();
        second(&mut drive);
        let run = drive.run();
        assert_eq!((run.steps(), run.log.end_hash()), (240, Some(hash)));
        assert!((drive.rewind(0.5) - 0.5).abs() < 1e-9 && (drive.rewind(9.0) - 0.5).abs() < 1e-9);
        assert_eq!(drive.time_s(), 2.0);
        second(&mut drive);
        drive.restart();
        assert!(!drive.run_is_cut() && drive.run().steps() == 0);
    }
}
