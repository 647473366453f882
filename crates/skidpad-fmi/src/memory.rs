//! The importer's memory: texts and arrays.

use std::ffi::CStr;

use crate::log::Fault;
use crate::types::Fmi3String;

/// A text of the importer.
///
/// # Safety
/// Null, or a text that ends in a NUL and lives as long as the call.
pub unsafe fn text<'a>(at: Fmi3String, name: &str) -> Result<&'a str, Fault> {
    if at.is_null() {
        return Err(is_null(name));
    }
    // SAFETY: not null; it ends in a NUL, as promised by the caller.
    let text = unsafe { CStr::from_ptr(at) };
    text.to_str().map_err(|error| {
        Fault::new(format!("{name} is not UTF-8 at byte {}: pass UTF-8", error.valid_up_to()))
    })
}

/// An array of the importer, to be read.
///
/// # Safety
/// Null, or so many values of the type that live and are not changed as long as the call lasts.
pub unsafe fn list<'a, T>(at: *const T, count: usize, name: &str) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    check::<T>(at, count, name)?;
    // SAFETY: not null, aligned, of a possible size; valid as promised by the caller.
    Ok(unsafe { core::slice::from_raw_parts(at, count) })
}

/// Writes values to an array of the importer.
///
/// # Safety
/// Null, or memory for as many values that nobody else uses as long as the call lasts.
pub unsafe fn write_list<T: Copy>(at: *mut T, values: &[T], name: &str) -> Result<(), Fault> {
    if values.is_empty() {
        return Ok(());
    }
    check::<T>(at, values.len(), name)?;
    // SAFETY: not null, aligned, with room for all, as promised by the caller; no memory of the library.
    unsafe { core::ptr::copy_nonoverlapping(values.as_ptr(), at, values.len()) };
    Ok(())
}

/// Refuses a place to write to that cannot be one, before anything is done.
pub fn check_out<T>(at: *mut T, name: &str) -> Result<(), Fault> {
    check::<T>(at, 1, name)
}

/// Writes a value to the importer's memory.
///
/// # Safety
/// Null, or memory for a value of the type that nobody else uses as long as the call lasts.
pub unsafe fn write<T: Copy>(at: *mut T, value: T, name: &str) -> Result<(), Fault> {
    // SAFETY: as promised by the caller.
    unsafe { write_list(at, &[value], name) }
}

fn check<T>(at: *const T, count: usize, name: &str) -> Result<(), Fault> {
    if at.is_null() || !at.is_aligned() {
        return Err(is_null(name));
    }
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| isize::try_from(*bytes).is_ok());
    bytes
        .map(|_| ())
        .ok_or_else(|| Fault::new(format!("{name} has {count} values: more than memory has (pass its size)")))
}

fn is_null(name: &str) -> Fault {
    Fault::new(format!("{name} is null or not aligned: pass memory of its type"))
}
