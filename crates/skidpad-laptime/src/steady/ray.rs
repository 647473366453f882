//! The end of a ray of accelerations: how far a car goes in one direction of the g-g diagram.
//!
//! From straight and coasting on the accelerations grow in one direction, and with them steering and drive. The states form a
//! curve, which is followed by its length (Keller, "Numerical solution of bifurcation and nonlinear eigenvalue problems", 1977):
//! at the limit of grip the accelerations turn back while steering or drive go on, so the limit is a fold of that curve, and
//! nothing is singular there.

use skidpad_core::math::Real;

use super::solve::{Condition, Nearby, Slopes, Solution, bordered, dot, newton, slopes, solved};
use super::unknowns::{
    ACROSS, ALONG, DRIVE, LATERAL, Renewed, Residuals, STEER, StopCondition, Unknowns, deflections, equations,
};

/// Length of the first step along the curve, of the longest, and of the shortest, in scales of the unknowns.
const STEPS: [f64; 3] = [0.5, 1.5, 1e-3];
/// Rounds within which a step is found that may be longer next time.
const EASY: usize = 5;
/// Longest step over the fold.
const NEAR: f64 = 0.3;
/// Length of a step over the fold, over the distance to where the rate would be 0 if it changed evenly.
const BEHIND: f64 = 1.1;
/// Rate over that at the beginning below which it is found by slopes of its own place, on either side of the fold.
const CLOSE: f64 = 0.2;
/// Difference of a step's rate from the mean of those at its ends, over the rate at the beginning, from which on the last is found so, too.
const MISSED: f64 = 0.02;
/// Steps along the curve at most.
const MOST: usize = 200;
/// Rate at which the acceleration grows along the curve over that at its beginning where the tyres only slide more.
const FLAT: f64 = 5e-3;

/// Direction in the g-g diagram, from the car that coasts.
#[derive(Clone, Copy)]
pub(super) struct Ray<'a> {
    /// Unit vector: along the path, and across it.
    pub direction: [f64; 2],
    /// Longitudinal acceleration of the car that coasts, m/s^2.
    pub coasting_m_s2: f64,
    /// Differences from there to the cars near it that coast, m/s^2.
    pub near_m_s2: &'a [f64],
    /// True where each state along the ray is wanted of the cars near, and not only its end.
    pub all: bool,
}

impl Ray<'_> {
    /// Distance of a state along the ray, m/s^2.
    pub fn reach<const U: usize>(&self, at: &Unknowns<U>) -> f64 {
        (at[ALONG] - self.coasting_m_s2) * self.direction[0] + at[ACROSS] * self.direction[1]
    }

    /// Change of a state that leads along the ray.
    fn ahead<const U: usize>(&self) -> Unknowns<U> {
        let mut ahead = [0.0; U];
        [ahead[ALONG], ahead[ACROSS]] = self.direction;
        ahead
    }

    /// Condition that a state lies on the ray.
    fn condition<const U: usize>(&self) -> Condition<U> {
        let mut row = [0.0; U];
        (row[ALONG], row[ACROSS]) = (self.direction[1], -self.direction[0]);
        Condition { row, value: self.direction[1] * self.coasting_m_s2 }
    }
}

/// Cause at the end of a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The acceleration turns back.
    Fold,
    /// The acceleration hardly grows.
    Flat,
    /// Steering or brakes are at their stop.
    Stop,
    /// No further state was found, so that the car may do more.
    Lost,
}

/// End of a ray.
pub(super) struct End {
    /// Farthest distance along the ray, m/s^2.
    pub reach_m_s2: f64,
    /// Cause of the end.
    pub cause: Cause,
    /// States along the ray, from its beginning on.
    pub states: Vec<Along>,
    /// Farthest distances of the cars near, m/s^2.
    pub near_reaches_m_s2: Vec<f64>,
    /// Their states, those of each car in a row; without a ray's `all`, none.
    pub near_states: Vec<Vec<Along>>,
}

impl End {
    /// The end of a ray that was not followed.
    pub fn lost() -> Self {
        let (states, near_reaches_m_s2, near_states) = (Vec::new(), Vec::new(), Vec::new());
        Self { reach_m_s2: 0.0, cause: Cause::Lost, states, near_reaches_m_s2, near_states }
    }
}

/// A state along a ray.
#[derive(Clone, Copy, Default)]
pub(super) struct Along {
    /// Distance along the ray, m/s^2.
    pub reach_m_s2: f64,
    /// Drive, m/s^2.
    pub drive_m_s2: f64,
    /// Steering angle, rad.
    pub steer_rad: f64,
    /// Lateral velocity of the centre of mass, m/s.
    pub lateral_m_s: f64,
}

impl Along {
    fn new<const U: usize>(at: &Unknowns<U>, reach_m_s2: f64) -> Self {
        Self { reach_m_s2, drive_m_s2: at[DRIVE], steer_rad: at[STEER], lateral_m_s: at[LATERAL] }
    }
}

/// A place on the curve: a state, the direction onwards, and how fast the distance along the ray grows with the curve's length.
#[derive(Clone, Copy)]
struct Place<const U: usize> {
    at: Unknowns<U>,
    slopes: Slopes<U>,
    onwards: Unknowns<U>,
    rate: f64,
}

impl<const U: usize> Place<U> {
    /// True near the fold: where the distance grows slowly, by its rate at the beginning.
    fn is_close(&self, first_rate: f64) -> bool {
        Real::abs(self.rate) < CLOSE * first_rate
    }
}

/// States along a ray as they are found, with those of the cars near.
struct Log<'a> {
    ray: &'a Ray<'a>,
    states: Vec<Along>,
    near: Vec<Vec<Along>>,
}

impl<'a> Log<'a> {
    fn new<const U: usize>(ray: &'a Ray<'a>, coasting: &Unknowns<U>) -> Self {
        let begin = Along::new(coasting, 0.0);
        Self { ray, states: vec![begin], near: ray.near_m_s2.iter().map(|_| vec![begin]).collect() }
    }

    fn push<const U: usize>(
        &mut self,
        car: &dyn Renewed<U>,
        place: &Place<U>,
        border: &StopCondition<U>,
        reach_m_s2: f64,
    ) {
        self.states.push(Along::new(&place.at, reach_m_s2));
        if self.ray.all {
            let moved = moved(car, place, self.ray, border, reach_m_s2);
            self.near.iter_mut().zip(moved).for_each(|(states, state)| states.push(state));
        }
    }

    /// The end of the ray at a place, which is fixed by a condition.
    fn end<const U: usize>(
        mut self,
        car: &dyn Renewed<U>,
        place: &Place<U>,
        border: &StopCondition<U>,
        reach_m_s2: f64,
        cause: Cause,
    ) -> End {
        let moved = moved(car, place, self.ray, border, reach_m_s2);
        let near_reaches_m_s2 = moved.iter().map(|state| state.reach_m_s2).collect();
        if self.ray.all && cause != Cause::Lost {
            self.states.push(Along::new(&place.at, reach_m_s2));
            self.near.iter_mut().zip(moved).for_each(|(states, state)| states.push(state));
        }
        End { reach_m_s2, cause, states: self.states, near_reaches_m_s2, near_states: self.near }
    }
}

/// A place of the cars near the one of a car: the equations R(u, p) = 0 and two conditions, one of them that the state lies on the ray,
/// change by dR from car to car, and the state by du = -M^-1 dR with the matrix M of their slopes. At a fold M's inverse takes dR to
/// the reach by the left null vector of the slopes without the last condition, whichever that is: the reach is largest there, and so
/// has no slope along the curve (the theorem of the envelope; Keller 1977).
fn moved<const U: usize>(
    car: &dyn Renewed<U>,
    place: &Place<U>,
    ray: &Ray<'_>,
    border: &StopCondition<U>,
    reach_m_s2: f64,
) -> Vec<Along> {
    let [along, across] = ray.direction;
    let last = Condition { row: border.row, value: 0.0 };
    let moves = car.moves(&place.at);
    if moves.is_empty() {
        return Vec::new();
    }
    let matrix = bordered(&slopes(car, &place.at), &[ray.condition(), last]);
    let begin = Along::new(&place.at, reach_m_s2);
    let move_of = |((residuals, coasting_m_s2), border): ((&Residuals<U>, &f64), &f64)| {
        let mut right = residuals.map(|residual| -residual);
        (right[equations(U)], right[equations(U) + 1]) = (across * coasting_m_s2, -border);
        solved(matrix, right).map_or(begin, |change| Along {
            reach_m_s2: reach_m_s2 + (change[ALONG] - coasting_m_s2) * along + change[ACROSS] * across,
            drive_m_s2: begin.drive_m_s2 + change[DRIVE],
            steer_rad: begin.steer_rad + change[STEER],
            lateral_m_s: begin.lateral_m_s + change[LATERAL],
        })
    };
    moves.iter().zip(ray.near_m_s2).zip(&border.moves).map(move_of).collect()
}

/// Follows a ray from the car that coasts to its end, by steps of at most a share of the usual ones.
pub(super) fn end<const U: usize>(
    car: &mut dyn Renewed<U>,
    coasting: &Solution<U>,
    ray: &Ray<'_>,
    share: f64,
) -> End {
    let weights = weights(car);
    let mut log = Log::new(ray, &coasting.at);
    let Some(mut here) = place(&coasting.at, coasting.slopes, ray, &ray.ahead(), &weights) else {
        return End::lost();
    };
    let first_rate = here.rate;
    let kept = |place: &Place<U>| kept(place, ray, &weights);
    let [first, longest, shortest] = STEPS.map(|step| share * step);
    let (mut step, mut cause) = (first, Cause::Lost);
    for _ in 0..MOST {
        let next = sharply_further(car, &here, ray, &weights, [step, first_rate]);
        let is_near = |next: &Place<U>| next.rate >= 0.0 || step <= NEAR;
        let fold = next.as_ref().map_or(0.0, |(next, _)| here.rate / (here.rate - next.rate));
        let Some((mut next, rounds)) = next.filter(|(next, _)| is_near(next)) else {
            // No state there, or one beyond the fold: the next try ends shortly behind it.
            step *= Real::clamp(BEHIND * fold, 0.25, 0.75);
            if step < shortest {
                break;
            }
            continue;
        };
        let before = ray.reach(&here.at);
        if next.rate < 0.0 {
            [here, next] = [here, next]
                .map(|of| if of.is_close(first_rate) { of } else { sharpened(car, of, ray, &weights) });
        }
        if next.rate < 0.0 {
            let top = top(car, [&here, &next], ray, &weights, step);
            return log.end(car, &top, &kept(&top), highest(ray, &here, &next, step), Cause::Fold);
        }
        let reach_m_s2 = ray.reach(&next.at);
        if let Some(part) = car.stop(&here.at, &next.at) {
            let reach_m_s2 = before + part * (reach_m_s2 - before);
            return log.end(car, &next, &car.stop_condition(&next.at), reach_m_s2, Cause::Stop);
        }
        log.push(car, &next, &kept(&next), reach_m_s2);
        here = next;
        if here.rate < FLAT * first_rate {
            cause = Cause::Flat;
            break;
        }
        if car.renew(&here.at) {
            // Under the new mode the curve goes on from the state next to this one, in another direction. A differential that locks or
            // slips can be all that the corner has left.
            let Some(renewed) = renewed(car, &here, ray, &weights) else { break };
            if renewed.rate <= 0.0 {
                cause = Cause::Fold;
                break;
            }
            here = renewed;
        }
        if rounds <= EASY {
            step = Real::min(step * 1.5, longest);
        }
    }
    log.end(car, &here, &kept(&here), ray.reach(&here.at), cause)
}

/// [`further`], by slopes of its own place near the fold, and where the rates miss the way to it. `[step, first_rate]`: length of the
/// step, and the rate at the beginning of the ray.
fn sharply_further<const U: usize>(
    car: &dyn Renewed<U>,
    here: &Place<U>,
    ray: &Ray<'_>,
    weights: &Unknowns<U>,
    [step, first_rate]: [f64; 2],
) -> Option<(Place<U>, usize)> {
    let (next, rounds) = further(car, here, ray, weights, step)?;
    let is_doubtful = next.is_close(first_rate) || misses(ray, here, &next, step) > MISSED * first_rate;
    Some((if is_doubtful { sharpened(car, next, ray, weights) } else { next }, rounds))
}

/// Difference of the mean rate between two places a step apart and the mean of both rates.
fn misses<const U: usize>(ray: &Ray<'_>, here: &Place<U>, next: &Place<U>, step: f64) -> f64 {
    let mean = (ray.reach(&next.at) - ray.reach(&here.at)) / step;
    Real::abs(mean - 0.5 * (here.rate + next.rate))
}

/// The place at the fold between one before and one beyond it, a step apart, where it is asked for; else the one beyond.
fn top<const U: usize>(
    car: &dyn Renewed<U>,
    between: [&Place<U>; 2],
    ray: &Ray<'_>,
    weights: &Unknowns<U>,
    step: f64,
) -> Place<U> {
    let [here, next] = between;
    let is_asked = ray.all || !ray.near_m_s2.is_empty();
    let to_fold = step * (here.rate / (here.rate - next.rate));
    let top = if is_asked { further(car, here, ray, weights, to_fold) } else { None };
    top.map_or(*next, |(top, _)| top)
}

/// Condition that keeps a place along the curve.
fn kept<const U: usize>(place: &Place<U>, ray: &Ray<'_>, weights: &Unknowns<U>) -> StopCondition<U> {
    StopCondition { row: weighted(weights, &place.onwards), moves: vec![0.0; ray.near_m_s2.len()] }
}

/// The place next to one whose mode has just been renewed: between slipping one way and the other a differential locks, and where
/// that has no state, either, the mode stays as it was.
fn renewed<const U: usize>(
    car: &mut dyn Renewed<U>,
    here: &Place<U>,
    ray: &Ray<'_>,
    weights: &Unknowns<U>,
) -> Option<Place<U>> {
    let mut next = onwards(car, here, ray, weights);
    for locks in [true, false] {
        if next.is_none() {
            car.instead(locks);
            next = onwards(car, here, ray, weights);
        }
    }
    next
}

/// The place next to one, for a car whose mode has changed there.
fn onwards<const U: usize>(
    car: &dyn Renewed<U>,
    here: &Place<U>,
    ray: &Ray<'_>,
    weights: &Unknowns<U>,
) -> Option<Place<U>> {
    let row = weighted(weights, &here.onwards);
    let same = Condition { row, value: dot(&row, &here.at) };
    let nearby = Nearby { slopes: &slopes(car, &here.at), step: [0.0; U] };
    let next = newton(car, &here.at, &[ray.condition(), same], Some(&nearby))?;
    place(&next.at, next.slopes, ray, &here.onwards, weights)
}

/// Weights of the unknowns in the length of the curve: deflections follow from the others.
fn weights<const U: usize>(car: &dyn Renewed<U>) -> Unknowns<U> {
    let scales = car.scales();
    let weight = |place: usize| 1.0 / (scales[place] * scales[place]);
    core::array::from_fn(|place| if place < deflections(U) { weight(place) } else { 0.0 })
}

fn weighted<const U: usize>(weights: &Unknowns<U>, of: &Unknowns<U>) -> Unknowns<U> {
    core::array::from_fn(|place| weights[place] * of[place])
}

/// A state with the direction of the curve there, of length 1, onwards, by its slopes.
fn place<const U: usize>(
    at: &Unknowns<U>,
    slopes: Slopes<U>,
    ray: &Ray<'_>,
    ahead: &Unknowns<U>,
    weights: &Unknowns<U>,
) -> Option<Place<U>> {
    let row = weighted(weights, ahead);
    let matrix = bordered(&slopes, &[ray.condition(), Condition { row, value: 0.0 }]);
    let mut right = [0.0; U];
    right[equations(U) + 1] = 1.0;
    let way = solved(matrix, right)?;
    let length = Real::sqrt(dot(&weighted(weights, &way), &way));
    let onwards = way.map(|number| number / length);
    let rate = onwards[ALONG] * ray.direction[0] + onwards[ACROSS] * ray.direction[1];
    (length > 0.0 && rate.is_finite()).then_some(Place { at: *at, slopes, onwards, rate })
}

/// A place by slopes of its own.
fn sharpened<const U: usize>(
    car: &dyn Renewed<U>,
    of: Place<U>,
    ray: &Ray<'_>,
    weights: &Unknowns<U>,
) -> Place<U> {
    place(&of.at, slopes(car, &of.at), ray, &of.onwards, weights).unwrap_or(of)
}

/// The place a step further along the curve, and the rounds that it took to find it.
fn further<const U: usize>(
    car: &dyn Renewed<U>,
    here: &Place<U>,
    ray: &Ray<'_>,
    weights: &Unknowns<U>,
    step: f64,
) -> Option<(Place<U>, usize)> {
    let row = weighted(weights, &here.onwards);
    let onwards = Condition { row, value: dot(&row, &here.at) + step };
    let step = here.onwards.map(|number| step * number);
    let guess = core::array::from_fn(|place| here.at[place] + step[place]);
    let nearby = Nearby { slopes: &here.slopes, step };
    let next = newton(car, &guess, &[ray.condition(), onwards], Some(&nearby))?;
    place(&next.at, next.slopes, ray, &here.onwards, weights).map(|place| (place, next.rounds))
}

/// The highest point between a place before the fold and one beyond it, a step apart: that of the cubic through both with their
/// rates.
fn highest<const U: usize>(ray: &Ray<'_>, before: &Place<U>, beyond: &Place<U>, step: f64) -> f64 {
    let (low, high) = (ray.reach(&before.at), ray.reach(&beyond.at));
    let (rise, fall) = (before.rate * step, beyond.rate * step);
    let (square, cube) = (3.0 * (high - low) - 2.0 * rise - fall, rise + fall - 2.0 * (high - low));
    // rise + 2 square t + 3 cube t^2 = 0, by the root that is stable as the cube vanishes.
    let under = Real::sqrt(Real::max(square * square - 3.0 * cube * rise, 0.0));
    let share = Real::clamp(rise / (under - square), 0.0, 1.0);
    low + share * (rise + share * (square + share * cube))
}
