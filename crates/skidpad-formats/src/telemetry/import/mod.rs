//! Logs of real cars, as comma-separated values.
//!
//! By default columns are known by their names, whatever stands above them: exports of RaceChrono (formats 2 and 3), AiM's Race Studio,
//! MoTeC's i2 and RaceRender are read so. A unit stands in brackets behind a name or in the line below it. A [`ColumnMap`] says for other
//! logs which column is which channel.
//!
//! Times count from the first row, and must ascend: a row with the time of the one before it is left out, as RaceChrono writes them; a time
//! that goes back is an error. A blank cell, or one without a finite number, is filled by a straight line between the values beside it; in a
//! column of whole pure numbers by the value before it. Places on earth are projected onto a plane, x to the east and y to the north, as
//! [`geographic`](crate::track::geographic) does. Signs stay as they are logged.

mod conversion;
mod map;
mod names;
mod plan;
mod rows;
mod time;

use skidpad_core::math::Real;

use super::blanks::filled;
use super::channel::is_held;
use super::details::TelemetryDetails;
use super::file::TelemetryFile;
use super::table::Table;
use crate::document::text_at_most;
use crate::error::FileError;
use crate::track::geographic::{Coordinates, LocalPlane};
use plan::ImportPlan;
use rows::ReadRows;

pub(super) use conversion::Conversion;
pub use map::{ColumnMap, ColumnPlace, MappedColumn};
pub(super) use names::LoggedName;

/// The largest log that is read, bytes: 256 MiB.
pub(super) const MOST_BYTES: usize = 256 << 20;
/// Intervals of more are gaps, which are noted, s.
const GAP_S: f64 = 1.0;
/// Range of latitudes, degrees.
const LATITUDE_DEG: f64 = 89.9;

/// Reads a log by a map, or by the names of its columns. `place`: where on earth x and y are 0; the middle of the log where it is `None`.
///
/// # Errors
/// Names that are not known, a map that does not fit, and everything that is wrong in the rows, by line.
pub fn import(
    origin: &str,
    bytes: &[u8],
    map: Option<&ColumnMap>,
    place: Option<Coordinates>,
) -> Result<TelemetryFile, FileError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::whole(
            origin,
            "an empty file",
            "a log with a line of names and rows of numbers",
        ));
    }
    let text = text_at_most(origin, bytes, MOST_BYTES)?;
    let plan = match map {
        Some(map) => ImportPlan::mapped(origin, text, map)?,
        None => ImportPlan::detected(origin, text)?,
    };
    let ReadRows { times_s, columns, repeated } = rows::read(origin, text, &plan)?;
    let mut notes = plan.notes;
    if repeated > 0 {
        notes.push(format!("{repeated} rows with the time of the row before them are left out"));
    }
    gaps(&times_s, &mut notes);
    let first_s = times_s[0];
    if first_s != 0.0 {
        notes.push(format!("times count from the first row, at {first_s} s of the log"));
    }
    let mut table = Table::new();
    table.push("time_s", times_s.iter().map(|time_s| time_s - first_s).collect());
    for (column, mut values) in plan.channels.iter().zip(columns) {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let is_held = is_held(&column.name, finite());
        match filled(&mut values, is_held) {
            None => notes.push(format!("the column of `{}` has no numbers: left out", column.name)),
            Some(count) => {
                if count > 0 {
                    notes.push(format!(
                        "{count} blank cells of `{}` are filled from those beside them",
                        column.name
                    ));
                }
                table.push(column.name.clone(), values);
            }
        }
    }
    if table.columns().len() == 1 {
        return Err(FileError::whole(
            origin,
            "no column with numbers besides the time",
            "at least one channel",
        ));
    }
    project(origin, &mut table, place, &mut notes)?;
    let laps_s = laps_s(&table);
    Ok(TelemetryFile { table, notes, details: TelemetryDetails::default(), laps_s })
}

/// Notes on gaps.
fn gaps(times_s: &[f64], notes: &mut Vec<String>) {
    let gaps = || times_s.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap_s| *gap_s > GAP_S);
    let count = gaps().count();
    if count > 0 {
        let longest_s = gaps().fold(0.0, Real::max);
        notes.push(format!("{count} gaps of up to {longest_s:.1} s are bridged by straight lines"));
    }
}

/// Times at which the number of the lap changes, s.
fn laps_s(table: &Table) -> Vec<f64> {
    let (Some(times_s), Some(laps)) = (table.column("time_s"), table.column("lap")) else {
        return Vec::new();
    };
    let changes = laps.windows(2).zip(&times_s[1..]).filter(|(pair, _)| pair[0] != pair[1]);
    changes.map(|(_, time_s)| *time_s).collect()
}

/// Adds the columns `x_m` and `y_m` of places on earth.
fn project(
    origin: &str,
    table: &mut Table,
    place: Option<Coordinates>,
    notes: &mut Vec<String>,
) -> Result<(), FileError> {
    let (Some(latitudes), Some(longitudes)) = (table.column("latitude_deg"), table.column("longitude_deg"))
    else {
        return Ok(());
    };
    if table.column("x_m").is_some() || table.column("y_m").is_some() {
        return Ok(());
    }
    let outside = |value: &&f64, most: f64| !(-most..=most).contains(*value);
    let wrong = latitudes.iter().find(|value| outside(value, LATITUDE_DEG));
    if let Some(value) = wrong.or_else(|| longitudes.iter().find(|value| outside(value, 360.0))) {
        let must = "latitudes from -89.9 to 89.9 and longitudes from -360 to 360 degrees";
        return Err(FileError::whole(origin, format!("a place at {value} degrees"), must));
    }
    let middle = |values: &[f64]| {
        let ends = values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [Real::min(low, *value), Real::max(high, *value)]
        });
        0.5 * (ends[0] + ends[1])
    };
    let centre =
        place.unwrap_or(Coordinates { latitude_deg: middle(latitudes), longitude_deg: middle(longitudes) });
    let plane = LocalPlane::new(centre, 0.0);
    let positions = latitudes.iter().zip(longitudes).map(|(latitude_deg, longitude_deg)| {
        plane.position_m(Coordinates { latitude_deg: *latitude_deg, longitude_deg: *longitude_deg })
    });
    let (x, y): (Vec<f64>, Vec<f64>) = positions.map(|[x, y]| (x, y)).unzip();
    table.push("x_m", x);
    table.push("y_m", y);
    notes.push(format!(
        "projected about latitude {:.7}, longitude {:.7}: x points east, y north",
        centre.latitude_deg, centre.longitude_deg
    ));
    Ok(())
}
