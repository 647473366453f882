//! Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

/// Numbers of a row group, which is kept in memory until it is full: 8 MiB.
const GROUP_NUMBERS: usize = 1 << 20;

/// A file of required columns of doubles, to which rows are appended.
pub(super) struct ParquetRows<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The columns of the group that is not full yet.
    columns: Vec<Vec<f64>>,
    group_rows: usize,
}

impl<W: Write + Send> ParquetRows<W> {
    pub fn new(names: &[&str], to: W) -> io::Result<Self> {
        let field = |name: &&str| {
            let column = Type::primitive_type_builder(name, Physical::DOUBLE);
            column.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let open = || {
            let fields = names.iter().map(field).collect::<Result<Vec<_>, _>>()?;
            let schema = Type::group_type_builder("telemetry").with_fields(fields).build()?;
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_created_by(concat!("skidpad ", env!("CARGO_PKG_VERSION")).to_owned());
            SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build()))
        };
        let group_rows = usize::max(GROUP_NUMBERS / names.len(), 1);
        Ok(Self { writer: open().map_err(plain)?, columns: vec![Vec::new(); names.len()], group_rows })
    }

    pub fn push(&mut self, row: &[f64]) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.push(*value);
        }
        if self.columns[0].len() < self.group_rows { Ok(()) } else { self.write_group() }
    }

    pub fn finish(mut self) -> io::Result<()> {
        if !self.columns[0].is_empty() {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(plain)?.flush()
    }

    fn write_group(&mut self) -> io::Result<()> {
        encode_group(&mut self.writer, &self.columns).map_err(plain)?;
        self.columns.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}

fn encode_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &[Vec<f64>],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for values in columns {
        let Some(mut column) = group.next_column()? else { break };
        column.typed::<DoubleType>().write_batch(values, None, None)?;
        column.close()?;
    }
    group.close().map(|_| ())
}

/// The system's error, where there is one below.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other.to_string()),
        },
        other => io::Error::other(other),
    }
}
