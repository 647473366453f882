//! Causes of the speeds along a lap, and the rates at which they change.

use skidpad_core::math::Real;

use super::forces::Forces;
use super::passes;
use super::result::QssLap;
use crate::envelope::{Envelope, Range};

/// Share by which speed and curvature are changed for differences.
pub(super) const SHARE: f64 = 5e-3;
/// The least change of the curvature, 1/m.
const LEAST_1_M: f64 = 1e-6;
/// Share of the speed within which a car drives as fast as its corner allows.
const AT_LIMIT: f64 = 1e-6;

/// Reason for the speed at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// The start.
    Fixed,
    /// The car's fastest speed.
    Top,
    Corner,
    Braking,
    Acceleration,
}

/// Half of the change of the squared speed over the distance, and its derivatives to the squared speed and the curvature.
#[derive(Clone, Copy, Default)]
pub(super) struct Rate {
    pub value: f64,
    pub square: f64,
    pub curvature: f64,
}

/// Places of rates: the strongest acceleration, the hardest braking (positive, as it is driven backwards), and coasting.
pub(super) const DRIVING: usize = 0;
pub(super) const BRAKING: usize = 1;
pub(super) const COASTING: usize = 2;

impl Rate {
    /// The rate of a step of which a share is driven at another one.
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |one: f64, other: f64| one + share * (other - one);
        Self {
            value: mix(self.value, other.value),
            square: mix(self.square, other.square),
            curvature: mix(self.curvature, other.curvature),
        }
    }
}

/// The rates that a car has at an operating point on a slope.
pub(super) fn values(forces: &Forces<'_>, at: usize, range: &Range) -> [f64; 3] {
    let slope = forces.slope(at);
    let most = range.most_m_s2();
    let coasting = Real::min(range.coasting_m_s2, most);
    [most - slope.against_m_s2, slope.against_m_s2 - range.braking_m_s2, coasting - slope.against_m_s2]
        .map(|rate| slope.stretch * rate)
}

/// A change of the curvature at a place by which the road bends less, 1/m.
fn less_1_m(forces: &Forces<'_>, at: usize) -> f64 {
    let curvature_1_m = forces.path.points()[at].curvature_1_m;
    let size = Real::max(SHARE * Real::abs(curvature_1_m), LEAST_1_M);
    if curvature_1_m > 0.0 { -size } else { size }
}

/// Rates at a place and a speed.
pub(super) fn rates(forces: &Forces<'_>, at: usize, speed_m_s: f64) -> [Rate; 3] {
    let curvature_1_m = forces.path.points()[at].curvature_1_m;
    let all = |speed_m_s: f64, curvature_1_m: f64| {
        let point = forces.bent_point(at, speed_m_s, curvature_1_m);
        let range: Option<Range> = (point.normal_m_s2 > 0.0).then(|| forces.car.range(&point)).flatten();
        range.map(|range| values(forces, at, &range))
    };
    // Slower and less bent, the car stays within its limits; but where a gear begins, those of the next slower one are others.
    let (slower_m_s, less_1_m) = (speed_m_s * (1.0 - SHARE), less_1_m(forces, at));
    let faster_m_s = speed_m_s * (1.0 + SHARE);
    let gear = |speed_m_s: f64| forces.car.gear(speed_m_s);
    let begins = gear(slower_m_s) != gear(speed_m_s) && gear(faster_m_s) == gear(speed_m_s);
    let faster = if begins { all(faster_m_s, curvature_1_m) } else { None };
    let other_m_s = if faster.is_some() { faster_m_s } else { slower_m_s };
    let other = faster.or_else(|| all(slower_m_s, curvature_1_m));
    let bases = [all(speed_m_s, curvature_1_m), other, all(speed_m_s, curvature_1_m + less_1_m)];
    let [Some(here), Some(other), Some(less)] = bases else { return [Rate::default(); 3] };
    let change = other_m_s * other_m_s - speed_m_s * speed_m_s;
    let change = Real::copysign(Real::max(Real::abs(change), 1e-9), change);
    core::array::from_fn(|side| Rate {
        value: here[side],
        square: (other[side] - here[side]) / change,
        curvature: (less[side] - here[side]) / less_1_m,
    })
}

/// Cause of the speed at a point: of acceleration and braking the one by which it follows more nearly.
pub(super) fn source(forces: &Forces<'_>, lap: &QssLap, rates: &[[Rate; 3]], at: usize) -> Source {
    let speed_m_s = lap.samples[at].speed_m_s;
    let corner_m_s = lap.corners_m_s[at];
    if corner_m_s < forces.car.top_speed_m_s() && lap.samples[at].speed_m_s >= corner_m_s * (1.0 - AT_LIMIT) {
        return Source::Corner;
    }
    if speed_m_s >= forces.car.top_speed_m_s() * (1.0 - 1e-6) {
        return Source::Top;
    }
    let miss = |from: Option<usize>, side: usize| {
        let from = from?;
        let step_m = forces.path.step_m(if side == DRIVING { from } else { at });
        let other_m_s = lap.samples[from].speed_m_s;
        let value = |place: usize| {
            let of = rates[place];
            let interrupted = if side == DRIVING { lap.interrupted[from] } else { 0.0 };
            of[side].mixed(of[COASTING], interrupted).value
        };
        let gained = step_m * (value(from) + value(at));
        Some(Real::abs(other_m_s * other_m_s + gained - speed_m_s * speed_m_s))
    };
    match (miss(forces.before(at), DRIVING), miss(forces.after(at), BRAKING)) {
        (None, None) => Source::Fixed,
        (Some(_), None) => Source::Acceleration,
        (None, Some(_)) => Source::Braking,
        (Some(driven), Some(braked)) if driven <= braked => Source::Acceleration,
        _ => Source::Braking,
    }
}

/// Derivative of a corner's fastest speed, m/s, to its curvature.
pub(super) fn corner_slope(forces: &Forces<'_>, at: usize, limit_m_s: f64) -> f64 {
    let less_1_m = 4.0 * less_1_m(forces, at);
    let curvature_1_m = forces.path.points()[at].curvature_1_m;
    // A fiftieth less curvature is about a hundredth more speed, and much more where downforce carries the car.
    let [here, faster] = [0.0, less_1_m].map(|change_1_m| {
        let most_m_s = 1.1 * limit_m_s;
        corner_m_s(forces, at, curvature_1_m + change_1_m, [limit_m_s, most_m_s]).unwrap_or(limit_m_s)
    });
    (faster - here) / less_1_m
}

/// The fastest speed of a corner if the path had a curvature, 1/m, there; from a guess on, up to a most speed, m/s.
pub(super) fn corner_m_s(
    forces: &Forces<'_>,
    at: usize,
    curvature_1_m: f64,
    [guess, most]: [f64; 2],
) -> Option<f64> {
    let spare = |speed_m_s: f64| {
        let point = forces.bent_point(at, speed_m_s, curvature_1_m);
        if point.normal_m_s2 > 0.0 {
            forces.car.spare_m_s2(&point)
        } else {
            Real::min(point.normal_m_s2, -1e-9)
        }
    };
    passes::fastest(&spare, guess, most)
}

/// Place of the first point of a lap in a higher gear, with the speed at which it begins, on an acceleration from a point on.
pub(super) fn changes_up(car: &dyn Envelope, lap: &QssLap, from: usize, to: usize) -> Option<f64> {
    let [before, after] = [from, to].map(|at| lap.samples[at].speed_m_s);
    let (gear, next) = (car.gear(before), car.gear(after));
    (next > gear && after > before).then(|| shift_m_s(car, gear, [before, after])).flatten()
}

/// The fastest speed of a gear between two speeds, m/s.
pub(super) fn shift_m_s(car: &dyn Envelope, gear: usize, [mut low, mut high]: [f64; 2]) -> Option<f64> {
    if car.gear(low) > gear || car.gear(high) <= gear {
        return None;
    }
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if car.gear(middle) > gear { high = middle } else { low = middle }
    }
    Some(0.5 * (low + high))
}
