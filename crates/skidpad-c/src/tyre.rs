//! Tyres alone: forces at operating points.

use std::ffi::c_char;
use std::path::Path;

use skidpad::core::tyre::magic_formula::{MagicFormula, Mode};
use skidpad::formats::tyre;

use crate::car::SkidpadCar;
use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, copy_out, list, text, write};
use crate::state::within;
use crate::tyre_law::{TyreLaw, of_car, of_file};
use crate::tyre_point::{SkidpadTyreForce, SkidpadTyrePoint};

/// A tyre that slips steadily on dry asphalt: forces and moments at operating points. It is immutable.
pub struct SkidpadTyre(());

impl Handle for SkidpadTyre {
    type Body = Box<dyn TyreLaw>;
    const KIND: u64 = u64::from_be_bytes(*b"skidtyre");
    const NAME: &'static str = "tyre";
}

/// Wheel of a car: front left.
pub const SKIDPAD_WHEEL_FRONT_LEFT: u32 = 0;
/// Wheel of a car: front right.
pub const SKIDPAD_WHEEL_FRONT_RIGHT: u32 = 1;
/// Wheel of a car: rear left.
pub const SKIDPAD_WHEEL_REAR_LEFT: u32 = 2;
/// Wheel of a car: rear right.
pub const SKIDPAD_WHEEL_REAR_RIGHT: u32 = 3;

/// Makes the tyre of a car's wheel, `SKIDPAD_WHEEL_FRONT_LEFT` to `SKIDPAD_WHEEL_REAR_RIGHT`, with the law of the car's model. Free it
/// with `skidpad_tyre_free`; the car may be freed before.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for another wheel, `SKIDPAD_STATUS_REFUSED` for a model whose tyres cannot be
/// evaluated alone, with those whose can.
///
/// # Safety
/// A car of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_tyre_from_car(
    car: *const SkidpadCar,
    wheel: u32,
    tyre: *mut *mut SkidpadTyre,
) -> SkidpadStatus {
    guard(|| {
        check_out(tyre, "tyre")?;
        // SAFETY: as promised by the caller.
        let car = &unsafe { handle::get(car)? }.car;
        within("wheel", f64::from(wheel), [0.0, 3.0])?;
        let is_front = wheel <= SKIDPAD_WHEEL_FRONT_RIGHT;
        let is_left = matches!(wheel, SKIDPAD_WHEEL_FRONT_LEFT | SKIDPAD_WHEEL_REAR_LEFT);
        // SAFETY: as promised by the caller.
        unsafe { write(tyre, "tyre", handle::new(of_car(car, is_front, is_left)?)) }
    })
}

fn of_text(read: Result<tyre::TyreFile, impl ToString>) -> Result<*mut SkidpadTyre, Fault> {
    let file = read.map_err(|error| Fault::new(SkidpadStatus::InvalidFile, error))?;
    Ok(handle::new(of_file(MagicFormula::new(&file.coefficients, Mode::COMMON))))
}

/// Makes the tyre of a tyre property file (`.tir`: Magic Formula 5.2, 6.1 or 6.2), or of a tyre that comes with Skidpad, such as
/// "summer-205-55r16", on the side of the car that the file is for. Free it with `skidpad_tyre_free`.
///
/// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, or for a file that cannot be read.
///
/// # Safety
/// A path that ends in a NUL; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_tyre_from_file(
    path: *const c_char,
    tyre: *mut *mut SkidpadTyre,
) -> SkidpadStatus {
    guard(|| {
        check_out(tyre, "tyre")?;
        // SAFETY: as promised by the caller.
        let path = unsafe { text(path, "path")? };
        // SAFETY: as promised by the caller.
        unsafe { write(tyre, "tyre", of_text(tyre::load(Path::new(path)))?) }
    })
}

/// Makes the tyre of the text of a tyre property file, as `skidpad_tyre_from_file`.
///
/// # Safety
/// A text that ends in a NUL; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_tyre_from_text(
    tir: *const c_char,
    tyre: *mut *mut SkidpadTyre,
) -> SkidpadStatus {
    guard(|| {
        check_out(tyre, "tyre")?;
        // SAFETY: as promised by the caller.
        let tir = unsafe { text(tir, "tir")? };
        // SAFETY: as promised by the caller.
        unsafe { write(tyre, "tyre", of_text(tyre::parse("tyre file", tir.as_bytes()))?) }
    })
}

/// Writes the operating point of an upright tyre without slip at a load, at the tyre's own pressure and at the speed at which it was measured; 0 where its forces
/// do not depend on the speed.
///
/// # Safety
/// A tyre of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_tyre_point(
    tyre: *const SkidpadTyre,
    load_n: f64,
    point: *mut SkidpadTyrePoint,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let speed_m_s = unsafe { handle::get(tyre)? }.speed_m_s();
        let (slip_ratio, slip_angle_rad, camber_rad, pressure_pa) = (0.0, 0.0, 0.0, 0.0);
        let plain =
            SkidpadTyrePoint { load_n, slip_ratio, slip_angle_rad, camber_rad, speed_m_s, pressure_pa };
        // SAFETY: as promised by the caller.
        unsafe { write(point, "point", plain) }
    })
}

/// Writes force and moments at each of `count` operating points.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number of a point, with the point's index, and for points at which a force would not be
/// finite. Nothing is written then.
///
/// # Safety
/// A tyre of this library; `count` points, and memory for as many forces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_tyre_forces(
    tyre: *const SkidpadTyre,
    points: *const SkidpadTyrePoint,
    count: usize,
    forces: *mut SkidpadTyreForce,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (tyre, points) = unsafe { (handle::get(tyre)?, list(points, count, "points")?) };
        let mut found = Vec::with_capacity(points.len());
        for (index, point) in points.iter().enumerate() {
            point.check(index, tyre.has_pressure())?;
            let at = tyre.force(point);
            let SkidpadTyreForce { force_n: [x, y], overturning_nm, rolling_nm, aligning_nm } = at;
            if ![x, y, overturning_nm, rolling_nm, aligning_nm].iter().all(|number| number.is_finite()) {
                let message = format!(
                    "points[{index}]: the tyre's force would not be finite (choose smaller slips and loads)"
                );
                return Err(Fault::new(SkidpadStatus::OutOfRange, message));
            }
            found.push(at);
        }
        if found.is_empty() {
            return Ok(());
        }
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, forces, count, core::ptr::null_mut(), "forces") }
    })
}

/// Frees a tyre. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A tyre of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_tyre_free(tyre: *mut SkidpadTyre) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(tyre) })
}
