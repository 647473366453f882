//! Recordings that are read.

use super::details::TelemetryDetails;
use super::table::Table;

/// A recording that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TelemetryFile {
    /// Its channels in SI units; `time_s` ascends.
    pub table: Table,
    /// Notes on what was left out, filled or assumed.
    pub notes: Vec<String>,
    /// Description, where the format has one.
    pub details: TelemetryDetails,
    /// Times at which laps begin, s, where the file says so.
    pub laps_s: Vec<f64>,
}
