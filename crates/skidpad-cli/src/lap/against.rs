//! Other laps beside the one that was found: where one gains on the other.

use std::path::{Path as FilePath, PathBuf};

use serde::Serialize;
use skidpad_core::math::Real;
use skidpad_formats::lap::{self, LapFile};
use skidpad_laptime::{Envelope, LapCorner, LapPoint, LapTrace, qss};
use skidpad_world::names::shown;
use skidpad_world::track::Track;

use super::line::{self, FixedLine, Way};
use super::options::LapOptions;
use crate::failure::Failure;
use crate::table::{Align, Table};

/// Distance between the rows of traces, m.
const ROWS_M: f64 = 5.0;
/// Names of lines that the same car can drive.
const LINES: [&str; 4] = ["fastest", "reference", "shortest", "least-curvature"];

/// Another lap.
pub struct OtherLap {
    /// Line or file, as it was written.
    pub name: String,
    /// Lap along the track.
    pub trace: LapTrace,
}

/// A comparison with another lap. Differences are the other lap's time less that of this one: positive where the other one is slower.
#[derive(Serialize)]
pub struct AgainstRow {
    lap: String,
    lap_s: f64,
    difference_s: f64,
    sectors_s: Vec<f64>,
    /// From the start line to the first corner.
    before_corners_s: f64,
    corners: Vec<AgainstCorner>,
    trace: Vec<AgainstPoint>,
}

#[derive(Serialize)]
struct AgainstCorner {
    name: String,
    /// From where the corner begins to where it ends.
    corner_s: f64,
    /// From there to the next corner, or to the end of the lap.
    after_s: f64,
}

/// A place along the reference line of the track.
#[derive(Serialize)]
struct AgainstPoint {
    track_m: f64,
    speed_m_s: f64,
    difference_s: f64,
}

/// A lap of `--against` before the car is known.
pub enum Named {
    /// Lap of a file.
    Read(OtherLap),
    /// Line that the car is to drive.
    Line(String),
}

/// The laps of `--against`, with those of files read.
pub fn read(options: &LapOptions, track: &Track) -> Result<Vec<Named>, Failure> {
    let named = |name: &String| {
        let is_file = FilePath::new(name).extension().is_some_and(|end| end == "json");
        if is_file {
            return Ok(Named::Read(OtherLap { name: name.clone(), trace: of_file(track, name)? }));
        }
        if LINES.contains(&name.as_str()) {
            return Ok(Named::Line(name.clone()));
        }
        Err(Failure::input(format!(
            "--against {}: unknown lap; must be one of {}, or a lap.json that --out wrote",
            shown(name),
            LINES.join(", ")
        )))
    };
    options.against.iter().map(named).collect()
}

/// The laps of `--against`.
pub fn others(
    named: Vec<Named>,
    step_m: f64,
    track: &Track,
    car: &dyn Envelope,
    way: &Way<'_>,
) -> Result<Vec<OtherLap>, Failure> {
    let other = |named: Named| match named {
        Named::Read(other) => Ok(other),
        Named::Line(name) => {
            let trace = driven(&name, step_m, track, car, way)?;
            Ok(OtherLap { name, trace })
        }
    };
    named.into_iter().map(other).collect()
}

/// The files among the laps of `--against`.
pub fn files(options: &LapOptions) -> impl Iterator<Item = PathBuf> + '_ {
    options.against.iter().filter(|name| !LINES.contains(&name.as_str())).map(PathBuf::from)
}

fn driven(
    name: &str,
    step_m: f64,
    track: &Track,
    car: &dyn Envelope,
    way: &Way<'_>,
) -> Result<LapTrace, Failure> {
    let refused = |why: &dyn core::fmt::Display| Failure::input(format!("--against {}: {why}", shown(name)));
    let path = match FixedLine::by_name(name) {
        Some(line) => line.path(track, way.line, step_m)?,
        None => line::fastest_path(step_m, track, car, way)?.path,
    };
    let lap = qss::lap(&path, car, way.lap).map_err(|error| refused(&error))?;
    LapTrace::of_lap(track, &path, &lap).map_err(|error| refused(&error))
}

fn of_file(track: &Track, name: &str) -> Result<LapTrace, Failure> {
    let LapFile { samples, lap_s, track: of, .. } = lap::load(FilePath::new(name))?;
    let point = |sample: &lap::LapFileSample| LapPoint {
        position_m: sample.position_m,
        line_m: sample.line_m,
        time_s: sample.time_s,
        speed_m_s: sample.speed_m_s,
    };
    let mut points: Vec<LapPoint> = samples.iter().map(point).collect();
    if let (Some(first), Some(last)) = (points.first().copied(), points.last().copied())
        && track.is_closed()
        && last.time_s < lap_s
    {
        // The lap ends where it begins, by the mean speed of its last step.
        let step_s = lap_s - last.time_s;
        let [x, y] = [0, 1].map(|axis| first.position_m[axis] - last.position_m[axis]);
        let step_m = Real::hypot(x, y);
        let speed_m_s = Real::max(2.0 * step_m / step_s - last.speed_m_s, 0.0);
        points.push(LapPoint { line_m: last.line_m + step_m, time_s: lap_s, speed_m_s, ..first });
    }
    LapTrace::new(track, &points).map_err(|error| {
        let is_other = !of.is_empty() && of != track.name();
        let other = if is_other { format!(" (a lap on `{}`)", shown(&of)) } else { String::new() };
        Failure::input(format!("--against {name}{other}: {error}"))
    })
}

impl AgainstRow {
    /// The comparison of another lap with one.
    pub fn new(track: &Track, own: &LapTrace, other: &OtherLap, corners: &[LapCorner]) -> Self {
        let OtherLap { name, trace } = other;
        let behind_s = |at_m: f64| trace.at(at_m).time_s - own.at(at_m).time_s;
        let difference_s = trace.time_s() - own.time_s();
        let gains_s = |from_m: f64, to_m: f64| {
            let gain_s = behind_s(to_m) - behind_s(from_m);
            if to_m < from_m { gain_s + difference_s } else { gain_s }
        };
        let end_m = own.lap_m();
        let ends = |place: usize| corners[place].track_m;
        let first_m = corners.first().map_or(end_m, |corner| corner.track_m[0]);
        let is_over = corners.last().is_some_and(|corner| corner.track_m[1] < corner.track_m[0]);
        let begin_m = if is_over { corners.last().map_or(0.0, |corner| corner.track_m[1]) } else { 0.0 };
        let row = |(place, corner): (usize, &LapCorner)| {
            let [from_m, to_m] = ends(place);
            let next_m = corners.get(place + 1).map_or(end_m, |next| next.track_m[0]);
            // A last corner that runs over the start line has nothing after it: that stands before the first one.
            let after_s = if to_m < from_m { 0.0 } else { gains_s(to_m, Real::max(next_m, to_m)) };
            AgainstCorner { name: corner.name.clone(), corner_s: gains_s(from_m, to_m), after_s }
        };
        let mut passed_m = 0.0;
        let sector = |end_m: &f64| {
            let gain_s = gains_s(passed_m, *end_m);
            passed_m = *end_m;
            gain_s
        };
        let rows = Real::max((end_m / ROWS_M).ceil(), 1.0) as usize;
        let point = |row: usize| {
            let track_m = end_m * row as f64 / rows as f64;
            AgainstPoint { track_m, speed_m_s: trace.at(track_m).speed_m_s, difference_s: behind_s(track_m) }
        };
        Self {
            lap: name.clone(),
            lap_s: trace.time_s(),
            difference_s,
            sectors_s: track.sectors_m().iter().map(sector).collect(),
            before_corners_s: gains_s(begin_m, first_m),
            corners: corners.iter().enumerate().map(row).collect(),
            trace: (0..=rows).map(point).collect(),
        }
    }
}

/// The comparisons as a table: a column for each of the other laps.
pub fn table(rows: &[AgainstRow]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let names: Vec<(&str, Align)> = rows.iter().map(|row| (row.lap.as_str(), Align::Right)).collect();
    let mut table = Table::new(&[&[("time lost to this lap (s)", Align::Left)], &names[..]].concat());
    let mut line = |name: String, value: &dyn Fn(&AgainstRow) -> f64| {
        table.row([name].into_iter().chain(rows.iter().map(|row| signed(value(row)))));
    };
    for sector in 0..first.sectors_s.len() {
        line(format!("sector {}", sector + 1), &|row| row.sectors_s[sector]);
    }
    if !first.corners.is_empty() {
        line("before the first corner".to_owned(), &|row| row.before_corners_s);
    }
    for (place, corner) in first.corners.iter().enumerate() {
        line(format!("in {}", corner.name), &|row| row.corners[place].corner_s);
        line(format!("after {}", corner.name), &|row| row.corners[place].after_s);
    }
    line("lap".to_owned(), &|row| row.difference_s);
    table.render()
}

/// A difference with its sign; no sign of what is shown as 0.
pub fn signed(seconds: f64) -> String {
    let written = format!("{seconds:+.3}");
    if written.trim_start_matches(['+', '-']) == "0.000" { "0.000".to_owned() } else { written }
}
