//! The track of a lap, and the line along it.

use std::path::Path as FilePath;

use skidpad_formats::track::{self, race_line};
use skidpad_laptime::Path;
use skidpad_world::track::{Station, Tolerance, Track, TrackSpec, smooth, track_by_name, track_names};

use super::stem;
use crate::failure::Failure;

/// The track of a file or a name, and the file's notes.
pub fn track(path: &FilePath, tolerance_m: Option<f64>) -> Result<(Track, Vec<String>), Failure> {
    let (mut spec, mut notes) = read(path)?;
    if let Some(plan_m) = tolerance_m.filter(|tolerance_m| *tolerance_m > 0.0) {
        let smoothed = smooth(&spec.stations, spec.is_closed, Tolerance { plan_m, height_m: plan_m });
        notes.push(format!("the line is smoothed: {:.2} m from its points at most", smoothed.largest_m));
        spec.stations = smoothed.stations;
    }
    let track = Track::new(&spec).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::input(format!("{}: {}", path.display(), faults.join("; ")))
    })?;
    Ok((track, notes))
}

fn read(path: &FilePath) -> Result<(TrackSpec, Vec<String>), Failure> {
    let named = path.to_str().and_then(track_by_name).filter(|_| !path.exists());
    if let Some(spec) = named {
        return Ok((spec, Vec::new()));
    }
    if !path.exists() {
        let names = track_names().join(", ");
        let path = path.display();
        return Err(Failure::input(format!(
            "file not found: {path} (check the path, or name a track: {names})"
        )));
    }
    let file = track::load(path, None)?;
    Ok((file.spec, file.notes))
}

/// Name of a track, of its file where it has none.
pub fn name(track: &Track, path: &FilePath) -> String {
    if track.name().is_empty() { stem(path) } else { track.name().to_owned() }
}

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
