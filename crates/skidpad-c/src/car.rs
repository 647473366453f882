//! A car that drives.

use std::ffi::c_char;
use std::path::Path;

use skidpad::formats::vehicle;
use skidpad::{Car, CarBuilder, CarError};

use crate::channel::ModelChannels;
use crate::error::{Fault, SkidpadStatus};
use crate::ground::SkidpadGround;
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, copy_out, copy_text, optional_text, read, sized, text, write};
use crate::state::{
    SkidpadControls, SkidpadMotion, SkidpadPlacement, SkidpadState, SkidpadSurface, SkidpadWheel, gear,
};

/// A car that drives.
pub struct SkidpadCar(());

pub(crate) struct CarBody {
    pub car: Car,
    pub channels: ModelChannels,
}

impl Handle for SkidpadCar {
    type Body = CarBody;
    const KIND: u64 = u64::from_be_bytes(*b"skid-car");
    const NAME: &'static str = "car";
}

/// Choices for a car. Begin with `skidpad_car_options`, which sets `size` and the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadCarOptions {
    /// `sizeof(SkidpadCarOptions)`: a struct of another version of this header is refused.
    pub size: usize,
    /// Model by name, such as "two_track_sprung"; null: the one that the vehicle file names, else four wheels on rigid suspension.
    pub model: *const c_char,
    /// Place, heading and speed at the start; the origin, at rest.
    pub placement: SkidpadPlacement,
    /// Gear at the start; `SKIDPAD_GEAR_AUTOMATIC`: the one that fits the speed.
    pub gear: i32,
}

/// Writes the default choices for a car. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_options(options: *mut SkidpadCarOptions) -> SkidpadStatus {
    let defaults = SkidpadCarOptions {
        size: size_of::<SkidpadCarOptions>(),
        model: core::ptr::null(),
        placement: SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 0.0 },
        gear: crate::state::SKIDPAD_GEAR_AUTOMATIC,
    };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(options, "options", defaults) })
}

/// # Safety
/// Options as of `skidpad_car_options`, or null.
unsafe fn builder(options: *const SkidpadCarOptions) -> Result<CarBuilder, Fault> {
    // SAFETY: as promised by the caller.
    let Some(options) = (unsafe { sized(options, "options", "skidpad_car_options")? }) else {
        return Ok(Car::builder());
    };
    let builder = Car::builder().at((&options.placement).into()).gear(gear(options.gear)?);
    // SAFETY: as promised by the caller.
    let model = unsafe { optional_text(options.model, "options.model")? };
    Ok(match model {
        Some(model) => builder.model(model),
        None => builder,
    })
}

fn refused(error: CarError) -> Fault {
    let status = match &error {
        CarError::UnknownPreset(_) | CarError::UnknownModel(_) => SkidpadStatus::UnknownName,
        CarError::File(_) | CarError::Specification(_) => SkidpadStatus::InvalidFile,
        CarError::Placement(_) => SkidpadStatus::OutOfRange,
        _ => SkidpadStatus::Refused,
    };
    Fault::new(status, error)
}

/// Makes a car and writes its handle.
///
/// # Safety
/// Options and memory for the handle as of the functions below.
unsafe fn make(
    options: *const SkidpadCarOptions,
    car: *mut *mut SkidpadCar,
    from: impl FnOnce(CarBuilder) -> Result<Car, Fault>,
) -> Result<(), Fault> {
    check_out(car, "car")?;
    // SAFETY: as promised by the caller.
    let made = from(unsafe { builder(options)? })?;
    let body = CarBody { channels: ModelChannels::from_car(&made), car: made };
    // SAFETY: as promised by the caller.
    unsafe { write(car, "car", handle::new(body)) }
}

/// Makes a car that comes with Skidpad, such as "mx5-nd-2016". `options` may be null. Free it with `skidpad_car_free`.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a preset or a model, with the nearest name; `SKIDPAD_STATUS_REFUSED` for a model that does
/// not take the vehicle; `SKIDPAD_STATUS_OUT_OF_RANGE` for a placement that is not finite. No car is made then.
///
/// # Safety
/// A name that ends in a NUL; options or null; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_from_preset(
    name: *const c_char,
    options: *const SkidpadCarOptions,
    car: *mut *mut SkidpadCar,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe {
        let name = text(name, "name")?;
        make(options, car, |builder| builder.preset(name).map_err(refused))
    })
}

/// Makes a car from the text of a vehicle file (TOML). `options` may be null. Free it with `skidpad_car_free`.
///
/// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, each with its line and column; else as `skidpad_car_from_preset`.
///
/// # Safety
/// A text that ends in a NUL; options or null; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_from_toml(
    toml: *const c_char,
    options: *const SkidpadCarOptions,
    car: *mut *mut SkidpadCar,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe {
        let toml = text(toml, "toml")?;
        make(options, car, |builder| builder.toml(toml).map_err(refused))
    })
}

/// Makes the car of a vehicle file. `options` may be null. Free it with `skidpad_car_free`.
///
/// Errors: as `skidpad_car_from_toml`; a file that cannot be read is `SKIDPAD_STATUS_INVALID_FILE`.
///
/// # Safety
/// A path that ends in a NUL; options or null; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_from_file(
    path: *const c_char,
    options: *const SkidpadCarOptions,
    car: *mut *mut SkidpadCar,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe {
        let path = text(path, "path")?;
        make(options, car, |builder| {
            let file = vehicle::read(Path::new(path));
            let file = file.map_err(|error| Fault::new(SkidpadStatus::InvalidFile, error))?;
            builder.file(&file).map_err(refused)
        })
    })
}

/// Makes a second car that goes on with the same bits. Free it with `skidpad_car_free`.
///
/// # Safety
/// A car of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_clone(
    car: *const SkidpadCar,
    clone: *mut *mut SkidpadCar,
) -> SkidpadStatus {
    guard(|| {
        check_out(clone, "clone")?;
        // SAFETY: as promised by the caller.
        let CarBody { car, channels } = unsafe { handle::get(car)? };
        let body = CarBody { car: car.clone(), channels: channels.clone() };
        // SAFETY: as promised by the caller.
        unsafe { write(clone, "clone", handle::new(body)) }
    })
}

/// Frees a car. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A car of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_free(car: *mut SkidpadCar) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(car) })
}

/// Moves the car on by a step of `dt_s`, above 0 and at most 1 s, with the controls held constant over the step. The car divides it into sub-steps
/// of its own. A car whose run is over stays where it is: `skidpad_car_state` has the reason in `run`.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for the step or the gear. The car has not moved then.
///
/// # Safety
/// A car of this library; valid controls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_step(
    car: *mut SkidpadCar,
    controls: *const SkidpadControls,
    dt_s: f64,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, controls) = unsafe { (handle::get_mut(car)?, read(controls, "controls")?) };
        let stepped = body.car.step(&controls.controls()?, dt_s);
        stepped.map(|_| ()).map_err(|error| Fault::new(SkidpadStatus::OutOfRange, error))
    })
}

/// Copies the name of the control of the last step that was not a number, for which 0 was used, to a buffer, and writes the bytes
/// with the NUL to `size`, as `skidpad_preset_name`; an empty text where there was none.
///
/// # Safety
/// A car of this library; valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_control_fault(
    car: *const SkidpadCar,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let fault = unsafe { handle::get(car)? }.car.control_fault();
        // SAFETY: as promised by the caller.
        unsafe { copy_text(fault.map_or("", |fault| fault.field), buffer, capacity, size) }
    })
}

/// Writes place, attitude and motion of the car.
///
/// # Safety
/// A car of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_state(
    car: *const SkidpadCar,
    state: *mut SkidpadState,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(state, "state", (&handle::get(car)?.car).into()) })
}

/// Copies the wheels: front left, front right, rear left, rear right; or front and rear; or none. Writes their number to `count`.
/// A null buffer of capacity 0 returns only the number.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE` where the capacity is below their number.
///
/// # Safety
/// A car of this library; valid memory for so many wheels, and for the number, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_wheels(
    car: *const SkidpadCar,
    wheels: *mut SkidpadWheel,
    capacity: usize,
    count: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let found: Vec<SkidpadWheel> =
            unsafe { handle::get(car)? }.car.wheels().iter().map(Into::into).collect();
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, wheels, capacity, count, "wheels") }
    })
}

/// Puts another road and air under and around the car, from the next step on.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`, with the field. Nothing has changed then.
///
/// # Safety
/// A car of this library; a valid struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_set_surface(
    car: *mut SkidpadCar,
    surface: *const SkidpadSurface,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, surface) = unsafe { (handle::get_mut(car)?, read(surface, "surface")?.surface()?) };
        body.car.set_surface(surface);
        Ok(())
    })
}

/// Puts a copy of a ground under the car's wheels; null: the surface everywhere.
///
/// # Safety
/// A car of this library; a ground of this library or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_set_ground(
    car: *mut SkidpadCar,
    ground: *const SkidpadGround,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get_mut(car)? };
        // SAFETY: as promised by the caller.
        let ground = if ground.is_null() { None } else { Some(unsafe { handle::get(ground)? }) };
        body.car.set_ground(ground.map(|ground| ground.ground()).unwrap_or_default());
        Ok(())
    })
}

/// Puts the car at a place as it begins: straight ahead, wheels and engine turning with it, brakes cold. Its clock goes on.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number that is not finite. The car has not moved then.
///
/// # Safety
/// A car of this library; a valid struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_teleport(
    car: *mut SkidpadCar,
    to: *const SkidpadPlacement,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, to) = unsafe { (handle::get_mut(car)?, read(to, "to")?) };
        body.car.teleport(&to.into()).map_err(refused)
    })
}

/// Gives the car another motion, such as one that a collision left it with; wheels, engine and gears stay as they are.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number that is not finite, `SKIDPAD_STATUS_REFUSED` for a model without a heading.
///
/// # Safety
/// A car of this library; a valid struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_set_motion(
    car: *mut SkidpadCar,
    motion: *const SkidpadMotion,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, motion) = unsafe { (handle::get_mut(car)?, read(motion, "motion")?.motion()?) };
        body.car.motion().ok_or_else(|| no_heading(&body.car))?;
        body.car.set_motion(&motion);
        Ok(())
    })
}

/// Writes the motion of the body in the plane of the road.
///
/// Errors: `SKIDPAD_STATUS_REFUSED` for a model without a heading.
///
/// # Safety
/// A car of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_motion(
    car: *const SkidpadCar,
    motion: *mut SkidpadMotion,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get(car)? };
        let found = body.car.motion().ok_or_else(|| no_heading(&body.car))?;
        // SAFETY: as promised by the caller.
        unsafe { write(motion, "motion", found.into()) }
    })
}

fn no_heading(car: &Car) -> Fault {
    let message = format!("the model {} has no heading: use another model", car.model().name);
    Fault::new(SkidpadStatus::Refused, message)
}

/// Writes a hash of all that changes while the car drives: equal where the bits are, on every platform.
///
/// # Safety
/// A car of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_car_hash(car: *const SkidpadCar, hash: *mut u64) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(hash, "hash", handle::get(car)?.car.hash()) })
}
