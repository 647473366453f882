//! Rows of a log.

use csv::StringRecord;

use super::plan::ImportPlan;
use super::time::time_s;
use crate::document::shortened;
use crate::error::{Faults, FileError};

/// The most numbers that are read, 800 MB.
const MOST_NUMBERS: usize = 100_000_000;

/// Rows as they stand in a log, in SI units.
pub(super) struct ReadRows {
    /// Times, ascending.
    pub times_s: Vec<f64>,
    /// Values by channel; NaN where a cell has no number.
    pub columns: Vec<Vec<f64>>,
    /// Number of rows that were left out, as their time is that of the row before.
    pub repeated: usize,
}

/// Reads all rows.
pub(super) fn read(origin: &str, text: &str, plan: &ImportPlan) -> Result<ReadRows, FileError> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(plan.delimiter)
        .from_reader(&text.as_bytes()[plan.below..]);
    let mut rows =
        ReadRows { times_s: Vec::new(), columns: vec![Vec::new(); plan.channels.len()], repeated: 0 };
    let mut faults = Faults::default();
    let mut record = StringRecord::new();
    loop {
        let more = reader.read_record(&mut record);
        let more = more.map_err(|error| {
            FileError::whole(origin, format!("no table ({error})"), "rows of cells below the names")
        })?;
        if !more || faults.room() == 0 {
            break;
        }
        if record.iter().all(str::is_empty) {
            continue;
        }
        rows.push(&record, plan, &mut faults);
        if rows.times_s.len().saturating_mul(plan.channels.len() + 1) > MOST_NUMBERS {
            let must = format!("at most {MOST_NUMBERS} numbers: a shorter log, or a map of fewer columns");
            return Err(FileError::whole(origin, "too many rows and columns", must));
        }
    }
    if !faults.is_empty() {
        return Err(faults.into_error(origin, text));
    }
    if rows.times_s.len() < 2 {
        let found = format!("{} rows with different times", rows.times_s.len());
        return Err(FileError::whole(origin, found, "at least 2 rows below the names"));
    }
    Ok(rows)
}

impl ReadRows {
    fn push(&mut self, record: &StringRecord, plan: &ImportPlan, faults: &mut Faults) {
        let position = record.position();
        let line = plan.lines + position.map_or(0, |position| position.line() as usize);
        let offset = plan.below + position.map_or(0, |position| position.byte() as usize);
        let fault = |faults: &mut Faults, name: &str, value: String, must: String| {
            faults.push(offset, &format!("line {line}: {name}"), value, must, None);
        };
        let (time_column, time_conversion) = plan.time;
        let written = record.get(time_column).unwrap_or_default();
        let Some(time_s) = time_s(written, plan.has_decimal_comma) else {
            let value = format!("`{}`", shortened(written));
            return fault(faults, "time", value, "a number of seconds, or h:mm:ss with colons".to_owned());
        };
        let time_s = time_conversion.to_si(time_s);
        if !time_s.is_finite() {
            return fault(faults, "time", format!("{time_s} s"), "a finite time".to_owned());
        }
        match self.times_s.last() {
            Some(last_s) if time_s == *last_s => {
                self.repeated += 1;
                return;
            }
            Some(last_s) if time_s < *last_s => {
                let must = format!(
                    "more than the {last_s} s before it: one run, with a time that goes on over its laps"
                );
                return fault(faults, "time", format!("{time_s} s"), must);
            }
            _ => self.times_s.push(time_s),
        }
        for (planned, values) in plan.channels.iter().zip(&mut self.columns) {
            let text = record.get(planned.column).unwrap_or_default();
            let number = match plan.has_decimal_comma {
                true => text.replace(',', ".").parse::<f64>(),
                false => text.parse::<f64>(),
            };
            values.push(match number {
                Ok(number) => planned.conversion.to_si(number * planned.scale + planned.offset),
                Err(_)
                    if planned.may_be_text
                        || matches!(text, "" | "-" | "--" | "N/A" | "n/a" | "null" | "None") =>
                {
                    f64::NAN
                }
                Err(_) => {
                    let must = "a number, or blank".to_owned();
                    fault(faults, &planned.name, format!("`{}`", shortened(text)), must);
                    f64::NAN
                }
            });
        }
    }
}
