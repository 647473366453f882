//! A car that writes down what it is given.

use skidpad_core::record::Record;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Dt, Status};

use super::{Given, Recording};
use crate::contact::Motion;
use crate::ground::{Ground, Road};
use crate::models::ModelInfo;
use crate::rolling::{Driver, Request, RestoreError, Rolling};

/// A car that writes down what it is given: to be driven as any.
#[derive(Clone)]
pub struct Recorder {
    car: Box<dyn Rolling>,
    recording: Recording,
}

impl Recorder {
    /// Records from now on. `name` is the car's, by which it is found again; a state is kept after each `keeps_every`
    /// steps, 0: none.
    ///
    /// Per step that is 8 bytes of memory, and 8 bytes per number of each state that is kept; whoever wants days and no
    /// fields keeps few.
    ///
    /// # Panics
    /// If the car is not of the model.
    pub fn new(model: &'static ModelInfo, name: &str, car: Box<dyn Rolling>, keeps_every: u32) -> Self {
        let recording = Recording::begin(model, name, car.as_ref(), keeps_every);
        assert_eq!(recording.start.model, model.name, "a car of the model");
        Self { car, recording }
    }

    /// What was recorded.
    pub fn finish(self) -> Recording {
        self.recording
    }

    /// What has been recorded so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    fn note_ground(&mut self, ground: &Ground) {
        if self.recording.hashes.is_empty() {
            self.recording.ground.clone_from(ground);
        }
        assert!(self.recording.ground.hash() == ground.hash(), "a recording has one ground");
    }

    /// A recording has no jumps: it restarts here.
    fn restart(&mut self) {
        self.recording.start = self.car.save();
        self.recording.changes.clear();
        self.recording.hashes.clear();
        self.recording.kept.clear();
    }
}

impl Rolling for Recorder {
    /// # Panics
    /// If the ground is another than in the steps before: a recording has one.
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        self.note_ground(road.ground);
        self.recording.note_given(Given { request: *request, surface: *road.surface, dt_s: dt.seconds() });
        let status = self.car.step(request, road, dt);
        self.recording.note_result(self.car.as_ref());
        status
    }
    /// What is asked for at the beginning is held over the step, as a recording has one for each.
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        let request = driver(&Record::splat(0.0), dt.seconds());
        self.step(&request, road, dt)
    }
    /// The recording restarts there.
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)?;
        self.restart();
        Ok(())
    }
    /// The recording restarts there.
    fn correct(&mut self, motion: &Motion) -> Status {
        let status = self.car.correct(motion);
        self.restart();
        status
    }
    crate::forward_to_car!(
        boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose, planar,
        feels_air, telltales, hands
    );
}
