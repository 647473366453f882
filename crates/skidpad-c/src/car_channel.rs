//! Channels of a car, looked up and read.

use std::ffi::c_char;

use crate::car::SkidpadCar;
use crate::channel::{SkidpadChannel, SkidpadChannelInfo};
use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::handle;
use crate::memory::{copy_out, copy_text, list, text, write};

/// Copies the name of the model that computes the car, as `skidpad_preset_name`.
///
/// # Safety
/// A car of this library; valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_model(
    car: *const SkidpadCar,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { copy_text(handle::get(car)?.car.model().name, buffer, capacity, size) })
}

/// Writes the number of channels of the car's model.
///
/// # Safety
/// A car of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_channel_count(
    car: *const SkidpadCar,
    count: *mut usize,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(count, "count", handle::get(car)?.channels.count()) })
}

/// Writes name, unit and range of a channel by its index, from 0 on.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for an index from the number of channels on.
///
/// # Safety
/// A car of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_channel_info(
    car: *const SkidpadCar,
    index: usize,
    info: *mut SkidpadChannelInfo,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(info, "info", handle::get(car)?.channels.info(index)?) })
}

/// Copies the description of a channel by its index, from 0 on, as `skidpad_preset_name`: one sentence for people.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for an index from the number of channels on, `SKIDPAD_STATUS_WRONG_SIZE` for a buffer that is too
/// small.
///
/// # Safety
/// A car of this library; valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_channel_description(
    car: *const SkidpadCar,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe {
        let handle = handle::get(car)?.channels.at(index)?;
        copy_text(handle.description(), buffer, capacity, size)
    })
}

/// Looks a channel up by name, once for all cars of the model.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it.
///
/// # Safety
/// A car of this library; a name that ends in a NUL; valid memory for the channel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_channel(
    car: *const SkidpadCar,
    name: *const c_char,
    channel: *mut SkidpadChannel,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe {
        let found = handle::get(car)?.channels.find(text(name, "name")?)?;
        write(channel, "channel", found)
    })
}

/// Writes the numbers of channels, in the order in which they are listed. The first read after a step evaluates the model once.
///
/// Errors: `SKIDPAD_STATUS_OTHER_MODEL` for a channel of another model. Nothing is written then.
///
/// # Safety
/// A car of this library; `count` channels, and valid memory for as many numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_values(
    car: *const SkidpadCar,
    channels: *const SkidpadChannel,
    count: usize,
    values: *mut f64,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, asked) = unsafe { (handle::get(car)?, list(channels, count, "channels")?) };
        let outputs = body.car.outputs();
        let found: Result<Vec<f64>, Fault> = asked
            .iter()
            .map(|channel| body.channels.handle(*channel).map(|handle| outputs.at(handle)))
            .collect();
        let found = found?;
        if found.is_empty() {
            return Ok(());
        }
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, values, count, core::ptr::null_mut(), "values") }
    })
}

/// Writes the number of a channel by its name. `skidpad_car_values` is faster.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it.
///
/// # Safety
/// A car of this library; a name that ends in a NUL; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_value(
    car: *const SkidpadCar,
    name: *const c_char,
    value: *mut f64,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe {
        let body = handle::get(car)?;
        let handle = body.channels.handle(body.channels.find(text(name, "name")?)?)?;
        write(value, "value", body.car.outputs().at(handle))
    })
}
