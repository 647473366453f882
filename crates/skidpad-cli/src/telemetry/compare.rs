//! `skidpad telemetry compare`: two laps over each other by distance.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use skidpad_formats::telemetry::{Format, Table as Columns, TelemetryDetails};
use skidpad_plot::overlay_figures;
use skidpad_world::overlay::{Overlay, Section, sections};

use super::lap_choice;
use super::source::LogOptions;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::table::{Align, Table};
use crate::track::named;

/// Help below the options.
pub const HELP: &str = "\
With a track both laps are compared at the same place of its line, and time is given for its corners and straights. Without one the
distance is the one driven, and the second lap's is stretched to the length of the first one's.

  skidpad telemetry compare lap-a/lap.json lap-b/lap.json --track grand-prix --out overlay
  skidpad telemetry compare run.csv session.csv --map car.toml --place 45.62,9.28 --track monza.csv --out overlay";

/// Options of the command.
#[derive(Args)]
pub struct CompareOptions {
    /// The lap that the other is compared with: .csv, .parquet, .ld, or lap.json
    first: PathBuf,
    /// The other lap
    second: PathBuf,
    /// The track: a file, or a name of `skidpad track list`
    #[arg(long, value_name = "TRACK")]
    track: Option<PathBuf>,
    #[command(flatten)]
    log: LogOptions,
    /// Laps to compare, by their numbers in the two recordings, such as 3,5 [default: the fastest whole lap of each]
    #[arg(long, value_name = "N,M", value_parser = lap_numbers)]
    laps: Option<[usize; 2]>,
    /// Spacing of the places that are compared, m
    #[arg(long, value_name = "M", default_value_t = 1.0, value_parser = step)]
    step: f64,
    /// Write pictures and the overlay as overlay.csv and overlay.json into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON document instead of the table
    #[arg(long)]
    json: bool,
}

fn lap_numbers(text: &str) -> Result<[usize; 2], String> {
    let must = || "must be two numbers of laps from 1 on, such as 3,5".to_owned();
    let (first, second) = text.split_once(',').ok_or_else(must)?;
    let number = |text: &str| text.trim().parse().ok().filter(|number: &usize| *number > 0).ok_or_else(must);
    Ok([number(first)?, number(second)?])
}

fn step(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.trim().parse().ok();
    let must = || "must be a spacing from 0.1 to 100 m, such as 1".to_owned();
    value.filter(|step_m| (0.1..=100.0).contains(step_m)).ok_or_else(must)
}

#[derive(Serialize)]
struct OverlayDocument {
    first: String,
    second: String,
    track: Option<String>,
    from_m: f64,
    to_m: f64,
    time_s: [f64; 2],
    delta_s: f64,
    notes: Vec<String>,
    sections: Vec<SectionRow>,
}

#[derive(Serialize)]
struct SectionRow {
    name: String,
    from_m: f64,
    to_m: f64,
    time_s: [f64; 2],
    lost_s: f64,
}

impl From<Section> for SectionRow {
    fn from(section: Section) -> Self {
        let [from_m, to_m] = section.stretch_m;
        Self { name: section.name, from_m, to_m, time_s: section.time_s, lost_s: section.lost_s }
    }
}

/// Compares, prints and draws.
pub fn command(options: &CompareOptions) -> Result<(), Failure> {
    let folder = options.out.as_deref().map(|out| Folder::look("--out", out)).transpose()?;
    let track = options.track.as_deref().map(named).transpose()?;
    let map = options.log.read_map()?;
    let paths = [&options.first, &options.second];
    let mut notes = Vec::new();
    let mut laps = Vec::new();
    for (place, path) in paths.into_iter().enumerate() {
        let name = path.display().to_string();
        // A map is for logs of real cars alone: Skidpad's own tables have no use for one.
        let file = match options.log.read(path, map.as_ref()) {
            Err(error) if map.is_some() => options.log.read(path, None).map_err(|_| error)?,
            read => read?,
        };
        let number = options.laps.map(|laps| laps[place]);
        let (lap, words) = lap_choice::lap(&file, &name, track.as_ref(), number)?;
        notes.push(format!("{name}: {words}"));
        notes.extend(file.notes.iter().map(|note| format!("{name}: {note}")));
        laps.push(lap);
    }
    let (Some(second), Some(first)) = (laps.pop(), laps.pop()) else { return Ok(()) };
    let [first, second] = match (&track, first.to_m().zip(first.from_m())) {
        // Both from 0 to the first one's length.
        (None, Some((to_m, from_m))) => [first, second].map(|lap| lap.stretched(to_m - from_m)),
        _ => [first, second],
    };
    let overlay = Overlay::new(&first, &second, options.step).ok_or_else(|| {
        Failure::input("the two laps have no stretch in common: choose others with --laps".to_owned())
    })?;
    let names = short_names(paths);
    let [from_m, to_m] =
        [overlay.distance_m.first(), overlay.distance_m.last()].map(|end| end.copied().unwrap_or(0.0));
    let document = OverlayDocument {
        first: names[0].clone(),
        second: names[1].clone(),
        track: track.as_ref().map(|track| track.name().to_owned()),
        from_m,
        to_m,
        time_s: overlay.total_s(),
        delta_s: overlay.delta_s.last().copied().unwrap_or(0.0),
        notes,
        sections: sections(&overlay, track.as_ref()).into_iter().map(SectionRow::from).collect(),
    };
    if let Some(folder) = folder {
        let inputs = [options.first.clone(), options.second.clone()];
        folder.write(&files(&overlay, &names, &document)?, &inputs)?;
    }
    if options.json { output::json(&document) } else { output::text(&document.text()) }
}

/// A time with its sign; 0 has none.
fn signed(time_s: f64) -> String {
    let text = format!("{time_s:+.3}");
    if text.trim_start_matches(['+', '-']) == "0.000" { "0.000".to_owned() } else { text }
}

/// Names of two files that tell them apart: their stems, or with their folders.
fn short_names(paths: [&PathBuf; 2]) -> [String; 2] {
    let stem =
        |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let stems = paths.map(|path| stem(path));
    if stems[0] != stems[1] {
        return stems;
    }
    let folder = |path: &Path| path.parent().map(stem).unwrap_or_default();
    let folders = paths.map(|path| folder(path));
    if folders[0] != folders[1] {
        folders
    } else {
        [format!("{} (1)", stems[0]), format!("{} (2)", stems[1])]
    }
}

/// Pictures, the overlay as a table, and the document.
fn files(
    overlay: &Overlay,
    names: &[String; 2],
    document: &OverlayDocument,
) -> Result<Vec<(String, String)>, Failure> {
    let mut table = Columns::new();
    table.push("distance_m", overlay.distance_m.clone());
    for (place, times_s) in ["first", "second"].iter().zip(&overlay.time_s) {
        table.push(format!("{place}.time_s"), times_s.clone());
    }
    table.push("delta_s", overlay.delta_s.clone());
    for channel in
        overlay.channels.iter().filter(|channel| !matches!(channel.name.as_str(), "time_s" | "distance_m"))
    {
        for (place, values) in ["first", "second"].iter().zip(&channel.values) {
            table.push(format!("{place}.{}", channel.name), values.clone());
        }
    }
    let mut bytes = Vec::new();
    table
        .write_as(Format::Csv, &TelemetryDetails::default(), &mut bytes)
        .map_err(|error| Failure::input(format!("overlay.csv: {error}")))?;
    let csv = String::from_utf8(bytes).map_err(|error| Failure::Output(std::io::Error::other(error)))?;
    let json = serde_json::to_string_pretty(document).map_err(|error| Failure::Output(error.into()))?;
    let figures = overlay_figures(overlay, [&names[0], &names[1]]);
    let pictures = figures.into_iter().map(|figure| (figure.file, figure.svg));
    Ok(pictures.chain([("overlay.csv".to_owned(), csv), ("overlay.json".to_owned(), json)]).collect())
}

impl OverlayDocument {
    fn text(&self) -> String {
        let mut table = Table::new(&[
            ("section", Align::Left),
            ("from (m)", Align::Right),
            ("to (m)", Align::Right),
            ("first (s)", Align::Right),
            ("second (s)", Align::Right),
            ("lost (s)", Align::Right),
        ]);
        let mut row = |name: &str, stretch_m: [f64; 2], time_s: [f64; 2], lost_s: f64| {
            let [from_m, to_m] = stretch_m.map(|at_m| format!("{at_m:.0}"));
            let [first, second] = time_s.map(|time_s| format!("{time_s:.3}"));
            table.row([name.to_owned(), from_m, to_m, first, second, signed(lost_s)]);
        };
        for section in &self.sections {
            row(&section.name, [section.from_m, section.to_m], section.time_s, section.lost_s);
        }
        row("all", [self.from_m, self.to_m], self.time_s, self.delta_s);
        let mut text = format!("first: {}\nsecond: {}\n\n", self.first, self.second) + &table.render();
        let mut most: Vec<&SectionRow> =
            self.sections.iter().filter(|section| section.lost_s >= 0.0005).collect();
        most.sort_by(|one, other| other.lost_s.total_cmp(&one.lost_s));
        let listed: Vec<String> = most
            .iter()
            .take(3)
            .map(|section| format!("{} ({} s)", section.name, signed(section.lost_s)))
            .collect();
        if !listed.is_empty() {
            text += &format!("\nthe second lap loses most in {}\n", listed.join(", "));
        }
        text + &self.notes.iter().map(|note| format!("note: {note}\n")).collect::<String>()
    }
}
