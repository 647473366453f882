//! Laps that `skidpad lap --out` writes: what another lap is compared by.

use std::path::Path;

use serde_json::Value;

use crate::disk;
use crate::error::FileError;

/// Largest size of a file, bytes: some hundred thousand samples.
const MOST_BYTES: usize = 256 << 20;

/// A lap of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LapFile {
    /// Name of the track; empty where the file has none.
    pub track: String,
    /// Name of the car; empty where the file has none.
    pub car: String,
    /// Method; empty where the file has none.
    pub method: String,
    /// Time of the lap, s.
    pub lap_s: f64,
    /// Samples from the start line on, two or more.
    pub samples: Vec<LapFileSample>,
}

/// A sample of a lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LapFileSample {
    /// Distance along the line, m.
    pub line_m: f64,
    /// Position, m.
    pub position_m: [f64; 2],
    /// Time since the start, s.
    pub time_s: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
}

/// Reads a lap. Of its document it needs `lap_s`, and `s_m`, `x_m`, `y_m`, `time_s` and `speed_m_s` of each of its `samples`.
///
/// # Errors
/// A file that cannot be read, or is no lap.
///
/// ```
/// use std::path::Path;
/// let error = skidpad_formats::lap::load(Path::new("nowhere.json")).unwrap_err();
/// assert!(error.to_string().contains("file not found: nowhere.json"));
/// ```
pub fn load(path: &Path) -> Result<LapFile, FileError> {
    parse(&path.display().to_string(), &disk::read_at_most(path, MOST_BYTES)?)
}

/// Reads a lap from its bytes; `origin` names it in messages.
///
/// # Errors
/// As of [`load`].
pub fn parse(origin: &str, bytes: &[u8]) -> Result<LapFile, FileError> {
    let must = "must be a lap as `skidpad lap --out` writes it";
    let document: Value = serde_json::from_slice(bytes)
        .map_err(|error| FileError::message(format!("{origin}: no JSON ({error}); {must}")))?;
    let number = |holder: &Value, place: &str, key: &str| {
        let found = holder.get(key).and_then(Value::as_f64).filter(|number| number.is_finite());
        found.ok_or_else(|| FileError::message(format!("{origin}: {place}{key}: no number; {must}")))
    };
    let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let lap_s = number(&document, "", "lap_s")?;
    let samples = document.get("samples").and_then(Value::as_array).filter(|samples| samples.len() >= 2);
    let samples = samples
        .ok_or_else(|| FileError::message(format!("{origin}: samples: no list of two or more; {must}")))?;
    let sample = |(place, sample): (usize, &Value)| {
        let of = |key: &str| number(sample, &format!("samples[{place}]."), key);
        Ok(LapFileSample {
            line_m: of("s_m")?,
            position_m: [of("x_m")?, of("y_m")?],
            time_s: of("time_s")?,
            speed_m_s: of("speed_m_s")?,
        })
    };
    let samples = samples.iter().enumerate().map(sample).collect::<Result<Vec<_>, FileError>>()?;
    Ok(LapFile { track: text("track"), car: text("car"), method: text("method"), lap_s, samples })
}
