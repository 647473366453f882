//! `skidpad run --animate`: the run as a picture that moves.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use skidpad_formats::scenario::Scenario;
use skidpad_plot::{AnimationError, LONGEST_S, Scene, animation};
use skidpad_world::telemetry::Recording;

use super::place;
use crate::failure::Failure;

const OPTION: &str = "--animate";

/// Finds out before the run whether the file can be written.
pub fn refuse(path: &Path) -> Result<(), Failure> {
    place::refuse(OPTION, path)?;
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if is_png {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{OPTION}: {}: must end in .png (the animation is an animated PNG)",
        path.display()
    )))
}

/// Refuses a scenario whose picture would be too large.
pub fn refuse_length(scenario: &Scenario) -> Result<(), Failure> {
    match scenario.duration_s {
        seconds if seconds > LONGEST_S => Err(refused(AnimationError::TooLong(seconds))),
        _ => Ok(()),
    }
}

/// The title of a run: car and model.
pub fn title(car: &str, model: &str) -> String {
    let name = Path::new(car).file_stem().map_or(car.into(), |stem| stem.to_string_lossy());
    format!("{name}, {model}")
}

/// Draws the rows and writes the file.
pub fn write(mut file: File, shown: &Recording, scene: &Scene, title: &str) -> Result<(), Failure> {
    let bytes = animation(shown, scene, title).map_err(refused)?;
    file.write_all(&bytes).map_err(|error| Failure::writing(OPTION, error))
}

fn refused(error: AnimationError) -> Failure {
    Failure::input(format!("{OPTION}: {error}"))
}
