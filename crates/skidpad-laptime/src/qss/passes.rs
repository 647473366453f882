//! The three passes: corners, braking, acceleration.

use skidpad_core::math::Real;

use super::forces::Forces;
use super::options::{Options, Start};
use super::result::QssError;
use super::shifts::Shifts;

/// Slowest speed at which a corner is tried, m/s.
const SLOWEST_M_S: f64 = 0.5;
/// Factor by which the search for a corner's fastest speed widens.
const WIDER: f64 = 1.1;
/// Rounds in which it is found at most, and the interval within which it then lies, over the speed.
const ROUNDS: usize = 40;
const NEAR: f64 = 1e-6;
/// Lateral specific force that counts as nothing, m/s^2.
const NOTHING_M_S2: f64 = 1e-6;
/// The least share of the interval by which a round shortens it.
const LEAST_SHARE: f64 = 1e-3;
/// Rounds of a closed path at most, and the change of its slowest speed from round to round, over it, at which the lap has settled.
const LAPS: usize = 100;
const SETTLED: f64 = 1e-6;
/// Lateral force that may lack, over that in use, where a car is slower than its corner allows and yet is beyond its envelope.
const BEYOND: f64 = 0.15;
/// Share of the speed by which rounding may have passed the limit of a corner.
const ROUNDING: f64 = 1e-4;

/// Fastest speed of the corner at each place, m/s.
pub(super) fn corner_limits(forces: &Forces<'_>, options: &Options) -> Result<Vec<f64>, QssError> {
    let top_m_s = forces.car.top_speed_m_s();
    let mut limits = Vec::with_capacity(forces.count());
    let mut guess_m_s = top_m_s;
    for place in 0..forces.count() {
        let spare = |speed_m_s: f64| forces.spare_m_s2(place, speed_m_s);
        let fastest = fastest(&spare, guess_m_s, top_m_s);
        let distance_m = forces.path.points()[place].distance_m;
        let limit_m_s = fastest.ok_or(QssError::NoSpeed { distance_m })?;
        guess_m_s = limit_m_s;
        let margin_m_s = if limit_m_s < top_m_s { options.corner_margin_m_s } else { 0.0 };
        limits.push(Real::max(limit_m_s - margin_m_s, Real::min(limit_m_s, SLOWEST_M_S)));
    }
    Ok(limits)
}

/// Refuses a path that bends more than the car can.
pub(super) fn refuse_sharp(forces: &Forces<'_>) -> Result<(), QssError> {
    let sharpest_1_m = forces.car.sharpest_1_m();
    let sharp = forces.path.points().iter().find(|point| Real::abs(point.curvature_1_m) > sharpest_1_m);
    sharp.map_or(Ok(()), |point| {
        Err(QssError::TooSharp {
            distance_m: point.distance_m,
            radius_m: 1.0 / Real::abs(point.curvature_1_m),
            least_m: 1.0 / sharpest_1_m,
        })
    })
}

/// The fastest speed that a corner holds, from a guess on: the end of the range of speeds that the guess is in or near.
pub(super) fn fastest(spare: &dyn Fn(f64) -> f64, guess_m_s: f64, top_m_s: f64) -> Option<f64> {
    let mut low = Real::clamp(guess_m_s, SLOWEST_M_S, top_m_s);
    let mut above = spare(low);
    let mut high = None;
    while above < 0.0 {
        high = Some((low, above));
        low /= WIDER;
        if low < SLOWEST_M_S {
            return (spare(0.0) >= 0.0).then_some(0.0);
        }
        above = spare(low);
    }
    while high.is_none() {
        if low >= top_m_s {
            return Some(top_m_s);
        }
        let next = Real::min(low * WIDER, top_m_s);
        match spare(next) {
            found if found < 0.0 => high = Some((next, found)),
            found => (low, above) = (next, found),
        }
    }
    high.map(|high| between(spare, (low, above), high))
}

/// The speed between two at which nothing is left to spare: false position with Illinois' remedy, the last speed that holds.
fn between(spare: &dyn Fn(f64) -> f64, holds: (f64, f64), slides: (f64, f64)) -> f64 {
    let ((mut low, mut above), (mut high, mut below)) = (holds, slides);
    let mut before = 0.0;
    for _ in 0..ROUNDS {
        if high - low <= NEAR * high {
            break;
        }
        let share = Real::clamp(above / (above - below), LEAST_SHARE, 1.0 - LEAST_SHARE);
        let middle = low + share * (high - low);
        let found = spare(middle);
        if Real::abs(found) < NOTHING_M_S2 {
            return middle * (1.0 - NEAR);
        }
        if found < 0.0 {
            (high, below) = (middle, found);
            above *= if before < 0.0 { 0.5 } else { 1.0 };
        } else {
            (low, above) = (middle, found);
            below *= if before > 0.0 { 0.5 } else { 1.0 };
        }
        before = if found < 0.0 { -1.0 } else { 1.0 };
    }
    low
}

/// Speeds along a path.
pub(super) struct Profile {
    /// Speed at each place, m/s.
    pub speeds_m_s: Vec<f64>,
    /// Share of the step from each place in which the drive is interrupted.
    pub interrupted: Vec<f64>,
    /// False where a closed path does not begin at the speed at which it ends.
    pub converged: bool,
}

/// Speeds that the car reaches, and from which it can brake.
pub(super) fn profile(forces: &Forces<'_>, limits: &[f64], options: &Options) -> Result<Profile, QssError> {
    let brakes = braking(forces, limits);
    accelerating(forces, &brakes, options)
}

/// Fastest speeds from which the car still brakes for every corner that follows.
fn braking(forces: &Forces<'_>, limits: &[f64]) -> Vec<f64> {
    let mut speeds = limits.to_vec();
    let slowest =
        (0..limits.len()).fold(0, |best, place| if limits[place] < limits[best] { place } else { best });
    let mut place = if forces.path.is_closed() { slowest } else { limits.len() - 1 };
    for _ in 0..limits.len() {
        let Some(before) = forces.before(place) else { break };
        let step_m = forces.path.step_m(before);
        let slowing = |at: usize, speed_m_s: f64| {
            let slope = forces.slope(at);
            forces
                .braking_m_s2(at, speed_m_s)
                .map_or(0.0, |braking_m_s2| slope.stretch * (slope.against_m_s2 - braking_m_s2))
        };
        let reached = |rate: f64| {
            let square = speeds[place] * speeds[place] + 2.0 * step_m * rate;
            Real::min(Real::sqrt(Real::max(square, 0.0)), limits[before])
        };
        let first = slowing(place, speeds[place]);
        let second = slowing(before, reached(first));
        speeds[before] = reached(0.5 * (first + second));
        place = before;
    }
    speeds
}

/// Speeds that the car reaches, none faster than those from which it can brake.
fn accelerating(forces: &Forces<'_>, fastest: &[f64], options: &Options) -> Result<Profile, QssError> {
    let mut speeds_m_s = fastest.to_vec();
    if let Start::At(speed_m_s) = options.start {
        speeds_m_s[0] = Real::min(speed_m_s, speeds_m_s[0]);
    }
    let slowest = (0..fastest.len()).fold(0, |best, at| if fastest[at] < fastest[best] { at } else { best });
    let is_closed = forces.path.is_closed();
    let begin = if is_closed { slowest } else { 0 };
    let mut shifts = Shifts::new(forces.car, speeds_m_s[begin]);
    let mut interrupted = vec![0.0; fastest.len()];
    let mut gears: Vec<Option<Shifts>> = vec![None; fastest.len()];
    for _ in 0..LAPS {
        let before_m_s = speeds_m_s[begin];
        let mut place = begin;
        for _ in 0..fastest.len() {
            let Some(next) = forces.after(place) else { break };
            let (reached_m_s, share) = step(forces, place, speeds_m_s[place], &mut shifts)?;
            interrupted[place] = share;
            let last_m_s = speeds_m_s[next];
            speeds_m_s[next] = Real::min(reached_m_s, fastest[next]);
            if speeds_m_s[next] <= 0.0 {
                return Err(QssError::Stops { distance_m: forces.path.points()[next].distance_m });
            }
            // From a place where the car is as it was a round ago, the round goes on as that one did.
            if gears[place].replace(shifts) == Some(shifts) && speeds_m_s[next] == last_m_s {
                break;
            }
            place = next;
        }
        let change_m_s = Real::abs(speeds_m_s[begin] - before_m_s);
        if !is_closed || change_m_s <= SETTLED * before_m_s {
            return Ok(Profile { speeds_m_s, interrupted, converged: true });
        }
    }
    Ok(Profile { speeds_m_s, interrupted, converged: false })
}

/// Speed at the next place of a car that accelerates as hard as it can, and the share of the step without drive.
///
/// # Errors
/// A place at which the car does not hold its speed: on a steep bank it slides down below some speed.
fn step(
    forces: &Forces<'_>,
    place: usize,
    speed_m_s: f64,
    shifts: &mut Shifts,
) -> Result<(f64, f64), QssError> {
    let step_m = forces.path.step_m(place);
    let next = forces.after(place).unwrap_or(place);
    // During a change up the drive is interrupted for a share of the step.
    if shifts.look(forces.car, speed_m_s) {
        shifts.left_s = forces.car.shift_s();
    }
    let step_s = step_m / Real::max(speed_m_s, 1e-3);
    let share = Real::min(shifts.left_s / step_s, 1.0);
    shifts.left_s = Real::max(shifts.left_s - step_s, 0.0);
    let rate = |at: usize, [coasting_m_s2, most]: [f64; 2]| {
        let slope = forces.slope(at);
        let interrupted = Real::min(coasting_m_s2, most);
        slope.stretch * (most + share * (interrupted - most) - slope.against_m_s2)
    };
    let reached = |rate: f64| Real::sqrt(Real::max(speed_m_s * speed_m_s + 2.0 * step_m * rate, 0.0));
    let distance_m = forces.path.points()[place].distance_m;
    let here = forces
        .driving_m_s2(place, speed_m_s)
        .or_else(|| forces.driving_m_s2(place, speed_m_s * (1.0 - ROUNDING)));
    let Some(here) = here else {
        // Envelopes are interpolated: a little beyond them the car only keeps its speed.
        let lacks = forces.spare_m_s2(place, speed_m_s)
            < -BEYOND * Real::abs(forces.point(place, speed_m_s).lateral_m_s2);
        return if lacks { Err(QssError::NoSpeed { distance_m }) } else { Ok((speed_m_s, share)) };
    };
    let first = rate(place, here);
    // Where the next place cannot hold that speed, what limits it there is its corner.
    let second = forces.driving_m_s2(next, reached(first)).map_or(first, |driving| rate(next, driving));
    Ok((reached(0.5 * (first + second)), share))
}
