//! Recordings, `.skidplay`: files of earlier versions of Skidpad, read as logs.
//!
//! A recording has what each car was given for its steps, and the hash of each car after each step. After the head of all
//! sealed files (kind `skidplay`, version 4, length) the body has
//!
//! | bytes | content |
//! |---|---|
//! | see `log/car.rs` | the car |
//! | see `log/ground.rs` | the ground |
//! | a run | the car's run |
//! | see `log/contact.rs` | the car's friction function |
//! | 1 | whether there is a scene; without one nothing follows |
//! | see `log/contact.rs` | the car's body |
//! | count, each | walls |
//! | count, each | further cars: name (text), body, car, friction function, run |
//!
//! and a run
//!
//! | bytes | content |
//! |---|---|
//! | count, each | changes: steps since the last change (count), which numbers (count, a bit each, the first the least), and these (8 each) |
//! | count, 8 each | steps, and the hash after each |
//! | count | steps between two states that are kept; 0: none |
//! | each | numbers of a kept state, each with its bits that differ from the state before: number of bytes (1), then the lowest so many |
//!
//! Versions 2 and 3 are read, too: 3 ends after the first run, and 2 has neither hands nor a starter.

use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Clock, Dt, Status};
use skidpad_world::contact::Wall;
use skidpad_world::models::Models;
use skidpad_world::world::{MOST_CARS, MOST_WALLS};

use super::car::{FileCar, OF_RECORDINGS, take_name};
use super::contact::{flag, take_body, take_friction, take_wall};
use super::file::LogFile;
use super::given::Given;
use super::ground;
use super::tracks::{Change, Track, Tracks};
use super::values::{CARS, MOST_BYTES, at_most};
use crate::bytes::{ByteError, Kind, Reader, open};

const KIND: Kind = Kind {
    magic: *b"skidplay",
    name: "recording",
    version: OF_RECORDINGS,
    oldest: 2,
    most_bytes: MOST_BYTES,
};

const KEPT: &str = "state that is kept";

/// Returns true for the first bytes of a recording.
pub(super) fn is_recording(bytes: &[u8]) -> bool {
    bytes.starts_with(&KIND.magic)
}

/// The recording of some bytes, as a log.
pub(super) fn decode(bytes: &[u8], models: &Models) -> Result<LogFile, ByteError> {
    let mut r = open(&KIND, bytes)?;
    let car = FileCar::take_start(&mut r, models)?;
    let ground = ground::take(&mut r)?;
    let mut first = take_run(&mut r, car)?;
    let (mut walls, mut further) = (Vec::new(), Vec::new());
    if r.version() > 3 {
        first.car.friction = take_friction(&mut r)?;
        if flag(&mut r, "scene")? {
            first.car.body = Some(take_body(&mut r)?);
            (walls, further) = take_scene(&mut r, models)?;
        }
    }
    let cars: Vec<Track> = std::iter::once(first).chain(further).collect();
    let is_possible = |car: &FileCar| car.body.is_none() || car.model.lacks_for_contact().is_none();
    if !cars.iter().all(|track| is_possible(&track.car)) {
        return Err(r.invalid(CARS));
    }
    let file = Tracks { cars, ground, walls }.into_log().ok_or_else(|| r.invalid(CARS))?;
    r.end()?;
    Ok(file)
}

/// Reads walls and further cars.
fn take_scene(r: &mut Reader, models: &Models) -> Result<(Vec<Wall>, Vec<Track>), ByteError> {
    // A post is the smallest wall.
    let count = at_most(r, 41, MOST_WALLS, "wall")?;
    let walls = (0..count).map(|_| take_wall(r)).collect::<Result<_, _>>()?;
    // A name, a body and the least of a car and its run.
    let count = at_most(r, 64, MOST_CARS - 1, CARS)?;
    let further = (0..count).map(|_| take_further(r, models)).collect::<Result<_, _>>()?;
    Ok((walls, further))
}

fn take_further(r: &mut Reader, models: &Models) -> Result<Track, ByteError> {
    let (name, body) = (take_name(r)?, Some(take_body(r)?));
    let mut car = FileCar { name, body, ..FileCar::take_start(r, models)? };
    car.friction = take_friction(r)?;
    take_run(r, car)
}

fn take_run(r: &mut Reader, car: FileCar) -> Result<Track, ByteError> {
    let changes = take_changes(r)?;
    let steps = r.length(8, "number of steps")?;
    let hashes = (0..steps).map(|_| r.word("hash")).collect::<Result<Vec<_>, _>>()?;
    let is_within = changes.last().is_none_or(|last| last.step < steps as u64);
    if !is_within || changes.is_empty() != hashes.is_empty() {
        return Err(r.invalid("number of steps"));
    }
    let kept = take_kept(r, &car, steps as u64)?;
    Ok(Track { car, changes, hashes, kept })
}

fn take_changes(r: &mut Reader) -> Result<Vec<Change>, ByteError> {
    // A change has its step, a mask and a number.
    let count = r.length(10, "number of changes")?;
    let mut changes: Vec<Change> = Vec::new();
    let places: Vec<usize> = Given::places(r.version()).map(|(place, _)| place).collect();
    let mut numbers = [0.0_f64; Given::LEN];
    for place in 0..count {
        let after = r.count("step of a change")?;
        let step = changes.last().map_or(0, |last| last.step).checked_add(after);
        let step = step.filter(|step| (*step == 0) == (place == 0) && (after == 0) == (place == 0));
        let step = step.ok_or_else(|| r.invalid("step of a change"))?;
        take_numbers(r, &places, place == 0, &mut numbers)?;
        let given = Given::from_numbers(&numbers);
        let dt = Dt::try_from(given.dt_s).map_err(|_| r.invalid("step dt_s"))?;
        changes.push(Change { step, request: given.request, surface: given.surface, dt });
    }
    Ok(changes)
}

/// Reads the numbers of a change over those before it; of the first change all.
fn take_numbers(
    r: &mut Reader,
    places: &[usize],
    is_first: bool,
    numbers: &mut [f64; Given::LEN],
) -> Result<(), ByteError> {
    let mask = r.count("change")?;
    let all = (1_u64 << places.len()) - 1;
    if mask == 0 || mask > all || (is_first && mask != all) {
        return Err(r.invalid("change"));
    }
    for (_, place) in places.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
        let number = r.number("change")?;
        // A recorder wrote what had changed, and only that.
        if !is_first && number.to_bits() == numbers[*place].to_bits() {
            return Err(r.invalid("change"));
        }
        numbers[*place] = number;
    }
    Ok(())
}

/// Reads states, each with the number of steps before it.
fn take_kept(r: &mut Reader, car: &FileCar, steps: u64) -> Result<Vec<(u64, Saved)>, ByteError> {
    let every = r.count(KEPT)?;
    if u32::try_from(every).is_err() {
        return Err(r.invalid(KEPT));
    }
    let width = car.start.numbers.len() + REST;
    let count = r.has_room(steps.checked_div(every).unwrap_or(0), width, KEPT)?;
    let mut numbers = vec![0.0; width];
    let mut kept = Vec::with_capacity(count);
    for place in 1..=count as u64 {
        for number in &mut numbers {
            *number = r.difference(*number, KEPT)?;
        }
        let saved = saved(car, &numbers).ok_or_else(|| r.invalid(KEPT))?;
        kept.push((place * every, saved));
    }
    Ok(kept)
}

/// Number of numbers of a kept state besides those of the car: status, steps, step, time before.
const REST: usize = 4;

/// The state of some numbers; `None` where no car has it.
fn saved(car: &FileCar, numbers: &[f64]) -> Option<Saved> {
    let (numbers, rest) = numbers.split_last_chunk::<REST>()?;
    let [code, steps, step_s, before_s] = *rest;
    let whole = |number: f64| (number as u64 as f64 == number).then_some(number as u64);
    let status = Status::from_code(u8::try_from(whole(code)?).ok()?, car.model.ends)?;
    let clock = Clock::from_parts(whole(steps)?, step_s, before_s)?;
    let saved = Saved { numbers: numbers.to_vec(), status, clock, ..car.start.clone() };
    saved.check().is_ok().then_some(saved)
}
