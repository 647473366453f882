//! Recordings as bytes: what a car was given from a start on, and its hash after each step.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear, sanitise};
//! use skidpad_core::step::Dt;
//! use skidpad_core::surface::Surface;
//! use skidpad_formats::recording;
//! use skidpad_models::MODELS;
//! use skidpad_world::replay::{Recorder, replay};
//! use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};
//!
//! let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
//! let mut recorder = Recorder::new(model, "commonroad-2", model.begin(&car, &begin).unwrap(), 1);
//! let (command, _) = sanitise(&Controls { steer_rad: 0.02, ..Controls::default() });
//! for _ in 0..200 {
//!     recorder.step(&Request::from_command(command), (&Surface::asphalt()).into(), Dt::new(0.01).unwrap());
//! }
//! let bytes = recording::encode(&recorder.finish());
//! assert_eq!(replay(&recording::decode(&bytes, &MODELS)?, &car), Ok(200));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! After the head that [`ByteError`] knows (kind `skidplay`, version 4, length), the body has
//!
//! | bytes | what |
//! |---|---|
//! | text | the model's name; texts and counts as in a [`snapshot`](crate::snapshot) |
//! | text, 8 | the car's name, the hash of its numbers |
//! | text | the integrator |
//! | 2 lists of channels | of state and mode |
//! | 1 list of channels | of what is given |
//! | as in a snapshot | whether keys or a pad drive the car, and their channels |
//! | 8 each | with such: the numbers by which they shape what they are asked for |
//! | as in a snapshot | numbers, status and time of the start |
//! | as `recording/ground.rs` says | where the road is otherwise |
//! | count, then each | changes: steps since the last change (count), which numbers (count, a bit each, the first the least), and these (8 each) |
//! | count, 8 each | steps, and the hash after each |
//! | count | after each how many steps a state is kept; 0: none |
//! | each | numbers of a state that is kept: the bits that differ from the one before, as their bytes (1), then the lowest so many |
//! | as `recording/scene.rs` says | the friction function, walls and further cars |
//!
//! Versions 2 and 3 are read too: 3 has no friction function, walls and further cars, and 2 nothing of the hands either, and
//! no starter in what is given.

pub(crate) mod ground;
pub(crate) mod scene;

use std::io::{self, Write};
use std::path::Path;

use skidpad_core::integrate::Method;
use skidpad_core::record::{Channel, Record};
use skidpad_core::step::Dt;
use skidpad_world::ground::Ground;
use skidpad_world::models::Models;
use skidpad_world::replay::{Change, Given, Recording};
use skidpad_world::shaping::Hands;

use crate::bytes::{
    ByteError, Kind, Reader, begin, open, put_channels, put_count, put_difference, put_text, seal,
};
use crate::disk;
use crate::error::FileError;
use crate::snapshot::{Layout, put_car, put_hands, take_car, take_hands};

/// The largest recording that is read, bytes: 256 MiB. Twenty seconds of a car at 200 steps a second are about 1 MB
/// with every state.
pub const MOST_BYTES: usize = 1 << 28;

/// How many numbers say how hands shape what they are asked for.
const HANDS: usize = <Hands<f64> as Record<f64>>::LEN;

const KIND: Kind =
    Kind { magic: *b"skidplay", name: "recording", version: VERSION, oldest: 2, most_bytes: MOST_BYTES };

/// The version that is written.
pub(crate) const VERSION: u16 = 4;

/// The longest name of a car that is written, bytes.
pub const LONGEST_NAME: usize = 255;

/// The bytes of a recording.
pub fn encode(recording: &Recording) -> Vec<u8> {
    let mut bytes = begin(&KIND);
    put_start(&mut bytes, recording);
    ground::put(&mut bytes, &recording.ground);
    put_run(&mut bytes, recording);
    scene::put(&mut bytes, recording);
    seal(bytes)
}

/// Appends a car and where it begins.
pub(crate) fn put_start(bytes: &mut Vec<u8>, recording: &Recording) {
    put_text(bytes, recording.model.name);
    put_text(bytes, &recording.car);
    bytes.extend(recording.car_hash.to_le_bytes());
    put_text(bytes, recording.method.name());
    put_channels(bytes, recording.model.states);
    put_channels(bytes, recording.model.modes);
    put_channels(bytes, Given::channels());
    put_hands(bytes, recording.start.hands);
    if let Some(hands) = &recording.hands {
        let mut numbers = [0.0; HANDS];
        hands.store(&mut &mut numbers[..]);
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    put_car(bytes, &recording.start, size_of::<f64>());
}

/// Appends what a car was given, and what became of it.
fn put_run(bytes: &mut Vec<u8>, recording: &Recording) {
    put_changes(bytes, &recording.changes);
    put_count(bytes, recording.steps());
    recording.hashes.iter().for_each(|hash| bytes.extend(hash.to_le_bytes()));
    put_count(bytes, u64::from(recording.keeps_every));
    let width = recording.fields().count();
    let mut before = vec![0.0; width];
    for kept in recording.kept.chunks_exact(width) {
        before.iter().zip(kept).for_each(|(before, now)| put_difference(bytes, *before, *now));
        before.copy_from_slice(kept);
    }
}

fn put_changes(bytes: &mut Vec<u8>, changes: &[Change]) {
    put_count(bytes, changes.len() as u64);
    let mut before: Option<Change> = None;
    for change in changes {
        let numbers = change.given.numbers();
        let old = before.map(|before| before.given.numbers());
        let differs = |at: usize| old.is_none_or(|old| old[at].to_bits() != numbers[at].to_bits());
        let mask = (0..Given::LEN).filter(|at| differs(*at)).fold(0_u64, |mask, at| mask | 1 << at);
        put_count(bytes, change.step.wrapping_sub(before.map_or(0, |before| before.step)));
        put_count(bytes, mask);
        for at in (0..Given::LEN).filter(|at| mask >> at & 1 == 1) {
            bytes.extend(numbers[at].to_le_bytes());
        }
        before = Some(*change);
    }
}

/// The recording of some bytes.
///
/// # Errors
/// Bytes that are no recording, of another version, an unknown model, cut, altered, or with other channels than the
/// model's; a start that is not finite; anything in them that a recorder does not write.
pub fn decode(bytes: &[u8], models: &Models) -> Result<Recording, ByteError> {
    let mut r = open(&KIND, bytes)?;
    let mut recording = take_start(&mut r, models)?;
    recording.ground = ground::take(&mut r)?;
    take_run(&mut r, &mut recording)?;
    if r.version() > 3 {
        scene::take(&mut r, &mut recording, models)?;
    }
    r.end()?;
    Ok(recording)
}

/// Reads what [`put_start`] appends; nothing has been given yet.
pub(crate) fn take_start(r: &mut Reader, models: &Models) -> Result<Recording, ByteError> {
    let name = r.text("model")?;
    let model = models.by_name(name).filter(|model| model.name == name);
    let model = model.ok_or_else(|| ByteError::UnknownModel { found: name.to_owned() })?;
    let car = r.text("name of the car")?.to_owned();
    let car_hash = r.word("hash of the car")?;
    let method: Option<Method> = r.text("integrator")?.parse().ok();
    let method = method.ok_or_else(|| r.invalid("integrator"))?;
    r.channels("state", model.states)?;
    r.channels("mode", model.modes)?;
    r.channels("controls", given(r.version()).map(|(_, channel)| channel))?;
    let layout = Layout::from_model(model);
    let (of_hands, hands) = if r.version() > 2 { take_shape(r, &layout)? } else { (&[][..], None) };
    let start = take_car(r, &layout, of_hands)?;
    Ok(Recording {
        model,
        car,
        car_hash,
        method,
        start,
        hands,
        friction: None,
        scene: None,
        ground: Ground::default(),
        changes: Vec::new(),
        hashes: Vec::new(),
        keeps_every: 0,
        kept: Vec::new(),
    })
}

/// Reads what [`put_run`] appends.
fn take_run(r: &mut Reader, recording: &mut Recording) -> Result<(), ByteError> {
    recording.changes = take_changes(r)?;
    let steps = r.length(8, "number of steps")?;
    recording.hashes.reserve_exact(steps);
    for _ in 0..steps {
        recording.hashes.push(r.word("hash")?);
    }
    let (changes, hashes) = (&recording.changes, &recording.hashes);
    if changes.last().is_some_and(|last| last.step >= steps as u64) || changes.is_empty() != hashes.is_empty()
    {
        return Err(r.invalid("number of steps"));
    }
    (recording.keeps_every, recording.kept) = take_kept(r, recording.fields().count(), steps as u64)?;
    Ok(())
}

/// The numbers that are given in a version of the format, with their places in [`Given`].
fn given(version: u16) -> impl Iterator<Item = (usize, &'static Channel)> {
    // Before version 3 nobody turned a key.
    Given::channels().enumerate().filter(move |(_, channel)| version > 2 || channel.name != "starter")
}

/// Hands, and how they shape what they are asked for.
fn take_shape(
    r: &mut Reader,
    layout: &Layout,
) -> Result<(&'static [Channel], Option<Hands<f64>>), ByteError> {
    let channels = take_hands(r, layout)?;
    if channels.is_empty() {
        return Ok((channels, None));
    }
    let what = "shape of the hands";
    let mut numbers = [0.0; HANDS];
    for number in &mut numbers {
        *number = r.number(what)?;
    }
    let hands: Hands<f64> = Record::load(&&numbers[..]);
    if hands.fault().is_some() || !hands.all_finite() {
        return Err(r.invalid(what));
    }
    Ok((channels, Some(hands)))
}

fn take_changes(r: &mut Reader) -> Result<Vec<Change>, ByteError> {
    // A change has its step, a mask and a number.
    let count = r.length(10, "number of changes")?;
    let mut changes: Vec<Change> = Vec::new();
    let places: Vec<usize> = given(r.version()).map(|(place, _)| place).collect();
    let mut numbers = [0.0_f64; Given::LEN];
    for place in 0..count {
        let after = r.count("step of a change")?;
        let step = changes.last().map_or(0, |last| last.step).checked_add(after);
        let step = step.filter(|step| (*step == 0) == (place == 0) && (after == 0) == (place == 0));
        let step = step.ok_or_else(|| r.invalid("step of a change"))?;
        let mask = r.count("change")?;
        let all = (1_u64 << places.len()) - 1;
        if mask == 0 || mask > all || (place == 0 && mask != all) {
            return Err(r.invalid("change"));
        }
        for (at, place) in places.iter().enumerate() {
            if mask >> at & 1 == 1 {
                let number = r.number("change")?;
                // A recorder writes what became otherwise, and only that.
                if step > 0 && number.to_bits() == numbers[*place].to_bits() {
                    return Err(r.invalid("change"));
                }
                numbers[*place] = number;
            }
        }
        let given = Given::from_numbers(&numbers);
        Dt::try_from(given.dt_s).map_err(|_| r.invalid("step dt_s"))?;
        changes.push(Change { step, given });
    }
    Ok(changes)
}

fn take_kept(r: &mut Reader, width: usize, steps: u64) -> Result<(u32, Vec<f64>), ByteError> {
    let what = "state that is kept";
    let every = u32::try_from(r.count(what)?).map_err(|_| r.invalid(what))?;
    let rows = if every == 0 { 0 } else { steps / u64::from(every) };
    let count = r.has_room(rows, width, what)? * width;
    let mut kept = Vec::with_capacity(count);
    for place in 0..count {
        let before = if place < width { 0.0 } else { kept[place - width] };
        kept.push(r.difference(before, what)?);
    }
    Ok((every, kept))
}

/// Writes the bytes of a recording.
///
/// # Errors
/// What the writer answers; a name of the car that is too long, a recording that is too large to be read again.
pub fn write(to: &mut impl Write, recording: &Recording) -> io::Result<()> {
    let refuse = |message: String| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    let cars = recording.others().iter().map(|other| &other.recording.car);
    let mut names = std::iter::once(&recording.car).chain(cars);
    if let Some(name) = names.find(|name| name.len() > LONGEST_NAME) {
        return refuse(format!("a car's name has {} bytes; at most {LONGEST_NAME}", name.len()));
    }
    let bytes = encode(recording);
    if bytes.len() > MOST_BYTES {
        return refuse(format!(
            "a recording of {} bytes; at most {MOST_BYTES}: keep fewer states",
            bytes.len()
        ));
    }
    to.write_all(&bytes)
}

/// Reads a recording of a model of a list from a file.
///
/// # Errors
/// A file that cannot be read, and everything that [`decode`] refuses.
pub fn read_file(path: &Path, models: &Models) -> Result<Recording, FileError> {
    let bytes = disk::read_at_most(path, MOST_BYTES)?;
    decode(&bytes, models).map_err(|error| error.in_file(path))
}
