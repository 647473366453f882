//! Parquet files as they are read.

use std::path::Path;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

use super::blanks::filled;
use super::details::TelemetryDetails;
use super::file::TelemetryFile;
use super::import::MOST_BYTES;
use super::table::Table;
use crate::disk;
use crate::error::FileError;

/// The most numbers that are read, 800 MB.
const MOST_NUMBERS: i64 = 100_000_000;

/// Reads the numbers of a file; columns of other kinds are left out.
pub(super) fn open(path: &Path) -> Result<TelemetryFile, FileError> {
    let origin = path.display().to_string();
    let broken = |error: &dyn std::fmt::Display| {
        FileError::whole(&origin, format!("no Parquet ({error})"), "a Parquet file with columns of numbers")
    };
    let file = disk::open_at_most(path, MOST_BYTES)?;
    let reader = SerializedFileReader::new(file).map_err(|error| broken(&error))?;
    let metadata = reader.metadata().file_metadata();
    let names: Vec<String> =
        metadata.schema_descr().columns().iter().map(|column| column.path().string()).collect();
    let numbers = metadata.num_rows().saturating_mul(names.len() as i64);
    if numbers > MOST_NUMBERS {
        let value = format!("{numbers} numbers");
        return Err(FileError::whole(&origin, value, format!("at most {MOST_NUMBERS}")));
    }
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for row in reader.get_row_iter(None).map_err(|error| broken(&error))? {
        let row = row.map_err(|error| broken(&error))?;
        for ((_, field), values) in row.get_column_iter().zip(&mut columns) {
            values.push(number(field));
        }
    }
    let mut notes = Vec::new();
    let mut table = Table::new();
    for (name, mut values) in names.into_iter().zip(columns) {
        let name = if name == "t_s" { "time_s".to_owned() } else { name };
        match filled(&mut values, false) {
            Some(0) => table.push(name, values),
            Some(count) => {
                notes.push(format!("{count} blanks of `{name}` are filled from those beside them"));
                table.push(name, values);
            }
            None => notes.push(format!("the column `{name}` has no numbers: left out")),
        }
    }
    table.check().map_err(|error| FileError::whole(&origin, "", error.to_string()))?;
    Ok(TelemetryFile { table, notes, details: TelemetryDetails::default(), laps_s: Vec::new() })
}

fn number(field: &Field) -> f64 {
    match field {
        Field::Double(value) => *value,
        Field::Float(value) => f64::from(*value),
        Field::Bool(value) => f64::from(u8::from(*value)),
        Field::Byte(value) => f64::from(*value),
        Field::Short(value) => f64::from(*value),
        Field::Int(value) => f64::from(*value),
        Field::Long(value) => *value as f64,
        Field::UByte(value) => f64::from(*value),
        Field::UShort(value) => f64::from(*value),
        Field::UInt(value) => f64::from(*value),
        Field::ULong(value) => *value as f64,
        _ => f64::NAN,
    }
}
