//! Formats of tables.

use std::path::Path;

use super::write_error::WriteError;

/// Format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated text, one header line; numbers with as few digits as read back to the same
    /// bits.
    Csv,
    /// Parquet: required columns of doubles, compressed with Snappy.
    #[cfg(feature = "parquet")]
    Parquet,
    /// MCAP, for Foxglove: [`mcap`](super::mcap).
    Mcap,
    /// Log of MoTeC, for i2: [`ld`](super::ld).
    Ld,
}

impl Format {
    /// The format of a file's ending.
    ///
    /// # Errors
    /// An ending that no format has.
    pub fn from_path(path: &Path) -> Result<Self, WriteError> {
        let ending =
            path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "csv" => Ok(Self::Csv),
            #[cfg(feature = "parquet")]
            "parquet" => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            "parquet" => Err(wrong(
                path,
                "this build writes no Parquet; end the name in .csv, or build with the feature `parquet`",
            )),
            "mcap" => Ok(Self::Mcap),
            "ld" => Ok(Self::Ld),
            _ => Err(wrong(path, "unknown format; end the name in .csv, .parquet, .mcap or .ld")),
        }
    }
}

fn wrong(path: &Path, what: &str) -> WriteError {
    WriteError { path: path.display().to_string(), what: what.to_owned(), source: None }
}
