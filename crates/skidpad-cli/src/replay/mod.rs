//! `skidpad replay`: replays a logged run and compares every step, or shows it from a time on.

mod answer;
mod at;
mod cars;
mod options;
mod rows;
mod source;

use std::process::ExitCode;

use skidpad_world::log::{LogDivergence, LogReplay, PartyDivergence, VerifyError};
use skidpad_world::models::Models;
use skidpad_world::world::Party;

use crate::failure::Failure;
use crate::output;

use answer::{Answer, DivergenceAnswer, bits, field, headline};
use source::Opened;

pub use at::go as go_to;
pub use cars::{named as named_cars, table_columns as columns_at};
pub use options::Options;
pub use source::LogSource;

/// Help text below the options.
pub const HELP: &str = "\
A log is made by `skidpad run SCENARIO.toml --out run.csv --record run.skidlog`. Recordings of earlier versions, .skidplay,
are replayed, too.

  skidpad replay run.skidlog                                 # compare every step
  skidpad replay run.skidlog --at \"12 s\"                    # all channels of the cars at 12 s
  skidpad replay run.skidlog --at \"12 s\" --out from-12.csv  # their table from there to the end

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

/// Returns true where every step is bit-identical, or nothing was compared.
fn command(listed: &Models, options: &Options) -> Result<bool, Failure> {
    if options.at.is_some() || options.out.is_some() {
        show(listed, options)
    } else {
        verify(listed, options)
    }
}

/// Shows the cars from a time on.
fn show(listed: &Models, options: &Options) -> Result<bool, Failure> {
    let source = options.source();
    let progress = output::spinner("replaying");
    let mut replay = LogReplay::new(source.open(listed)?.log);
    let start_s = replay.time_s();
    at::go(&source, &mut replay, options.at.unwrap_or(start_s))?;
    progress.finish_and_clear();
    match &options.out {
        Some(out) => rows::write(&source, &mut replay, out)?,
        None => at::print(&replay, options.json)?,
    }
    Ok(true)
}

/// Compares all steps.
fn verify(listed: &Models, options: &Options) -> Result<bool, Failure> {
    let source = options.source();
    let Opened { first, further, log } = source.open(listed)?;
    let (steps, end_hash) = (log.steps(), log.end_hash());
    let progress = output::spinner("replaying");
    let verified = LogReplay::new(log).verify();
    progress.finish_and_clear();
    let divergence = match verified {
        Ok(_) => None,
        Err(VerifyError::Diverged(divergence)) => Some(divergence),
        Err(error) => return Err(source.refused(error)),
    };
    let divergence = divergence.as_deref();
    if options.json {
        output::json(&Answer {
            same: divergence.is_none(),
            model: first.model.name,
            car: &first.car,
            further_cars: further.iter().map(|car| &*car.name).collect(),
            integrator: first.method.name(),
            steps,
            hash: end_hash.filter(|_| divergence.is_none()).map(bits),
            divergence: divergence.map(divergence_answer),
        })?;
    } else {
        let head = headline(&first.car, first.model.name, further.len());
        output::text(&text(&head, steps, divergence))?;
    }
    Ok(divergence.is_none())
}

fn text(head: &str, steps: u64, divergence: Option<&LogDivergence>) -> String {
    let Some(divergence) = divergence else {
        return format!("{head}: {steps} steps, all bit-identical\n");
    };
    let mut text = format!("{head}: {divergence}\n");
    // The divergence names the first.
    let all =
        divergence.parties.iter().flat_map(|party| party.differences.iter().map(move |one| (party, one)));
    for (party, difference) in all.skip(1) {
        let whose = subject(party).map_or_else(String::new, |whose| format!("{whose}: "));
        text.push_str(&format!("  {whose}{difference}\n"));
    }
    text
}

/// The party that differs, in words; `None` for the car that the log is named after, which goes without saying.
fn subject(party: &PartyDivergence) -> Option<String> {
    match party.party {
        Party::Car(id) if id.index() == 0 => None,
        Party::Car(id) if party.name.is_empty() => Some(format!("car {id}")),
        Party::Car(_) => Some(party.name.clone()),
        Party::Cone(index) => Some(format!("cone {index}")),
        Party::Wall(index) => Some(format!("wall {index}")),
    }
}

/// The first car or cone that differs.
fn divergence_answer(divergence: &LogDivergence) -> DivergenceAnswer {
    let first = divergence.parties.first();
    DivergenceAnswer {
        car: first.and_then(subject),
        step: divergence.step,
        time_s: divergence.time_s,
        compared_step: divergence.compared_step,
        differences: first.into_iter().flat_map(|party| &party.differences).map(field).collect(),
    }
}
