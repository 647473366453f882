//! Thousands of cars of one vehicle, each alone, in columns.

use std::ffi::c_char;

use skidpad::core::controls::Gear;
use skidpad::core::model::two_track::{Curves, TwoTrack};
use skidpad::core::step::Dt;
use skidpad::fleet::{Entrant, Fleet, FleetModel, GroupId};
use skidpad::world::models::TWO_TRACK;
use skidpad::world::rolling::{Begin, CarChoice};

use crate::car::SkidpadCar;
use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, list, numbers_mut, text, write};

/// The four-wheel car in lanes, compiled here.
static MODEL: FleetModel = FleetModel::new::<TwoTrack<Curves>>(&TWO_TRACK);

/// Cars of one vehicle on dry, level asphalt, each alone, in SIMD lanes and over threads. Its own threads wait between
/// steps.
pub struct SkidpadFleet(());

pub(crate) struct FleetBody {
    fleet: Fleet,
    group: GroupId,
}

impl Handle for SkidpadFleet {
    type Body = FleetBody;
    const KIND: u64 = u64::from_be_bytes(*b"skidflet");
    const NAME: &'static str = "fleet";
}

/// Makes a fleet of `count` cars with the vehicle of `car`, at rest at the origin, over `threads` threads; 0: as many as the machine
/// runs at once. The number of threads changes no bits. Free it with `skidpad_fleet_free`.
///
/// Errors: `SKIDPAD_STATUS_REFUSED` for a car of another model than "two_track"; `SKIDPAD_STATUS_OUT_OF_RANGE` for no cars, for more than
/// 10,000,000, or for more than 1024 threads.
///
/// # Safety
/// A car of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_new(
    car: *const SkidpadCar,
    count: usize,
    threads: usize,
    fleet: *mut *mut SkidpadFleet,
) -> SkidpadStatus {
    guard(|| {
        check_out(fleet, "fleet")?;
        // SAFETY: as promised by the caller.
        let car = &unsafe { handle::get(car)? }.car;
        if car.model().name != TWO_TRACK.name {
            let message = format!("car is of the model {}: must be {}", car.model().name, TWO_TRACK.name);
            return Err(Fault::new(SkidpadStatus::Refused, message));
        }
        crate::state::within("count", count as f64, [1.0, 1e7])?;
        crate::state::within("threads", threads as f64, [0.0, 1024.0])?;
        let begin = Begin { gear: Gear::Automatic, initial: &[], method: None };
        let mut made = Fleet::new().with_threads(threads);
        let site = made.add_site(skidpad::world::world::Site::asphalt());
        let site = site.map_err(|error| Fault::new(SkidpadStatus::Internal, error))?;
        let entrant = Entrant { car: CarChoice::Vehicle(car.vehicle()), begin, site, body: None };
        let group = made.add(&MODEL, &vec![entrant; count]);
        let group = group.map_err(|error| Fault::new(SkidpadStatus::Refused, error))?;
        let cars = made.group_mut(group);
        let automatic =
            cars.command("automatic").map_err(|error| Fault::new(SkidpadStatus::Internal, error))?;
        cars.command_mut(automatic).fill(1.0);
        // SAFETY: as promised by the caller.
        unsafe { write(fleet, "fleet", handle::new(FleetBody { fleet: made, group })) }
    })
}

/// Frees a fleet and its threads. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A fleet of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_free(fleet: *mut SkidpadFleet) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(fleet) })
}

fn check_count(name: &str, found: usize, must: usize) -> Result<(), Fault> {
    let message = || format!("{name} has {found} values: must be {must}, one for each car");
    (found == must).then_some(()).ok_or_else(|| Fault::new(SkidpadStatus::WrongSize, message()))
}

/// Sets a command of all cars, one value for each, from the next step on: "throttle", "brake", "handbrake", "steer_rad", "clutch", "gear"
/// (-1 reverse, 0 neutral), "automatic" (1 or 0), "starter". A value that is not a number counts as 0.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
///
/// # Safety
/// A fleet of this library; a name that ends in a NUL; `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_set_command(
    fleet: *mut SkidpadFleet,
    name: *const c_char,
    values: *const f64,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, name) = unsafe { (handle::get_mut(fleet)?, text(name, "name")?) };
        // SAFETY: as promised by the caller.
        let values = unsafe { list(values, count, "values")? };
        let group = body.fleet.group_mut(body.group);
        check_count("values", count, group.len())?;
        let command = group.command(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
        group.command_mut(command).copy_from_slice(values);
        Ok(())
    })
}

/// Moves all cars on by `steps` steps of `dt_s`, above 0 and at most 1 s, with the commands held. A car whose run is over stays where
/// it is.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`. Nothing has moved then.
///
/// # Safety
/// A fleet of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_step(
    fleet: *mut SkidpadFleet,
    dt_s: f64,
    steps: u32,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get_mut(fleet)? };
        let dt = Dt::try_from(dt_s).map_err(|error| Fault::new(SkidpadStatus::OutOfRange, error))?;
        (0..steps).for_each(|_| body.fleet.step(dt));
        Ok(())
    })
}

/// Copies a state or mode of all cars by its name, such as "x_m" or "velocity_x_m_s", one value for each car.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
///
/// # Safety
/// A fleet of this library; a name that ends in a NUL; memory for `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_states(
    fleet: *const SkidpadFleet,
    name: *const c_char,
    values: *mut f64,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, name) = unsafe { (handle::get(fleet)?, text(name, "name")?) };
        let group = body.fleet.group(body.group);
        check_count("values", count, group.len())?;
        let state = group.state(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
        // SAFETY: as promised by the caller.
        unsafe { numbers_mut(values, count, "values")? }.copy_from_slice(group.states(state));
        Ok(())
    })
}

/// Copies an output of all cars by its name, such as "kinetic_energy_j", one value for each car: that of the present states and commands.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
///
/// # Safety
/// A fleet of this library; a name that ends in a NUL; memory for `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_outputs(
    fleet: *mut SkidpadFleet,
    name: *const c_char,
    values: *mut f64,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, name) = unsafe { (handle::get_mut(fleet)?, text(name, "name")?) };
        let group = body.fleet.group(body.group);
        check_count("values", count, group.len())?;
        let output = group.output(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
        // SAFETY: as promised by the caller.
        let values = unsafe { numbers_mut(values, count, "values")? };
        let written = body.fleet.outputs(body.group, &[output], values);
        written.map_err(|error| Fault::new(SkidpadStatus::WrongSize, error))
    })
}

/// Puts the cars whose value in `mask` is not 0 back to their starts. Commands stay.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
///
/// # Safety
/// A fleet of this library; `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_reset(
    fleet: *mut SkidpadFleet,
    mask: *const u8,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, mask) = unsafe { (handle::get_mut(fleet)?, list(mask, count, "mask")?) };
        let group = body.fleet.group_mut(body.group);
        check_count("mask", count, group.len())?;
        let mask: Vec<bool> = mask.iter().map(|value| *value != 0).collect();
        group.reset(&mask);
        Ok(())
    })
}
