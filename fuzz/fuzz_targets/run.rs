//! Text as a run of an earlier version of the simulator: one that can be driven and becomes a log, which is written and reads
//! back the same, or an error by line.
#![no_main]

use skidpad_app::drive::{drive_old, read_run};
use skidpad_app::run::OldRun;
use skidpad_fuzz::messages;
use skidpad_models::MODELS;

/// The most steps that are driven, and the most ghosts beside them.
const DRIVEN: (u64, usize) = (60, 2);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let old = match OldRun::read(&MODELS, text) {
        Ok(old) => old,
        Err(error) => return messages(&error.to_string()),
    };
    if old.steps > DRIVEN.0 || old.setup.ghosts.len() > DRIVEN.1 {
        return;
    }
    match drive_old(&old) {
        Ok(run) => {
            let written = run.bytes().unwrap_or_else(|why| panic!("{why}"));
            let again = read_run(&MODELS, &written).unwrap_or_else(|why| panic!("{why}"));
            assert!(again.bytes().as_ref() == Ok(&written), "written again it differs");
        }
        Err(why) => messages(&why),
    }
});
