//! Rays of a car at a speed and a load, and the diagrams of it and of the cars near it.

use skidpad_core::math::Real;

use super::diagram::{DIRECTIONS, Diagram, SHARES, direction};
use super::equations::{SteadyCar, SteadyModel};
use super::error::EnvelopeError;
use super::mending::mended;
use super::ray::{Along, Cause, End, Ray, end};
use super::solve::{Condition, Solution, newton, slopes};
use super::unknowns::{ACROSS, ALONG, DRIVE, Renewed, Unknowns};

/// One ray is followed in each this many directions; the others are interpolated by a smooth curve.
const EACH: usize = 3;
/// Number of rays that are followed.
const RAYS: usize = (DIRECTIONS - 1) / EACH + 1;
/// Share of the way to the chord between the ends beside it from which on an end is no dent.
const DENT: f64 = 0.995;
/// Shares of the usual steps with which a ray is tried.
const SHARES_OF_STEPS: [f64; 3] = [1.0, 0.3, 0.08];

/// State of the car that coasts straight ahead.
pub(super) fn coasting<M: SteadyModel<U>, const U: usize>(
    car: &SteadyCar<M, U>,
) -> Result<Unknowns<U>, EnvelopeError> {
    driven(car, 0.0).ok_or(EnvelopeError::NoState(car.speed_m_s()))
}

/// State of the car that goes straight ahead with a drive, m/s^2.
pub(super) fn driven<M: SteadyModel<U>, const U: usize>(
    car: &SteadyCar<M, U>,
    drive_m_s2: f64,
) -> Option<Unknowns<U>> {
    let conditions = [Condition::fixed(DRIVE, drive_m_s2), Condition::fixed(ACROSS, 0.0)];
    newton(car, &car.rolling(), &conditions, None).map(|found| found.at)
}

/// Limits of a car at a speed and a load.
struct Limits {
    coasting_m_s2: f64,
    /// Ends of the rays that were followed; `None` where one was lost.
    reaches_m_s2: Vec<Option<f64>>,
    /// States along the ray square to the path.
    square: Vec<Along>,
}

/// Diagrams of a car and of those near it.
pub(super) fn diagrams<M: SteadyModel<U>, const U: usize>(
    car: &mut SteadyCar<M, U>,
) -> Result<Vec<Diagram>, EnvelopeError> {
    let at = coasting(car)?;
    car.renew(&at);
    let begin = Solution { at, slopes: slopes(car, &at), rounds: 0 };
    let coasting_m_s2 = at[ALONG];
    let near = car.near().iter().map(|near| Ok(coasting(near)?[ALONG] - coasting_m_s2));
    let near_m_s2 = near.collect::<Result<Vec<f64>, EnvelopeError>>()?;
    let changes_m_s2 = [0.0].into_iter().chain(near_m_s2.iter().copied());
    let mut found: Vec<Limits> = changes_m_s2
        .map(|change_m_s2| Limits {
            coasting_m_s2: coasting_m_s2 + change_m_s2,
            reaches_m_s2: Vec::new(),
            square: Vec::new(),
        })
        .collect();
    let ray = |place: usize| Ray {
        direction: direction(EACH * place),
        coasting_m_s2,
        near_m_s2: &near_m_s2,
        all: EACH * place == DIRECTIONS / 2,
    };
    let mut ends: Vec<End> = (0..RAYS).map(|place| followed(car, &begin, &ray(place))).collect();
    for place in 1..RAYS - 1 {
        for share in &SHARES_OF_STEPS[1..] {
            if !is_dent(&ends, place) {
                break;
            }
            car.renew(&begin.at);
            let again = end(car, &begin, &ray(place), *share);
            if again.cause != Cause::Lost && again.reach_m_s2 > ends[place].reach_m_s2 {
                ends[place] = again;
            }
        }
    }
    for (place, end) in ends.into_iter().enumerate() {
        let is_found = end.cause != Cause::Lost;
        let reaches = [end.reach_m_s2].into_iter().chain(end.near_reaches_m_s2);
        let reaches = reaches.map(Some).chain(core::iter::repeat(None));
        for (found, reach) in found.iter_mut().zip(reaches) {
            found.reaches_m_s2.push(reach.filter(|_| is_found));
        }
        if ray(place).all {
            let squares = [end.states].into_iter().chain(end.near_states);
            found.iter_mut().zip(squares).for_each(|(found, square)| found.square = square);
        }
    }
    found.iter().map(|found| diagram(car, found)).collect()
}

fn diagram<M: SteadyModel<U>, const U: usize>(
    car: &SteadyCar<M, U>,
    found: &Limits,
) -> Result<Diagram, EnvelopeError> {
    let reaches = mended(&found.reaches_m_s2).ok_or(EnvelopeError::Lost(car.speed_m_s()))?;
    let lateral_m_s2 = found.square.last().map_or(0.0, |state| state.reach_m_s2);
    let squares: [[f64; 3]; SHARES] = core::array::from_fn(|share| {
        square(&found.square, lateral_m_s2 * share as f64 / (SHARES - 1) as f64)
    });
    let reaches_m_s2: [f64; DIRECTIONS] = core::array::from_fn(|place| smooth(&reaches, place));
    Ok(Diagram {
        coasting_m_s2: found.coasting_m_s2,
        reaches_m_s2,
        peak: peak(&reaches_m_s2),
        drags_m_s2: squares.map(|[drive, ..]| drive),
        steers_rad: core::array::from_fn(|share| {
            // What the corner takes besides its curvature changes little from one speed to the next.
            let lateral_m_s2 = lateral_m_s2 * share as f64 / (SHARES - 1) as f64;
            squares[share][1] - car.wheelbase_m() * lateral_m_s2 / (car.speed_m_s() * car.speed_m_s())
        }),
        rear_slips_rad: core::array::from_fn(|share| {
            let (lateral_m_s, speed_m_s) = (squares[share][2], car.speed_m_s());
            let yaw_rate_rad_s = lateral_m_s2 * share as f64 / (SHARES - 1) as f64 / speed_m_s;
            // With the slip angle the force grows to the other side.
            Real::atan2(car.to_rear_m() * yaw_rate_rad_s - lateral_m_s, speed_m_s)
        }),
    })
}

/// Returns true where a ray ends within the chord between the ends of those beside it. A g-g diagram is round there, but for a ray that ended
/// at a first maximum, or where a differential locked or slipped in a long step.
fn is_dent(ends: &[End], place: usize) -> bool {
    let [before, here, after] = [place - 1, place, place + 1].map(|place| &ends[place]);
    // A lost ray has been followed in all steps.
    if [before, here, after].iter().any(|end| end.cause == Cause::Lost) {
        return false;
    }
    let point = |end: &End, place: usize| direction(EACH * place).map(|part| end.reach_m_s2 * part);
    let cross = |one: [f64; 2], other: [f64; 2]| one[0] * other[1] - one[1] * other[0];
    let (one, other) = (point(before, place - 1), point(after, place + 1));
    let chord = [other[0] - one[0], other[1] - one[1]];
    here.reach_m_s2 * cross(direction(EACH * place), chord) < DENT * cross(one, other)
}

/// Place of the direction with the largest lateral acceleration.
pub(super) fn peak(reaches_m_s2: &[f64; DIRECTIONS]) -> usize {
    let across = |place: usize| reaches_m_s2[place] * direction(place)[1];
    (0..DIRECTIONS).max_by(|a, b| across(*a).total_cmp(&across(*b))).unwrap_or(DIRECTIONS / 2)
}

/// The end of a ray: by shorter steps where the usual ones find no state.
fn followed<M: SteadyModel<U>, const U: usize>(
    car: &mut SteadyCar<M, U>,
    coasting: &Solution<U>,
    ray: &Ray<'_>,
) -> End {
    let mut best: Option<End> = None;
    // Between the states of a ray of which all are wanted stand straight lines, so that they lie closer.
    for share in &SHARES_OF_STEPS[usize::from(ray.all)..] {
        car.renew(&coasting.at);
        let found = end(car, coasting, ray, *share);
        if found.cause != Cause::Lost {
            return found;
        }
        if best.as_ref().is_none_or(|best| best.reach_m_s2 < found.reach_m_s2) {
            best = Some(found);
        }
    }
    best.unwrap_or_else(End::lost)
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

/// Drive, steering angle and lateral velocity along the ray square to the path at a distance along it; the drive beyond that of its
/// beginning.
fn square(states: &[Along], wanted: f64) -> [f64; 3] {
    if states.len() < 2 {
        return [0.0; 3];
    }
    let last = states.len() - 1;
    let next = states.partition_point(|state| state.reach_m_s2 <= wanted).clamp(1, last);
    let (from, to) = (states[next - 1], states[next]);
    let part =
        Real::clamp((wanted - from.reach_m_s2) / Real::max(to.reach_m_s2 - from.reach_m_s2, 1e-9), 0.0, 1.0);
    let between = |one: f64, other: f64| one + part * (other - one);
    let drive_m_s2 = between(from.drive_m_s2, to.drive_m_s2) - states[0].drive_m_s2;
    [drive_m_s2, between(from.steer_rad, to.steer_rad), between(from.lateral_m_s, to.lateral_m_s)]
}
