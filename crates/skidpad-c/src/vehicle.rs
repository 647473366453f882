//! Vehicle files: the presets, and whether a file is right.

use std::ffi::c_char;
use std::path::Path;

use skidpad::formats::vehicle;
use skidpad::presets;

use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::memory::{copy_text, text};

/// Returns the number of vehicles that come with Skidpad.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_preset_count() -> usize {
    presets::preset_names().len()
}

/// Copies the name of a preset, in alphabetical order, to a buffer, and writes the bytes with the NUL to `size`. A null buffer of
/// capacity 0 asks for the size alone.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for an index from the number of presets on, `SKIDPAD_STATUS_WRONG_SIZE`.
///
/// # Safety
/// Valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_preset_name(
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        let name = presets::preset_names().nth(index).ok_or_else(|| {
            let message = format!("index = {index}: must be below {}", presets::preset_names().len());
            Fault::new(SkidpadStatus::OutOfRange, message)
        })?;
        // SAFETY: as promised by the caller.
        unsafe { copy_text(name, buffer, capacity, size) }
    })
}

/// Copies the text of a preset's vehicle file (TOML) to a buffer, and writes the bytes with the NUL to `size`. A null buffer of
/// capacity 0 asks for the size alone.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME`, `SKIDPAD_STATUS_WRONG_SIZE`.
///
/// # Safety
/// A name that ends in a NUL; valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_preset_text(
    name: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let name = unsafe { text(name, "name")? };
        let found = presets::preset_text(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
        // SAFETY: as promised by the caller.
        unsafe { copy_text(found, buffer, capacity, size) }
    })
}

/// Checks the text of a vehicle file (TOML).
///
/// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, each with its line and column.
///
/// # Safety
/// A text that ends in a NUL, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_vehicle_check_text(toml: *const c_char) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let toml = unsafe { text(toml, "toml")? };
        let file = vehicle::parse("vehicle file", toml.as_bytes());
        file.map(|_| ()).map_err(|error| Fault::new(SkidpadStatus::InvalidFile, error))
    })
}

/// Checks a vehicle file, with the tyre files that it names.
///
/// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, each with its line and column, or for a file that cannot be read.
///
/// # Safety
/// A path that ends in a NUL, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_vehicle_check_file(path: *const c_char) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let path = unsafe { text(path, "path")? };
        let file = vehicle::read(Path::new(path));
        file.map(|_| ()).map_err(|error| Fault::new(SkidpadStatus::InvalidFile, error))
    })
}
