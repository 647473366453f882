//! Tables as Skidpad writes them as CSV: channels in SI units, a number in every cell.

use super::details::TelemetryDetails;
use super::file::TelemetryFile;
use super::table::Table;
use crate::document::shortened;
use crate::error::{Faults, FileError};

/// The most numbers that are read, 800 MB.
const MOST_NUMBERS: usize = 100_000_000;

/// Returns true for a text whose first line has a column of the time as Skidpad names it.
pub(super) fn looks_like(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.split(',').any(|name| matches!(name.trim().trim_matches('"'), "time_s" | "t_s"))
}

/// Reads a table.
pub(super) fn read(origin: &str, text: &str) -> Result<TelemetryFile, FileError> {
    let broken =
        |error: csv::Error| FileError::whole(origin, format!("no table ({error})"), "comma-separated values");
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers().map_err(broken)?.iter().map(str::to_owned).collect();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    let mut faults = Faults::default();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(broken)? && faults.room() > 0 {
        let position = record.position();
        let line = position.map_or(0, |position| position.line());
        let offset = position.map_or(0, |position| position.byte() as usize);
        for ((text, name), values) in record.iter().zip(&names).zip(&mut columns) {
            let number = text.parse().ok().filter(|value: &f64| value.is_finite());
            if number.is_none() {
                let (path, value) = (format!("line {line}: {name}"), format!("`{}`", shortened(text)));
                faults.push(offset, &path, value, "a finite number".to_owned(), None);
            }
            values.push(number.unwrap_or(0.0));
        }
        if columns[0].len().saturating_mul(names.len()) > MOST_NUMBERS {
            let must = format!("at most {MOST_NUMBERS} numbers");
            return Err(FileError::whole(origin, "too many rows and columns", must));
        }
    }
    if !faults.is_empty() {
        return Err(faults.into_error(origin, text));
    }
    let mut table = Table::new();
    for (name, values) in names.into_iter().zip(columns) {
        // One name for the time.
        let name = if name == "t_s" { "time_s".to_owned() } else { name };
        table.push(name, values);
    }
    table.check().map_err(|error| FileError::whole(origin, "", error.to_string()))?;
    Ok(TelemetryFile { table, notes: Vec::new(), details: TelemetryDetails::default(), laps_s: Vec::new() })
}
