//! Logs of worlds as files: `.skidlog`. Recordings of earlier versions, `.skidplay`, are read as logs.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear, sanitise};
//! use skidpad_core::step::Dt;
//! use skidpad_formats::log;
//! use skidpad_models::MODELS;
//! use skidpad_world::log::{CarLabel, LogReplay, LogSettings, LoggedWorld};
//! use skidpad_world::rolling::{Begin, CarChoice, Request};
//! use skidpad_world::world::{Member, Site, World};
//!
//! let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
//! let mut world = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default());
//! let member = Member { car: model.begin(&car, &begin).unwrap(), body: None };
//! let id = world.add(member, CarLabel::named("commonroad-2"))?;
//! let (command, _) = sanitise(&Controls { steer_rad: 0.02, ..Controls::default() });
//! world.set_request(id, Request::from_command(command));
//! (0..500).for_each(|_| world.step(Dt::new(0.01).unwrap()));
//! let bytes = log::encode(&world.log(), &MODELS)?;
//!
//! let file = log::decode(&bytes, &MODELS)?;
//! assert_eq!(file.cars()[0].car, "commonroad-2");
//! let replay = LogReplay::new(file.into_log(&[car])?);
//! assert_eq!(replay.verify().unwrap().steps, 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! After the head of all sealed files (kind `skidwlog`, version 3, length) the body has
//!
//! | bytes | content |
//! |---|---|
//! | count, bytes | a line of JSON for people, with cars, models, steps and time: it is not read again |
//! | count | bytes of the rest before it was compressed |
//! | the others | the rest, compressed by DEFLATE (zlib, RFC 1950) |
//!
//! and the rest
//!
//! | bytes | content |
//! |---|---|
//! | 8 each | the numbers of road and air |
//! | 2 x 8; 1 and 3 x 8; 1 and 2 x 8 | weather: see `log/weather.rs` |
//! | see `log/ground.rs` | the ground |
//! | count, each | walls: see `log/contact.rs` |
//! | count, 2 x 8 each; 1 | cones; whether they carry any blow |
//! | text | the scene of the course; empty: no course |
//! | count, each | all cars: name (text), car (see `log/car.rs`), longest sub-step (8), friction function, body (1 and the body, or 0): see `log/contact.rs`; vehicle (text as `log/car.rs` says) |
//! | count, each | the cars of the start: number (count), request (8 each); they are the first of all cars |
//! | count | number of the next car |
//! | count, each | lengths of the steps: steps since the last change (count), length (8) |
//! | count | steps |
//! | count; count, 8 each; 1 and 8 | steps between two hashes; all hashes; 1 and the hash of the end, or 0 |
//! | count, bytes | requests, and places of other changes: see `log/packed.rs` of `skidpad-world` |
//! | count, each | the other changes: see `log/change.rs` |
//! | count, each | states to compare with: see `log/states.rs` |
//!
//! Versions 1 and 2 are read, too: their cones carry any blow, and cars of version 1 have no vehicles.

mod car;
mod change;
mod contact;
mod error;
mod file;
mod given;
mod ground;
mod recording;
mod site;
mod states;
mod tracks;
mod values;
mod weather;

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::json;
use skidpad_world::log::{LogContents, LoggedCar, StartCar, WorldLog};
use skidpad_world::models::Models;

use crate::bytes::{ByteError, Kind, Reader, begin, open, put_count, put_number, seal};
use crate::disk;
use crate::error::FileError;

use values::{MOST_CHANGES, MOST_PARTS, MOST_STEPS, put_request};

pub use car::FileCar;
pub use error::{CarMismatch, LogError, MOST_UNPACKED};
pub use file::LogFile;
pub use values::MOST_BYTES;

/// The end of the names of such files.
pub const ENDING: &str = "skidlog";

const KIND: Kind = Kind { magic: *b"skidwlog", name: "log", version: 3, oldest: 1, most_bytes: MOST_BYTES };

/// The bytes of a log.
///
/// # Errors
/// A log that begins with a world under way or puts one back as a whole; a car of a model that is not in the list; a name that
/// is too long; a log that is too large to be read again.
pub fn encode(log: &WorldLog, models: &Models) -> Result<Vec<u8>, LogError> {
    let (cars, rest) = parts(log, models)?;
    let bytes = compressed(&header(&cars, log), &rest);
    if bytes.len() > MOST_BYTES || rest.len() > MOST_UNPACKED {
        return Err(LogError::TooLarge(rest.len()));
    }
    Ok(bytes)
}

/// The part of a log's file that is compressed, for tests with malformed input.
///
/// # Errors
/// As for [`encode`].
#[doc(hidden)]
pub fn uncompressed(log: &WorldLog, models: &Models) -> Result<Vec<u8>, LogError> {
    parts(log, models).map(|(_, rest)| rest)
}

/// All cars, and what is compressed.
fn parts(log: &WorldLog, models: &Models) -> Result<(Vec<FileCar>, Vec<u8>), LogError> {
    let contents = log.contents().map_err(LogError::Contents)?;
    let mut cars: Vec<Arc<LoggedCar>> = contents.cars.iter().map(|car| Arc::clone(&car.car)).collect();
    cars.extend(contents.others.iter().filter_map(change::car_of));
    let files = cars.iter().map(|car| FileCar::from_logged(car, models)).collect::<Result<Vec<_>, _>>()?;
    check_counts(&contents, files.len())?;
    let mut rest = Vec::new();
    site::put(&mut rest, &contents.site)?;
    put_count(&mut rest, files.len() as u64);
    files.iter().for_each(|car| car.put(&mut rest));
    put_count(&mut rest, contents.cars.len() as u64);
    for StartCar { id, request, .. } in &contents.cars {
        put_count(&mut rest, id.index() as u64);
        put_request(&mut rest, request);
    }
    put_count(&mut rest, u64::from(contents.next_id));
    put_times(&mut rest, &contents);
    put_count(&mut rest, contents.packed.len() as u64);
    rest.extend(&contents.packed);
    put_count(&mut rest, contents.others.len() as u64);
    contents.others.iter().for_each(|other| change::put(&mut rest, other));
    states::put(&mut rest, &contents.states);
    Ok((files, rest))
}

/// Refuses what would not be read again.
fn check_counts(contents: &LogContents, cars: usize) -> Result<(), LogError> {
    let counts = [
        ("steps", contents.steps, MOST_STEPS),
        ("changes besides requests", contents.others.len() as u64, MOST_CHANGES as u64),
        ("cars", cars as u64, MOST_PARTS as u64),
        ("walls", contents.site.walls.list().len() as u64, MOST_PARTS as u64),
        ("cones", contents.site.cones.len() as u64, MOST_PARTS as u64),
    ];
    let too_many = counts.into_iter().find(|(_, count, most)| count > most);
    too_many.map_or(Ok(()), |(what, count, most)| Err(LogError::TooMany { what, count, most }))
}

/// The sealed file of a header and the rest.
fn compressed(header: &str, rest: &[u8]) -> Vec<u8> {
    let mut bytes = begin(&KIND);
    put_count(&mut bytes, header.len() as u64);
    bytes.extend(header.as_bytes());
    put_count(&mut bytes, rest.len() as u64);
    let mut encoder = ZlibEncoder::new(bytes, Compression::default());
    let written = encoder.write_all(rest).and_then(|()| encoder.finish());
    seal(written.unwrap_or_else(|error| unreachable!("memory takes all: {error}")))
}

/// A sealed file of a rest that somebody else made, for tests with malformed input.
#[doc(hidden)]
pub fn sealed(rest: &[u8]) -> Vec<u8> {
    compressed("{}", rest)
}

/// The line for people.
fn header(cars: &[FileCar], log: &WorldLog) -> String {
    let car = |car: &FileCar| json!({ "name": car.name, "car": car.car, "model": car.model.name, "integrator": car.method.name() });
    let cars: Vec<_> = cars.iter().map(car).collect();
    json!({ "skidpad_log": KIND.version, "steps": log.steps(), "time_s": log.time_s(log.steps()), "cars": cars })
        .to_string()
}

/// The log of some bytes; a recording of earlier versions, `.skidplay`, becomes one.
///
/// # Errors
/// Bytes that are no log, of another version, an unknown model, cut, altered, or with other channels than the model's; anything
/// in them that is not written so.
pub fn decode(bytes: &[u8], models: &Models) -> Result<LogFile, ByteError> {
    if recording::is_recording(bytes) {
        return recording::decode(bytes, models);
    }
    let mut r = open(&KIND, bytes)?;
    let length = r.length(1, "header")?;
    let header = r.take(length, "header")?;
    if str::from_utf8(header).is_err() {
        return Err(r.invalid("header"));
    }
    let rest = unpacked(&mut r)?;
    let of_parts = match r.version() {
        1 => car::OF_RECORDINGS,
        2 => car::VERSION,
        _ => site::VERSION,
    };
    let mut r = Reader::new(&rest, 0, of_parts);
    let file = LogFile::take(&mut r, models)?;
    r.end()?;
    Ok(file)
}

/// The rest, in no more memory than it says and may.
fn unpacked(r: &mut Reader) -> Result<Vec<u8>, ByteError> {
    let what = "compressed part";
    let length = r.count(what)?;
    let length = usize::try_from(length).ok().filter(|length| *length <= MOST_UNPACKED);
    let length = length.ok_or_else(|| r.invalid(what))?;
    let packed = r.rest();
    // DEFLATE makes at most 1032 bytes of one.
    if length / 1032 > packed.len() {
        return Err(r.invalid(what));
    }
    let mut rest = Vec::with_capacity(length);
    let mut decoder = ZlibDecoder::new(packed).take(length as u64 + 1);
    match decoder.read_to_end(&mut rest) {
        Ok(found) if found == length => Ok(rest),
        _ => Err(r.invalid(what)),
    }
}

fn put_times(bytes: &mut Vec<u8>, contents: &LogContents) {
    put_count(bytes, contents.rates.len() as u64);
    let mut before = 0;
    for (step, dt) in &contents.rates {
        put_count(bytes, step - before);
        put_number(bytes, dt.seconds());
        before = *step;
    }
    put_count(bytes, contents.steps);
    put_count(bytes, u64::from(contents.settings.hash_interval));
    put_count(bytes, contents.hashes.len() as u64);
    contents.hashes.iter().for_each(|hash| bytes.extend(hash.to_le_bytes()));
    bytes.push(u8::from(contents.end_hash.is_some()));
    contents.end_hash.iter().for_each(|hash| bytes.extend(hash.to_le_bytes()));
}

/// Writes the bytes of a log.
///
/// # Errors
/// What the writer answers, and everything that [`encode`] refuses.
pub fn write(to: &mut impl Write, log: &WorldLog, models: &Models) -> io::Result<()> {
    let refuse = |error: LogError| io::Error::new(io::ErrorKind::InvalidInput, error.to_string());
    to.write_all(&encode(log, models).map_err(refuse)?)
}

/// Returns true where a file's name ends as those of logs.
pub fn is_name(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
}

/// Returns true for the first bytes of a log.
pub fn is_log(bytes: &[u8]) -> bool {
    bytes.starts_with(&KIND.magic)
}

/// Reads a log or a recording of earlier versions from a file. [`LogFile::into_log`] makes it with its cars.
///
/// # Errors
/// A file that cannot be read, and everything that [`decode`] refuses.
pub fn read_file(path: &Path, models: &Models) -> Result<LogFile, FileError> {
    let bytes = disk::read_at_most(path, MOST_BYTES)?;
    decode(&bytes, models).map_err(|error| error.in_file(path))
}
