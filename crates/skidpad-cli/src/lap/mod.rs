//! `skidpad lap`: the fastest lap of a car on a track.

mod document;
mod given;
mod line;
mod optimal;
mod options;

use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_formats::choose::{self, Car};
use skidpad_laptime::line::LineOptions;
use skidpad_laptime::qss::{self, Options as QssOptions, QssLap, Start};
use skidpad_laptime::{ModelEnvelope, Path};
use skidpad_plot::{DrawnLap, lap_figures};
use skidpad_world::manoeuvre::Subject;
use skidpad_world::models::Models;
use skidpad_world::track::Track;

use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::track::TrackRead;
use document::LapDocument;
use line::{Chosen, Way};

pub use options::LapOptions;
use options::{Beginning, Method};

/// Help text below the options.
pub const HELP: &str = "\
Laps are quasi-steady: at each place of the line the car is in a steady state of its model, as fast as its tyres, brakes and engine
allow. The method `line` finds the fastest line within the edges of the road; `qss` drives a given one. `optimal` finds line, steering
and pedals of a dynamic model together.

  skidpad lap grand-prix --car boxster-s
  skidpad lap monza.csv --car boxster-s --smooth 0.25 --out lap
  skidpad lap kart-track --car mx5-nd-2016 --method optimal
  skidpad lap monza.csv --car tesla-model-3-rwd --method qss --line my-line.csv --grip 0.6 --json";

/// Finds and prints the lap.
pub fn command(listed: &Models, options: &LapOptions) -> Result<(), Failure> {
    check(options)?;
    let folder = options.out.as_deref().map(|out| Folder::look("--out", out)).transpose()?;
    let TrackRead { file, track } = options.track.read()?;
    let (envelope, vehicle, car_width_m) = envelope(listed, options)?;
    let usual = if track.is_closed() { Beginning::Flying } else { Beginning::Standing };
    let start = match options.start.unwrap_or(usual) {
        Beginning::Flying => Start::Flying,
        Beginning::Standing => Start::At(0.0),
    };
    let lap_options = QssOptions { start, ..QssOptions::default() };
    let line_options = LineOptions { car_width_m, margin_m: options.margin, ..LineOptions::default() };
    let way = Way { line: &line_options, lap: &lap_options };
    let Chosen { path, note } = line::choose(options, &track, &envelope, &way)?;
    let lap = qss::lap(&path, &envelope, &lap_options).map_err(|error| Failure::input(error.to_string()))?;
    let (path, lap, notes) = if options.method == Method::Optimal {
        let found = optimal::lap(options, &track, &vehicle, &way, &path, &lap)?;
        (found.path, found.lap, found.notes)
    } else {
        (path, lap, Vec::new())
    };
    let springs = options
        .model()
        .contains("sprung")
        .then(|| "the envelope of a car on springs is that of the rigid car on the same tyres".to_owned());
    let unsettled = (!lap.converged && options.method != Method::Optimal)
        .then(|| "the car still changes its speed from lap to lap".to_owned());
    let notes = file.notes.into_iter().chain(note).chain(notes).chain(springs).chain(unsettled).collect();
    let document = LapDocument::new(options, &track, &path, &lap, notes);
    if let Some(folder) = folder {
        folder.write(
            &files(options, &track, &path, &lap, &document)?,
            std::slice::from_ref(&options.track.file),
        )?;
    }
    if options.json { output::json(&document) } else { output::text(&document.text()) }
}

/// Pictures, and the lap itself.
fn files(
    options: &LapOptions,
    track: &Track,
    path: &Path,
    lap: &QssLap,
    document: &LapDocument,
) -> Result<Vec<(String, String)>, Failure> {
    let title = format!("{}, {}", document.track, options.car);
    let figures = lap_figures(&DrawnLap { track, path, lap, title: &title });
    let written = serde_json::to_string_pretty(document).map_err(|error| Failure::Output(error.into()))?;
    let pictures = figures.into_iter().map(|figure| (figure.file, figure.svg));
    Ok(pictures.chain([("lap.json".to_owned(), written)]).collect())
}

fn check(options: &LapOptions) -> Result<(), Failure> {
    if options.method != Method::Qss && options.line.is_some() {
        return Err(Failure::input("--line names a line to drive: use it with --method qss".to_owned()));
    }
    let ranges = [
        ("--grip", options.grip, [0.05, 3.0]),
        ("--step", options.step, [0.1, 20.0]),
        ("--margin", options.margin, [0.0, 20.0]),
    ];
    for (name, value, [low, high]) in ranges {
        if !(low..=high).contains(&value) {
            return Err(Failure::input(format!("{name} {value}: must be {low} to {high}")));
        }
    }
    optimal::check(options)
}

/// The car's envelope, the car, and its width, m. A minimum-time lap begins from laps of the four-wheel model.
fn envelope(
    listed: &Models,
    options: &LapOptions,
) -> Result<(ModelEnvelope, Box<Vehicle<f64>>, f64), Failure> {
    let name = if options.method == Method::Optimal { optimal::BEGINS_FROM } else { options.model() };
    let model = choose::model(listed, name).map_err(Failure::input)?;
    let loaded =
        choose::car_from(listed, model, &options.car, &options.reach.typed()).map_err(Failure::input)?;
    let Car::Vehicle(vehicle) = loaded.car else {
        let must = skidpad_laptime::ENVELOPE_MODELS.join(", ");
        return Err(Failure::input(format!(
            "--model {}: has no envelope; must be one of {must}",
            options.model()
        )));
    };
    if let Some(misfit) = choose::misfit(model, &Car::Vehicle(vehicle.clone()), &options.car) {
        output::note(&misfit);
    }
    let surface = Surface { grip: options.grip, ..Surface::asphalt() };
    let spinner = output::spinner("finding the car's envelope");
    let envelope = ModelEnvelope::new(name, &vehicle, &surface);
    spinner.finish_and_clear();
    let width_m = Subject::vehicle(model, &vehicle).width_m();
    envelope.map(|envelope| (envelope, vehicle, width_m)).map_err(|error| Failure::input(error.to_string()))
}
