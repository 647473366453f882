//! Columns of a fleet: a command, state or output of all cars.

use std::ffi::c_char;

use crate::error::{Fault, SkidpadStatus};
use crate::fleet::{SkidpadFleet, check_count};
use crate::guard::guard;
use crate::handle;
use crate::memory::{check_out, copy_out, list, numbers_mut, text};

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
        let group = body.group_mut();
        check_count("values", count, group.len())?;
        let command = group.command(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
        group.command_mut(command).copy_from_slice(values);
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
        let group = body.group();
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
        let (group, id) = (body.group(), body.id());
        check_count("values", count, group.len())?;
        let output = group.output(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
        // SAFETY: as promised by the caller.
        let values = unsafe { numbers_mut(values, count, "values")? };
        let written = body.fleet.outputs(id, &[output], values);
        written.map_err(|error| Fault::new(SkidpadStatus::WrongSize, error))
    })
}

/// Copies the run status of all cars: `SKIDPAD_RUN_RUNNING` or why it has stopped.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
///
/// # Safety
/// A fleet of this library; memory for `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_runs(
    fleet: *const SkidpadFleet,
    runs: *mut u32,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let group = unsafe { handle::get(fleet)? }.group();
        check_count("runs", count, group.len())?;
        let found: Vec<u32> = (0..count).map(|car| u32::from(group.status(car).code())).collect();
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, runs, count, core::ptr::null_mut(), "runs") }
    })
}

/// Copies the largest approach speed of each car's impacts in the last step, m/s, with walls and with cones; 0 without impacts.
/// Either buffer may be null.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
///
/// # Safety
/// A fleet of this library; memory for `count` values each, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_impacts(
    fleet: *const SkidpadFleet,
    walls_m_s: *mut f64,
    cones_m_s: *mut f64,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let group = unsafe { handle::get(fleet)? }.group();
        check_count("walls_m_s and cones_m_s", count, group.len())?;
        let found = [
            (walls_m_s, "walls_m_s", group.impacts_m_s()),
            (cones_m_s, "cones_m_s", group.cone_impacts_m_s()),
        ];
        let due = || found.iter().filter(|(to, ..)| !to.is_null());
        due().try_for_each(|(to, name, _)| check_out(*to, name))?;
        for (to, name, speeds) in due() {
            // SAFETY: as promised by the caller. A fleet that meets nothing has no speeds.
            let to = unsafe { numbers_mut(*to, count, name)? };
            to.copy_from_slice(speeds.unwrap_or(&vec![0.0; count]));
        }
        Ok(())
    })
}
