//! Bytes as a recording, sealed so that the body is reached: one that is written, reads back the same and can be
//! replayed, or an error.
#![no_main]

use skidpad_models::MODELS;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::recording;
use skidpad_fuzz::{message, sealed, seeds};
use skidpad_world::replay::{Recording, replay_all};

/// The longest time that is replayed, s.
const REPLAYED_S: f64 = 1.0;
/// The version that is written, at its place in the head.
const VERSION: &[u8] = &[4, 0];

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| seeds::recordings(10, 4).iter().map(recording::encode).collect()),
    |bytes: &[u8]| {
        check(bytes);
        check(&sealed(bytes));
    }
);

fn check(bytes: &[u8]) {
    let recording = match recording::decode(bytes, &MODELS) {
        Ok(recording) => recording,
        Err(error) => return message(&error.to_string()),
    };
    let written = recording::encode(&recording);
    let again = recording::decode(&written, &MODELS).unwrap_or_else(|error| panic!("what was written: {error}"));
    // By its bytes: a NaN that was given is not equal to itself.
    assert_eq!(recording::encode(&again), written, "written again it differs");
    if &bytes[8..10] == VERSION {
        assert_eq!(written, bytes, "two texts of one recording");
    }
    if seconds(&recording) >= REPLAYED_S {
        return;
    }
    let others = recording.others().iter().map(|other| own(&other.recording)).collect::<Option<Vec<_>>>();
    if let Some((car, others)) = own(&recording).zip(others) {
        let others: Vec<_> = others.iter().map(Car::choice).collect();
        let _ = replay_all(&recording, &car.choice(), &others).map_err(|error| message(&error.to_string()));
    }
}

/// The car of a recording, where it needs no file.
fn own(recording: &Recording) -> Option<Car> {
    choose::car(&MODELS, recording.model, &recording.car).ok().filter(|_| !choose::is_path(&recording.car))
}

/// At least as many seconds as it takes.
fn seconds(recording: &Recording) -> f64 {
    let longest_s = recording.changes.iter().map(|change| change.given.dt_s).fold(0.0, f64::max);
    recording.steps() as f64 * longest_s
}
