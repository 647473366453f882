//! The caller's memory: texts, structs and buffers.

use std::ffi::{CStr, c_char};

use crate::error::{Fault, SkidpadStatus};

fn is_null(name: &str) -> Fault {
    Fault::new(SkidpadStatus::NullPointer, format!("{name} is null or not aligned: pass memory of its type"))
}

/// A text of the caller.
///
/// # Safety
/// Null, or a text that ends in a NUL and lives as long as the call.
pub(crate) unsafe fn text<'a>(at: *const c_char, name: &str) -> Result<&'a str, Fault> {
    // SAFETY: as promised by the caller.
    unsafe { optional_text(at, name) }?.ok_or_else(|| is_null(name))
}

/// A text of the caller; `None` for null.
///
/// # Safety
/// As of [`text`].
pub(crate) unsafe fn optional_text<'a>(at: *const c_char, name: &str) -> Result<Option<&'a str>, Fault> {
    if at.is_null() {
        return Ok(None);
    }
    // SAFETY: not null; it ends in a NUL, as promised by the caller.
    let text = unsafe { CStr::from_ptr(at) }.to_str().map_err(|error| {
        let place = error.valid_up_to();
        Fault::new(SkidpadStatus::InvalidText, format!("{name} is not UTF-8 at byte {place}: pass UTF-8"))
    })?;
    Ok(Some(text))
}

/// A struct of the caller, to be read; `None` for null.
///
/// # Safety
/// Null, or a value of the type that lives and is not changed as long as the call lasts.
pub(crate) unsafe fn optional<'a, T>(at: *const T, name: &str) -> Result<Option<&'a T>, Fault> {
    if at.is_null() {
        return Ok(None);
    }
    if !at.is_aligned() {
        return Err(is_null(name));
    }
    // SAFETY: not null and aligned; valid as promised by the caller.
    Ok(Some(unsafe { &*at }))
}

/// Choices of the caller that begin with their size as `maker` wrote it; `None` for null. One of another size, as of another version of the
/// header, is refused before more than its size is read.
///
/// # Safety
/// Null, or a value that begins with its size in bytes; where that is the size of the type, as of [`optional`].
pub(crate) unsafe fn sized<'a, T>(at: *const T, name: &str, maker: &str) -> Result<Option<&'a T>, Fault> {
    if at.is_null() {
        return Ok(None);
    }
    if !at.is_aligned() {
        return Err(is_null(name));
    }
    // SAFETY: not null and aligned; a size stands at the beginning, as promised by the caller.
    let (found, must) = (unsafe { at.cast::<usize>().read() }, size_of::<T>());
    if found != must {
        let message = format!("{name}.size = {found}: must be {must} (begin with {maker})");
        return Err(Fault::new(SkidpadStatus::WrongSize, message));
    }
    // SAFETY: a value of the type, as promised by the caller.
    unsafe { optional(at, name) }
}

/// A struct of the caller, to be read.
///
/// # Safety
/// As of [`optional`].
pub(crate) unsafe fn read<'a, T>(at: *const T, name: &str) -> Result<&'a T, Fault> {
    // SAFETY: as promised by the caller.
    unsafe { optional(at, name) }?.ok_or_else(|| is_null(name))
}

/// Refuses a place to write to that cannot be one, before anything is done.
pub(crate) fn check_out<T>(at: *mut T, name: &str) -> Result<(), Fault> {
    if at.is_null() || !at.is_aligned() { Err(is_null(name)) } else { Ok(()) }
}

/// Writes a value to the caller's memory.
///
/// # Safety
/// Null, or memory for a value of the type that nobody else uses as long as the call lasts.
pub(crate) unsafe fn write<T: Copy>(at: *mut T, name: &str, value: T) -> Result<(), Fault> {
    check_out(at, name)?;
    // SAFETY: not null and aligned; valid as promised by the caller.
    unsafe { at.write(value) };
    Ok(())
}

/// A list of the caller, to be read.
///
/// # Safety
/// Null, or so many values of the type that live and are not changed as long as the call lasts.
pub(crate) unsafe fn list<'a, T>(at: *const T, count: usize, name: &str) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    check_out(at.cast_mut(), name)?;
    check_count::<T>(count, name)?;
    // SAFETY: not null, aligned, of a possible size; valid as promised by the caller.
    Ok(unsafe { core::slice::from_raw_parts(at, count) })
}

/// A buffer of the caller, to be written: zeros at first, as memory of the caller may not have been written yet.
///
/// # Safety
/// Null, or memory for so many numbers that nobody else uses as long as the call lasts.
pub(crate) unsafe fn numbers_mut<'a>(at: *mut f64, count: usize, name: &str) -> Result<&'a mut [f64], Fault> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_out(at, name)?;
    check_count::<f64>(count, name)?;
    // SAFETY: not null, aligned, of a possible size; valid as promised by the caller, and written here.
    Ok(unsafe {
        core::ptr::write_bytes(at, 0, count);
        core::slice::from_raw_parts_mut(at, count)
    })
}

fn check_count<T>(count: usize, name: &str) -> Result<(), Fault> {
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| isize::try_from(*bytes).is_ok());
    let message = || format!("{name} has {count} values: more than memory has (pass its true size)");
    bytes.map(|_| ()).ok_or_else(|| Fault::new(SkidpadStatus::WrongSize, message()))
}

/// Copies values to a buffer of the caller and writes how many there are. A buffer of capacity 0 may be null: it returns the
/// number alone.
///
/// # Safety
/// Memory for so many values, and for the number, that nobody else uses as long as the call lasts; each may be null.
pub(crate) unsafe fn copy_out<T: Copy>(
    values: &[T],
    to: *mut T,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Result<(), Fault> {
    if !count.is_null() {
        // SAFETY: as promised by the caller.
        unsafe { write(count, "count", values.len())? };
    }
    if capacity == 0 && to.is_null() && !count.is_null() {
        return Ok(());
    }
    check_out(to, name)?;
    if capacity < values.len() {
        let needed = values.len();
        let message = format!("{name} has room for {capacity}: must be at least {needed}");
        return Err(Fault::new(SkidpadStatus::WrongSize, message));
    }
    // SAFETY: not null, aligned, with room for all of them, as promised by the caller; a buffer is no memory of the library.
    unsafe { core::ptr::copy_nonoverlapping(values.as_ptr(), to, values.len()) };
    Ok(())
}

/// Copies a text and its NUL to a buffer of the caller, as [`copy_out`].
///
/// # Safety
/// As of [`copy_out`].
pub(crate) unsafe fn copy_text(
    text: &str,
    to: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Fault> {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).chain([0]).collect();
    // SAFETY: as promised by the caller.
    unsafe { copy_out(&bytes, to.cast::<u8>(), capacity, count, "buffer") }
}
