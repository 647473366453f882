//! `skidpad telemetry show`: the channels of a recording.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use skidpad_core::math::Real;
use skidpad_formats::telemetry::{TelemetryFile, unit_of};

use super::source::LogOptions;
use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table, significant};

/// Options of the command.
#[derive(Args)]
pub struct ShowOptions {
    /// The recording: .csv, .parquet, .ld, or lap.json
    file: PathBuf,
    #[command(flatten)]
    log: LogOptions,
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    rows: usize,
    duration_s: f64,
    median_rate_hz: f64,
    vehicle: String,
    venue: String,
    laps_s: Vec<f64>,
    notes: Vec<String>,
    channels: Vec<ShownChannel>,
}

#[derive(Serialize)]
struct ShownChannel {
    name: String,
    unit: &'static str,
    least: f64,
    mean: f64,
    largest: f64,
}

/// Prints the channels.
pub fn command(options: &ShowOptions) -> Result<(), Failure> {
    let map = options.log.read_map()?;
    let file = options.log.read(&options.file, map.as_ref())?;
    let shown = Shown::new(file);
    if options.json { output::json(&shown) } else { output::text(&shown.text()) }
}

impl Shown {
    fn new(file: TelemetryFile) -> Self {
        let times_s = file.table.column("time_s").unwrap_or_default();
        let mut intervals_s: Vec<f64> = times_s.windows(2).map(|pair| pair[1] - pair[0]).collect();
        intervals_s.sort_by(f64::total_cmp);
        let median_s = intervals_s.get(intervals_s.len() / 2).copied().unwrap_or(f64::INFINITY);
        let channel = |(name, values): &(String, Vec<f64>)| {
            let [least, largest] =
                values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
                    [Real::min(low, *value), Real::max(high, *value)]
                });
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            ShownChannel { name: name.clone(), unit: unit_of(name), least, mean, largest }
        };
        Self {
            rows: file.table.rows(),
            duration_s: times_s.last().zip(times_s.first()).map_or(0.0, |(last_s, first_s)| last_s - first_s),
            median_rate_hz: 1.0 / median_s,
            channels: file.table.columns().iter().map(channel).collect(),
            vehicle: file.details.vehicle,
            venue: file.details.venue,
            laps_s: file.laps_s,
            notes: file.notes,
        }
    }

    fn text(&self) -> String {
        let mut table = Table::new(&[
            ("channel", Align::Left),
            ("unit", Align::Left),
            ("least", Align::Right),
            ("mean", Align::Right),
            ("largest", Align::Right),
        ]);
        for channel in &self.channels {
            let numbers = [channel.least, channel.mean, channel.largest].map(|value| significant(value, 6));
            table.row([channel.name.clone(), channel.unit.to_owned()].into_iter().chain(numbers));
        }
        let mut text = table.render();
        text +=
            &format!("\n{} rows over {:.3} s, {:.1} Hz\n", self.rows, self.duration_s, self.median_rate_hz);
        for (name, value) in [("car", &self.vehicle), ("track", &self.venue)] {
            if !value.is_empty() {
                text += &format!("{name}: {value}\n");
            }
        }
        text + &self.notes.iter().map(|note| format!("note: {note}\n")).collect::<String>()
    }
}
