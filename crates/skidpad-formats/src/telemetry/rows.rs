//! Tables that are written row by row. Memory does not grow with their length, but for logs of MoTeC, whose channels are kept until
//! their end.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};

use super::details::TelemetryDetails;
use super::format::Format;
use super::ld::LdRows;
use super::mcap::McapRows;
#[cfg(feature = "parquet")]
use super::parquet_file::ParquetRows;
use super::write_error::{WriteError, failed};

/// A table under way, to which rows are appended.
///
/// ```
/// use skidpad_formats::telemetry::{Format, RowWriter};
/// let mut text = Vec::new();
/// let mut rows = RowWriter::new(Format::Csv, &["t_s", "speed_m_s"], &mut text)?;
/// rows.push(&[0.0, 0.0])?;
/// rows.push(&[0.1, 0.62])?;
/// assert_eq!(rows.finish()?, 2);
/// assert_eq!(text, b"t_s,speed_m_s\n0.0,0.0\n0.1,0.62\n");
/// # Ok::<(), skidpad_formats::telemetry::WriteError>(())
/// ```
pub struct RowWriter<W: Write + Send> {
    names: Vec<String>,
    rows: u64,
    to: Rows<W>,
}

enum Rows<W: Write + Send> {
    Csv {
        writer: Box<csv::Writer<BufWriter<W>>>,
        text: String,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetRows<BufWriter<W>>>),
    Mcap(Box<McapRows<BufWriter<W>>>),
    Ld(Box<LdRows<BufWriter<W>>>),
}

impl<W: Write + Send> RowWriter<W> {
    /// An empty table with named columns; the unit ends a name: `speed_m_s`.
    ///
    /// # Errors
    /// No columns, columns without a name or with the same name, a format that needs a column `time_s` where there is none, and what the
    /// writer answers.
    pub fn new(format: Format, names: &[&str], to: W) -> Result<Self, WriteError> {
        check_names(names)?;
        let to = BufWriter::new(to);
        let to = match format {
            Format::Csv => csv_rows(names, to).map_err(failed)?,
            #[cfg(feature = "parquet")]
            Format::Parquet => Rows::Parquet(Box::new(ParquetRows::new(names, to).map_err(failed)?)),
            Format::Mcap => Rows::Mcap(Box::new(McapRows::new(names, to)?)),
            Format::Ld => Rows::Ld(Box::new(LdRows::new(names, to)?)),
        };
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Ok(Self { names, rows: 0, to })
    }

    /// Describes the table, in a format that has room for it.
    pub fn describe(&mut self, details: &TelemetryDetails) {
        if let Rows::Ld(rows) = &mut self.to {
            rows.describe(details.clone());
        }
    }

    /// Rows so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Appends a row.
    ///
    /// # Errors
    /// Another number of values than columns, a value that is not finite, and what the writer answers.
    pub fn push(&mut self, row: &[f64]) -> Result<(), WriteError> {
        if row.len() != self.names.len() {
            let (found, must) = (row.len(), self.names.len());
            return Err(WriteError::message(format!("a row of {found} values in a table of {must} columns")));
        }
        if let Some(column) = row.iter().position(|value| !value.is_finite()) {
            return Err(WriteError::message(format!(
                "column `{}` is {} in row {} (counted from 0): only finite numbers are written; leave out what was not \
                 computed",
                self.names[column], row[column], self.rows
            )));
        }
        self.rows += 1;
        match &mut self.to {
            Rows::Csv { writer, text } => csv_row(writer, text, row).map_err(failed),
            #[cfg(feature = "parquet")]
            Rows::Parquet(rows) => rows.push(row).map_err(failed),
            Rows::Mcap(rows) => rows.push(row),
            Rows::Ld(rows) => rows.push(row),
        }
    }

    /// Writes what is still in memory. The number of rows.
    ///
    /// # Errors
    /// A log that becomes too large, and what the writer answers.
    pub fn finish(self) -> Result<u64, WriteError> {
        let written = match self.to {
            Rows::Csv { mut writer, .. } => writer.flush().map_err(failed),
            #[cfg(feature = "parquet")]
            Rows::Parquet(rows) => rows.finish().map_err(failed),
            Rows::Mcap(rows) => rows.finish().map_err(failed),
            Rows::Ld(rows) => rows.finish(),
        };
        written.map(|()| self.rows)
    }
}

/// Whether columns can be called so.
pub(super) fn check_names(names: &[&str]) -> Result<(), WriteError> {
    if names.is_empty() {
        return Err(WriteError::message("the table has no columns: add at least one".to_owned()));
    }
    let mut known = BTreeSet::new();
    for name in names {
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(WriteError::message(format!(
                "a column is named {name:?}; give it a name on one line"
            )));
        }
        if !known.insert(name) {
            return Err(WriteError::message(format!("two columns are called `{name}`: rename one")));
        }
    }
    Ok(())
}

fn csv_rows<W: Write + Send>(names: &[&str], to: BufWriter<W>) -> io::Result<Rows<W>> {
    let mut writer = csv::WriterBuilder::new().from_writer(to);
    writer.write_record(names)?;
    Ok(Rows::Csv { writer: Box::new(writer), text: String::new() })
}

/// A number has the fewest digits that read back to the same bits.
fn csv_row<W: Write>(writer: &mut csv::Writer<W>, text: &mut String, row: &[f64]) -> io::Result<()> {
    use std::fmt::Write as _;
    for value in row {
        text.clear();
        // Writing to a string cannot fail. `{:?}` is the shortest form that keeps the bits.
        let _ = write!(text, "{value:?}");
        writer.write_field(&*text)?;
    }
    Ok(writer.write_record(None::<&[u8]>)?)
}
