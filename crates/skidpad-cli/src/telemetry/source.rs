//! Recordings of a command.

use std::path::{Path, PathBuf};

use clap::Args;
use skidpad_formats::telemetry::{ColumnMap, ReadOptions, TelemetryFile, open};
use skidpad_formats::track::geographic::Coordinates;

use crate::failure::Failure;
use crate::track::place;

/// Help below the options.
pub const HELP: &str = "\
Read are: .csv and .parquet as `skidpad run --out` writes them, .ld of MoTeC with the .ldx beside it, lap.json of `skidpad lap --out`,
and .csv logs of real cars whose columns have known names (exports of RaceChrono, AiM Race Studio and MoTeC i2 among them).
A map says for other logs which column is which channel:

  delimiter = \";\"        # default \",\"
  decimal = \",\"          # default \".\"
  skip_rows = 3          # lines above the names
  header_rows = 2        # the line of names and those of units below it; 0: columns by number
  [time]
  column = \"Time\"        # a name, or a number from 1 on
  unit = \"ms\"            # default s
  [[channel]]
  name = \"speed_m_s\"     # the channel, whose name ends in its SI unit
  column = \"GPS Speed\"
  unit = \"km/h\"
  scale = 1.0            # value = (number * scale + offset) of the unit
  offset = 0.0";

/// Reading of logs of real cars.
#[derive(Args)]
pub struct LogOptions {
    /// Map of the columns of logs of real cars to channels, TOML
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Place on earth at which x and y are 0, as latitude and longitude in degrees, for logs by them [default: the log's middle]
    #[arg(long, value_name = "LAT,LON", value_parser = place, allow_hyphen_values = true)]
    pub place: Option<Coordinates>,
}

impl LogOptions {
    /// Reads the map.
    pub fn read_map(&self) -> Result<Option<ColumnMap>, Failure> {
        Ok(self.map.as_deref().map(ColumnMap::load).transpose()?)
    }

    /// Reads a recording.
    pub fn read(&self, path: &Path, map: Option<&ColumnMap>) -> Result<TelemetryFile, Failure> {
        Ok(open(path, &ReadOptions { map, place: self.place })?)
    }
}
