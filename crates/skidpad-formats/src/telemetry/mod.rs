//! Recordings of numbers over time: tables that are written as CSV, Parquet, MCAP or MoTeC's `.ld`, and read from these and from the
//! logs of real cars.
//!
//! A table is written as a whole or not at all: into a new file in the same folder, which takes
//! its name at the end. A number that is not finite is an error that names its column and row, so
//! that NaN never stands in an output. A long one is written row by row ([`RowWriter`]).
//!
//! - [`open`] reads a recording of any of these formats, a lap of `skidpad lap`, or a log of a real car; [`import`](mod@import) describes
//!   which logs are known, and [`ColumnMap`] maps the columns of others.
//! - [`mcap`] and [`ld`] describe what is written for Foxglove and for i2; [`beacons`] writes the laps beside a log.

mod blanks;
mod channel;
mod details;
mod file;
mod format;
pub mod import;
mod lap_document;
pub mod ld;
pub mod mcap;
mod own_csv;
#[cfg(feature = "parquet")]
mod parquet_file;
#[cfg(feature = "parquet")]
mod parquet_read;
mod read;
mod rows;
mod table;
mod write_error;

pub use channel::unit_of;
pub use details::TelemetryDetails;
pub use file::TelemetryFile;
pub use format::Format;
pub use import::{ColumnMap, ColumnPlace, MappedColumn};
pub use ld::beacons;
pub use read::{ReadOptions, open, parse};
pub use rows::RowWriter;
pub use table::Table;
pub use write_error::WriteError;
