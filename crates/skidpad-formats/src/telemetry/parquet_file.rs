//! Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::Table;

/// Rows in a row group: a million doubles are 8 MB a column.
const GROUP_ROWS: usize = 1 << 20;

/// Writes a checked table: required columns of doubles.
pub(super) fn write(table: &Table, to: &mut (impl Write + Send)) -> io::Result<()> {
    encode(table, to).map_err(|error| match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other.to_string()),
        },
        other => io::Error::other(other),
    })
}

fn encode(table: &Table, to: &mut (impl Write + Send)) -> Result<(), ParquetError> {
    let field = |(name, _): &(String, Vec<f64>)| {
        let column = Type::primitive_type_builder(name, Physical::DOUBLE);
        column.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = table.columns().iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("telemetry").with_fields(fields).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("skidpad ", env!("CARGO_PKG_VERSION")).to_owned());
    let mut writer = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build()))?;
    for start in (0..table.rows()).step_by(GROUP_ROWS) {
        let end = usize::min(start + GROUP_ROWS, table.rows());
        let mut group = writer.next_row_group()?;
        for (_, values) in table.columns() {
            let Some(mut column) = group.next_column()? else { break };
            column.typed::<DoubleType>().write_batch(&values[start..end], None, None)?;
            column.close()?;
        }
        group.close()?;
    }
    writer.into_inner()?.flush()?;
    Ok(())
}
