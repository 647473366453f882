//! Runs on their way through a file.

use skidpad_app::drive::{Drive, read_run};
use skidpad_app::run::Run;
use skidpad_core::controls::Controls;
use skidpad_models::MODELS;

/// The run of a drive, saved and read again.
pub fn saved(drive: &Drive) -> Run {
    read_run(&MODELS, &drive.run().bytes().expect("it is saved")).expect("it is read")
}

/// Replays to the end, with frames of some length and controls that nobody listens to.
pub fn to_end(drive: &mut Drive, frame_s: f64) {
    for _ in 0..100_000 {
        if drive.playback().is_none_or(|playback| playback.is_over()) {
            return;
        }
        drive.frame(frame_s, &Controls { brake: 1.0, steer_rad: -0.5, ..Controls::default() });
    }
    panic!("it has no end");
}
