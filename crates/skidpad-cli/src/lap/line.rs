//! The line of a lap.

use std::path::Path as FilePath;

use skidpad_formats::track::race_line;
use skidpad_laptime::line::{LineError, LineOptions, RacingLine, fastest, least_curvature, shortest};
use skidpad_laptime::{Envelope, Path, qss};
use skidpad_world::track::{Station, Track};

use super::options::{LapOptions, Method};
use crate::failure::Failure;
use crate::output;

/// The line that is driven, and a note on it.
pub struct Chosen {
    /// Line.
    pub path: Path,
    /// Times of other lines.
    pub note: Option<String>,
}

/// Options of the line and of the lap along it.
pub struct Way<'a> {
    /// Line.
    pub line: &'a LineOptions,
    /// Lap.
    pub lap: &'a qss::Options,
}

/// The line of the options: found, or given.
pub fn choose(
    options: &LapOptions,
    track: &Track,
    car: &dyn Envelope,
    way: &Way<'_>,
) -> Result<Chosen, Failure> {
    let Way { line: line_options, lap: lap_options } = *way;
    let refused = |error: &dyn core::fmt::Display| Failure::input(error.to_string());
    if options.method == Method::Line {
        let spinner = output::spinner("finding the fastest line");
        let found = fastest(track, car, line_options, lap_options);
        spinner.finish_and_clear();
        let found = found.map_err(|error| refused(&error))?;
        let note = format!(
            "the line of least curvature takes {:.3} s, the shortest one {:.3} s",
            found.least_curvature_s, found.shortest_s
        );
        let path = found.line.path(track).map_err(|error| refused(&error))?;
        return Ok(Chosen { path, note: Some(note) });
    }
    let through = |line: Result<RacingLine, LineError>| {
        let line = line.map_err(|error| refused(&error))?;
        line.path(track).map_err(|error| refused(&error))
    };
    let path = match options.line.as_deref() {
        None | Some("reference") => Path::along(track, options.step),
        Some("shortest") => through(shortest(track, line_options))?,
        Some("least-curvature") => through(least_curvature(track, line_options))?,
        Some(file) => given(track, file, options.step)?,
    };
    Ok(Chosen { path, note: None })
}

/// The line of a file.
fn given(track: &Track, file: &str, step_m: f64) -> Result<Path, Failure> {
    let read = race_line::load(FilePath::new(file))?;
    let stations: Vec<Station> = read
        .points
        .iter()
        .map(|point| Station { position_m: point.position_m, ..Station::flat([0.0; 2]) })
        .collect();
    let made = if track.is_closed() { Track::closed(&stations) } else { Track::open(&stations) };
    let driven = made.map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::input(format!("--line {file}: {}", faults.join("; ")))
    })?;
    Ok(Path::along(&driven, step_m))
}
