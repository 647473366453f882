//! Cars, saved and put back.

use skidpad::SavedCar;
use skidpad::formats::snapshot;
use skidpad::world::models::STANDARD;
use skidpad::world::rolling::Rolling;

use crate::car::SkidpadCar;
use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, copy_out, list, write};

/// State of a car, saved: all that changes while it drives.
pub struct SkidpadSavedCar(());

impl Handle for SkidpadSavedCar {
    type Body = SavedCar;
    const KIND: u64 = u64::from_be_bytes(*b"skidsave");
    const NAME: &'static str = "saved car";
}

/// Saves all that changes while the car drives. Road and vehicle are not in it. Free it with `skidpad_saved_car_free`.
///
/// # Safety
/// A car of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_save(
    car: *const SkidpadCar,
    saved: *mut *mut SkidpadSavedCar,
) -> SkidpadStatus {
    guard(|| {
        check_out(saved, "saved")?;
        // SAFETY: as promised by the caller.
        unsafe { write(saved, "saved", handle::new(handle::get(car)?.car.save())) }
    })
}

/// Puts the car back to what was saved of it, or of another car of the same model; it goes on with the same bits.
///
/// Errors: `SKIDPAD_STATUS_OTHER_MODEL`. Nothing has changed then.
///
/// # Safety
/// A car and a saved car of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_restore(
    car: *mut SkidpadCar,
    saved: *const SkidpadSavedCar,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, saved) = unsafe { (handle::get_mut(car)?, handle::get(saved)?) };
        body.car.restore(saved).map_err(|error| Fault::new(SkidpadStatus::OtherModel, error))
    })
}

/// Frees a saved car. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A saved car of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_saved_car_free(saved: *mut SkidpadSavedCar) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(saved) })
}

/// Copies the car's state as bytes of Skidpad's snapshot format, which other processes and platforms read, and writes their number
/// to `size`. A null buffer of capacity 0 returns only the number. The angles by which wheels have turned, for pictures, are not
/// in it; all that moves the car is.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE` where the capacity is too small.
///
/// # Safety
/// A car of this library; valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_to_bytes(
    car: *const SkidpadCar,
    bytes: *mut u8,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let saved = unsafe { handle::get(car)? }.car.save();
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&snapshot::encode_saved(saved.numbers()), bytes, capacity, size, "bytes") }
    })
}

/// Puts the car back to the state in bytes of `skidpad_car_to_bytes`. Where vehicle and road are the same it goes on with the same bits; on a
/// track that crosses itself it is on the nearest stretch. Its controls are released; wheels and channels hold from the next step on.
///
/// Errors: `SKIDPAD_STATUS_INVALID_FILE` for bytes that are no snapshot, truncated or altered; `SKIDPAD_STATUS_OTHER_MODEL`, also for a number
/// that is not finite. Nothing has changed then.
///
/// # Safety
/// A car of this library; `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_from_bytes(
    car: *mut SkidpadCar,
    bytes: *const u8,
    size: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, bytes) = unsafe { (handle::get_mut(car)?, list(bytes, size, "bytes")?) };
        let saved = snapshot::decode_saved(bytes, &STANDARD);
        let saved = saved.map_err(|error| Fault::new(SkidpadStatus::InvalidFile, error))?;
        Rolling::restore(&mut body.car, &saved).map_err(|error| Fault::new(SkidpadStatus::OtherModel, error))
    })
}
