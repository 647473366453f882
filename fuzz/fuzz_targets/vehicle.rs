//! Bytes as a vehicle file: a vehicle that is written and reads back the same, or an error with places.
#![no_main]

use skidpad_formats::vehicle;
use skidpad_fuzz::{file_error, seeds};

libfuzzer_sys::fuzz_target!(
    init: seeds::write(seeds::vehicles),
    |bytes: &[u8]| {
        let file = match vehicle::parse("v.toml", bytes) {
            Ok(file) => file,
            Err(error) => return file_error(&error, bytes),
        };
        assert!(file.spec.validate().is_ok(), "it has not passed validation");
        let text = vehicle::write(&file);
        let again = vehicle::parse("w.toml", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // By its text, which tells -0 from 0 and finds a NaN equal to itself.
        assert_eq!(format!("{again:?}"), format!("{file:?}"), "{text}");
        assert_eq!(vehicle::write(&again), text, "written again it differs");
    }
);
