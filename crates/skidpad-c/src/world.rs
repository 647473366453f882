//! Several cars on one site.

use std::collections::VecDeque;

use skidpad::Car;
use skidpad::core::controls::{Controls, Gear, sanitise};
use skidpad::core::step::Dt;
use skidpad::world::rolling::Request;
use skidpad::world::world::{CarId, Event, World};

use crate::car::{CarBody, SkidpadCar};
use crate::error::{Fault, SkidpadStatus};
use crate::event::SkidpadEvent;
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, copy_out, read, write};
use crate::site::{self, SkidpadSiteOptions};
use crate::state::{SkidpadControls, SkidpadState, SkidpadWheel};

/// Cars that share a site and meet each other, walls and cones.
pub struct SkidpadWorld(());

/// The most events that wait to be taken.
const MOST_EVENTS: usize = 10_000;

pub(crate) struct WorldBody {
    pub world: World,
    pub events: VecDeque<Event>,
}

impl Handle for SkidpadWorld {
    type Body = WorldBody;
    const KIND: u64 = u64::from_be_bytes(*b"skidwrld");
    const NAME: &'static str = "world";
}

/// Makes a world without cars on a site; null: dry, level, unbounded asphalt. Free it with `skidpad_world_free`.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a scene, with the nearest name; `SKIDPAD_STATUS_OUT_OF_RANGE` for a number of the site;
/// `SKIDPAD_STATUS_REFUSED` for a track on a scene that has one.
///
/// # Safety
/// A site with handles of this library, or null; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_new(
    site: *const SkidpadSiteOptions,
    world: *mut *mut SkidpadWorld,
) -> SkidpadStatus {
    guard(|| {
        check_out(world, "world")?;
        // SAFETY: as promised by the caller.
        let made = World::new(unsafe { site::site(site)? });
        let body = WorldBody { world: made, events: VecDeque::new() };
        // SAFETY: as promised by the caller.
        unsafe { write(world, "world", handle::new(body)) }
    })
}

/// Frees a world. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A world of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_free(world: *mut SkidpadWorld) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(world) })
}

/// Lets a copy of a car join, with the body of its vehicle, and writes its number: 0 for the first. Road and air are the world's from
/// then on; its controls are released, with an automatic gearbox. The handle of the car stays the caller's.
///
/// Errors: `SKIDPAD_STATUS_REFUSED` for a car that cannot join, such as one without aerodynamics on a windy site.
///
/// # Safety
/// A world and a car of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_add(
    world: *mut SkidpadWorld,
    car: *const SkidpadCar,
    id: *mut u32,
) -> SkidpadStatus {
    guard(|| {
        check_out(id, "id")?;
        // SAFETY: as promised by the caller.
        let (body, CarBody { car, .. }) = unsafe { (handle::get_mut(world)?, handle::get(car)?) };
        let released = Controls { gear: Gear::Automatic, ..Controls::default() };
        let mut joined = car.clone();
        joined.set_surface(body.world.surface());
        joined.set_ground(body.world.site().ground.clone());
        let added = body.world.add(joined.into_member());
        let added = added.map_err(|error| Fault::new(SkidpadStatus::Refused, error))?;
        body.world.set_request(added, Request::from_command(sanitise(&released).0));
        // SAFETY: as promised by the caller.
        unsafe { write(id, "id", added.index() as u32) }
    })
}

/// Takes a car out. Its number is not given to another.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`.
///
/// # Safety
/// A world of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_remove(world: *mut SkidpadWorld, id: u32) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get_mut(world)? };
        body.world.remove(CarId::from_number(id)).map(|_| ()).ok_or_else(|| no_car(id))
    })
}

fn no_car(id: u32) -> Fault {
    Fault::new(
        SkidpadStatus::NoSuchCar,
        format!("car {id} is not in the world: use a number of skidpad_world_add"),
    )
}

fn car_in(body: &WorldBody, id: u32) -> Result<&Car, Fault> {
    Car::in_world(&body.world, CarId::from_number(id)).ok_or_else(|| no_car(id))
}

/// Sets the controls of a car from the next step on, until others are set. Numbers out of their range are brought into it.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_OUT_OF_RANGE` for the gear.
///
/// # Safety
/// A world of this library; valid controls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_set_controls(
    world: *mut SkidpadWorld,
    id: u32,
    controls: *const SkidpadControls,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, controls) = unsafe { (handle::get_mut(world)?, read(controls, "controls")?) };
        let request = Request::from_command(sanitise(&controls.controls()?).0);
        let is_here = body.world.set_request(CarId::from_number(id), request);
        is_here.then_some(()).ok_or_else(|| no_car(id))
    })
}

/// Moves all cars on by a step of `dt_s`, above 0 and at most 1 s.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`. Nothing has moved then.
///
/// # Safety
/// A world of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_step(world: *mut SkidpadWorld, dt_s: f64) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get_mut(world)? };
        let dt = Dt::try_from(dt_s).map_err(|error| Fault::new(SkidpadStatus::OutOfRange, error))?;
        body.world.step(dt);
        Ok(())
    })
}

/// Writes the time since the world began, s.
///
/// # Safety
/// A world of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_time(world: *const SkidpadWorld, time_s: *mut f64) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(time_s, "time_s", handle::get(world)?.world.time_s()) })
}

/// Writes a hash of the bits of all cars and cones and of the number of steps: to compare replays.
///
/// # Safety
/// A world of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_hash(world: *const SkidpadWorld, hash: *mut u64) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(hash, "hash", handle::get(world)?.world.hash()) })
}

/// Writes place, attitude and motion of a car.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`.
///
/// # Safety
/// A world of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_car_state(
    world: *const SkidpadWorld,
    id: u32,
    state: *mut SkidpadState,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(state, "state", car_in(handle::get(world)?, id)?.into()) })
}

/// Copies the wheels of a car, as `skidpad_car_wheels`.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_WRONG_SIZE`.
///
/// # Safety
/// A world of this library; valid memory for so many wheels, and for the number, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_car_wheels(
    world: *const SkidpadWorld,
    id: u32,
    wheels: *mut SkidpadWheel,
    capacity: usize,
    count: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let car = car_in(unsafe { handle::get(world)? }, id)?;
        let found: Vec<SkidpadWheel> = car.wheels().iter().map(Into::into).collect();
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, wheels, capacity, count, "wheels") }
    })
}

/// Makes a copy of a car of the world as it is now, with the road below it: to read its channels, or to drive on alone. Free it with
/// `skidpad_car_free`.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`.
///
/// # Safety
/// A world of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_car_clone(
    world: *const SkidpadWorld,
    id: u32,
    car: *mut *mut SkidpadCar,
) -> SkidpadStatus {
    guard(|| {
        check_out(car, "car")?;
        // SAFETY: as promised by the caller.
        let found = car_in(unsafe { handle::get(world)? }, id)?.clone();
        let body = CarBody { channels: crate::channel::ModelChannels::from_car(&found), car: found };
        // SAFETY: as promised by the caller.
        unsafe { write(car, "car", handle::new(body)) }
    })
}

/// Takes up to `capacity` events, at least 1, the oldest first, and writes their number to `count`: call it until that is 0. At most 10,000
/// pending events are kept; the oldest are dropped.
///
/// # Safety
/// A world of this library; valid memory for so many events, and for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_take_events(
    world: *mut SkidpadWorld,
    events: *mut SkidpadEvent,
    capacity: usize,
    count: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        check_out(events, "events")?;
        check_out(count, "count")?;
        crate::state::within("capacity", capacity as f64, [1.0, f64::INFINITY])?;
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get_mut(world)? };
        let WorldBody { world, events: waiting } = body;
        waiting.extend(world.take_events());
        let surplus = waiting.len().saturating_sub(MOST_EVENTS);
        waiting.drain(..surplus);
        let due = waiting.len().min(capacity);
        let taken: Vec<SkidpadEvent> = waiting.drain(..due).map(|event| (&event).into()).collect();
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&taken, events, capacity, count, "events") }
    })
}

/// Progress of a car along the world's track.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadProgress {
    /// Distance along the line, m.
    pub distance_m: f64,
    /// Distance from the line, m, positive to the left.
    pub lateral_offset_m: f64,
    /// Distance from the nearer edge of the road, m; below 0 beside it.
    pub inside_m: f64,
    /// Number of laps completed.
    pub laps: u32,
    /// Time of the lap under way, s; NaN before the start line.
    pub lap_time_s: f64,
    /// Time of the last lap, s; NaN before the first is complete.
    pub last_lap_s: f64,
}

/// Writes where a car is on the world's track, and its laps.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_REFUSED` for a world without a track.
///
/// # Safety
/// A world of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_progress(
    world: *const SkidpadWorld,
    id: u32,
    progress: *mut SkidpadProgress,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let WorldBody { world, .. } = unsafe { handle::get(world)? };
        let car = CarId::from_number(id);
        let laps = world.laps(car).ok_or_else(|| no_car(id))?;
        let (track, at) = world.site().track().zip(world.on_track(car)).ok_or_else(|| {
            Fault::new(SkidpadStatus::Refused, "the world has no track: give it one in its options")
        })?;
        let found = SkidpadProgress {
            distance_m: at.distance_m,
            lateral_offset_m: at.lateral_offset_m,
            inside_m: track.inside_m(at),
            laps: laps.completed(),
            lap_time_s: laps.time_s(world.time_s()).unwrap_or(f64::NAN),
            last_lap_s: laps.last().map_or(f64::NAN, |lap| lap.time_s),
        };
        // SAFETY: as promised by the caller.
        unsafe { write(progress, "progress", found) }
    })
}
