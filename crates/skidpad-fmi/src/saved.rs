//! States of instances, saved and put back, in memory and as bytes.

use std::sync::Arc;

use skidpad_core::step::Status;
use skidpad_formats::snapshot;
use skidpad_models::MODELS;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::ConditionSet;

use crate::call::call;
use crate::car::{DrivenCar, EventValues};
use crate::design::UnitDesign;
use crate::exchange::Exchange;
use crate::instance::{Instance, Interface, Phase, Progress};
use crate::live::Live;
use crate::log::Fault;
use crate::memory::{check_out, list, write, write_list};
use crate::types::*;

/// Saved states that are alive.
static STATES: Live<SavedState> = Live::new();

const MAGIC: &[u8; 8] = b"skidfmu1";

/// All of an instance that changes, saved.
struct SavedState {
    design: Arc<UnitDesign>,
    is_exchange: bool,
    progress: Progress,
}

impl SavedState {
    fn of_instance(instance: &mut Instance) -> Result<Self, Fault> {
        if instance.now.car.is_some() {
            // What was set acts before it is saved.
            instance.refresh()?;
        }
        let is_exchange = matches!(instance.interface, Interface::ModelExchange);
        Ok(Self { design: instance.design.clone(), is_exchange, progress: instance.now.clone() })
    }

    /// The saved state behind a handle.
    fn at(handle: Fmi3FmuState) -> Result<Arc<Self>, Fault> {
        let missing =
            "FMUState is no saved state: null, freed before, or of another library (call fmi3GetFMUState)";
        STATES.get(handle).ok_or_else(|| Fault::new(missing))
    }

    fn put_back(&self, instance: &mut Instance) -> Result<(), Fault> {
        let is_exchange = matches!(instance.interface, Interface::ModelExchange);
        if !Arc::ptr_eq(&self.design, &instance.design) && self.design.token() != instance.design.token() {
            return Err(Fault::new("FMUState is of another unit: must be of this one"));
        }
        if self.is_exchange != is_exchange {
            return Err(Fault::new(
                "FMUState is of another interface: model exchange and co-simulation do not mix",
            ));
        }
        instance.now = self.progress.clone();
        Ok(())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let now = &self.progress;
        let mut bytes = MAGIC.to_vec();
        put_block(&mut bytes, self.design.token().as_bytes());
        bytes.push(u8::from(self.is_exchange));
        bytes.push(Phase::ALL.iter().position(|phase| *phase == now.phase).unwrap_or(0) as u8);
        put_numbers(&mut bytes, &now.settings);
        put_numbers(&mut bytes, &[now.start_time_s]);
        put_numbers(&mut bytes, now.stop_time_s.as_slice());
        for values in [&now.shown, &now.latest] {
            bytes.extend(values.conditions.bits().to_le_bytes());
            bytes.extend(values.gear.to_le_bytes());
            bytes.push(u8::from(values.is_running));
        }
        put_block(
            &mut bytes,
            &now.car.as_ref().map_or_else(Vec::new, |car| snapshot_bytes(car.car.as_ref())),
        );
        if let Some(exchange) = &now.exchange {
            let (edge, before, count, times_s) = exchange.parts();
            put_block(&mut bytes, &snapshot_bytes(edge));
            put_numbers(&mut bytes, before);
            bytes.extend(count.to_le_bytes());
            put_numbers(&mut bytes, &times_s);
        } else {
            put_block(&mut bytes, &[]);
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn from_bytes(design: &Arc<UnitDesign>, is_exchange: bool, bytes: &[u8]) -> Result<Self, Fault> {
        let cut = || {
            Fault::new("serializedState is no state of this unit, or was cut or altered (serialise it again)")
        };
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
        progress.phase = *Phase::ALL.get(usize::from(rest.byte().ok_or_else(cut)?)).ok_or_else(cut)?;
        let settings = rest.numbers().ok_or_else(cut)?;
        if settings.len() != design.variables.len() {
            return Err(cut());
        }
        // They are as `Instance::set` would have taken them.
        let mut all = design.variables.iter().zip(&settings);
        if let Some((variable, value)) = all.find(|(variable, value)| !variable.takes(**value)) {
            return Err(Fault::new(format!(
                "serializedState has {} = {value}: out of its range",
                variable.name
            )));
        }
        progress.settings = settings;
        progress.start_time_s = *rest.numbers().ok_or_else(cut)?.first().ok_or_else(cut)?;
        progress.stop_time_s = rest.numbers().ok_or_else(cut)?.first().copied();
        if !progress.start_time_s.is_finite() {
            return Err(cut());
        }
        for values in [&mut progress.shown, &mut progress.latest] {
            *values = rest.events().ok_or_else(cut)?;
        }
        rest.cars(design, &mut progress, cut)?;
        Ok(Self { design: design.clone(), is_exchange, progress })
    }
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

    fn events(&mut self) -> Option<EventValues> {
        let conditions = ConditionSet::from_bits(u16::from_le_bytes(self.array()?));
        let gear = i32::from_le_bytes(self.array()?);
        Some(EventValues { conditions, gear, is_running: self.byte()? != 0 })
    }

    /// The car, and the edge of its sub-step.
    fn cars(
        &mut self,
        design: &UnitDesign,
        progress: &mut Progress,
        cut: impl Fn() -> Fault,
    ) -> Result<(), Fault> {
        let car = self.block().ok_or_else(&cut)?;
        if car.is_empty() {
            return Ok(());
        }
        let mut driven = DrivenCar::begin(design, &progress.settings)?;
        let mut edge = driven.car.clone();
        restore(driven.car.as_mut(), car)?;
        let at_edge = self.block().ok_or_else(&cut)?;
        if !at_edge.is_empty() {
            restore(edge.as_mut(), at_edge)?;
            let before = self.numbers().ok_or_else(&cut)?;
            let count = u64::from_le_bytes(self.array().ok_or_else(&cut)?);
            let times_s = self.numbers().ok_or_else(&cut)?;
            let times_s: [f64; 2] = times_s.try_into().map_err(|_| cut())?;
            let are_usable =
                before.len() == design.model.states.len() && times_s.iter().all(|time_s| time_s.is_finite());
            if !are_usable {
                return Err(cut());
            }
            progress.exchange = Some(Exchange::from_parts(&driven, edge, before, count, times_s));
        }
        progress.car = Some(driven);
        Ok(())
    }
}

fn restore(car: &mut dyn Rolling, bytes: &[u8]) -> Result<(), Fault> {
    let saved = snapshot::decode_saved(bytes, &MODELS).map_err(Fault::new)?;
    car.restore(&saved).map_err(Fault::new)?;
    debug_assert!(car.status() == saved.status || saved.status == Status::Running);
    Ok(())
}

/// Saves all of an instance that changes. A handle that is no null is one of a saved state that is written over.
///
/// # Safety
/// An instance of this library; valid memory for the handle, which is null or of a saved state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFMUState(instance: Fmi3Instance, fmu_state: *mut Fmi3FmuState) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        check_out(fmu_state, "FMUState")?;
        let saved = SavedState::of_instance(instance)?;
        // SAFETY: valid as promised by the caller.
        let before = unsafe { *fmu_state };
        if !before.is_null() {
            SavedState::at(before)?;
            drop(STATES.take(before));
        }
        // SAFETY: valid as promised by the caller.
        unsafe { write(fmu_state, STATES.add(saved), "FMUState")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3GetFMUState", body)
}

/// Puts an instance back to a saved state, in whatever phase it is.
///
/// # Safety
/// An instance and a saved state of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFMUState(instance: Fmi3Instance, fmu_state: Fmi3FmuState) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        SavedState::at(fmu_state)?.put_back(instance)?;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3SetFMUState", body)
}

/// Frees a saved state and sets its handle to null; null is nothing to free.
///
/// # Safety
/// An instance of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeFMUState(
    instance: Fmi3Instance,
    fmu_state: *mut Fmi3FmuState,
) -> Fmi3Status {
    let body = |_: &mut Instance| {
        check_out(fmu_state, "FMUState")?;
        // SAFETY: valid as promised by the caller.
        let handle = unsafe { *fmu_state };
        if handle.is_null() {
            return Ok(Fmi3Status::Ok);
        }
        SavedState::at(handle)?;
        drop(STATES.take(handle));
        // SAFETY: valid as promised by the caller.
        unsafe { write(fmu_state, core::ptr::null_mut(), "FMUState")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3FreeFMUState", body)
}

/// Writes the number of bytes of a saved state.
///
/// # Safety
/// An instance and a saved state of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializedFMUStateSize(
    instance: Fmi3Instance,
    fmu_state: Fmi3FmuState,
    size: *mut usize,
) -> Fmi3Status {
    let body = |_: &mut Instance| {
        let bytes = SavedState::at(fmu_state)?.to_bytes();
        // SAFETY: as promised by the caller.
        unsafe { write(size, bytes.len(), "size")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3SerializedFMUStateSize", body)
}

/// Writes the bytes of a saved state, which the same unit in another process or on another platform takes.
///
/// # Safety
/// An instance and a saved state of this library; memory for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializeFMUState(
    instance: Fmi3Instance,
    fmu_state: Fmi3FmuState,
    serialized_state: *mut u8,
    size: usize,
) -> Fmi3Status {
    let body = |_: &mut Instance| {
        let bytes = SavedState::at(fmu_state)?.to_bytes();
        if size != bytes.len() {
            let must = bytes.len();
            return Err(Fault::new(format!(
                "size = {size}: must be {must} (call fmi3SerializedFMUStateSize)"
            )));
        }
        // SAFETY: as promised by the caller.
        unsafe { write_list(serialized_state, &bytes, "serializedState")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3SerializeFMUState", body)
}

/// Makes a saved state of bytes.
///
/// # Safety
/// An instance of this library; so many bytes; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DeserializeFMUState(
    instance: Fmi3Instance,
    serialized_state: *const u8,
    size: usize,
    fmu_state: *mut Fmi3FmuState,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        check_out(fmu_state, "FMUState")?;
        // SAFETY: as promised by the caller.
        let bytes = unsafe { list(serialized_state, size, "serializedState")? };
        let is_exchange = matches!(instance.interface, Interface::ModelExchange);
        let saved = SavedState::from_bytes(&instance.design, is_exchange, bytes)?;
        // SAFETY: valid as promised by the caller.
        unsafe { write(fmu_state, STATES.add(saved), "FMUState")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3DeserializeFMUState", body)
}
