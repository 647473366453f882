//! A run driven again: what was asked then is asked now, step by step, and compared.

use std::sync::Arc;

use skidpad_world::laps::Laps;

use super::{Choice, ChoiceError, Drive, Pace, Playback};
use crate::hand::reverse::AutoReverse;
use crate::run::{Event, Log, Run};
use crate::setup::Setup;

impl Drive {
    /// A run from its start on: frames go on with it, whatever their controls, and time stands at its end.
    ///
    /// # Errors
    /// A set-up that there is not.
    pub fn replay(run: &Run) -> Result<Self, String> {
        Self::replaying(&Arc::new(run.clone()), &run.setup)
    }

    /// A run from its start on, in a set-up that may leave out its ghosts.
    pub(super) fn replaying(run: &Arc<Run>, setup: &Setup) -> Result<Self, String> {
        let mut drive = Self::from_setup(setup)?;
        drive.playback = Some(Playback::begin(Arc::clone(run)));
        Ok(drive)
    }

    /// What was driven since the start.
    pub fn run(&self) -> Run {
        let steps = self.log.kept();
        let mut checks = self.log.checks.clone();
        // What was changed since the last step is no part of it, as nothing was driven with it.
        let mut events = self.log.events.clone();
        let until = events.partition_point(|(at, _)| *at < steps);
        let is_as_driven = events.drain(until..).count() == 0 && steps == self.log.steps();
        if is_as_driven && checks.last().is_none_or(|(after, _)| *after < steps) {
            checks.push((steps, self.player_hash()));
        }
        let now = self.setup();
        let rate = events.iter().find_map(|(_, event)| match event {
            Event::Rate(rate_hz) => Some(*rate_hz),
            _ => None,
        });
        let setup = Setup { car: self.log.start.clone(), rate_hz: rate.unwrap_or(now.rate_hz), ..now };
        Run { setup, events, steps, checks }
    }

    /// Whether the run has become too long to be kept: its beginning is.
    pub fn run_is_cut(&self) -> bool {
        self.log.kept() < self.log.steps()
    }

    /// The run that is driven again.
    pub fn playback(&self) -> Option<&Playback> {
        self.playback.as_ref()
    }

    /// Takes the wheel: the rest of the run that was driven again is forgotten, and the player goes on from here, backwards
    /// if the run was.
    pub fn take_over(&mut self) {
        if self.playback.take().is_some() {
            let is_backwards = self.asked.gear < 0.0;
            self.auto_reverse = self.auto_reverse.map(|_| AutoReverse::driving(is_backwards));
        }
    }

    /// Asks for what was asked at this step of the run. `false`: it is over.
    pub(super) fn follow(&mut self) -> bool {
        let Some(mut playback) = self.playback.take() else { return true };
        let step = self.log.steps();
        if step < playback.run.steps {
            self.become_as(&mut playback, step);
        }
        playback.step = step;
        let is_over = playback.is_over();
        if is_over {
            self.pace = Pace::Paused;
        }
        self.playback = Some(playback);
        !is_over
    }

    /// What is asked, with which hands, car and rate, as it was at a step.
    fn become_as(&mut self, playback: &mut Playback, step: u64) {
        let run = Arc::clone(&playback.run);
        if core::mem::take(&mut playback.is_elsewhere) {
            playback.asked = run.asked_at(step);
            self.set_rate_hz(run.rate_at(step));
        }
        for event in run.at(step) {
            match event {
                Event::Asked(asked) => playback.asked = Some(*asked),
                Event::Rate(rate_hz) => self.set_rate_hz(*rate_hz),
                Event::Hands(hands) => self.grasp.hands = hands.as_deref().copied(),
                // It was driven once: it is taken again.
                Event::Car(car) => drop(self.put_in(car)),
            }
        }
        self.asked = playback.asked.unwrap_or(self.asked);
    }

    /// A run that is driven again goes on from another of its steps.
    pub(super) fn playback_from(&mut self, step: u64) {
        if let Some(playback) = &mut self.playback {
            (playback.step, playback.is_elsewhere) = (step, true);
        }
    }

    /// Puts the player in another car, which goes on from where his is.
    pub(super) fn put_in(&mut self, car: &Arc<Choice>) -> Result<(), ChoiceError> {
        let before = self.player().choice().model.name;
        self.cars.replace_player(car, &self.command)?;
        self.log.tuned(car, before == car.model.name);
        Ok(())
    }

    /// Compares the step that was made.
    pub(super) fn compare(&mut self) {
        let (steps, time_s) = (self.log.steps(), self.time_s());
        let Some(playback) = &mut self.playback else { return };
        playback.step = steps;
        let Some(expected) = playback.run.check_after(steps) else { return };
        if expected != self.player_hash() {
            let parted_s =
                &mut self.playback.as_mut().unwrap_or_else(|| unreachable!("it is under way")).parted_s;
            *parted_s = parted_s.or(Some(time_s));
        }
    }

    /// A log that begins now.
    pub(super) fn begin_log(&mut self) {
        self.log = Log::begin(self.player().choice());
        if let Some(playback) = &mut self.playback {
            playback.parted_s = None;
        }
        self.playback_from(0);
    }

    /// Takes the best lap of others for its own best, where it is faster.
    pub fn race_laps(&mut self, others: &Laps) {
        if let Some(laps) = &mut self.laps {
            laps.adopt_best(others);
        }
    }
}
