//! The sound of a run.

use skidpad_core::controls::Controls;

use super::{Sound, heard};
use crate::drive::{Drive, Pace, Playback};
use crate::run::Run;

/// Samples a second.
pub const RATE_HZ: u32 = 48_000;
/// Length of a frame, s: the sound's inputs change once a frame.
const FRAME_S: f64 = 1.0 / 60.0;

/// Replays a run and makes the samples of the player's car, which no ghost changes, at [`RATE_HZ`]: of its last `longest_s`
/// seconds if it is longer.
///
/// # Errors
/// A log whose cars cannot be shown.
pub fn of_run(run: &Run, longest_s: f64) -> Result<Vec<f32>, String> {
    let mut drive = Drive::replay(&run.alone())?;
    drive.set_pace(Pace::Running(1.0));
    let mut sound = Sound::default();
    let mut samples = Vec::new();
    let longest_s = longest_s.clamp(0.0, 600.0);
    let mut block = vec![0.0; (FRAME_S * f64::from(RATE_HZ)) as usize];
    while let Some(share) = drive.playback().filter(|playback| !playback.is_over()).map(Playback::share) {
        drive.frame(FRAME_S, &Controls::default());
        if (1.0 - share) * run.time_s() <= longest_s {
            sound.hear(&heard(&drive));
            sound.fill(&mut block, f64::from(RATE_HZ));
            samples.extend_from_slice(&block);
        }
    }
    Ok(samples)
}
