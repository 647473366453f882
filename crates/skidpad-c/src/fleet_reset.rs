//! Resets of a fleet's cars: to their starts, to given states, or to states and vehicles that are drawn at random.

use std::ffi::c_char;

use skidpad::fleet::{DrawnState, Draws, Group, StateHandle};
use skidpad::world::rolling::CarChoice;

use crate::car::SkidpadCar;
use crate::error::{Fault, SkidpadStatus};
use crate::fleet::{SkidpadFleet, check_count};
use crate::guard::guard;
use crate::handle;
use crate::memory::{list, sized, text, write};
use crate::state::within;

/// Puts the cars whose value in `mask` is not 0 back to their starts, with the vehicle of the fleet, and begins a new episode of each. Their
/// cones stand again where they stood at first. Commands stay.
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
        let group = body.group_mut();
        let mask = mask_of(mask, group)?;
        group.reset(&mask);
        Ok(())
    })
}

/// A state that a reset draws at random, evenly from `low` to `high`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadDrawnState {
    /// Name of the state, such as "y_m".
    pub name: *const c_char,
    /// Its least value.
    pub low: f64,
    /// Its largest value.
    pub high: f64,
}

/// States and vehicles that a reset draws at random. A car's numbers depend on the seed, its place in the fleet and the number of its resets,
/// and on nothing else. Begin with `skidpad_draws`, which sets `size` and the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadDraws {
    /// `sizeof(SkidpadDraws)`: a struct of another version of this header is refused.
    pub size: usize,
    /// Seed.
    pub seed: u64,
    /// States that are drawn; may be null where `state_count` is 0.
    pub states: *const SkidpadDrawnState,
    /// Number of states that are drawn.
    pub state_count: usize,
    /// 1: each car gets one of the vehicles of `skidpad_fleet_add_vehicle`, until its next reset; 0: its own.
    pub vehicle: u32,
}

/// Writes draws of nothing, with the seed 0. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_draws(draws: *mut SkidpadDraws) -> SkidpadStatus {
    let (size, states) = (size_of::<SkidpadDraws>(), core::ptr::null());
    let defaults = SkidpadDraws { size, seed: 0, states, state_count: 0, vehicle: 0 };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(draws, "draws", defaults) })
}

/// Begins a new episode of each car whose value in `mask` is not 0: as `skidpad_fleet_reset`, with states and vehicles drawn at random.
/// Wheels and engine turn with a speed that is drawn.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a name that is no state of the model, `SKIDPAD_STATUS_OUT_OF_RANGE`,
/// `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
///
/// # Safety
/// A fleet of this library; `count` values; draws as of `skidpad_draws`, or null for the starts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_reset_drawn(
    fleet: *mut SkidpadFleet,
    mask: *const u8,
    count: usize,
    draws: *const SkidpadDraws,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, mask) = unsafe { (handle::get_mut(fleet)?, list(mask, count, "mask")?) };
        let vehicles = body.vehicles;
        let group = body.group_mut();
        let mask = mask_of(mask, group)?;
        // SAFETY: as promised by the caller.
        let Some(draws) = (unsafe { sized(draws, "draws", "skidpad_draws")? }) else {
            group.reset(&mask);
            return Ok(());
        };
        within("draws.vehicle", f64::from(draws.vehicle), [0.0, 1.0])?;
        if draws.vehicle != 0 && vehicles == 0 {
            let message = "draws.vehicle = 1: the fleet has no vehicles to draw; add them with skidpad_fleet_add_vehicle";
            return Err(Fault::new(SkidpadStatus::Refused, message));
        }
        // SAFETY: as promised by the caller.
        let states = unsafe { drawn(list(draws.states, draws.state_count, "draws.states")?, group)? };
        group.reset_drawn(&mask, &Draws { seed: draws.seed, states: &states, vehicle: draws.vehicle != 0 });
        Ok(())
    })
}

/// # Safety
/// Names that end in a NUL, or null.
unsafe fn drawn(states: &[SkidpadDrawnState], group: &Group) -> Result<Vec<DrawnState>, Fault> {
    let mut found = Vec::with_capacity(states.len());
    for (index, SkidpadDrawnState { name, low, high }) in states.iter().copied().enumerate() {
        let field = |field: &str| format!("draws.states[{index}].{field}");
        // SAFETY: as promised by the caller.
        let name = unsafe { text(name, &field("name"))? };
        let state = state_of(group, name, &field("name"))?;
        within(&field("low"), low, [-f64::MAX, f64::MAX])?;
        within(&field("high"), high, [low, f64::MAX])?;
        // Wider than any number, a range has no share.
        within(&field("high - low"), high - low, [0.0, f64::MAX])?;
        if let Some(first) = found.iter().position(|other: &DrawnState| other.state == state) {
            let message = format!("{} = {name}: is draws.states[{first}] already", field("name"));
            return Err(Fault::new(SkidpadStatus::Refused, message));
        }
        found.push(DrawnState { state, low, high });
    }
    Ok(found)
}

/// Begins a new episode of each car whose value in `mask` is not 0: as `skidpad_fleet_reset`, with values of some states. `values` has those
/// of the first state for all cars, then those of the second; those of other cars are ignored. Wheels and engine turn with a speed that is
/// given.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a name that is no state of the model, `SKIDPAD_STATUS_OUT_OF_RANGE` for a value that is not
/// finite, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
///
/// # Safety
/// A fleet of this library; `count` values of the mask; `state_count` names that end in a NUL; `value_count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_reset_to(
    fleet: *mut SkidpadFleet,
    mask: *const u8,
    count: usize,
    states: *const *const c_char,
    state_count: usize,
    values: *const f64,
    value_count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, mask) = unsafe { (handle::get_mut(fleet)?, list(mask, count, "mask")?) };
        let group = body.group_mut();
        let mask = mask_of(mask, group)?;
        // SAFETY: as promised by the caller.
        let (names, values) =
            unsafe { (list(states, state_count, "states")?, list(values, value_count, "values")?) };
        let mut handles = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let field = format!("states[{index}]");
            // SAFETY: as promised by the caller.
            let name = unsafe { text(*name, &field)? };
            let state = state_of(group, name, &field)?;
            if let Some(first) = handles.iter().position(|other| *other == state) {
                let message = format!("{field} = {name}: is states[{first}] already");
                return Err(Fault::new(SkidpadStatus::Refused, message));
            }
            handles.push(state);
        }
        check_values(values, names.len(), &mask)?;
        group.reset_to(&mask, &handles, values);
        Ok(())
    })
}

/// Refuses values of another number than states times cars, and those that are not finite of cars in the mask.
fn check_values(values: &[f64], states: usize, mask: &[bool]) -> Result<(), Fault> {
    if Some(values.len()) != states.checked_mul(mask.len()) {
        let message =
            format!("values has {} values: must be {states} states times {} cars", values.len(), mask.len());
        return Err(Fault::new(SkidpadStatus::WrongSize, message));
    }
    let used = values.iter().enumerate().filter(|(index, _)| mask[index % mask.len()]);
    used.into_iter()
        .try_for_each(|(index, value)| within(&format!("values[{index}]"), *value, [-f64::MAX, f64::MAX]))
}

/// A state by its name, which a reset sets; modes follow from the states.
fn state_of(group: &Group, name: &str, field: &str) -> Result<StateHandle, Fault> {
    let unknown = |message: String| Fault::new(SkidpadStatus::UnknownName, message);
    let handle = group.state(name).map_err(|error| unknown(format!("{field}: {error}")))?;
    let [states, _] = group.state_channels();
    let is_state = states.iter().any(|channel| channel.name == name);
    let message = || format!("{field}: `{name}` is a mode: must be a state, such as `{}`", states[0].name);
    is_state.then_some(handle).ok_or_else(|| unknown(message()))
}

/// A mask of all cars.
fn mask_of(mask: &[u8], group: &Group) -> Result<Vec<bool>, Fault> {
    check_count("mask", mask.len(), group.len())?;
    Ok(mask.iter().map(|value| *value != 0).collect())
}

/// Adds the vehicle of `car` to those that resets draw (`SkidpadDraws`). What walls and cones meet stays the outline of the vehicle with
/// which the fleet was made.
///
/// Errors: `SKIDPAD_STATUS_OTHER_MODEL` for a car of another model than the fleet's.
///
/// # Safety
/// A fleet and a car of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_add_vehicle(
    fleet: *mut SkidpadFleet,
    car: *const SkidpadCar,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, car) = unsafe { (handle::get_mut(fleet)?, &handle::get(car)?.car) };
        let (group, model) = (body.group_mut(), car.model().name);
        if model != group.model() {
            let message = format!("car is of the model {model}: make it with {}", group.model());
            return Err(Fault::new(SkidpadStatus::OtherModel, message));
        }
        let added = group.add_vehicle(&CarChoice::Vehicle(car.vehicle()));
        added.map_err(|error| Fault::new(SkidpadStatus::Refused, error))?;
        body.vehicles += 1;
        Ok(())
    })
}
