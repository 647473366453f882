//! Logs of worlds as files: `.skidlog`.
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
//! assert_eq!(file.cars()[0].recording.car, "commonroad-2");
//! let replay = LogReplay::new(file.into_log(&[car])?);
//! assert_eq!(replay.verify().unwrap().steps, 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! After the head of all sealed files (kind `skidwlog`, version 1, length) the body has
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
//! | as in a recording | the ground |
//! | count, each | walls, as in a recording |
//! | count, 2 x 8 each | cones |
//! | text | the scene of the course; empty: no course |
//! | count, each | all cars: name (text), car, integrator and state as a recording begins, of its version 4, longest sub-step (8), friction function, body (1, then as in a recording) |
//! | count, each | the cars of the start: number (count), request (8 each); they are the first of all cars |
//! | count | number of the next car |
//! | count, each | lengths of the steps: steps since the last change (count), length (8) |
//! | count | steps |
//! | count; count, 8 each; 1 and 8 | steps between two hashes; all hashes; 1 and the hash of the end, or 0 |
//! | count, bytes | requests, and places of other changes: see `log/packed.rs` of `skidpad-world` |
//! | count, each | the other changes: see `log/change.rs` |
//! | count, each | states to compare with: see `log/states.rs` |

mod car;
mod change;
mod error;
mod site;
mod states;
mod values;
mod weather;

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::json;
use skidpad_core::step::Dt;
use skidpad_world::log::{LogContents, LogSettings, LoggedCar, StartCar, WorldLog};
use skidpad_world::models::Models;
use skidpad_world::rolling::{CarChoice, Request};
use skidpad_world::world::{CarId, Site};

use crate::bytes::{ByteError, Kind, Reader, begin, open, put_count, put_number, seal};
use crate::disk;
use crate::error::FileError;
use crate::recording::{self, scene};

use site::FileSite;
use values::{CARS, MOST_PARTS, at_most, put_request, take_id, take_request};

pub use car::FileCar;
pub use error::{LogError, MOST_UNPACKED};

/// The largest log that is read, bytes: 256 MiB.
pub const MOST_BYTES: usize = 1 << 28;
/// The end of the names of such files.
pub const ENDING: &str = "skidlog";
/// The most steps: some five days at 240 steps a second.
const MOST_STEPS: u64 = 100_000_000;
/// The most changes that are no requests.
const MOST_CHANGES: usize = 1_000_000;

const KIND: Kind = Kind { magic: *b"skidwlog", name: "log", version: 1, oldest: 1, most_bytes: MOST_BYTES };

/// A log as read, before its cars are found.
#[derive(Clone)]
pub struct LogFile {
    cars: Vec<FileCar>,
    site: FileSite,
    /// Number and request of each car at the start.
    start: Vec<(CarId, Request)>,
    next_id: u32,
    rates: Vec<(u64, Dt)>,
    steps: u64,
    hash_interval: u32,
    hashes: Vec<u64>,
    end_hash: Option<u64>,
    packed: Vec<u8>,
    others: Vec<change::Other>,
    states: Vec<skidpad_world::log::KeptStates>,
}

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
    let car = |car: &FileCar| {
        json!({ "name": car.name, "car": car.recording.car, "model": car.recording.model.name,
            "integrator": car.recording.method.name() })
    };
    let cars: Vec<_> = cars.iter().map(car).collect();
    json!({ "skidpad_log": KIND.version, "steps": log.steps(), "time_s": log.time_s(log.steps()), "cars": cars })
        .to_string()
}

/// The log of some bytes.
///
/// # Errors
/// Bytes that are no log, of another version, an unknown model, cut, altered, or with other channels than the model's; anything
/// in them that is not written so.
pub fn decode(bytes: &[u8], models: &Models) -> Result<LogFile, ByteError> {
    let mut r = open(&KIND, bytes)?;
    let length = r.length(1, "header")?;
    let header = r.take(length, "header")?;
    if str::from_utf8(header).is_err() {
        return Err(r.invalid("header"));
    }
    let rest = unpacked(&mut r)?;
    let mut r = Reader::new(&rest, 0, recording::VERSION);
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

impl LogFile {
    /// All cars of the log: those of the start, then those that joined and replaced others, in the order in which they did.
    pub fn cars(&self) -> &[FileCar] {
        &self.cars
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The log, with all [`cars`](Self::cars) in their order.
    ///
    /// # Errors
    /// Cars that are not those of the log, and parts that no log has.
    pub fn into_log(self, cars: &[CarChoice]) -> Result<WorldLog, LogError> {
        let (logged, found) = (self.cars.len(), cars.len());
        if logged != found {
            return Err(LogError::Cars { logged, found });
        }
        let logged = self.cars.iter().zip(cars).enumerate();
        let logged: Vec<Arc<LoggedCar>> =
            logged.map(|(place, (car, choice))| car.logged(place, choice)).collect::<Result<_, _>>()?;
        let mut all = logged.into_iter();
        let start = self.start.into_iter().zip(&mut all);
        let start = start.map(|((id, request), car)| StartCar { id, car, request }).collect();
        let others = self.others.into_iter().filter_map(|other| other.with_cars(&mut all)).collect();
        let FileSite { surface, weather, ground, walls, cones, course } = self.site;
        let mut site = Site::new(surface).with_ground(ground).with_cones(cones);
        site.course = course.map(Arc::new);
        let contents = LogContents {
            site: site
                .with_walls(walls)
                .and_then(|site| site.with_weather(weather))
                .map_err(LogError::Site)?,
            cars: start,
            next_id: self.next_id,
            rates: self.rates,
            steps: self.steps,
            packed: self.packed,
            others,
            settings: LogSettings { hash_interval: self.hash_interval, ..LogSettings::default() },
            hashes: self.hashes,
            end_hash: self.end_hash,
            states: self.states,
        };
        WorldLog::from_contents(contents).map_err(LogError::Contents)
    }

    fn take(r: &mut Reader, models: &Models) -> Result<Self, ByteError> {
        let site = site::take(r)?;
        let count = at_most(r, 64, CARS)?;
        let cars = (0..count).map(|_| FileCar::take(r, models)).collect::<Result<Vec<_>, _>>()?;
        let count = at_most(r, 65, CARS)?;
        let mut start = Vec::with_capacity(count);
        for _ in 0..count {
            start.push((take_id(r)?, take_request(r)?));
        }
        let next_id = u32::try_from(r.count(CARS)?).map_err(|_| r.invalid(CARS))?;
        let rates = take_rates(r)?;
        let steps = r.count("number of steps")?;
        let hash_interval = u32::try_from(r.count("hash")?).map_err(|_| r.invalid("hash"))?;
        let count = r.length(8, "hash")?;
        let hashes = (0..count).map(|_| r.word("hash")).collect::<Result<Vec<_>, _>>()?;
        if steps > MOST_STEPS {
            return Err(r.invalid("number of steps"));
        }
        let end_hash = if scene::flag(r, "hash")? { Some(r.word("hash")?) } else { None };
        let count = r.length(1, "change")?;
        let packed = r.take(count, "change")?.to_vec();
        let count = Some(r.length(1, "change")?).filter(|count| *count <= MOST_CHANGES);
        let count = count.ok_or_else(|| r.invalid("change"))?;
        let others = (0..count).map(|_| change::take(r, models)).collect::<Result<Vec<_>, _>>()?;
        if start.len() + others.iter().filter(|other| other.has_car()).count() != cars.len() {
            return Err(r.invalid(CARS));
        }
        let states = states::take(r, models)?;
        Ok(Self {
            cars,
            site,
            start,
            next_id,
            rates,
            steps,
            hash_interval,
            hashes,
            end_hash,
            packed,
            others,
            states,
        })
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

fn take_rates(r: &mut Reader) -> Result<Vec<(u64, Dt)>, ByteError> {
    let what = "length of the steps";
    let count = r.length(9, what)?;
    let mut rates: Vec<(u64, Dt)> = Vec::with_capacity(count);
    for _ in 0..count {
        let after = r.count(what)?;
        let step = rates.last().map_or(0, |(step, _)| *step).checked_add(after);
        let step = step.ok_or_else(|| r.invalid(what))?;
        rates.push((step, Dt::try_from(r.number(what)?).map_err(|_| r.invalid(what))?));
    }
    Ok(rates)
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

/// Reads a log from a file. [`LogFile::into_log`] makes it with its cars.
///
/// # Errors
/// A file that cannot be read, and everything that [`decode`] refuses.
pub fn read_file(path: &Path, models: &Models) -> Result<LogFile, FileError> {
    let bytes = disk::read_at_most(path, MOST_BYTES)?;
    decode(&bytes, models).map_err(|error| error.in_file(path))
}
