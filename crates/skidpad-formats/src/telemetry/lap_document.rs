//! Laps as `skidpad lap --out` writes them.

use serde_json::Value;

use super::details::TelemetryDetails;
use super::file::TelemetryFile;
use super::table::Table;
use crate::error::FileError;

/// Keys of a sample, the channels that they are, and whether a sample must have them.
const CHANNELS: [(&str, &str, bool); 10] = [
    ("time_s", "time_s", true),
    ("s_m", "distance_m", true),
    ("x_m", "x_m", true),
    ("y_m", "y_m", true),
    ("speed_m_s", "speed_m_s", true),
    ("ax_m_s2", "acceleration_x_m_s2", false),
    ("ay_m_s2", "acceleration_y_m_s2", false),
    ("throttle", "throttle", false),
    ("brake", "brake", false),
    ("gear", "gear", false),
];
/// Steering angle of the front wheels, which not every lap has.
const STEER: (&str, &str) = ("steer_rad", "steer_rad");

/// Reads a lap. Where it is one round of a circuit, its first sample stands at its end again.
pub(super) fn parse(origin: &str, bytes: &[u8]) -> Result<TelemetryFile, FileError> {
    const MUST: &str = "a lap as `skidpad lap --out` writes it, with `samples`";
    let document: Value = serde_json::from_slice(bytes)
        .map_err(|error| FileError::whole(origin, format!("no JSON ({error})"), MUST))?;
    let samples = document.get("samples").and_then(Value::as_array);
    let Some(samples) = samples.filter(|samples| samples.len() > 1) else {
        return Err(FileError::whole(origin, "JSON without a list of samples", MUST));
    };
    let mut table = Table::new();
    let column =
        |key: &str| samples.iter().map(|sample| sample.get(key)?.as_f64()).collect::<Option<Vec<f64>>>();
    for (key, name, is_needed) in CHANNELS {
        match column(key) {
            Some(values) => table.push(name, values),
            None if is_needed => {
                let value = format!("a sample without the number `{key}`");
                return Err(FileError::whole(origin, value, MUST));
            }
            None => {}
        }
    }
    if let Some(values) = column(STEER.0) {
        table.push(STEER.1, values);
    }
    let number = |key: &str| document.get(key).and_then(Value::as_f64);
    if let (Some(lap_s), Some(length_m)) = (number("lap_s"), number("length_m")) {
        table = closed(table, lap_s, length_m);
    }
    let word = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let details = TelemetryDetails {
        driver: format!("quasi-steady lap ({})", word("method")),
        vehicle: word("car"),
        venue: word("track"),
        comment: word("model"),
    };
    Ok(TelemetryFile { table, notes: Vec::new(), details, laps_s: vec![0.0] })
}

/// The lap with its first sample again at its end, where its samples end before.
fn closed(table: Table, lap_s: f64, length_m: f64) -> Table {
    let last_s = table.column("time_s").and_then(<[f64]>::last).copied().unwrap_or(f64::INFINITY);
    let last_m = table.column("distance_m").and_then(<[f64]>::last).copied().unwrap_or(f64::INFINITY);
    if !(lap_s > last_s && length_m > last_m) {
        return table;
    }
    let mut whole = Table::new();
    for (name, values) in table.columns() {
        let end = match name.as_str() {
            "time_s" => lap_s,
            "distance_m" => length_m,
            _ => values[0],
        };
        whole.push(name.clone(), values.iter().copied().chain([end]).collect());
    }
    whole
}
