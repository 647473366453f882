//! The line of a lap.

use std::path::Path as FilePath;

use skidpad_formats::track::race_line;
use skidpad_laptime::Path;
use skidpad_world::track::{Station, Track};

use crate::failure::Failure;

/// The line that is driven.
pub fn path(track: &Track, line: &str, step_m: f64) -> Result<Path, Failure> {
    if line == "reference" {
        return Ok(Path::along(track, step_m));
    }
    let file = race_line::load(FilePath::new(line))?;
    let stations: Vec<Station> = file
        .points
        .iter()
        .map(|point| Station { position_m: point.position_m, ..Station::flat([0.0; 2]) })
        .collect();
    let made = if track.is_closed() { Track::closed(&stations) } else { Track::open(&stations) };
    let driven = made.map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::input(format!("--line {line}: {}", faults.join("; ")))
    })?;
    Ok(Path::along(&driven, step_m))
}
