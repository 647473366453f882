//! Race lines: lines to drive on a track, with a plan for the speed where the file has one.
//!
//! ```text
//! # s_m; x_m; y_m; psi_rad; kappa_radpm; vx_mps; ax_mps2
//! 0.0000000; -0.52; 2.61; 0.10; 0.002; 61.3; -1.2
//! ```
//!
//! This is the form of the Technical University of Munich's optimisers and of F1TENTH; its database of race tracks has the
//! columns `x_m,y_m` alone. Columns stand in any order; without names, two are `x_m,y_m`, and seven are those above.
//!
//! In files, `psi_rad` is 0 along +y and counts counterclockwise; here headings are those of ISO 8855, 0 along +x. Where the
//! points show that a file's headings are 0 along +x already, they are kept, with a note.

use std::fmt::Write as _;
use std::path::Path;

use core::f64::consts::{FRAC_PI_2, PI, TAU};

use skidpad_core::math::Real;

use super::check::{POSITIONS_M, Source, apart_m};
use super::file::{read_file, text_of};
use super::table::{Column, Columns};
use crate::error::FileError;

const COLUMNS: Columns<7> = Columns {
    all: [
        Column { name: "x_m", range: POSITIONS_M, is_needed: true },
        Column { name: "y_m", range: POSITIONS_M, is_needed: true },
        Column { name: "s_m", range: [-1e7, 1e7], is_needed: false },
        Column { name: "psi_rad", range: [-1e3, 1e3], is_needed: false },
        Column { name: "kappa_radpm", range: [-1e3, 1e3], is_needed: false },
        Column { name: "vx_mps", range: [-1e3, 1e3], is_needed: false },
        Column { name: "ax_mps2", range: [-1e3, 1e3], is_needed: false },
    ],
    unnamed: &[&[0, 1], &[2, 0, 1, 3, 4, 5, 6]],
    example: "s_m; x_m; y_m; psi_rad; kappa_radpm; vx_mps; ax_mps2",
};
/// Names of columns that a road has, and a line to drive has not.
const ROADS: [&str; 2] = ["w_tr_right_m", "w_tr_left_m"];

/// A line to drive.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceLine {
    /// Its points, in the direction of driving; never empty.
    pub points: Vec<RaceLinePoint>,
    /// Notes on what was ignored, and on the headings.
    pub notes: Vec<String>,
}

/// A point of a race line. A column that a file does not have is `None` in all of its points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaceLinePoint {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Distance along the line as the file has it, m.
    pub distance_m: Option<f64>,
    /// Heading, rad, from -pi to below pi: 0 along +x, counterclockwise.
    pub heading_rad: Option<f64>,
    /// Curvature, 1/m, positive to the left.
    pub curvature_1_m: Option<f64>,
    /// Speed, m/s.
    pub speed_m_s: Option<f64>,
    /// Longitudinal acceleration, m/s^2.
    pub acceleration_m_s2: Option<f64>,
}

/// Reads a race line from a file on disk.
///
/// # Errors
/// A file that cannot be read, and everything that is wrong in it.
pub fn load(path: &Path) -> Result<RaceLine, FileError> {
    parse(&path.display().to_string(), &read_file(path)?)
}

/// Reads a race line.
///
/// # Errors
/// Everything that is wrong in it, by line.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<RaceLine, FileError> {
    let text = text_of(origin, bytes, &format!("a race line: rows below `{}`", COLUMNS.example))?;
    let table = COLUMNS.read(Source { origin, text })?;
    let [_, _, has_distance, has_heading, has_curvature, has_speed, has_acceleration] = table.has;
    let point = |row: &[f64; 7]| {
        let [x, y, s, psi, kappa, vx, ax] = *row;
        RaceLinePoint {
            position_m: [x, y],
            distance_m: has_distance.then_some(s),
            heading_rad: has_heading.then_some(psi),
            curvature_1_m: has_curvature.then_some(kappa),
            speed_m_s: has_speed.then_some(vx),
            acceleration_m_s2: has_acceleration.then_some(ax),
        }
    };
    let mut line = RaceLine { points: table.rows.iter().map(point).collect(), notes: table.notes };
    if has_heading {
        let is_along_x = fits_along_x(&line.points);
        let turned_rad = if is_along_x { 0.0 } else { FRAC_PI_2 };
        let note = if is_along_x { "0 along +x, as the points show: kept" } else { "0 along +y: turned" };
        line.notes.push(format!("psi_rad is {note}; headings are 0 along +x, counterclockwise"));
        for point in &mut line.points {
            point.heading_rad = point.heading_rad.map(|psi_rad| wrapped_rad(psi_rad + turned_rad));
        }
    }
    Ok(line)
}

/// Returns true where headings are the directions from point to point, as they are.
fn fits_along_x(points: &[RaceLinePoint]) -> bool {
    let mut cosines = [0.0, 0.0];
    let mut count = 0.0;
    for pair in points.windows(2) {
        let long_m = apart_m(pair[0].position_m, pair[1].position_m);
        let Some(psi_rad) = pair[0].heading_rad.filter(|_| long_m > 0.0) else { continue };
        let [x, y] = [0, 1].map(|axis| (pair[1].position_m[axis] - pair[0].position_m[axis]) / long_m);
        let (sin, cos) = Real::sin_cos(psi_rad);
        // Of psi itself, and of psi turned by a quarter.
        cosines = [cosines[0] + cos * x + sin * y, cosines[1] - sin * x + cos * y];
        count += 1.0;
    }
    count > 0.0 && cosines[0] > 0.9 * count && cosines[0] > cosines[1]
}

/// The angle from -pi to below pi.
fn wrapped_rad(angle_rad: f64) -> f64 {
    let wrapped = angle_rad - TAU * ((angle_rad + PI) / TAU).floor();
    if wrapped < PI { wrapped } else { -PI }
}

/// Returns true for a text that is such a table, and not one of a road.
pub(super) fn looks_like(text: &str) -> bool {
    let names = COLUMNS.names_in(text);
    let has = |name: &str| names.iter().any(|found| found == name);
    has("x_m") && has("y_m") && !ROADS.iter().any(|name| has(name))
}

/// The text of a race line, which reads back to the same line. Columns that the first point does not have are left out; with
/// positions alone the form is that of a database of race lines, `x_m,y_m`.
pub fn write(line: &RaceLine) -> String {
    let first = line.points.first().copied().unwrap_or_default();
    let columns: Vec<(&str, Number)> =
        WRITTEN.iter().filter(|(_, number)| number(&first).is_some()).copied().collect();
    let separator = if columns.len() == 2 { "," } else { "; " };
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let mut text = format!("# {}\n", names.join(separator));
    for point in &line.points {
        for (place, (_, number)) in columns.iter().enumerate() {
            let separator = if place == 0 { "" } else { separator };
            let _ = write!(text, "{separator}{:?}", number(point).unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// A number of a point in the file's units and directions.
type Number = fn(&RaceLinePoint) -> Option<f64>;

const WRITTEN: [(&str, Number); 7] = [
    ("s_m", |point| point.distance_m),
    ("x_m", |point| Some(point.position_m[0])),
    ("y_m", |point| Some(point.position_m[1])),
    ("psi_rad", |point| point.heading_rad.map(|heading_rad| wrapped_rad(heading_rad - FRAC_PI_2))),
    ("kappa_radpm", |point| point.curvature_1_m),
    ("vx_mps", |point| point.speed_m_s),
    ("ax_mps2", |point| point.acceleration_m_s2),
];
