//! Snapshots as bytes: a car of any model at an instant, to be put back elsewhere or later with the same bits.
//!
//! ```
//! use skidpad_texts::w1::{self, W1};
//! use skidpad_core::record::Empty;
//! use skidpad_core::step::Simulation;
//! use skidpad_formats::snapshot;
//!
//! let (state, _) = w1::workload::start(1);
//! let car = Simulation::<W1>::new(Empty, Empty, state);
//! let bytes = snapshot::encode(&car.save());
//!
//! let mut other = Simulation::<W1>::new(Empty, Empty, w1::workload::start(2).0);
//! other.restore(&snapshot::decode(&bytes)?)?;
//! assert_eq!(other.hash(), car.hash());
//!
//! let error = snapshot::decode::<W1, f64>(&bytes[..100]).unwrap_err();
//! assert!(error.to_string().contains("it was cut"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! After the head that [`ByteError`] knows (kind `skidsnap`, version 3, length), the body has
//!
//! | bytes | what |
//! |---|---|
//! | 1 | bytes of a number: 8 or 4 |
//! | text | the model's name; a text is its length in a byte, then UTF-8 |
//! | count, then 2 texts each | name and unit of the state's numbers; a count has 7 bits in a byte (LEB128) |
//! | count, then 2 texts each | name and unit of the mode's numbers |
//! | 1 | 1 where keys or a pad drive the car, else 0 |
//! | count, then 2 texts each | with 1 before: name and unit of the hands' numbers |
//! | 8 or 4 each | the numbers of state, mode and hands, IEEE 754 |
//! | 1 | status: 0 running, 1 engine blown, 2 quarantined, 3 fallen over, 4 and above further ends of the model |
//! | 8, 8, 8 | steps since the step last changed, the step, the time before, s |
//! | 8 | longest sub-step where it is not the vehicle's own, s; 0: the vehicle's own |
//!
//! Versions 1 and 2 are read, too: their cars have their vehicles' sub-steps. Version 1 has nothing of the hands.

use std::path::Path;

use skidpad_core::batch::Number;
use skidpad_core::model::Model;
use skidpad_core::record::{Channel, Channels};
use skidpad_core::snapshot::{Saved, Snapshot};
use skidpad_core::step::{Clock, Dt, Status};
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::shaping::HandsMode;

use crate::bytes::{ByteError, Kind, Reader, begin, open, put_channels, put_text, seal};
use crate::disk;
use crate::error::FileError;

const KIND: Kind = Kind { magic: *b"skidsnap", name: "snapshot", version: 3, oldest: 1, most_bytes: 1 << 18 };

/// The bytes of a snapshot in `f64` or `f32`.
pub fn encode<M: Model, T: Number>(snapshot: &Snapshot<M, T>) -> Vec<u8> {
    body(&Saved::from(snapshot), size_of::<T>())
}

/// The bytes of a snapshot in `f64` of whatever model.
pub fn encode_saved(saved: &Saved) -> Vec<u8> {
    body(saved, size_of::<f64>())
}

/// The snapshot of some bytes.
///
/// # Errors
/// Bytes that are no snapshot, of another version, model or width, cut, altered, or with other channels than the
/// model's; a running car that is not finite.
pub fn decode<M: Model, T: Number>(bytes: &[u8]) -> Result<Snapshot<M, T>, ByteError> {
    let model = Layout {
        name: M::NAME,
        states: M::State::<T>::CHANNELS,
        modes: M::Mode::<T>::CHANNELS,
        hands: None,
        ends: M::ENDS,
        width: size_of::<T>(),
    };
    let saved = read(bytes, |name| {
        let other = || ByteError::OtherModel { found: name.to_owned(), must: M::NAME };
        (name == M::NAME).then_some(model).ok_or_else(other)
    })?;
    let longest_step_s = saved.longest_step_s;
    Ok(Snapshot { longest_step_s, ..Snapshot::from_numbers(&saved.numbers, saved.status, saved.clock) })
}

/// The snapshot of some bytes, in `f64`, of whichever model of a list they are.
///
/// # Errors
/// As of [`decode`].
pub fn decode_saved(bytes: &[u8], models: &Models) -> Result<Saved, ByteError> {
    read(bytes, |name| {
        let model = models.by_name(name).filter(|model| model.name == name);
        model.map(Layout::from_model).ok_or_else(|| ByteError::UnknownModel { found: name.to_owned() })
    })
}

/// Writes a snapshot to a file, as a whole or not at all.
///
/// # Errors
/// A file that cannot be written.
pub fn write_file(path: &Path, saved: &Saved) -> std::io::Result<()> {
    disk::write_whole(path, |file| std::io::Write::write_all(file, &encode_saved(saved)))
}

/// Reads a snapshot of a model of a list from a file.
///
/// # Errors
/// A file that cannot be read, and everything that [`decode_saved`] refuses.
pub fn read_file(path: &Path, models: &Models) -> Result<Saved, FileError> {
    let bytes = disk::read_at_most(path, KIND.most_bytes)?;
    decode_saved(&bytes, models).map_err(|error| error.in_file(path))
}

/// What the bytes of a model look like.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) name: &'static str,
    pub(crate) states: &'static [Channel],
    pub(crate) modes: &'static [Channel],
    /// Those of hands, where there may be such.
    pub(crate) hands: Option<&'static [Channel]>,
    /// Names of the ends of a run.
    pub(crate) ends: &'static [&'static str],
    /// Bytes of a number.
    pub(crate) width: usize,
}

impl Layout {
    /// That of a model in `f64`.
    pub(crate) fn from_model(model: &ModelInfo) -> Self {
        Self {
            name: model.name,
            states: model.states,
            modes: model.modes,
            hands: Some(HandsMode::<f64>::CHANNELS),
            ends: model.ends,
            width: size_of::<f64>(),
        }
    }
}

fn body(saved: &Saved, width: usize) -> Vec<u8> {
    let mut bytes = begin(&KIND);
    bytes.push(width as u8);
    put_text(&mut bytes, saved.model);
    put_channels(&mut bytes, saved.states);
    put_channels(&mut bytes, saved.modes);
    put_hands(&mut bytes, saved.hands);
    put_car(&mut bytes, saved, width);
    bytes.extend(saved.longest_step_s.unwrap_or(0.0).to_le_bytes());
    seal(bytes)
}

fn read(bytes: &[u8], layout: impl FnOnce(&str) -> Result<Layout, ByteError>) -> Result<Saved, ByteError> {
    let mut r = open(&KIND, bytes)?;
    let width = r.byte("width of its numbers")?;
    let model = layout(r.text("model")?)?;
    if usize::from(width) != model.width {
        return Err(ByteError::Width { found: 8 * u32::from(width), must: 8 * model.width as u32 });
    }
    r.channels("state", model.states)?;
    r.channels("mode", model.modes)?;
    let hands = if r.version() > 1 { take_hands(&mut r, &model)? } else { &[] };
    let saved = take_car(&mut r, &model, hands)?;
    let longest_step_s = if r.version() > 2 { take_longest_step(&mut r)? } else { None };
    r.end()?;
    Ok(Saved { longest_step_s, ..saved })
}

/// Shortest sub-step that a file may ask for, s: below it a step would take for ever.
const SHORTEST_STEP_S: f64 = 1e-9;

/// Reads the longest sub-step; `None`: the vehicle's own.
pub(crate) fn take_longest_step(r: &mut Reader) -> Result<Option<f64>, ByteError> {
    let longest_s = r.number("longest sub-step")?;
    if longest_s.to_bits() == 0 {
        return Ok(None);
    }
    let is_step = (SHORTEST_STEP_S..=Dt::LARGEST_S).contains(&longest_s);
    is_step.then_some(Some(longest_s)).ok_or_else(|| r.invalid("longest sub-step"))
}

/// Appends whether there are hands, and their channels.
pub(crate) fn put_hands(bytes: &mut Vec<u8>, hands: &[Channel]) {
    bytes.push(u8::from(!hands.is_empty()));
    if !hands.is_empty() {
        put_channels(bytes, hands);
    }
}

/// Reads what [`put_hands`] appends.
pub(crate) fn take_hands(r: &mut Reader, model: &Layout) -> Result<&'static [Channel], ByteError> {
    match r.byte("hands")? {
        0 => Ok(&[]),
        1 => {
            let hands = model.hands.ok_or(ByteError::Hands)?;
            r.channels("hands", hands)?;
            Ok(hands)
        }
        _ => Err(r.invalid("hands")),
    }
}

/// Appends numbers, status and time.
pub(crate) fn put_car(bytes: &mut Vec<u8>, saved: &Saved, width: usize) {
    for number in &saved.numbers {
        if width == size_of::<f32>() {
            bytes.extend((*number as f32).to_le_bytes());
        } else {
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes.push(saved.status.code());
    bytes.extend(saved.clock.steps().to_le_bytes());
    bytes.extend(saved.clock.step_s().to_le_bytes());
    bytes.extend(saved.clock.before_s().to_le_bytes());
}

/// Reads what [`put_car`] appends.
pub(crate) fn take_car(
    r: &mut Reader,
    model: &Layout,
    hands: &'static [Channel],
) -> Result<Saved, ByteError> {
    let mut numbers = Vec::with_capacity(model.states.len() + model.modes.len() + hands.len());
    for _ in model.states.iter().chain(model.modes).chain(hands) {
        numbers.push(match model.width {
            4 => f64::from(r.single("number")?),
            _ => r.number("number")?,
        });
    }
    let code = r.byte("status")?;
    let status = Status::from_code(code, model.ends).ok_or_else(|| r.invalid("status"))?;
    let (steps, step_s, before_s) = (r.word("time")?, r.number("time")?, r.number("time")?);
    let clock = Clock::from_parts(steps, step_s, before_s).ok_or_else(|| r.invalid("time"))?;
    let (states, modes) = (model.states, model.modes);
    let longest_step_s = None;
    let saved = Saved { model: model.name, states, modes, hands, numbers, status, clock, longest_step_s };
    saved.check().map_err(|error| ByteError::NotFinite { field: error.field })?;
    Ok(saved)
}
