//! Recordings of any format, by their endings.

use std::path::Path;

use super::file::TelemetryFile;
use super::import::{self, ColumnMap, MOST_BYTES};
use super::{lap_document, ld, own_csv};
use crate::disk;
use crate::document::text_at_most;
use crate::error::FileError;
use crate::track::geographic::Coordinates;

/// Options of reading logs of real cars.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'a> {
    /// Map of the columns of a text; `None`: columns by names that are known.
    pub map: Option<&'a ColumnMap>,
    /// Place on earth at which x and y are 0; `None`: the middle of the log.
    pub place: Option<Coordinates>,
}

/// Reads a recording by the ending of its name: `.csv`, `.txt` or `.tsv` (Skidpad's own table, or the log of a real car), `.parquet`, `.ld`
/// with the laps of the `.ldx` beside it, or `.json`, a lap of `skidpad lap --out`.
///
/// # Errors
/// A file that cannot be read, an ending of another format, and everything that is wrong in the file. A recording without a time, or whose
/// time does not ascend, is refused.
pub fn open(path: &Path, options: &ReadOptions) -> Result<TelemetryFile, FileError> {
    let origin = path.display().to_string();
    if ending(path) == "parquet" {
        return checked(&origin, open_parquet(path)?);
    }
    let mut file = parse(&origin, &disk::read_at_most(path, MOST_BYTES)?, options)?;
    let laps = path.with_extension("ldx");
    if ending(path) == "ld" && disk::exists(&laps) {
        let text = disk::read(&laps)?;
        file.laps_s = ld::read_beacons(&laps.display().to_string(), &text)?;
    }
    Ok(file)
}

/// Reads the bytes of a recording; `origin` is its file's name, by whose ending its format is known. See [`open`].
///
/// # Errors
/// An ending of another format, and everything that is wrong in the bytes.
pub fn parse(origin: &str, bytes: &[u8], options: &ReadOptions) -> Result<TelemetryFile, FileError> {
    const ENDINGS: &str = ".csv, .parquet, .ld, or .json of `skidpad lap`";
    let file = match ending(Path::new(origin)).as_str() {
        "csv" | "txt" | "tsv" => text(origin, bytes, options)?,
        "ld" => ld::parse(origin, bytes)?,
        "json" => lap_document::parse(origin, bytes)?,
        "mcap" => {
            let must = format!("a recording that Skidpad reads: {ENDINGS}; MCAP is written only");
            return Err(FileError::whole(origin, "a name that ends in .mcap", must));
        }
        other => {
            let value = format!("a name that ends in .{other}");
            return Err(FileError::whole(origin, value, format!("a recording: {ENDINGS}")));
        }
    };
    checked(origin, file)
}

fn text(origin: &str, bytes: &[u8], options: &ReadOptions) -> Result<TelemetryFile, FileError> {
    let is_own = options.map.is_none() && str::from_utf8(bytes).is_ok_and(own_csv::looks_like);
    match is_own {
        true => own_csv::read(origin, text_at_most(origin, bytes, MOST_BYTES)?),
        false => import::import(origin, bytes, options.map, options.place),
    }
}

#[cfg(feature = "parquet")]
fn open_parquet(path: &Path) -> Result<TelemetryFile, FileError> {
    super::parquet_read::open(path)
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(path: &Path) -> Result<TelemetryFile, FileError> {
    let must = "a CSV file: this build reads no Parquet; build with the feature `parquet`";
    Err(FileError::whole(&path.display().to_string(), "a name that ends in .parquet", must))
}

/// The ending of a name, in small letters.
fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// A recording whose time ascends.
fn checked(origin: &str, file: TelemetryFile) -> Result<TelemetryFile, FileError> {
    let Some(times_s) = file.table.column("time_s") else {
        return Err(FileError::whole(origin, "no column `time_s`", "a recording with its time"));
    };
    if times_s.len() < 2 {
        let value = format!("{} rows", times_s.len());
        return Err(FileError::whole(origin, value, "a recording of at least 2 rows"));
    }
    let back = times_s.windows(2).position(|pair| pair[1] <= pair[0]);
    if let Some(row) = back {
        let value = format!("the time {} s in row {} after {} s", times_s[row + 1], row + 2, times_s[row]);
        return Err(FileError::whole(origin, value, "times that ascend"));
    }
    Ok(file)
}
