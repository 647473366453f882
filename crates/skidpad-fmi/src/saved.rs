//! States of instances, saved and put back, in memory and as bytes.

use std::sync::Arc;

use crate::bytes::{decode, encode};
use crate::call::call;
use crate::design::UnitDesign;
use crate::instance::{Instance, Interface, Progress};
use crate::live::Live;
use crate::log::Fault;
use crate::memory::{check_out, list, write, write_list};
use crate::types::*;

/// Saved states that are alive.
static STATES: Live<SavedState> = Live::new();

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
        encode(&self.design, self.is_exchange, &self.progress)
    }
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
        let design = instance.design.clone();
        let progress = decode(&design, is_exchange, bytes)?;
        let saved = SavedState { design, is_exchange, progress };
        // SAFETY: valid as promised by the caller.
        unsafe { write(fmu_state, STATES.add(saved), "FMUState")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3DeserializeFMUState", body)
}
