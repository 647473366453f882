//! Tracks by file or name, smoothed where that is asked for.

use std::path::{Path, PathBuf};

use clap::Args;
use skidpad_formats::track::{TrackFile, TrackFormat, open};
use skidpad_world::track::{Tolerance, Track, TrackFault, smooth_track};

use super::options;
use crate::failure::Failure;

/// Help below the options.
pub const HELP: &str = "\
Formats, found by the file's extension and contents: skidpad (.toml), centre-line (.csv with x_m, y_m and widths), rars
(.trk), opendrive (.xodr), torcs (.xml), gpx (.gpx), geographic (.csv with latitude and longitude), grid-map (.yaml with
its picture in the same folder).

A name of `skidpad track list` works in the place of a file, unless there is a file of that name.";

/// The track of a command.
#[derive(Args)]
pub struct TrackSource {
    /// A track file, or the name of a track that comes with Skidpad, such as grand-prix
    pub file: PathBuf,
    /// Format of the file [default: by its extension and contents]
    #[arg(long, value_name = "FORMAT", value_parser = options::format)]
    pub format: Option<TrackFormat>,
    /// Smooth a measured line, which may move by this distance at most, m; its edges stay where they are
    #[arg(long, value_name = "M", value_parser = options::tolerance)]
    pub smooth: Option<f64>,
}

/// A track that was read.
pub struct TrackRead {
    /// Its description and notes.
    pub file: TrackFile,
    /// The track.
    pub track: Track,
}

impl TrackSource {
    /// Reads the track.
    pub fn read(&self) -> Result<TrackRead, Failure> {
        let mut file = open(&self.file, self.format)?;
        if let Some(tolerance_m) = self.smooth {
            file = smoothed(file, tolerance_m).map_err(|faults| refused(&faults))?;
        }
        let track = Track::new(&file.spec).map_err(|faults| refused(&faults))?;
        Ok(TrackRead { file, track })
    }
}

/// Track of a file or a name, as it is.
pub fn named(file: &Path) -> Result<Track, Failure> {
    let file = open(file, None)?;
    Track::new(&file.spec).map_err(|faults| refused(&faults))
}

fn smoothed(file: TrackFile, tolerance_m: f64) -> Result<TrackFile, Vec<TrackFault>> {
    let tolerance = Tolerance { plan_m: tolerance_m, height_m: tolerance_m };
    let smoothed = smooth_track(&file.spec, tolerance)?;
    let note = match smoothed.is_as_before {
        true => format!("not smoothed: no line within {tolerance_m} m is smoother"),
        false => format!(
            "smoothed within {tolerance_m} m: the line moved by {:.2} m at most, heights by {:.2} m",
            smoothed.largest_m, smoothed.largest_height_m
        ),
    };
    let mut notes = file.notes;
    notes.push(note);
    Ok(TrackFile { spec: smoothed.spec, notes })
}

/// Faults of a description that a file made, which smoothing alone can bring.
fn refused(faults: &[TrackFault]) -> Failure {
    let lines: Vec<String> = faults.iter().take(20).map(ToString::to_string).collect();
    Failure::input(lines.join("\n"))
}
