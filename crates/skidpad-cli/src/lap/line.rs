//! The line of a lap.

use skidpad_core::math::Real;
use skidpad_laptime::line::{LineError, LineOptions, RacingLine, fastest, least_curvature, shortest};
use skidpad_laptime::{Envelope, Path, qss};
use skidpad_world::track::Track;

use super::given;
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
    if options.method != Method::Qss {
        let spinner = output::spinner("finding the fastest line");
        let found = fastest(track, car, line_options, lap_options);
        spinner.finish_and_clear();
        let found = found.map_err(|error| refused(&error))?;
        let note = format!(
            "the line of least curvature takes {:.3} s, the shortest one {:.3} s",
            found.least_curvature_s, found.shortest_s
        );
        let path = dense(&found.line, track, options.step)?;
        return Ok(Chosen { path, note: Some(note) });
    }
    let through = |line: Result<RacingLine, LineError>| {
        let line = line.map_err(|error| refused(&error))?;
        dense(&line, track, options.step)
    };
    let path = match options.line.as_deref() {
        None | Some("reference") => Path::along(track, options.step),
        Some("shortest") => through(shortest(track, line_options))?,
        Some("least-curvature") => through(least_curvature(track, line_options))?,
        Some(file) => dense(&given::line(track, file)?, track, options.step)?,
    };
    Ok(Chosen { path, note: None })
}

/// A line as a path with points at most a step apart.
fn dense(line: &RacingLine, track: &Track, step_m: f64) -> Result<Path, Failure> {
    let space_m = track.lap_m() / line.offsets_m().len() as f64;
    let parts = Real::max((space_m / step_m).ceil(), 1.0) as usize;
    line.path_with(track, parts).map_err(|error| Failure::input(error.to_string()))
}
