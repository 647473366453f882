//! Bytes as a tyre property file: a tyre that is written and reads back the same, or an error with places.
#![no_main]

use skidpad_formats::tyre::{self, TyreFile};
use skidpad_fuzz::{file_error, message, seeds};

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| tyre::PRESETS.iter().map(|(_, text)| *text).collect()),
    |bytes: &[u8]| {
        let file = match tyre::parse("t.tir", bytes) {
            Ok(file) => file,
            Err(error) => return file_error(&error, bytes),
        };
        file.warnings.iter().for_each(|warning| message(warning));
        file.taken.iter().for_each(|taken| message(&taken.taken));
        let text = tyre::write(&file, &[]);
        let again = tyre::parse("w.tir", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(numbers(&again), numbers(&file), "{text}");
        assert_eq!(tyre::write(&again, &[]), text, "written again it differs");
    }
);

/// What of a file are its numbers, as a text that tells -0 from 0.
fn numbers(file: &TyreFile) -> String {
    format!("{:?} {:?} {:?}", file.coefficients, file.vertical, file.side)
}
