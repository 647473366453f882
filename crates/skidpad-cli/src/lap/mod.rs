//! `skidpad lap`: the fastest lap of a car on a track.

mod against;
mod car;
mod corners;
mod document;
mod driven;
mod line;
mod optimal;
mod options;
mod pictures;
mod sweep;
mod trades;

use skidpad_laptime::qss::{self, Options as QssOptions, Start};
use skidpad_laptime::{LapTrace, lap_corners};
use skidpad_world::models::Models;

use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::track::TrackRead;
use against::AgainstRow;
use car::LapCar;
use document::{LapDocument, LapExtras, LapParts};
use line::{Chosen, Way};

pub use options::LapOptions;
use options::{Beginning, GRIPS, Method};

/// Help text below the options.
pub const HELP: &str = "\
Laps are quasi-steady: at each place of the line the car is in a steady state of its model, as fast as its tyres, brakes and engine
allow. The method `line` finds the fastest line within the edges of the road; `qss` drives a given one. `optimal` finds line, steering
and pedals of a dynamic model together; `driven` has a driver drive the full model along the fastest line.

  skidpad lap grand-prix --car boxster-s
  skidpad lap monza.csv --car boxster-s --smooth 0.25 --out lap
  skidpad lap grand-prix --method optimal
  skidpad lap kart-track --car mx5-nd-2016 --method driven
  skidpad lap monaco.trk --car rars --friction exponential --grip 1.05 --method driven
  skidpad lap monza.csv --car tesla-model-3-rwd --method qss --line my-line.csv --grip 0.6 --json
  skidpad lap monza.csv --against shortest --against lap/lap.json --out compared
  skidpad lap grand-prix --sensitivity
  skidpad lap grand-prix --sweep body.kerb_mass=\"1200 kg:1500 kg:4\" --out sweep";

/// Finds and prints the lap.
pub fn command(listed: &Models, options: &LapOptions) -> Result<(), Failure> {
    check(options)?;
    let folder = options.out.as_deref().map(|out| Folder::look("--out", out)).transpose()?;
    let TrackRead { file, track } = options.track.read()?;
    let usual = if track.is_closed() { Beginning::Flying } else { Beginning::Standing };
    let start = match options.start.unwrap_or(usual) {
        Beginning::Flying => Start::Flying,
        Beginning::Standing => Start::At(0.0),
    };
    let mut lap_options = QssOptions { start, ..QssOptions::default() };
    if let Some(sweep) = &options.sweep {
        return sweep::command(listed, options, sweep, &track, &lap_options);
    }
    // Files before the car, whose envelope takes the longest.
    let given = line::read(options, &track)?;
    let named = against::read(options, &track)?;
    let car = LapCar::new(listed, options, &[], options.grip)?;
    lap_options.gravity_m_s2 = car.surface.gravity_m_s2;
    let line_options = car.line_options(options);
    let way = Way { line: &line_options, lap: &lap_options, given: &given };
    let refused = |error: &dyn core::fmt::Display| Failure::input(error.to_string());
    let Chosen { path, note } = line::choose(options, &track, &*car.envelope, &way)?;
    let lap = qss::lap(&path, &*car.envelope, &lap_options).map_err(|error| refused(&error))?;
    let (path, lap, found) = if options.method == Method::Optimal {
        let found = optimal::lap(&car, &track, &way, &path, &lap)?;
        (found.path, found.lap, found.notes)
    } else if options.method == Method::Driven {
        let found = driven::lap(options, &car, &track, &way, &path, &lap)?;
        (found.path, found.lap, found.notes)
    } else {
        (path, lap, Vec::new())
    };
    let trace = LapTrace::of_lap(&track, &path, &lap).map_err(|error| refused(&error))?;
    let corners = lap_corners(&track, &path, &lap, &trace);
    let others = against::others(named, options.step, &track, &*car.envelope, &way)?;
    let against = others.iter().map(|other| AgainstRow::new(&track, &trace, other, &corners)).collect();
    let sensitivity = if options.sensitivity {
        trades::rows(options, &car.spec, &car.surface, &path, &lap_options)?
    } else {
        Vec::new()
    };
    let springs = options
        .model()
        .contains("sprung")
        .then(|| "the envelope of a car on springs is that of the rigid car on the same tyres".to_owned());
    let unsettled = (!lap.converged && matches!(options.method, Method::Qss | Method::Line))
        .then(|| "the car still changes its speed from lap to lap".to_owned());
    let notes = file.notes.into_iter().chain(note).chain(found).chain(springs).chain(unsettled).collect();
    let parts = LapParts { track: &track, path: &path, lap: &lap, trace: &trace, corners: &corners };
    let document = LapDocument::new(options, &parts, LapExtras { against, sensitivity, notes });
    if let Some(folder) = folder {
        let inputs: Vec<_> =
            [options.track.file.clone()].into_iter().chain(against::files(options)).collect();
        folder.write(&pictures::files(options, &parts, &others, &document)?, &inputs)?;
    }
    if options.json { output::json(&document) } else { output::text(&document.text()) }
}

fn check(options: &LapOptions) -> Result<(), Failure> {
    if options.method != Method::Qss && options.line.is_some() {
        return Err(Failure::input("--line names a line to drive: use it with --method qss".to_owned()));
    }
    if options.friction.is_some() && !options.is_slip_vector() {
        let model = options.model();
        return Err(Failure::input(format!(
            "--friction: {model} has no choice of it; use --model slip_vector"
        )));
    }
    if options.sensitivity && options.is_slip_vector() {
        return Err(Failure::input(format!("--sensitivity: {} has none; use --sweep", options.model())));
    }
    let ranges = [
        ("--grip", options.grip, [*GRIPS.start(), *GRIPS.end()]),
        ("--step", options.step, [0.1, 20.0]),
        ("--margin", options.margin_m(), [0.0, 20.0]),
    ];
    for (name, value, [low, high]) in ranges {
        if !(low..=high).contains(&value) {
            return Err(Failure::input(format!("{name} {value}: must be {low} to {high}")));
        }
    }
    optimal::check(options)
}
