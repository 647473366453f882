//! Building an envelope: the ends of all rays, at all speeds and loads.

use std::thread;

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_world::roadtest::driven_radius_m;

use super::diagram::{DIRECTIONS, Diagram, Diagrams, direction};
use super::equations::{SteadyCar, SteadyModel};
use super::error::EnvelopeError;
use super::follow::{coasting, diagrams, driven, peak};
use super::mending::mended;
use super::on_road::CarOnRoad;
use super::power::{Power, Pull, gears_m_s};
use super::unknowns::ALONG;

/// Number of speeds of the diagrams, and the slowest one, m/s.
const SPEEDS: usize = 12;
const SLOWEST_M_S: f64 = 6.0;
/// Loads of the diagrams, over gravity.
const LOADS: [f64; 3] = [0.3, 1.0, 2.0];
/// Number of speeds at which the power is found, of all gears together and at least of each one.
const POWERS: usize = 160;
const LEAST_POWERS: usize = 20;
/// Fastest speed that is kept, over the fastest one on the level.
const DOWNHILL: f64 = 1.3;
/// Speed at which a car's drag may at most take all of its power, m/s.
const FASTEST_M_S: f64 = 140.0;

/// Parts of an envelope that are interpolated.
pub(super) struct Parts {
    pub diagrams: Diagrams,
    pub power: Power,
}

/// The diagrams and the power of a car by a model, and of others near it.
pub(super) fn parts<M: SteadyModel<U>, const U: usize>(
    of: &CarOnRoad,
    near: &[CarOnRoad],
) -> Result<Vec<Parts>, EnvelopeError> {
    let cars = || [of].into_iter().chain(near);
    for CarOnRoad { vehicle, .. } in cars() {
        if let Some(why) = M::refuses(vehicle) {
            return Err(EnvelopeError::Vehicle(why));
        }
        if vehicle.body().track_m <= 0.0 {
            return Err(EnvelopeError::Vehicle(
                "a motorcycle, which leans: envelopes are those of cars".to_owned(),
            ));
        }
    }
    let near_powers = side_by_side(near.len(), &|place| power::<M, U>(&near[place]));
    let powers =
        [power::<M, U>(of)].into_iter().chain(near_powers).collect::<Result<Vec<Power>, EnvelopeError>>()?;
    // In equal ratios: slow, the steering's lock changes much over little speed; fast, the air changes little over much.
    let ratio = Real::powf(Real::max(powers[0].top_m_s / SLOWEST_M_S, 2.0), 1.0 / (SPEEDS - 1) as f64);
    let speeds_m_s: Vec<f64> =
        (0..SPEEDS).map(|place| SLOWEST_M_S * Real::powf(ratio, place as f64)).collect();
    let normals_m_s2: Vec<f64> = LOADS.map(|load| load * of.surface.gravity_m_s2).to_vec();
    let at = |place: usize| {
        let (row, column) = (place / SPEEDS, place % SPEEDS);
        let gear = calm_gear(&of.vehicle, speeds_m_s[column]);
        let steady = |car: &CarOnRoad| {
            let surface = Surface { gravity_m_s2: normals_m_s2[row], ..car.surface };
            SteadyCar::<M, U>::new(&car.vehicle, speeds_m_s[column], gear, &surface)
        };
        diagrams(&mut steady(of).beside(near.iter().map(steady).collect()))
    };
    let mut found = side_by_side(LOADS.len() * SPEEDS, &at)
        .into_iter()
        .map(|found| found.map(Vec::into_iter))
        .collect::<Result<Vec<_>, _>>()?;
    let directions: [[f64; 2]; DIRECTIONS] = core::array::from_fn(direction);
    let part = |power: Power| {
        let mut all: Vec<Diagram> = found.iter_mut().filter_map(Iterator::next).collect();
        all.chunks_mut(SPEEDS).for_each(mend_over_speeds);
        let (speeds_m_s, normals_m_s2) = (speeds_m_s.clone(), normals_m_s2.clone());
        Parts { diagrams: Diagrams { speeds_m_s, normals_m_s2, all, directions }, power }
    };
    Ok(powers.into_iter().map(part).collect())
}

/// Fills what diagrams of ascending speeds lack of what those of both neighbours have.
fn mend_over_speeds(diagrams: &mut [Diagram]) {
    for place in 0..DIRECTIONS {
        let ends: Vec<Option<f64>> =
            diagrams.iter().map(|diagram| Some(diagram.reaches_m_s2[place])).collect();
        let mended = mended(&ends).unwrap_or_default();
        diagrams.iter_mut().zip(mended).for_each(|(diagram, end)| diagram.reaches_m_s2[place] = end);
    }
    diagrams.iter_mut().for_each(|diagram| diagram.peak = peak(&diagram.reaches_m_s2));
}

/// Results of independent jobs, over the processor's cores where the platform has threads.
fn side_by_side<T: Send>(jobs: usize, job: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let cores =
        if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    if cores == 1 {
        return (0..jobs).map(job).collect();
    }
    let share = |core: usize| (core..jobs).step_by(cores).map(job).collect::<Vec<_>>();
    let shares: Vec<Vec<T>> = thread::scope(|scope| {
        let running: Vec<_> = (0..cores).map(|core| scope.spawn(move || share(core))).collect();
        let joined = |handle: thread::ScopedJoinHandle<'_, _>| match handle.join() {
            Ok(share) => share,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        running.into_iter().map(joined).collect()
    });
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    (0..jobs).filter_map(|place| shares[place % cores].next()).collect()
}

/// The highest gear in which the engine turns half as fast again as it idles: it neither pushes nor brakes much, as a driver has
/// it who brakes with the clutch open.
fn calm_gear(vehicle: &Vehicle<f64>, speed_m_s: f64) -> u8 {
    let wheels_rad_s = speed_m_s / driven_radius_m(vehicle);
    let is_calm = |gear: u8| {
        wheels_rad_s * vehicle.gears().overall(f64::from(gear)) >= 1.5 * vehicle.engine().idle_rad_s
    };
    (1..=vehicle.shift().gears as u8).rev().find(|gear| is_calm(*gear)).unwrap_or(1)
}

/// The acceleration at full throttle in all gears, up to the speed at which drag or the gears end it.
fn power<M: SteadyModel<U>, const U: usize>(of: &CarOnRoad) -> Result<Power, EnvelopeError> {
    // The engine's own limit is that on a road where the tyres take all of it.
    let surface = Surface { grip: Real::max(of.surface.grip, 1.0), ..of.surface };
    let vehicle = &of.vehicle;
    let gears_m_s = gears_m_s(vehicle);
    let fastest_m_s = Real::min(gears_m_s.iter().copied().fold(0.0, Real::max), FASTEST_M_S);
    let steps = usize::max(POWERS / gears_m_s.len(), LEAST_POWERS);
    let mut gears = Vec::with_capacity(gears_m_s.len());
    let mut from_m_s = 0.0;
    for (place, to_m_s) in gears_m_s.into_iter().enumerate() {
        // A gear that reaches no more than the one below it is never in.
        let step_m_s = Real::max(Real::min(to_m_s, fastest_m_s) - from_m_s, 1e-3) / steps as f64;
        let mut full_m_s2 = Vec::with_capacity(steps + 1);
        for sample in 0..=steps {
            // Below, the clutch slips and the engine keeps its speed.
            let speed_m_s = Real::max(from_m_s + step_m_s * sample as f64, SLOWEST_M_S);
            full_m_s2.push(full(&SteadyCar::<M, U>::new(vehicle, speed_m_s, place as u8 + 1, &surface))?);
        }
        gears.push(Pull { from_m_s, to_m_s, step_m_s, full_m_s2 });
        from_m_s = Real::max(from_m_s, to_m_s);
    }
    let power = Power { gears, top_m_s: fastest_m_s, shift_s: vehicle.shift().shift_time_s };
    // Downhill the car is faster than on the level, up to the speed of its gears.
    let level_m_s = power.level_top_m_s().ok_or(EnvelopeError::NoDrive)?;
    Ok(Power { top_m_s: Real::min(fastest_m_s, DOWNHILL * level_m_s), ..power })
}

/// Acceleration at full throttle; where the tyres cannot take it, that of a tyre without a limit.
fn full<M: SteadyModel<U>, const U: usize>(car: &SteadyCar<M, U>) -> Result<f64, EnvelopeError> {
    let coasting = coasting(car)?;
    let drive_m_s2 = car.full_drive_m_s2(&coasting);
    let little = driven(car, SMALL_DRIVE_M_S2)
        .map_or(1.0, |state| (state[ALONG] - coasting[ALONG]) / SMALL_DRIVE_M_S2);
    let unlimited = coasting[ALONG] + little * drive_m_s2;
    let found = driven(car, drive_m_s2).map(|state| state[ALONG]);
    Ok(found
        .filter(|found| Real::abs(found - unlimited) < 0.1 * Real::abs(unlimited) + 0.1)
        .unwrap_or(unlimited))
}

/// Drive by which the inertia of all that turns is found, m/s^2.
const SMALL_DRIVE_M_S2: f64 = 0.5;
