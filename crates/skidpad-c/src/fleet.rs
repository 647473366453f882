//! Thousands of cars of one vehicle, each alone on its site.

use skidpad::Placement;
use skidpad::core::controls::Gear;
use skidpad::core::step::Dt;
use skidpad::fleet::{Entrant, Fleet, Group, GroupId};
use skidpad::world::channel::CarChannels;
use skidpad::world::models::ModelInfo;
use skidpad::world::rolling::{Begin, CarChoice};
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION, body_of};

use crate::car::SkidpadCar;
use crate::error::{Fault, SkidpadStatus};
use crate::fleet_models::by_name;
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, list, sized, write};
use crate::site::{SkidpadSiteOptions, site};
use crate::state::{SkidpadPlacement, within};

/// Cars of one vehicle and model, each alone on a site, in SIMD lanes and over threads. Its own threads wait between steps.
pub struct SkidpadFleet(());

pub(crate) struct FleetBody {
    pub fleet: Fleet,
    id: GroupId,
    /// Number of vehicles that resets may draw.
    pub vehicles: usize,
}

impl FleetBody {
    pub fn group(&self) -> &Group {
        self.fleet.group(self.id)
    }

    pub fn group_mut(&mut self) -> &mut Group {
        self.fleet.group_mut(self.id)
    }

    pub fn id(&self) -> GroupId {
        self.id
    }
}

impl Handle for SkidpadFleet {
    type Body = FleetBody;
    const KIND: u64 = u64::from_be_bytes(*b"skidflet");
    const NAME: &'static str = "fleet";
}

/// Choices for a fleet. Begin with `skidpad_fleet_options`, which sets `size` and the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadFleetOptions {
    /// `sizeof(SkidpadFleetOptions)`: a struct of another version of this header is refused.
    pub size: usize,
    /// Site on which each car drives alone; null: dry, level, unbounded asphalt. Laps of its track are not timed.
    pub site: *const SkidpadSiteOptions,
    /// Starts, one for each car, to which a reset puts it back; null: at rest at the origin.
    pub placements: *const SkidpadPlacement,
    /// Number of threads; 0: as many as the machine runs at once. It changes no bits.
    pub threads: usize,
    /// 1: a car meets the walls and cones of its site, and has cones of its own there; 0: it passes through everything.
    pub meets: u32,
}

/// Writes the default choices for a fleet. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_options(options: *mut SkidpadFleetOptions) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(options, "options", defaults()) })
}

fn defaults() -> SkidpadFleetOptions {
    let (site, placements) = (core::ptr::null(), core::ptr::null());
    SkidpadFleetOptions { size: size_of::<SkidpadFleetOptions>(), site, placements, threads: 0, meets: 1 }
}

/// # Safety
/// Options as of `skidpad_fleet_options`, or null.
unsafe fn checked(options: *const SkidpadFleetOptions) -> Result<SkidpadFleetOptions, Fault> {
    // SAFETY: as promised by the caller.
    let Some(options) = (unsafe { sized(options, "options", "skidpad_fleet_options")? }) else {
        return Ok(defaults());
    };
    within("options.threads", options.threads as f64, [0.0, 1024.0])?;
    within("options.meets", f64::from(options.meets), [0.0, 1.0])?;
    Ok(*options)
}

/// States of a model's car at a start, by name.
fn initial(
    model: &ModelInfo,
    channels: &CarChannels,
    index: usize,
    start: &SkidpadPlacement,
) -> Result<Vec<(&'static str, f64)>, Fault> {
    let Placement { position_m: [x, y], heading_rad, speed_m_s } = start.into();
    for (name, value) in
        [("position_m[0]", x), ("position_m[1]", y), ("heading_rad", heading_rad), ("speed_m_s", speed_m_s)]
    {
        if !value.is_finite() {
            let message = format!("options.placements[{index}].{name} = {value}: must be finite");
            return Err(Fault::new(SkidpadStatus::OutOfRange, message));
        }
    }
    let place = [(channels.position_x, x), (channels.position_y, y), (channels.yaw, heading_rad)];
    let place = place.into_iter().filter_map(|(channel, value)| Some((channel?.state_name()?, value)));
    Ok(place.chain([(model.speed, speed_m_s)]).collect())
}

/// Makes a fleet of `count` cars with the vehicle and model of `car`; `options` may be null. Motion, road and controls of `car` are
/// ignored. Each car has the bits of a car that is alone in a world on the site. Controls are released, with an automatic gearbox. Free
/// it with `skidpad_fleet_free`.
///
/// Errors: `SKIDPAD_STATUS_REFUSED` for a car of a model that fleets do not drive, with those that they do, and for a model without
/// aerodynamics on a windy site; `SKIDPAD_STATUS_OUT_OF_RANGE` for no cars, for more than 10,000,000, for more than 1024 threads, and for
/// a number of a placement or of the site; errors of the site as `skidpad_world_new`.
///
/// # Safety
/// A car of this library; options with handles of this library and `count` placements, or null; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_new(
    car: *const SkidpadCar,
    count: usize,
    options: *const SkidpadFleetOptions,
    fleet: *mut *mut SkidpadFleet,
) -> SkidpadStatus {
    guard(|| {
        check_out(fleet, "fleet")?;
        // SAFETY: as promised by the caller.
        let (car, options) = unsafe { (&handle::get(car)?.car, checked(options)?) };
        let model = by_name(car.model().name)?;
        within("count", count as f64, [1.0, 1e7])?;
        // SAFETY: as promised by the caller.
        let site = unsafe { site(options.site)? };
        let starts = if options.placements.is_null() {
            &[]
        } else {
            // SAFETY: as promised by the caller.
            unsafe { list(options.placements, count, "options.placements")? }
        };
        let channels = CarChannels::resolve(&model.info().layout());
        let starts = starts.iter().enumerate();
        let starts = starts.map(|(index, start)| initial(model.info(), &channels, index, start));
        let starts: Vec<_> = starts.collect::<Result<_, _>>()?;
        let mut made = Fleet::new().with_threads(options.threads);
        let site = made.add_site(site).map_err(|error| Fault::new(SkidpadStatus::OutOfRange, error))?;
        let choice = CarChoice::Vehicle(car.vehicle());
        let meets = options.meets != 0 && car.motion().is_some();
        let body = meets.then(|| body_of(model.info(), &choice, BODY_RESTITUTION, BODY_FRICTION));
        let entrants: Vec<_> = (0..count)
            .map(|index| {
                let initial = starts.get(index).map_or(&[][..], |states| states);
                let begin = Begin { gear: Gear::Automatic, initial, method: None };
                Entrant { car: choice, begin, site, body }
            })
            .collect();
        let id = made.add(model, &entrants);
        let id = id.map_err(|error| Fault::new(SkidpadStatus::Refused, error))?;
        let cars = made.group_mut(id);
        let automatic =
            cars.command("automatic").map_err(|error| Fault::new(SkidpadStatus::Internal, error))?;
        cars.command_mut(automatic).fill(1.0);
        // SAFETY: as promised by the caller.
        unsafe { write(fleet, "fleet", handle::new(FleetBody { fleet: made, id, vehicles: 0 })) }
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

/// Refuses a column of another length than the fleet.
pub(crate) fn check_count(name: &str, found: usize, must: usize) -> Result<(), Fault> {
    let message = || format!("{name} has {found} values: must be {must}, one for each car");
    (found == must).then_some(()).ok_or_else(|| Fault::new(SkidpadStatus::WrongSize, message()))
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
        body.fleet.step_times(dt, u64::from(steps));
        Ok(())
    })
}
