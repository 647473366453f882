//! Bytes as a snapshot, sealed so that the body is reached: one that is written, reads back the same and is put into a
//! car, or an error.
#![no_main]

use skidpad_core::controls::Gear;
use skidpad_core::snapshot::Saved;
use skidpad_formats::{choose, snapshot};
use skidpad_fuzz::{message, sealed, seeds};
use skidpad_models::MODELS;
use skidpad_texts::w1::W1;
use skidpad_world::rolling::Begin;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| seeds::starts().iter().map(snapshot::encode_saved).collect()),
    |bytes: &[u8]| {
        check(bytes);
        check(&sealed(bytes));
    }
);

fn check(bytes: &[u8]) {
    // The other width.
    if let Ok(narrow) = snapshot::decode::<W1, f32>(bytes) {
        assert!(snapshot::decode::<W1, f32>(&snapshot::encode(&narrow)).is_ok());
    }
    let saved = match snapshot::decode_saved(bytes, &MODELS) {
        Ok(saved) => saved,
        Err(error) => return message(&error.to_string()),
    };
    assert!(saved.check().is_ok() && saved.clock.time_s().is_finite());
    let written = snapshot::encode_saved(&saved);
    let again =
        snapshot::decode_saved(&written, &MODELS).unwrap_or_else(|error| panic!("what was written: {error}"));
    // By its bytes: a car that was stopped for a NaN has one, which is not equal to itself.
    assert_eq!(snapshot::encode_saved(&again), written, "written again it differs");
    assert_eq!(again.hash(), saved.hash());
    // Those of an older version are shorter. The version stands in the head.
    if bytes[8..10] == written[8..10] {
        assert_eq!(written, bytes, "two texts of one snapshot");
    }
    restored(&saved);
}

/// Puts it into a car of its model, from which it is saved the same.
fn restored(saved: &Saved) {
    let model = MODELS.by_name(saved.model).expect("its model");
    let car = choose::car(&MODELS, model, &seeds::car_of(model)).expect("its car");
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
    let mut rolling = model.begin(&car.choice(), &begin).expect("its car");
    match rolling.restore(saved) {
        Ok(()) => assert_eq!(rolling.save().hash(), saved.hash(), "restored, it is another"),
        Err(error) => message(&error.to_string()),
    }
}
