//! Options of `skidpad replay`.

use std::path::PathBuf;

use clap::Args;

use super::source::LogSource;
use crate::options::{Reach, log_time};

/// Options of the command.
#[derive(Args)]
pub struct Options {
    /// The log
    log: PathBuf,
    /// The first car's file, where it has moved [default: as logged, from the log's folder]
    #[arg(long, value_name = "CAR")]
    car: Option<String>,
    /// Print all channels of the cars at a time of the log, such as 12 or "12 s", and compare nothing
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = log_time)]
    pub at: Option<f64>,
    /// Write the table of the cars' channels, ending in .csv or .parquet, from --at [default: the start] to the end
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    reach: Reach,
    /// Print one JSON document
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
}

impl Options {
    /// The log, and where its cars are.
    pub fn source(&self) -> LogSource<'_> {
        LogSource { path: &self.log, car: self.car.as_deref(), has_car_option: true, reach: self.reach }
    }
}
