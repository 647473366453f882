//! Tables in memory.

use std::io::{self, Write};
use std::path::Path;

use super::details::TelemetryDetails;
use super::format::Format;
use super::rows::{self, RowWriter};
use super::write_error::WriteError;
use crate::disk;

/// Named columns of numbers, all of one length.
///
/// ```
/// use skidpad_formats::telemetry::Table;
/// let mut table = Table::new();
/// table.push("t_s", vec![0.0, 0.1]);
/// table.push("speed_m_s", vec![0.0, 0.62]);
/// let mut text = Vec::new();
/// table.write_csv(&mut text).unwrap();
/// assert_eq!(text, b"t_s,speed_m_s\n0.0,0.0\n0.1,0.62\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<(String, Vec<f64>)>,
}

impl Table {
    /// A table without columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column; the unit ends its name: `speed_m_s`.
    pub fn push(&mut self, name: impl Into<String>, values: Vec<f64>) {
        self.columns.push((name.into(), values));
    }

    /// Names and values of the columns.
    pub fn columns(&self) -> &[(String, Vec<f64>)] {
        &self.columns
    }

    /// Values of a column by its name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.columns.iter().find(|(known, _)| known == name).map(|(_, values)| values.as_slice())
    }

    /// The number of rows; of the first column, where they differ.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }

    /// Whether the table can be written.
    ///
    /// # Errors
    /// No columns, columns without a name or with the same name, of different lengths, or with a
    /// number that is not finite.
    pub fn check(&self) -> Result<(), WriteError> {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        rows::check_names(&names)?;
        let rows = self.rows();
        for (name, values) in &self.columns {
            if values.len() != rows {
                let first = &self.columns[0].0;
                let found = values.len();
                return Err(WriteError::message(format!(
                    "column `{name}` has {found} rows and `{first}` {rows}: all need the same"
                )));
            }
            if let Some(row) = values.iter().position(|value| !value.is_finite()) {
                return Err(WriteError::message(format!(
                    "column `{name}` is {} in row {row} (counted from 0): only finite numbers are written; \
                     omit what was not computed",
                    values[row]
                )));
            }
        }
        Ok(())
    }

    /// Writes the table as CSV.
    ///
    /// # Errors
    /// A table that [`check`](Self::check) refuses, and what the writer answers.
    pub fn write_csv(&self, to: &mut (impl Write + Send)) -> Result<(), WriteError> {
        self.write_as(Format::Csv, &TelemetryDetails::default(), to)
    }

    /// Writes the table as Parquet.
    ///
    /// # Errors
    /// A table that [`check`](Self::check) refuses, and what the writer answers.
    #[cfg(feature = "parquet")]
    pub fn write_parquet(&self, to: &mut (impl Write + Send)) -> Result<(), WriteError> {
        self.write_as(Format::Parquet, &TelemetryDetails::default(), to)
    }

    /// Writes the table in a format, with a description where the format has room for one.
    ///
    /// # Errors
    /// A table that [`check`](Self::check) refuses or the format cannot hold, and what the writer answers.
    pub fn write_as(
        &self,
        format: Format,
        details: &TelemetryDetails,
        to: &mut (impl Write + Send),
    ) -> Result<(), WriteError> {
        self.check()?;
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        let mut rows = RowWriter::new(format, &names, to)?;
        rows.describe(details);
        let mut row = vec![0.0; names.len()];
        for at in 0..self.rows() {
            row.iter_mut().zip(&self.columns).for_each(|(value, (_, values))| *value = values[at]);
            rows.push(&row)?;
        }
        rows.finish().map(|_| ())
    }

    /// Writes the table to a file, in the format of its ending ([`Format`]), as a whole or not
    /// at all. A file of that name is replaced.
    ///
    /// # Errors
    /// A table that [`check`](Self::check) refuses, an unknown ending, or a file that cannot be
    /// written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        let format = Format::from_path(path)?;
        let mut outputs = disk::Outputs::new(&[]);
        // These messages name the file.
        let refused = |error: io::Error| WriteError::message(error.to_string());
        let mut file = outputs.create(path).map_err(refused)?;
        self.write_as(format, &TelemetryDetails::default(), &mut file)
            .map_err(|error| error.in_file(path))?;
        outputs.commit().map_err(refused)
    }
}
