//! Centre lines with widths, as the Technical University of Munich publishes them and the cars of F1TENTH use them.
//!
//! ```text
//! # x_m,y_m,w_tr_right_m,w_tr_left_m
//! -0.223388,2.075766,6.687,6.853
//! ```
//!
//! A comment names the columns; they may stand in any order, and without it they are those above: the width to the RIGHT comes
//! first. Values are separated by commas or semicolons. Format: <https://github.com/TUMFTM/racetrack-database>.
//!
//! The format does not tell a circuit from an open road. The line is closed where it has four points or more and the gap from
//! its last to its first point is at most 1.5 times the largest distance between two points in a row; and where its last point
//! repeats the first, which is then left out, with a note.

use skidpad_core::math::Real;
use skidpad_world::track::{Station, TrackSpec};

use super::check::{self, NEAREST_M, NumberPlace, POSITIONS_M, Source, WIDTHS_M, apart_m};
use super::file::{TrackFile, name_of, station_of, text_of};
use super::table::{Column, Columns};
use crate::error::FileError;

const HEADING: &str = "x_m,y_m,w_tr_right_m,w_tr_left_m";
const COLUMNS: Columns<4> = Columns {
    all: [
        Column { name: "x_m", range: POSITIONS_M, is_needed: true },
        Column { name: "y_m", range: POSITIONS_M, is_needed: true },
        Column { name: "w_tr_right_m", range: WIDTHS_M, is_needed: true },
        Column { name: "w_tr_left_m", range: WIDTHS_M, is_needed: true },
    ],
    unnamed: &[&[0, 1, 2, 3]],
    example: HEADING,
};
/// The largest gap of a closed line over the largest distance between two points in a row.
const WIDEST_GAP: f64 = 1.5;

/// Reads a centre line. The track has the name of the file, which `origin` is.
///
/// # Errors
/// Everything that is wrong in it, by line; a race line, which has no widths.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let text = text_of(origin, bytes, &format!("a centre line: rows below `{HEADING}`"))?;
    let source = Source { origin, text };
    if super::race_line::looks_like(text) {
        let must = format!("a road with widths: `{HEADING}`");
        let hint = "a race line is a line to drive on a track, not a track";
        let error = FileError::whole(origin, "a race line, which has no widths", must);
        return Err(error.with_hint(Some(hint.to_owned())));
    }
    let mut table = COLUMNS.read(source)?;
    let mut notes = std::mem::take(&mut table.notes);
    let station =
        |[x, y, right, left]: &[f64; 4]| Station { position_m: [*x, *y], ..Station::flat([*left, *right]) };
    let mut stations: Vec<Station> = table.rows.iter().map(station).collect();
    let is_closed = match ring(&stations) {
        Ring::Repeated => {
            stations.pop();
            notes.push("the last point repeats the first: left out, the line is closed".to_owned());
            true
        }
        Ring::Closed => true,
        Ring::Open { gap_m } => {
            notes.push(format!("open: the line ends {gap_m:.1} m from its beginning"));
            false
        }
    };
    let spec = TrackSpec::new(&name_of(origin), is_closed, stations);
    let at = |station: usize| {
        table.offsets.get(station).map(|offset| NumberPlace {
            offset: *offset,
            path: String::new(),
            written: None,
        })
    };
    check::checked(source, TrackFile { spec, notes }, |path| at(station_of(path)?))
}

/// Returns true for a text that is such a table.
pub(super) fn looks_like(text: &str) -> bool {
    let names = COLUMNS.names_in(text);
    ["w_tr_right_m", "w_tr_left_m"].iter().any(|width| names.iter().any(|name| name == width))
}

/// Ends of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ring {
    Repeated,
    Closed,
    Open { gap_m: f64 },
}

fn ring(stations: &[Station]) -> Ring {
    let between = |one: &Station, other: &Station| apart_m(one.position_m, other.position_m);
    let (Some(first), Some(last)) = (stations.first(), stations.last()) else {
        return Ring::Open { gap_m: 0.0 };
    };
    let gap_m = between(last, first);
    if stations.len() > 2 && gap_m < NEAREST_M {
        return Ring::Repeated;
    }
    let largest_m = stations.windows(2).map(|pair| between(&pair[0], &pair[1])).fold(0.0, Real::max);
    if stations.len() >= 4 && gap_m <= WIDEST_GAP * largest_m { Ring::Closed } else { Ring::Open { gap_m } }
}

/// The text of a centre line, which reads back to the same stations. Height, banking and what stands along the track are left
/// out.
///
/// # Errors
/// An open line whose ends are so near that it would be read as closed.
pub fn write(spec: &TrackSpec) -> Result<String, String> {
    let ring = ring(&spec.stations);
    if !spec.is_closed && !matches!(ring, Ring::Open { .. }) {
        return Err("the track is open, and its ends are so near that a centre line of it is a circuit; \
                    write it as skidpad"
            .to_owned());
    }
    // A point at the end that repeats the first closes a line with a wide gap.
    let again = spec.stations.first().filter(|_| spec.is_closed && ring != Ring::Closed);
    let row = |of: &Station| {
        let ([x, y], [left, right]) = (of.position_m, of.widths_m);
        format!("{x:?},{y:?},{right:?},{left:?}\n")
    };
    Ok(std::iter::once(format!("# {HEADING}\n")).chain(spec.stations.iter().chain(again).map(row)).collect())
}
