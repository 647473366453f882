//! A car that writes down what it is given.

use skidpad::assist::Hands;
use skidpad::integrate::Method;
use skidpad::record::Record;
use skidpad::snapshot::Saved;
use skidpad::step::{Dt, Status};

use super::{Change, Given, Recording, field_numbers};
use crate::ground::{Ground, Road};
use crate::models::ModelInfo;
use crate::rolling::{Driver, Request, RestoreError, Rolling};

/// A car that writes down what it is given: to be driven as any.
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
        let start = car.save();
        assert_eq!(start.model, model.name, "a car of the model");
        let recording = Recording {
            model,
            car: name.to_owned(),
            car_hash: car.car_hash(),
            method: car.method(),
            start,
            hands: car.hands(),
            ground: Ground::default(),
            changes: Vec::new(),
            hashes: Vec::new(),
            keeps_every,
            kept: Vec::new(),
        };
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

    fn note_given(&mut self, given: Given) {
        let last = self.recording.changes.last();
        if !last.is_some_and(|last| last.given.has_bits_of(&given)) {
            self.recording.changes.push(Change { step: self.recording.steps(), given });
        }
    }

    fn note_result(&mut self) {
        self.recording.hashes.push(self.car.hash());
        let (steps, every) = (self.recording.steps(), u64::from(self.recording.keeps_every));
        if every > 0 && steps.is_multiple_of(every) {
            self.recording.kept.extend(field_numbers(&self.car.save()));
        }
    }
}

impl Rolling for Recorder {
    /// # Panics
    /// If the ground is another than in the steps before: a recording has one.
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        self.note_ground(road.ground);
        self.note_given(Given { request: *request, surface: *road.surface, dt_s: dt.seconds() });
        let status = self.car.step(request, road, dt);
        self.note_result();
        status
    }
    /// What is asked for at the beginning is held over the step, as a recording has one for each.
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        let request = driver(&Record::splat(0.0), dt.seconds());
        self.step(&request, road, dt)
    }
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>) {
        self.car.row(request, road, row);
    }
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>) {
        self.car.rates(request, road, rates);
    }
    fn time_s(&self) -> f64 {
        self.car.time_s()
    }
    fn status(&self) -> Status {
        self.car.status()
    }
    fn save(&self) -> Saved {
        self.car.save()
    }
    /// A recording has no jumps: it begins anew from there.
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)?;
        self.recording.start = saved.clone();
        self.recording.changes.clear();
        self.recording.hashes.clear();
        self.recording.kept.clear();
        Ok(())
    }
    fn hash(&self) -> u64 {
        self.car.hash()
    }
    fn car_hash(&self) -> u64 {
        self.car.car_hash()
    }
    fn method(&self) -> Method {
        self.car.method()
    }
    fn hands(&self) -> Option<Hands<f64>> {
        self.car.hands()
    }
}
