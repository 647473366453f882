//! What a run sounded like.

use skidpad_core::controls::Controls;

use super::{Sound, heard};
use crate::drive::{Drive, Pace, Playback};
use crate::run::Run;

/// Samples a second.
pub const RATE_HZ: u32 = 48_000;
/// A picture, s: so often what is heard changes.
const FRAME_S: f64 = 1.0 / 60.0;

/// Drives a run again, the player's car alone, since no other is heard, and makes the samples of what is heard of it, [`RATE_HZ`] a second: of its last seconds, where it
/// is longer.
///
/// # Errors
/// A set-up that there is not.
pub fn of_run(run: &Run, longest_s: f64) -> Result<Vec<f32>, String> {
    let mut run = run.clone();
    run.setup.ghosts.clear();
    let mut drive = Drive::replay(&run)?;
    drive.set_pace(Pace::Running(1.0));
    let mut sound = Sound::default();
    let mut samples = Vec::new();
    let longest_s = longest_s.clamp(0.0, 600.0);
    let mut block = vec![0.0; (FRAME_S * f64::from(RATE_HZ)) as usize];
    while let Some(share) = drive.playback().filter(|playback| !playback.is_over()).map(Playback::share) {
        drive.frame(FRAME_S, &Controls::default());
        let left_s = (1.0 - share) * run.steps as f64 / f64::from(drive.rate_hz());
        if left_s <= longest_s {
            sound.hear(&heard(&drive));
            sound.fill(&mut block, f64::from(RATE_HZ));
            samples.extend_from_slice(&block);
        }
    }
    Ok(samples)
}
