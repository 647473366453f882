//! Bytes as a log of a world, sealed and as what was compressed in one, so that the inside is reached: one that is written
//! and reads back the same, or an error.
#![no_main]

use skidpad_models::MODELS;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::log;
use skidpad_fuzz::{message, sealed, seeds};
use skidpad_world::log::WorldLog;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| seeds::logs(10).iter().map(|log| log::uncompressed(log, &MODELS).expect("a log")).collect()),
    |bytes: &[u8]| {
        check(bytes);
        check(&sealed(bytes));
        check(&log::sealed(bytes));
    }
);

fn check(bytes: &[u8]) {
    let file = match log::decode(bytes, &MODELS) {
        Ok(file) => file,
        Err(error) => return message(&error.to_string()),
    };
    let Some(cars) = file.cars().iter().map(own).collect::<Option<Vec<_>>>() else { return };
    let choices: Vec<_> = cars.iter().map(Car::choice).collect();
    let opened = match file.into_log(&choices) {
        Ok(opened) => opened,
        Err(error) => return message(&error.to_string()),
    };
    let written = written(&opened);
    let again = log::decode(&written, &MODELS).unwrap_or_else(|error| panic!("what was written: {error}"));
    let again = again.into_log(&choices).unwrap_or_else(|error| panic!("what was written: {error}"));
    assert_eq!(self::written(&again), written, "written again it differs");
}

fn written(opened: &WorldLog) -> Vec<u8> {
    log::encode(opened, &MODELS).unwrap_or_else(|error| panic!("what was read: {error}"))
}

/// A car of a log, where it needs no file.
fn own(car: &log::FileCar) -> Option<Car> {
    let name = &car.recording.car;
    choose::car(&MODELS, car.recording.model, name).ok().filter(|_| !choose::is_path(name))
}
