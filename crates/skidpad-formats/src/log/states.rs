//! States of cars in a log, as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | count, each | steps since the last (count), cars (count), each with number (count) and state |
//! | a state | model (text), whether hands drive the car, and their channels, as in a snapshot; numbers, status, time; longest sub-step (8) |
//!
//! A model's channels are checked where a car joins.

use skidpad_core::snapshot::Saved;
use skidpad_world::log::KeptStates;
use skidpad_world::models::Models;

use super::car::earlier_step_s;
use super::values::{MOST_PARTS, at_most, take_id};
use crate::bytes::{ByteError, Reader, put_count, put_number, put_text};
use crate::snapshot::{Layout, put_car, put_hands, take_car, take_hands, take_longest_step};

const WHAT: &str = "state of a car";
/// The fewest bytes of a car's number and state.
const LEAST: usize = 36;

pub(super) fn put(bytes: &mut Vec<u8>, states: &[KeptStates]) {
    // Of a world without cars there is nothing to compare.
    let kept = || states.iter().filter(|states| !states.cars.is_empty());
    put_count(bytes, kept().count() as u64);
    let mut before = 0;
    for KeptStates { step, cars } in kept() {
        put_count(bytes, step - before);
        before = *step;
        put_count(bytes, cars.len() as u64);
        for (id, saved) in cars {
            put_count(bytes, id.index() as u64);
            put_saved(bytes, saved);
        }
    }
}

pub(super) fn put_saved(bytes: &mut Vec<u8>, saved: &Saved) {
    put_text(bytes, saved.model);
    put_hands(bytes, saved.hands);
    put_car(bytes, saved, size_of::<f64>());
    put_number(bytes, saved.longest_step_s.unwrap_or(0.0));
}

pub(super) fn take(r: &mut Reader, models: &Models) -> Result<Vec<KeptStates>, ByteError> {
    let count = r.length(2 + LEAST, WHAT)?;
    let mut states: Vec<KeptStates> = Vec::with_capacity(count);
    for _ in 0..count {
        let after = r.count(WHAT)?;
        let step = states.last().map_or(0, |last| last.step).checked_add(after);
        let step = step.ok_or_else(|| r.invalid(WHAT))?;
        let cars = Some(at_most(r, LEAST, MOST_PARTS, WHAT)?)
            .filter(|cars| *cars > 0)
            .ok_or_else(|| r.invalid(WHAT))?;
        let cars =
            (0..cars).map(|_| Ok((take_id(r)?, take_saved(r, models)?))).collect::<Result<_, ByteError>>()?;
        states.push(KeptStates { step, cars });
    }
    Ok(states)
}

pub(super) fn take_saved(r: &mut Reader, models: &Models) -> Result<Saved, ByteError> {
    let name = r.text("model")?;
    let model = models.by_name(name).filter(|model| model.name == name);
    let model = model.ok_or_else(|| ByteError::UnknownModel { found: name.to_owned() })?;
    let layout = Layout::from_model(model);
    let hands = take_hands(r, &layout)?;
    let saved = take_car(r, &layout, hands)?;
    let longest_step_s = take_longest_step(r)?.or_else(|| earlier_step_s(r.version(), name));
    Ok(Saved { longest_step_s, ..saved })
}
