//! The laws of what is read as a log: it is written and reads back the same, or an error in a line.

use skidpad_formats::choose::{self, Car};
use skidpad_formats::log::{self, FileCar};
use skidpad_models::MODELS;
use skidpad_world::log::WorldLog;

use crate::{message, messages};

/// The log of some bytes, checked; `None` where they are none, or name cars that are in files.
pub fn checked(bytes: &[u8]) -> Option<WorldLog> {
    let file = log::decode(bytes, &MODELS).map_err(|error| message(&error.to_string())).ok()?;
    let cars = file.cars().iter().map(own).collect::<Option<Vec<_>>>()?;
    let choices: Vec<_> = cars.iter().map(Car::choice).collect();
    let opened = file.into_log(&choices).map_err(|error| message(&error.to_string())).ok()?;
    let bytes = written(&opened);
    let again = log::decode(&bytes, &MODELS).unwrap_or_else(|error| panic!("what was written: {error}"));
    let again = again.into_log(&choices).unwrap_or_else(|error| panic!("what was written: {error}"));
    assert_eq!(written(&again), bytes, "written again it differs");
    Some(opened)
}

fn written(opened: &WorldLog) -> Vec<u8> {
    log::encode(opened, &MODELS).unwrap_or_else(|error| panic!("what was read: {error}"))
}

/// A car of a log, where it needs no file.
fn own(car: &FileCar) -> Option<Car> {
    if let Some(carried) = car.carried() {
        return carried.map_err(|error| messages(&error)).ok();
    }
    choose::car(&MODELS, car.model, &car.car).ok().filter(|_| !choose::is_path(&car.car))
}
