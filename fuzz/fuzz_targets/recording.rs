//! Bytes as a recording of an earlier version, sealed so that the body is reached: a log that can be written and replayed, or
//! an error. Nothing writes recordings any more: the seeds are those of the corpus.
#![no_main]

use skidpad_fuzz::logs::checked;
use skidpad_fuzz::{message, sealed};
use skidpad_world::log::LogReplay;

/// The longest time that is replayed, s.
const REPLAYED_S: f64 = 1.0;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    check(&sealed(bytes));
});

fn check(bytes: &[u8]) {
    let Some(log) = checked(bytes) else { return };
    if log.time_s(log.steps()) < REPLAYED_S {
        let _ = LogReplay::new(log).verify().map_err(|error| message(&error.to_string()));
    }
}
