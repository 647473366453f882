//! The end of a ray of accelerations: how far a car goes in one direction of the g-g diagram.
//!
//! From straight and coasting on the accelerations grow in one direction, and with them steering and drive. The states form a
//! curve, which is followed by its length (Keller, "Numerical solution of bifurcation and nonlinear eigenvalue problems", 1977):
//! at the limit of grip the accelerations turn back while steering or drive go on, so the limit is a fold of that curve, and
//! nothing is singular there.

use skidpad_core::math::Real;

use super::solve::{Condition, Slopes, bordered, dot, newton, slopes, solved};
use super::unknowns::{ACROSS, ALONG, DRIVE, EQUATIONS, Renewed, SPINS_AND_BODY, STEER, UNKNOWNS, Unknowns};

/// Length of the first step along the curve, of the longest, and of the shortest, in scales of the unknowns.
const STEPS: [f64; 3] = [0.5, 1.5, 1e-3];
/// Rounds within which a step is found that may be longer next time.
const EASY: usize = 8;
/// Longest step over the fold.
const NEAR: f64 = 0.3;
/// Length of a step over the fold, over the distance to where the rate would be 0 if it changed evenly.
const BEHIND: f64 = 1.1;
/// Steps along the curve at most.
const MOST: usize = 80;
/// Rate at which the acceleration grows along the curve over that at its beginning where the tyres only slide more.
const FLAT: f64 = 5e-3;

/// Direction in the g-g diagram, from the car that coasts.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    /// Unit vector: along the path, and across it.
    pub direction: [f64; 2],
    /// Longitudinal acceleration of the car that coasts, m/s^2.
    pub coasting_m_s2: f64,
}

impl Ray {
    /// Distance of a state along the ray, m/s^2.
    pub fn reach(&self, at: &Unknowns) -> f64 {
        (at[ALONG] - self.coasting_m_s2) * self.direction[0] + at[ACROSS] * self.direction[1]
    }

    /// Condition that a state lies on the ray.
    fn condition(&self) -> Condition {
        let mut row = [0.0; UNKNOWNS];
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
}

/// A state along a ray.
#[derive(Clone, Copy)]
pub(super) struct Along {
    /// Distance along the ray, m/s^2.
    pub reach_m_s2: f64,
    /// Drive, m/s^2.
    pub drive_m_s2: f64,
    /// Steering angle, rad.
    pub steer_rad: f64,
}

impl Along {
    fn new(at: &Unknowns, reach_m_s2: f64) -> Self {
        Self { reach_m_s2, drive_m_s2: at[DRIVE], steer_rad: at[STEER] }
    }
}

/// A place on the curve: a state, the direction onwards, and how fast the distance along the ray grows with the curve's length.
#[derive(Clone, Copy)]
struct Place {
    at: Unknowns,
    slopes: Slopes,
    onwards: Unknowns,
    rate: f64,
}

/// Follows a ray from the car that coasts to its end, by steps of at most a share of the usual ones.
pub(super) fn end(car: &mut dyn Renewed, coasting: &Unknowns, ray: &Ray, share: f64) -> End {
    let weights = weights(car);
    let mut ahead = [0.0; UNKNOWNS];
    (ahead[ALONG], ahead[ACROSS]) = (ray.direction[0], ray.direction[1]);
    let mut states = vec![Along::new(coasting, 0.0)];
    let Some(mut here) = place(car, coasting, ray, &ahead, &weights) else {
        return End { reach_m_s2: 0.0, cause: Cause::Lost, states };
    };
    let [first, longest, shortest] = STEPS.map(|step| share * step);
    let (first_rate, mut step) = (here.rate, first);
    let mut cause = Cause::Lost;
    for _ in 0..MOST {
        let next = further(car, &here, ray, &weights, step);
        let is_near = |next: &Place| next.rate >= 0.0 || step <= NEAR;
        let fold = next.as_ref().map_or(0.0, |(next, _)| here.rate / (here.rate - next.rate));
        let Some((next, rounds)) = next.filter(|(next, _)| is_near(next)) else {
            // No state there, or one beyond the fold: the next try ends shortly behind it.
            step *= Real::clamp(BEHIND * fold, 0.25, 0.75);
            if step < shortest {
                break;
            }
            continue;
        };
        let before = ray.reach(&here.at);
        if next.rate < 0.0 {
            let reach_m_s2 = highest(ray, &here, &next, step);
            states.push(Along::new(&next.at, reach_m_s2));
            return End { reach_m_s2, cause: Cause::Fold, states };
        }
        let reach_m_s2 = ray.reach(&next.at);
        if let Some(part) = car.stop(&here.at, &next.at) {
            let reach_m_s2 = before + part * (reach_m_s2 - before);
            states.push(Along::new(&next.at, reach_m_s2));
            return End { reach_m_s2, cause: Cause::Stop, states };
        }
        states.push(Along::new(&next.at, reach_m_s2));
        here = next;
        if here.rate < FLAT * first_rate {
            cause = Cause::Flat;
            break;
        }
        if car.renew(&here.at) {
            // Under the new mode the curve goes on from the state next to this one, in another direction.
            match renewed(car, &here, ray, &weights) {
                Some(renewed) if renewed.rate > 0.0 => here = renewed,
                // A differential that locks or slips can be all that the corner has left.
                Some(_) => {
                    cause = Cause::Fold;
                    break;
                }
                None => break,
            }
        }
        if rounds <= EASY {
            step = Real::min(step * 1.5, longest);
        }
    }
    End { reach_m_s2: ray.reach(&here.at), cause, states }
}

/// The place next to one whose mode has just been renewed: between slipping one way and the other a differential locks, and where
/// that has no state, either, the mode stays as it was.
fn renewed(car: &mut dyn Renewed, here: &Place, ray: &Ray, weights: &Unknowns) -> Option<Place> {
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
fn onwards(car: &dyn Renewed, here: &Place, ray: &Ray, weights: &Unknowns) -> Option<Place> {
    let row = weighted(weights, &here.onwards);
    let same = Condition { row, value: dot(&row, &here.at) };
    let (next, _) = newton(car, &here.at, &[ray.condition(), same], None)?;
    place(car, &next, ray, &here.onwards, weights)
}

/// Weights of the unknowns in the length of the curve: deflections follow from the others.
fn weights(car: &dyn Renewed) -> Unknowns {
    let scales = car.scales();
    core::array::from_fn(|place| {
        let counts = SPINS_AND_BODY.contains(&place) || place >= DRIVE;
        if counts { 1.0 / (scales[place] * scales[place]) } else { 0.0 }
    })
}

fn weighted(weights: &Unknowns, of: &Unknowns) -> Unknowns {
    core::array::from_fn(|place| weights[place] * of[place])
}

/// A state with the direction of the curve there, of length 1, onwards.
fn place(car: &dyn Renewed, at: &Unknowns, ray: &Ray, ahead: &Unknowns, weights: &Unknowns) -> Option<Place> {
    let row = weighted(weights, ahead);
    let slopes = slopes(car, at);
    let matrix = bordered(&slopes, &[ray.condition(), Condition { row, value: 0.0 }]);
    let mut right = [0.0; UNKNOWNS];
    right[EQUATIONS + 1] = 1.0;
    let way = solved(matrix, right)?;
    let length = Real::sqrt(dot(&weighted(weights, &way), &way));
    let onwards = way.map(|number| number / length);
    let rate = onwards[ALONG] * ray.direction[0] + onwards[ACROSS] * ray.direction[1];
    (length > 0.0 && rate.is_finite()).then_some(Place { at: *at, slopes, onwards, rate })
}

/// The place a step further along the curve, and the rounds that it took to find it.
fn further(
    car: &dyn Renewed,
    here: &Place,
    ray: &Ray,
    weights: &Unknowns,
    step: f64,
) -> Option<(Place, usize)> {
    let row = weighted(weights, &here.onwards);
    let onwards = Condition { row, value: dot(&row, &here.at) + step };
    let guess = core::array::from_fn(|place| here.at[place] + step * here.onwards[place]);
    let (next, rounds) = newton(car, &guess, &[ray.condition(), onwards], Some(&here.slopes))?;
    place(car, &next, ray, &here.onwards, weights).map(|place| (place, rounds))
}

/// The highest point between a place before the fold and one beyond it, a step apart: that of the cubic through both with their
/// rates.
fn highest(ray: &Ray, before: &Place, beyond: &Place, step: f64) -> f64 {
    let (low, high) = (ray.reach(&before.at), ray.reach(&beyond.at));
    let (rise, fall) = (before.rate * step, beyond.rate * step);
    let (square, cube) = (3.0 * (high - low) - 2.0 * rise - fall, rise + fall - 2.0 * (high - low));
    // rise + 2 square t + 3 cube t^2 = 0, by the root that is stable as the cube vanishes.
    let under = Real::sqrt(Real::max(square * square - 3.0 * cube * rise, 0.0));
    let share = Real::clamp(rise / (under - square), 0.0, 1.0);
    low + share * (rise + share * (square + share * cube))
}
