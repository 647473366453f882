//! Comma-separated values.

use std::io::{self, Write};

use super::Table;

/// Writes a checked table. A number has the fewest digits that read back to the same bits.
pub(super) fn write(table: &Table, to: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().from_writer(to);
    writer.write_record(table.columns().iter().map(|(name, _)| name.as_bytes()))?;
    let mut text = String::new();
    for row in 0..table.rows() {
        for (_, values) in table.columns() {
            use std::fmt::Write as _;
            text.clear();
            // Writing to a string cannot fail. `{:?}` is the shortest form that keeps the bits.
            let _ = write!(text, "{:?}", values[row]);
            writer.write_field(&text)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()
}
