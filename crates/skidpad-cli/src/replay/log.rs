//! Replays of logs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use skidpad_formats::choose::{self, Car};
use skidpad_formats::log::{self, FileCar};
use skidpad_formats::{BaseFolder, log::LogError};
use skidpad_world::log::{LogDivergence, LogReplay, VerifyError};
use skidpad_world::models::Models;
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::Party;

use super::answer::{Answer, Parting, bits, field, headline};
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
    let found = cars(listed, options, file.cars())?;
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
            divergence: divergence.map(|divergence| parting(&logged, divergence)),
        })?;
    } else {
        let head = headline(&first.recording.car, first.recording.model.name, logged.len() - 1);
        output::text(&text(&head, steps, divergence))?;
    }
    Ok(divergence.is_none())
}

/// All cars of a log, from its folder; the first from `--car`, where that is given.
fn cars(listed: &Models, options: &Options, logged: &[FileCar]) -> Result<Vec<Car>, Failure> {
    let beside = BaseFolder::of_file(&options.recording, options.reach.outside());
    let load = |(place, car): (usize, &FileCar)| {
        let moved = options.car.as_ref().filter(|_| place == 0);
        let (name, base) = match moved {
            Some(name) => (name, &options.reach.typed()),
            None => (&car.recording.car, &beside),
        };
        choose::car_from(listed, car.recording.model, name, base).map(|loaded| loaded.car).map_err(
            |message| Failure::input(format!("{}: in {}: {message}", options.recording.display(), car.name)),
        )
    };
    logged.iter().enumerate().map(load).collect()
}

fn text(head: &str, steps: u64, divergence: Option<&LogDivergence>) -> String {
    let Some(divergence) = divergence else {
        return format!("{head}: {steps} steps, all bit-identical\n");
    };
    let mut text = format!("{head}: {divergence}\n");
    for party in &divergence.parties {
        for difference in &party.differences {
            text.push_str(&format!("  {}: {difference}\n", party.name));
        }
    }
    text
}

/// The first car or cone that differs.
fn parting(logged: &[FileCar], divergence: &LogDivergence) -> Parting {
    let first = divergence.parties.first();
    // As with recordings the car that the log is named after goes without saying.
    let is_other = |name: &&String| logged.first().is_none_or(|car| car.name != **name);
    let name = first.filter(|party| matches!(party.party, Party::Car(_))).map(|party| &party.name);
    Parting {
        car: name.filter(is_other).cloned(),
        step: divergence.step,
        time_s: divergence.time_s,
        hash: None,
        recorded_hash: None,
        compared_step: divergence.compared_step,
        differences: first.into_iter().flat_map(|party| &party.differences).map(field).collect(),
    }
}
