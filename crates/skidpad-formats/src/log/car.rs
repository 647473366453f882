//! A car of a log.

use std::sync::Arc;

use skidpad_world::contact::Body;
use skidpad_world::ground::Ground;
use skidpad_world::log::{CarLabel, LoggedCar};
use skidpad_world::models::Models;
use skidpad_world::replay::Recording;
use skidpad_world::rolling::CarChoice;

use super::error::LogError;
use super::values::CARS;
use crate::bytes::{ByteError, Reader, put_number, put_text};
use crate::recording::{self, scene};
use crate::snapshot::take_longest_step;

/// A car of a log file.
#[derive(Clone, Debug)]
pub struct FileCar {
    /// The car's name in the world.
    pub name: String,
    /// Model, car, integrator and state as it joined; without steps.
    pub recording: Recording,
    /// Its body; `None`: it meets nothing.
    pub body: Option<Body>,
}

impl FileCar {
    pub(super) fn from_logged(car: &LoggedCar, models: &Models) -> Result<Self, LogError> {
        let CarLabel { name, car: from, friction } = &car.label;
        let is_bad = |text: &&String| text.len() > recording::LONGEST_NAME || text.contains(char::is_control);
        if [name, from].iter().any(is_bad) {
            return Err(LogError::Text);
        }
        let rolling = &car.member.car;
        let start = rolling.save();
        let model = models.by_name(start.model).filter(|model| model.name == start.model);
        let model = model.ok_or_else(|| LogError::UnknownModel(start.model.to_owned()))?;
        let recording = Recording {
            model,
            car: from.clone(),
            car_hash: rolling.car_hash(),
            method: rolling.method(),
            start,
            hands: rolling.hands(),
            friction: *friction,
            scene: None,
            ground: Ground::default(),
            changes: Vec::new(),
            hashes: Vec::new(),
            keeps_every: 0,
            kept: Vec::new(),
        };
        Ok(Self { name: name.clone(), recording, body: car.member.body })
    }

    pub(super) fn logged(&self, place: usize, choice: &CarChoice) -> Result<Arc<LoggedCar>, LogError> {
        let Self { name, recording, body } = self;
        let member = recording.member(choice, *body).map_err(|error| LogError::Car(place, error))?;
        let label = CarLabel { name: name.clone(), car: recording.car.clone(), friction: recording.friction };
        Ok(Arc::new(LoggedCar { label, member }))
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        put_text(bytes, &self.name);
        recording::put_start(bytes, &self.recording);
        put_number(bytes, self.recording.start.longest_step_s.unwrap_or(0.0));
        scene::put_friction(bytes, self.recording.friction);
        bytes.push(u8::from(self.body.is_some()));
        if let Some(body) = &self.body {
            scene::put_body(bytes, body);
        }
    }

    pub(super) fn take(r: &mut Reader, models: &Models) -> Result<Self, ByteError> {
        let name = r.text(CARS)?.to_owned();
        let mut recording = recording::take_start(r, models)?;
        // Messages print them.
        if name.contains(char::is_control) || recording.car.contains(char::is_control) {
            return Err(r.invalid(CARS));
        }
        recording.start.longest_step_s = take_longest_step(r)?;
        recording.friction = scene::take_friction(r)?;
        let body = if scene::flag(r, CARS)? { Some(scene::take_body(r)?) } else { None };
        if body.is_some() && recording.model.lacks_for_contact().is_some() {
            return Err(r.invalid(CARS));
        }
        Ok(Self { name, recording, body })
    }
}
