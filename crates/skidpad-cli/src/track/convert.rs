//! `skidpad track convert`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use skidpad_formats::Outputs;
use skidpad_formats::track::geographic::Coordinates;
use skidpad_formats::track::{TrackFormat, WriteOptions, write};

use super::options;
use super::source::{TrackRead, TrackSource};
use crate::failure::Failure;
use crate::output;

/// Help below the options.
pub const HELP: &str = "\
Formats are those of `skidpad track show --help`; rars and torcs are read and not written. What the new format cannot
hold is left out, and listed. A .csv file is written as a centre line, unless --to is geographic.

  skidpad track convert Monza.csv monza.toml --smooth 0.25
  skidpad track convert grand-prix grand-prix.xodr
  skidpad track convert oval oval.gpx --place 50.335,6.947";

/// Options of the command.
#[derive(Args)]
pub struct ConvertOptions {
    /// A track file, or the name of a track that comes with Skidpad, such as grand-prix
    file: PathBuf,
    /// The file to write; a map's picture (.pgm) is written beside it
    out: PathBuf,
    /// Format of the file [default: by its extension and contents]
    #[arg(long, value_name = "FORMAT", value_parser = options::format)]
    from: Option<TrackFormat>,
    /// Format to write [default: by the extension]
    #[arg(long, value_name = "FORMAT", value_parser = options::format)]
    to: Option<TrackFormat>,
    /// Smooth a measured line, which may move by this distance at most, m; its edges stay where they are
    #[arg(long, value_name = "M", value_parser = options::tolerance)]
    smooth: Option<f64>,
    /// Place of the track's origin on earth, degrees, for gpx and geographic
    #[arg(long, value_name = "LATITUDE,LONGITUDE", value_parser = options::place, allow_hyphen_values = true)]
    place: Option<Coordinates>,
    /// Size of a map's cells, m
    #[arg(long, value_name = "M", value_parser = options::length, default_value = "0.25")]
    cell: f64,
}

/// Reads the track and writes it.
pub fn command(options: &ConvertOptions) -> Result<(), Failure> {
    let ConvertOptions { file, out, from, to, smooth, place, cell } = options;
    let to = to.map_or_else(|| TrackFormat::of_output(out), Ok).map_err(Failure::input)?;
    if is_by_place(to) && place.is_none() {
        let name = to.name();
        return Err(Failure::input(format!(
            "{name} has positions on earth: add --place LATITUDE,LONGITUDE, that of the track's origin"
        )));
    }
    let TrackRead { file: track, .. } =
        TrackSource { file: file.clone(), format: *from, smooth: *smooth }.read()?;
    let picture = out.with_extension("pgm");
    let picture_name = picture.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let choices = WriteOptions { place: *place, cell_m: *cell, picture: picture_name };
    let refused = |message| Failure::input(format!("{}: {message}", out.display()));
    let written = write(&track, to, &choices).map_err(refused)?;
    let mut outputs = Outputs::new(std::slice::from_ref(file));
    let mut put = |path: &Path, bytes: &[u8]| -> Result<(), Failure> {
        let failed = |error| Failure::writing(&path.display().to_string(), error);
        outputs.create(path).and_then(|mut file| file.write_all(bytes)).map_err(failed)
    };
    put(out, written.text.as_bytes())?;
    if let Some(bytes) = &written.picture {
        put(&picture, bytes)?;
    }
    outputs.commit().map_err(|error| Failure::writing(&out.display().to_string(), error))?;
    let left_out = match written.left_out[..] {
        [] => String::new(),
        _ => format!("; left out: {}", written.left_out.join(", ")),
    };
    let notes: String = track.notes.iter().map(|note| format!("note: {note}\n")).collect();
    output::text(&format!("{notes}{}: {}{left_out}\n", out.display(), to.title()))
}

/// Returns true for a format by latitude and longitude.
fn is_by_place(format: TrackFormat) -> bool {
    matches!(format, TrackFormat::Gpx | TrackFormat::Geographic)
}
