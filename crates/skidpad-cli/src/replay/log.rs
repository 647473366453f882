//! Replays of logs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use skidpad_formats::choose::Car;
use skidpad_formats::log::{self, LogError};
use skidpad_world::log::{LogDivergence, LogReplay, PartyDivergence, VerifyError};
use skidpad_world::models::Models;
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::Party;

use super::answer::{Answer, Parting, bits, field, headline};
use super::cars::{self, Named};
use super::options::Options;
use crate::failure::Failure;
use crate::output;

/// Returns true for a file that begins as a log does. One that cannot be read is none: who reads it next says why.
pub fn is_log(path: &Path) -> bool {
    let mut head = [0; 8];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && log::is_log(&head)
}

/// Returns true where the replay of a log has its bits.
pub fn command(listed: &Models, options: &Options) -> Result<bool, Failure> {
    let path = &options.recording;
    let file = log::read_file(path, listed)?;
    let named = file.cars().iter().map(|car| Named {
        name: &car.name,
        model: car.recording.model,
        car: &car.recording.car,
    });
    let found = cars::load(listed, options, named)?;
    let choices: Vec<CarChoice> = found.iter().map(Car::choice).collect();
    let refused = |message: String| Failure::input(format!("{}: {message}", path.display()));
    let (logged, steps) = (file.cars().to_vec(), file.steps());
    let Some(first) = logged.first() else { return Err(refused("a log without cars".to_owned())) };
    let log = file.into_log(&choices).map_err(|error: LogError| refused(error.to_string()))?;
    let end_hash = log.end_hash();
    let progress = output::spinner("replaying");
    let verified = LogReplay::new(log).verify();
    progress.finish_and_clear();
    let divergence = match verified {
        Ok(_) => None,
        Err(VerifyError::Diverged(divergence)) => Some(divergence),
        Err(error) => return Err(refused(error.to_string())),
    };
    let divergence = divergence.as_deref();
    if options.json {
        output::json(&Answer {
            same: divergence.is_none(),
            model: first.recording.model.name,
            car: &first.recording.car,
            further_cars: logged[1..].iter().map(|car| &*car.name).collect(),
            integrator: first.recording.method.name(),
            steps,
            hash: end_hash.filter(|_| divergence.is_none()).map(bits),
            divergence: divergence.map(parting),
        })?;
    } else {
        let head = headline(&first.recording.car, first.recording.model.name, logged.len() - 1);
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
        let whose = if party.name.is_empty() { String::new() } else { format!("{}: ", party.name) };
        text.push_str(&format!("  {whose}{difference}\n"));
    }
    text
}

/// The first car or cone that differs.
fn parting(divergence: &LogDivergence) -> Parting {
    let first = divergence.parties.first();
    // As with recordings the car that the log is named after goes without saying.
    let is_other = |party: &&PartyDivergence| matches!(party.party, Party::Car(id) if id.index() > 0);
    let name = first.filter(is_other).map(|party| party.name.clone());
    Parting {
        car: name,
        step: divergence.step,
        time_s: divergence.time_s,
        hash: None,
        recorded_hash: None,
        compared_step: divergence.compared_step,
        differences: first.into_iter().flat_map(|party| &party.differences).map(field).collect(),
    }
}
