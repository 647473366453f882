//! The line of a lap.

use std::path::Path as FilePath;

use skidpad_core::math::Real;
use skidpad_formats::track::race_line;
use skidpad_laptime::line::{LineError, LineOptions, RacingLine, fastest, least_curvature, shortest};
use skidpad_laptime::{Envelope, Path, qss};
use skidpad_world::track::Track;

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
    /// Line of the options.
    pub given: &'a Given,
}

/// A line that is driven as it is.
#[derive(Clone, Copy)]
pub enum FixedLine {
    Reference,
    Shortest,
    LeastCurvature,
}

impl FixedLine {
    /// The line of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "reference" => Some(Self::Reference),
            "shortest" => Some(Self::Shortest),
            "least-curvature" => Some(Self::LeastCurvature),
            _ => None,
        }
    }

    /// The line as a path, with points at most a step apart.
    pub fn path(self, track: &Track, line: &LineOptions, step_m: f64) -> Result<Path, Failure> {
        let found = match self {
            Self::Reference => return Ok(Path::along(track, step_m)),
            Self::Shortest => shortest(track, line),
            Self::LeastCurvature => least_curvature(track, line),
        };
        dense(&found.map_err(|error| Failure::input(error.to_string()))?, track, step_m)
    }
}

/// The line of `--line`.
pub enum Given {
    Fixed(FixedLine),
    /// Line of a file.
    Read(RacingLine),
}

/// The line of the options, before the car is known: a wrong file costs no time.
pub fn read(options: &LapOptions, track: &Track) -> Result<Given, Failure> {
    let name = options.line.as_deref().unwrap_or("reference");
    match FixedLine::by_name(name) {
        Some(line) => Ok(Given::Fixed(line)),
        None => of_file(track, name).map(Given::Read),
    }
}

/// The line of the options: found, or given.
pub fn choose(
    options: &LapOptions,
    track: &Track,
    car: &dyn Envelope,
    way: &Way<'_>,
) -> Result<Chosen, Failure> {
    if options.method != Method::Qss {
        return fastest_path(options.step, track, car, way);
    }
    let path = match way.given {
        Given::Fixed(line) => line.path(track, way.line, options.step),
        Given::Read(line) => dense(line, track, options.step),
    }?;
    Ok(Chosen { path, note: None })
}

/// The fastest line of a car, with points at most a step apart.
pub fn fastest_path(
    step_m: f64,
    track: &Track,
    car: &dyn Envelope,
    way: &Way<'_>,
) -> Result<Chosen, Failure> {
    let Way { line: line_options, lap: lap_options, .. } = *way;
    let spinner = output::spinner("finding the fastest line");
    let found = fastest(track, car, line_options, lap_options);
    spinner.finish_and_clear();
    let found = found.map_err(|error| Failure::input(error.to_string()))?;
    let shortest = found.shortest_s.map_or_else(
        || "cannot be driven: it is sharper than the car's turning circle".to_owned(),
        |time_s| format!("{time_s:.3} s"),
    );
    let note = format!(
        "the line of least curvature takes {:.3} s, the shortest one {}",
        found.least_curvature_s, shortest
    );
    let path = dense(&found.line, track, step_m)?;
    Ok(Chosen { path, note: Some(note) })
}

/// The line of a file along a track, whose slope and banking it has.
fn of_file(track: &Track, file: &str) -> Result<RacingLine, Failure> {
    let read = race_line::load(FilePath::new(file))?;
    let points_m: Vec<[f64; 2]> = read.points.iter().map(|point| point.position_m).collect();
    RacingLine::through(track, &points_m).map_err(|error| match error {
        LineError::Points(why) => Failure::input(format!("--line {file}: {why}")),
        error => Failure::input(error.to_string()),
    })
}

/// A line as a path with points at most a step apart.
pub fn dense(line: &RacingLine, track: &Track, step_m: f64) -> Result<Path, Failure> {
    let space_m = track.lap_m() / line.offsets_m().len() as f64;
    let parts = Real::max((space_m / step_m).ceil(), 1.0) as usize;
    line.path_with(track, parts).map_err(|error| Failure::input(error.to_string()))
}
