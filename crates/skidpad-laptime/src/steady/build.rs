//! Building an envelope: the ends of all rays, at all speeds and loads.

use std::thread;

use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Kind, StandardParts};
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use super::diagram::{DIRECTIONS, Diagram, Diagrams, SHARES, direction};
use super::equations::SteadyCar;
use super::error::EnvelopeError;
use super::mending::mended;
use super::power::{Power, gear, gears_m_s};
use super::ray::{Cause, End, Ray, end};
use super::solve::{Condition, newton};
use super::unknowns::{ACROSS, ALONG, DRIVE, Unknowns};

/// Number of speeds of the diagrams, and the slowest one, m/s.
const SPEEDS: usize = 12;
const SLOWEST_M_S: f64 = 6.0;
/// Loads of the diagrams, over gravity.
const LOADS: [f64; 3] = [0.3, 1.0, 2.0];
/// One ray is followed in each this many directions; the others are interpolated by a smooth curve.
const EACH: usize = 3;
/// Shares of the usual steps with which a ray is tried.
const SHARES_OF_STEPS: [f64; 3] = [1.0, 0.3, 0.08];
/// Number of speeds of the curve of power.
const POWERS: usize = 160;
/// Fastest speed that is kept, over the fastest one on the level.
const DOWNHILL: f64 = 1.3;
/// Speed at which a car's drag may at most take all of its power, m/s.
const FASTEST_M_S: f64 = 140.0;

/// The diagrams of a vehicle of a kind, and its power.
pub(super) fn parts<K: Kind<Parts = StandardParts>>(
    vehicle: &Vehicle<f64>,
    surface: &Surface<f64>,
) -> Result<(Diagrams, Power), EnvelopeError> {
    if let Some(why) = K::refuses(vehicle) {
        return Err(EnvelopeError::Vehicle(why));
    }
    if vehicle.body().track_m <= 0.0 {
        return Err(EnvelopeError::Vehicle(
            "a motorcycle, which leans: envelopes are those of cars".to_owned(),
        ));
    }
    // The engine's own limit is that on a road where the tyres take all of it.
    let grippy = Surface { grip: Real::max(surface.grip, 1.0), ..*surface };
    let power = power::<K>(vehicle, &grippy)?;
    // In equal ratios: slow, the steering's lock changes much over little speed; fast, the air changes little over much.
    let ratio = Real::powf(Real::max(power.top_m_s / SLOWEST_M_S, 2.0), 1.0 / (SPEEDS - 1) as f64);
    let speeds_m_s: Vec<f64> =
        (0..SPEEDS).map(|place| SLOWEST_M_S * Real::powf(ratio, place as f64)).collect();
    let normals_m_s2: Vec<f64> = LOADS.map(|load| load * surface.gravity_m_s2).to_vec();
    let of = |place: usize| {
        let (row, column) = (place / SPEEDS, place % SPEEDS);
        let surface = Surface { gravity_m_s2: normals_m_s2[row], ..*surface };
        let gear = calm_gear(vehicle, speeds_m_s[column]);
        diagram(&mut SteadyCar::<K>::new(vehicle, speeds_m_s[column], gear, &surface))
    };
    let mut all = side_by_side(LOADS.len() * SPEEDS, &of).into_iter().collect::<Result<Vec<_>, _>>()?;
    all.chunks_mut(SPEEDS).for_each(mend_over_speeds);
    let directions = (0..DIRECTIONS).map(direction).collect();
    Ok((Diagrams { speeds_m_s, normals_m_s2, all, directions }, power))
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

/// Place of the direction with the largest lateral acceleration.
fn peak(reaches_m_s2: &[f64; DIRECTIONS]) -> usize {
    let across = |place: usize| reaches_m_s2[place] * direction(place)[1];
    (0..DIRECTIONS).max_by(|a, b| across(*a).total_cmp(&across(*b))).unwrap_or(DIRECTIONS / 2)
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
    let wheels_rad_s = speed_m_s / vehicle.rear().radius_m;
    let is_calm = |gear: u8| {
        wheels_rad_s * vehicle.gears().overall(f64::from(gear)) >= 1.5 * vehicle.engine().idle_rad_s
    };
    (1..=vehicle.shift().gears as u8).rev().find(|gear| is_calm(*gear)).unwrap_or(1)
}

/// State of the car that coasts straight ahead.
fn coasting<K: Kind<Parts = StandardParts>>(car: &SteadyCar<K>) -> Result<Unknowns, EnvelopeError> {
    driven(car, 0.0).ok_or(EnvelopeError::NoState(car.speed_m_s()))
}

/// State of the car that goes straight ahead with a drive, m/s^2.
fn driven<K: Kind<Parts = StandardParts>>(car: &SteadyCar<K>, drive_m_s2: f64) -> Option<Unknowns> {
    let conditions = [Condition::fixed(DRIVE, drive_m_s2), Condition::fixed(ACROSS, 0.0)];
    newton(car, &car.rolling(), &conditions, None).map(|(found, _)| found)
}

fn diagram<K: Kind<Parts = StandardParts>>(car: &mut SteadyCar<K>) -> Result<Diagram, EnvelopeError> {
    let coasting = coasting(car)?;
    let mut ends = Vec::with_capacity(DIRECTIONS / EACH + 1);
    for place in (0..DIRECTIONS).step_by(EACH) {
        let ray = Ray { direction: direction(place), coasting_m_s2: coasting[ALONG] };
        ends.push(followed(car, &coasting, &ray));
    }
    let found: Vec<Option<f64>> =
        ends.iter().map(|end| (end.cause != Cause::Lost).then_some(end.reach_m_s2)).collect();
    let reaches = mended(&found).ok_or(EnvelopeError::Lost(car.speed_m_s()))?;
    let squares: [[f64; 2]; SHARES] = core::array::from_fn(|share| square(&ends[ends.len() / 2], share));
    let reaches_m_s2: [f64; DIRECTIONS] = core::array::from_fn(|place| smooth(&reaches, place));
    Ok(Diagram {
        coasting_m_s2: coasting[ALONG],
        reaches_m_s2,
        peak: peak(&reaches_m_s2),
        drags_m_s2: squares.map(|[drive, _]| drive),
        steers_rad: core::array::from_fn(|share| {
            // What the corner takes besides its curvature changes little from one speed to the next.
            let lateral_m_s2 = ends[ends.len() / 2].reach_m_s2 * share as f64 / (SHARES - 1) as f64;
            squares[share][1] - car.wheelbase_m() * lateral_m_s2 / (car.speed_m_s() * car.speed_m_s())
        }),
    })
}

/// The end of a ray: by shorter steps where the usual ones find no state.
fn followed<K: Kind<Parts = StandardParts>>(car: &mut SteadyCar<K>, coasting: &Unknowns, ray: &Ray) -> End {
    let mut best: Option<End> = None;
    for share in SHARES_OF_STEPS {
        car.renew(coasting);
        let found = end(car, coasting, ray, share);
        if found.cause != Cause::Lost {
            return found;
        }
        if best.as_ref().is_none_or(|best| best.reach_m_s2 < found.reach_m_s2) {
            best = Some(found);
        }
    }
    best.unwrap_or(End { reach_m_s2: 0.0, cause: Cause::Lost, states: Vec::new() })
}

/// The end of any direction from those that were followed: the cubic of Catmull and Rom, even about straight ahead and back.
fn smooth(reaches: &[f64], place: usize) -> f64 {
    let last = reaches.len() - 1;
    let (from, share) = (usize::min(place / EACH, last - 1), place as f64 / EACH as f64);
    let share = share - from as f64;
    let at = |place: isize| {
        let place = place.unsigned_abs();
        reaches[if place > last { 2 * last - place } else { place }]
    };
    let from = from as isize;
    let [a, b, c, d] = [at(from - 1), at(from), at(from + 1), at(from + 2)];
    b + 0.5 * share * (c - a + share * (2.0 * a - 5.0 * b + 4.0 * c - d + share * (3.0 * (b - c) + d - a)))
}

/// Drive and steering angle along the ray square to the path at a share of its reach; the drive beyond that of its beginning.
fn square(end: &End, share: usize) -> [f64; 2] {
    if end.states.len() < 2 {
        return [0.0; 2];
    }
    let wanted = end.reach_m_s2 * share as f64 / (SHARES - 1) as f64;
    let last = end.states.len() - 1;
    let next =
        end.states.partition_point(|state| state.reach_m_s2 <= wanted).clamp(usize::min(1, last), last);
    let (from, to) = (end.states[next.saturating_sub(1)], end.states[next]);
    let part =
        Real::clamp((wanted - from.reach_m_s2) / Real::max(to.reach_m_s2 - from.reach_m_s2, 1e-9), 0.0, 1.0);
    let between = |one: f64, other: f64| one + part * (other - one);
    let drive_m_s2 = between(from.drive_m_s2, to.drive_m_s2) - end.states[0].drive_m_s2;
    [drive_m_s2, between(from.steer_rad, to.steer_rad)]
}

/// The curve of power, up to the speed at which drag or the gears end it.
fn power<K: Kind<Parts = StandardParts>>(
    vehicle: &Vehicle<f64>,
    surface: &Surface<f64>,
) -> Result<Power, EnvelopeError> {
    let gears_m_s = gears_m_s(vehicle);
    let fastest_m_s = Real::min(gears_m_s.iter().copied().fold(0.0, Real::max), FASTEST_M_S);
    let step_m_s = fastest_m_s / (POWERS - 1) as f64;
    let mut full_m_s2 = Vec::with_capacity(POWERS);
    for place in 0..POWERS {
        // Below, the clutch slips and the engine keeps its speed.
        let speed_m_s = Real::max(step_m_s * place as f64, SLOWEST_M_S);
        let gear = gear(&gears_m_s, speed_m_s) as u8;
        full_m_s2.push(full(&SteadyCar::<K>::new(vehicle, speed_m_s, gear, surface))?);
    }
    let Some(last) = full_m_s2.iter().rposition(|acceleration| *acceleration > 0.0) else {
        return Err(EnvelopeError::NoDrive);
    };
    // Downhill the car is faster than on the level, up to the speed of its gears.
    let top_m_s = Real::min(fastest_m_s, DOWNHILL * step_m_s * (last + 1) as f64);
    Ok(Power { full_m_s2, step_m_s, top_m_s, gears_m_s, shift_s: vehicle.shift().shift_time_s })
}

/// Acceleration at full throttle; where the tyres cannot take it, that of a tyre without a limit.
fn full<K: Kind<Parts = StandardParts>>(car: &SteadyCar<K>) -> Result<f64, EnvelopeError> {
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
