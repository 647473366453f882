//! Bytes as a log of a world, sealed and as what was compressed in one, so that the inside is reached: one that is written
//! and reads back the same, or an error.
#![no_main]

use skidpad_formats::log;
use skidpad_fuzz::logs::checked;
use skidpad_fuzz::{sealed, seeds};
use skidpad_models::MODELS;

libfuzzer_sys::fuzz_target!(
    init: seeds::write(|| seeds::logs(10).iter().map(|log| log::uncompressed(log, &MODELS).expect("a log")).collect()),
    |bytes: &[u8]| {
        checked(bytes);
        checked(&sealed(bytes));
        checked(&log::sealed(bytes));
    }
);
