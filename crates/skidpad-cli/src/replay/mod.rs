//! `skidpad replay`: replays a logged or recorded run and compares every step.

mod answer;
mod cars;
mod log;
mod options;

use std::process::ExitCode;

use skidpad_formats::choose::Car;
use skidpad_formats::recording;
use skidpad_world::models::Models;
use skidpad_world::replay::{Divergence, Recording, ReplayError, replay_all};
use skidpad_world::rolling::CarChoice;

use crate::failure::Failure;
use crate::output;

use answer::{Answer, Parting, bits, field, headline};
use cars::Named;

pub use options::Options;

/// Help text below the options.
pub const HELP: &str = "\
A log is made by `skidpad run SCENARIO.toml --out run.csv --record run.skidlog`. A recording, .skidplay, is replayed, too.

Exit code 0: every step is bit-identical. 1: a step differs; its number and the first channel that differs are printed.
2: the file or a car of it cannot be used.";

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
    let others = recording.others().iter().map(|other| (&*other.name, &other.recording));
    let all = std::iter::once(("", &recording)).chain(others);
    let named = all.map(|(name, recording)| Named { name, model: recording.model, car: &recording.car });
    let cars = cars::load(listed, options, named)?;
    let choices: Vec<CarChoice> = cars.iter().map(Car::choice).collect();
    let progress = output::spinner("replaying");
    let result = replay_all(&recording, &choices[0], &choices[1..]);
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
