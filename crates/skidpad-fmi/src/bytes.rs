//! States of instances as bytes.

use skidpad_core::step::Dt;
use skidpad_formats::snapshot;
use skidpad_models::MODELS;
use skidpad_world::rolling::Rolling;
use skidpad_world::track::TrackPosition;
use skidpad_world::world::ConditionSet;

use crate::car::{DrivenCar, EventValues};
use crate::design::UnitDesign;
use crate::exchange::{Clock, Exchange};
use crate::instance::{Phase, Progress};
use crate::log::Fault;

const MAGIC: &[u8; 8] = b"skidfmu3";

/// Most sub-steps of one length: a time in steps is exact up to here.
const MOST_SUB_STEPS: u64 = 1 << 53;

/// Most sub-steps of a step: the longest step, and the shortest sub-step of a car.
const MOST_PARTS: f64 = 1e6;

/// Bytes of all of an instance that changes.
pub fn encode(design: &UnitDesign, is_exchange: bool, now: &Progress) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    put_block(&mut bytes, design.token().as_bytes());
    bytes.push(u8::from(is_exchange));
    bytes.push(Phase::ALL.iter().position(|phase| *phase == now.phase).unwrap_or(0) as u8);
    put_numbers(&mut bytes, &now.settings);
    put_numbers(&mut bytes, &[now.start_time_s]);
    put_numbers(&mut bytes, now.stop_time_s.as_slice());
    for values in [&now.shown, &now.latest] {
        bytes.extend(values.conditions.bits().to_le_bytes());
        bytes.extend(values.gear.to_le_bytes());
        bytes.push(u8::from(values.is_running));
    }
    let on_track = now.car.as_ref().and_then(|car| car.on_track);
    let on_track = on_track.map(|at| [at.distance_m, at.lateral_offset_m, at.piece() as f64]);
    put_numbers(&mut bytes, on_track.as_ref().map_or(&[], |numbers| numbers));
    put_block(&mut bytes, &now.car.as_ref().map_or_else(Vec::new, |car| snapshot_bytes(car.car.as_ref())));
    if let Some(exchange) = &now.exchange {
        let (edge, before, settings, clock) = exchange.parts();
        put_block(&mut bytes, &snapshot_bytes(edge));
        put_numbers(&mut bytes, before);
        put_numbers(&mut bytes, settings);
        put_numbers(&mut bytes, &[clock.part.seconds(), clock.origin_s, clock.time_s]);
        bytes.extend(clock.count.to_le_bytes());
    } else {
        put_block(&mut bytes, &[]);
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads the bytes of a state. States that no importer can have saved are refused.
pub fn decode(design: &UnitDesign, is_exchange: bool, bytes: &[u8]) -> Result<Progress, Fault> {
    let body = bytes.len().checked_sub(8).ok_or_else(cut)?;
    let (body, sum) = bytes.split_at(body);
    if sum != checksum(body).to_le_bytes() || !body.starts_with(MAGIC) {
        return Err(cut());
    }
    let mut rest = Rest(&body[MAGIC.len()..]);
    if rest.block().ok_or_else(cut)? != design.token().as_bytes() {
        return Err(Fault::new("serializedState is of another unit: must be of this one"));
    }
    if rest.byte().ok_or_else(cut)? != u8::from(is_exchange) {
        return Err(Fault::new(
            "serializedState is of another interface: model exchange and co-simulation do not mix",
        ));
    }
    let mut progress = Progress::before_start(design);
    let phase = *Phase::ALL.get(usize::from(rest.byte().ok_or_else(cut)?)).ok_or_else(cut)?;
    if phase == (if is_exchange { Phase::Step } else { Phase::Continuous }) {
        return Err(cut());
    }
    progress.phase = phase;
    progress.settings = rest.settings(design)?;
    let [start_s] = rest.numbers().ok_or_else(cut)?.try_into().map_err(|_| cut())?;
    let stop_s = rest.numbers().ok_or_else(cut)?;
    if !f64::is_finite(start_s)
        || stop_s.len() > 1
        || stop_s.iter().any(|stop_s| stop_s.is_nan() || *stop_s < start_s)
    {
        return Err(cut());
    }
    (progress.start_time_s, progress.stop_time_s) = (start_s, stop_s.first().copied());
    for values in [&mut progress.shown, &mut progress.latest] {
        *values = rest.events().ok_or_else(cut)?;
    }
    rest.cars(design, is_exchange, &mut progress)?;
    rest.0.is_empty().then_some(progress).ok_or_else(cut)
}

fn cut() -> Fault {
    Fault::new("serializedState is no state of this unit, or was cut or altered (serialise it again)")
}

fn snapshot_bytes(car: &dyn Rolling) -> Vec<u8> {
    snapshot::encode_saved(&car.save())
}

fn put_block(bytes: &mut Vec<u8>, block: &[u8]) {
    bytes.extend((block.len() as u32).to_le_bytes());
    bytes.extend(block);
}

fn put_numbers(bytes: &mut Vec<u8>, numbers: &[f64]) {
    bytes.extend((numbers.len() as u32).to_le_bytes());
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// FNV-1a over 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Bytes that are still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn block(&mut self) -> Option<&'a [u8]> {
        let count = u32::from_le_bytes(self.array()?);
        self.take(count as usize)
    }

    fn numbers(&mut self) -> Option<Vec<f64>> {
        let count = u32::from_le_bytes(self.array()?) as usize;
        let bytes = self.take(count.checked_mul(8)?)?;
        let number = |bytes: &[u8]| bytes.try_into().ok().map(f64::from_le_bytes);
        bytes.chunks_exact(8).map(number).collect()
    }

    /// Inputs and parameters, as `Instance::set` would have taken them.
    fn settings(&mut self, design: &UnitDesign) -> Result<Vec<f64>, Fault> {
        let settings = self.numbers().ok_or_else(cut)?;
        if settings.len() != design.variables.len() {
            return Err(cut());
        }
        let mut all = design.variables.iter().zip(&settings);
        if let Some((variable, value)) = all.find(|(variable, value)| !variable.takes(**value)) {
            let name = &variable.name;
            return Err(Fault::new(format!("serializedState has {name} = {value}: out of its range")));
        }
        Ok(settings)
    }

    fn events(&mut self) -> Option<EventValues> {
        let bits = u16::from_le_bytes(self.array()?);
        let conditions = ConditionSet::from_bits(bits);
        let gear = i32::from_le_bytes(self.array()?);
        let is_running = self.byte()?;
        let is_usable = conditions.bits() == bits && (-1..=12).contains(&gear) && is_running <= 1;
        is_usable.then_some(EventValues { conditions, gear, is_running: is_running == 1 })
    }

    /// The car, and the sub-step of model exchange.
    fn cars(&mut self, design: &UnitDesign, is_exchange: bool, progress: &mut Progress) -> Result<(), Fault> {
        let on_track = self.numbers().ok_or_else(cut)?;
        let car = self.block().ok_or_else(cut)?;
        let at_edge = self.block().ok_or_else(cut)?;
        let has_begun = !matches!(progress.phase, Phase::Instantiated | Phase::Initialization);
        // Before the start there may be a car, which was read.
        if (has_begun && car.is_empty()) || at_edge.is_empty() == (has_begun && is_exchange) {
            return Err(cut());
        }
        if car.is_empty() {
            return on_track.is_empty().then_some(()).ok_or_else(cut);
        }
        let on_track = position_on_track(design, &on_track)?;
        if at_edge.is_empty() {
            let mut driven = DrivenCar::begin(design, &progress.settings)?;
            restore(driven.car.as_mut(), car)?;
            driven.on_track = on_track;
            progress.car = Some(driven);
            return Ok(());
        }
        let before = self.numbers().ok_or_else(cut)?;
        let begun_with = self.settings(design)?;
        let numbers = self.numbers().ok_or_else(cut)?.try_into().map_err(|_| cut())?;
        let count = u64::from_le_bytes(self.array().ok_or_else(cut)?);
        let is_trial = matches!(progress.phase, Phase::Continuous | Phase::Terminated);
        // What was set at the edge is not the car's yet.
        let mut driven = DrivenCar::begin(design, &begun_with)?;
        let clock = clock(numbers, count, driven.step, is_trial)?;
        let mut edge = driven.car.clone();
        restore(driven.car.as_mut(), car)?;
        restore(edge.as_mut(), at_edge)?;
        driven.on_track = on_track;
        let are_usable =
            before.len() == design.model.states.len() && before.iter().all(|state| state.is_finite());
        let mut is_stale = false;
        for (variable, (had, has)) in design.variables.iter().zip(begun_with.iter().zip(&progress.settings)) {
            let differs = had.to_bits() != has.to_bits();
            is_stale |= differs && variable.is_parameter();
            if differs && variable.is_fixed() {
                return Err(cut());
            }
        }
        if !are_usable {
            return Err(cut());
        }
        driven.set_inputs(design, &progress.settings);
        progress.exchange = Some(Exchange::from_parts(edge, before, begun_with, clock));
        (progress.car, progress.is_stale) = (Some(driven), is_stale);
        Ok(())
    }
}

/// Position on the unit's track from distance, lateral offset and piece; no numbers without a track.
fn position_on_track(design: &UnitDesign, numbers: &[f64]) -> Result<Option<TrackPosition>, Fault> {
    let Some(track) = design.track.as_ref().and_then(|track| track.ground.track()) else {
        return numbers.is_empty().then_some(None).ok_or_else(cut);
    };
    let [distance_m, lateral_offset_m, piece] = numbers.try_into().map_err(|_| cut())?;
    let position = (piece.to_bits() == f64::from(piece as u32).to_bits())
        .then(|| track.position(distance_m, lateral_offset_m, piece as usize));
    position.flatten().map(Some).ok_or_else(cut)
}

/// The clock of a sub-step: a step has a whole number of such.
fn clock([part_s, origin_s, time_s]: [f64; 3], count: u64, step: Dt, is_trial: bool) -> Result<Clock, Fault> {
    let part = Dt::new(part_s).filter(|_| step.seconds() <= MOST_PARTS * part_s).ok_or_else(cut)?;
    let (_, length_s) = step.divide(part_s);
    let clock = Clock { part, origin_s, count, time_s };
    let is_part = length_s.to_bits() == part_s.to_bits();
    let is_usable =
        is_part && count <= MOST_SUB_STEPS && origin_s.is_finite() && clock.check(time_s, is_trial).is_ok();
    is_usable.then_some(clock).ok_or_else(cut)
}

fn restore(car: &mut dyn Rolling, bytes: &[u8]) -> Result<(), Fault> {
    let saved = snapshot::decode_saved(bytes, &MODELS).map_err(Fault::new)?;
    // No function of a unit sets sub-steps of another length than the vehicle's own.
    if saved.longest_step_s.is_some() {
        return Err(cut());
    }
    car.restore(&saved).map_err(Fault::new)
}
