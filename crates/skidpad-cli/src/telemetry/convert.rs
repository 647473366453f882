//! `skidpad telemetry convert`: recordings in another format.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use skidpad_formats::Outputs;
use skidpad_formats::telemetry::{Format, TelemetryDetails, TelemetryFile, beacons};
use skidpad_world::overlay;

use super::lap_choice::motion;
use super::source::LogOptions;
use crate::failure::Failure;
use crate::output;
use crate::run::unwritten;
use crate::track::named;

/// Help below the options.
pub const HELP: &str = "\
The format is that of the ending: .csv, .parquet, .mcap for Foxglove, .ld for MoTeC's i2. With a track, or where the log says when laps
begin, an .ld gets its laps in an .ldx beside it.

  skidpad telemetry convert run.csv run.mcap
  skidpad telemetry convert session.csv session.ld --map car.toml --track monza.csv --place 45.62,9.28";

/// Options of the command.
#[derive(Args)]
pub struct RecordingConversion {
    /// The recording: .csv, .parquet, .ld, or lap.json
    file: PathBuf,
    /// The file to write, ending in .csv, .parquet, .mcap or .ld
    out: PathBuf,
    #[command(flatten)]
    log: LogOptions,
    /// The track, whose start line divides a log into laps: a file, or a name of `skidpad track list`
    #[arg(long, value_name = "TRACK")]
    track: Option<PathBuf>,
    /// Name of the driver, for .ld
    #[arg(long, value_name = "NAME")]
    driver: Option<String>,
    /// Name of the car, for .ld
    #[arg(long, value_name = "NAME")]
    vehicle: Option<String>,
}

/// Reads, and writes in the other format.
pub fn command(options: &RecordingConversion) -> Result<(), Failure> {
    let refused = |error: skidpad_formats::telemetry::WriteError| Failure::input(format!("OUT: {error}"));
    let format = Format::from_path(&options.out).map_err(refused)?;
    let map = options.log.read_map()?;
    let TelemetryFile { table, notes, details, mut laps_s } =
        options.log.read(&options.file, map.as_ref())?;
    let mut venue = details.venue.clone();
    if let Some(track) = &options.track {
        let track = named(track)?;
        let laps = overlay::on_track(&motion(&table), &track)
            .map_err(|why| Failure::input(format!("{}: {why}", options.file.display())))?;
        laps_s = laps.iter().skip(1).map(overlay::LapTrace::begin_s).collect();
        venue = track.name().to_owned();
    }
    let details = TelemetryDetails {
        driver: options.driver.clone().unwrap_or(details.driver),
        vehicle: options.vehicle.clone().unwrap_or(details.vehicle),
        venue,
        comment: details.comment,
    };
    let mut outputs = Outputs::new(std::slice::from_ref(&options.file));
    let failed = |error| Failure::writing("OUT", error);
    let mut file = outputs.create(&options.out).map_err(failed)?;
    table.write_as(format, &details, &mut file).map_err(|error| unwritten(&options.out, error))?;
    let has_beacons = format == Format::Ld && !laps_s.is_empty();
    if has_beacons {
        let beside = options.out.with_extension("ldx");
        // Beacons count from the log's beginning.
        let from_s = table.column("time_s").and_then(<[f64]>::first).copied().unwrap_or(0.0);
        let times_s: Vec<f64> = laps_s.iter().map(|time_s| time_s - from_s).collect();
        let text = beacons(&times_s);
        outputs.create(&beside).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed)?;
    }
    outputs.commit().map_err(failed)?;
    notes.iter().for_each(|note| output::note(&format!("note: {note}")));
    let laps = if has_beacons { format!(", with {} beacons beside it", laps_s.len()) } else { String::new() };
    output::text(&format!(
        "{}: {} rows of {} channels{laps}\n",
        options.out.display(),
        table.rows(),
        table.columns().len()
    ))
}
