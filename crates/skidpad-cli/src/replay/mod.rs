//! `skidpad replay`: replays a recorded run and compares every step.

mod answer;
mod log;
mod options;

use std::process::ExitCode;

use skidpad_formats::{BaseFolder, recording};
use skidpad_world::models::Models;
use skidpad_world::replay::{Divergence, RecordedCar, Recording, ReplayError, replay_all};
use skidpad_world::rolling::CarChoice;

use crate::failure::Failure;
use crate::output;
use skidpad_formats::choose::{self, Car};

use answer::{Answer, Parting, bits, field, headline};

pub use options::Options;

/// Help text below the options.
pub const HELP: &str = "\
A recording is made by `skidpad run SCENARIO.toml --out run.csv --record run.skidlog`.
Recordings of earlier versions, .skidplay, are replayed, too.

Exit code 0: every step is bit-identical. 1: a step differs; its number and the first field that differs are printed.
2: the recording or its car cannot be used.";

/// Replays; the exit code.
pub fn exit_code(listed: &Models, options: &Options) -> ExitCode {
    match command(listed, options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => failure.report(),
    }
}

/// Returns true where every step is bit-identical.
fn command(listed: &Models, options: &Options) -> Result<bool, Failure> {
    if log::is_log(&options.recording) {
        return log::command(listed, options);
    }
    let recording = recording::read_file(&options.recording, listed)?;
    let refused = |message: String| Failure::input(format!("{}: {message}", options.recording.display()));
    let car = car(listed, options, &recording)?;
    let others = others(listed, options, &recording)?;
    let progress = output::spinner("replaying");
    let others: Vec<CarChoice> = others.iter().map(Car::choice).collect();
    let result = replay_all(&recording, &car.choice(), &others);
    progress.finish_and_clear();
    let divergence = match result {
        Ok(_) => None,
        Err(ReplayError::Diverged(divergence)) => Some(divergence),
        Err(error) => return Err(refused(error.to_string())),
    };
    if options.json {
        output::json(&answer(&recording, divergence.as_deref()))?;
    } else {
        output::text(&text(&recording, divergence.as_deref()))?;
    }
    Ok(divergence.is_none())
}

/// The recording's car: a typed path, or the recorded one from the recording's folder.
fn car(listed: &Models, options: &Options, recording: &Recording) -> Result<Car, Failure> {
    let beside = BaseFolder::of_file(&options.recording, options.reach.outside());
    let (name, base) = match &options.car {
        Some(name) => (name, options.reach.typed()),
        None => (&recording.car, beside),
    };
    let loaded = choose::car_from(listed, recording.model, name, &base).map_err(|message| {
        let hint = if options.car.is_none() && choose::is_path(name) {
            "; or name the car's file with --car"
        } else {
            ""
        };
        Failure::input(format!("{}: {message}{hint}", options.recording.display()))
    })?;
    Ok(loaded.car)
}

/// The recorded further cars, from the recording's folder.
fn others(listed: &Models, options: &Options, recording: &Recording) -> Result<Vec<Car>, Failure> {
    let beside = BaseFolder::of_file(&options.recording, options.reach.outside());
    let load = |other: &RecordedCar| {
        let (model, name) = (other.recording.model, &other.recording.car);
        let loaded = choose::car_from(listed, model, name, &beside);
        let file = options.recording.display();
        loaded.map_err(|message| Failure::input(format!("{file}: in {}: {message}", other.name)))
    };
    recording.others().iter().map(|other| load(other).map(|loaded| loaded.car)).collect()
}

fn text(recording: &Recording, divergence: Option<&Divergence>) -> String {
    let head = headline(&recording.car, recording.model.name, recording.others().len());
    let steps = recording.steps();
    match divergence {
        None => format!("{head}: {steps} steps, all bit-identical\n"),
        Some(divergence) => {
            let mut text = format!("{head}: {divergence}\n");
            for difference in divergence.differences.iter().skip(1) {
                text.push_str(&format!("  {difference}\n"));
            }
            text
        }
    }
}

fn answer<'a>(recording: &'a Recording, divergence: Option<&Divergence>) -> Answer<'a> {
    let last = recording.hashes.last().filter(|_| divergence.is_none());
    Answer {
        same: divergence.is_none(),
        model: recording.model.name,
        car: &recording.car,
        further_cars: recording.others().iter().map(|other| &*other.name).collect(),
        integrator: recording.method.name(),
        steps: recording.steps(),
        hash: last.map(|hash| bits(*hash)),
        divergence: divergence.map(parting),
    }
}

fn parting(divergence: &Divergence) -> Parting {
    Parting {
        car: divergence.car.clone(),
        step: divergence.step,
        time_s: divergence.time_s,
        hash: Some(bits(divergence.found_hash)),
        recorded_hash: Some(bits(divergence.expected_hash)),
        compared_step: divergence.compared_step,
        differences: divergence.differences.iter().map(field).collect(),
    }
}
