//! Derivatives of the time of a lap to the curvature and the length of each part of its path.
//!
//! The speed at each point follows from one cause: the corner there, braking for the point after it, or acceleration from the point
//! before. With the squared speed u, the rate A(u, k) of its half over the distance, and the step d between both points,
//! u2 = u1 + d (A1 + A2), so that a change dk of the curvature at either point, or of the step, changes u2 by
//! (du1 (1 + d A1_u) + d (A1_k dk1 + A2_k dk2) + (A1 + A2) dd) / (1 - d A2_u). The derivatives of the time to all u are carried
//! backwards through these steps to the corners that they come from (an adjoint sweep), in one pass each for acceleration and
//! braking: all derivatives together take about the time of the lap.

use skidpad_core::math::Real;

use super::forces::Forces;
use super::options::Options;
use super::result::QssLap;
use crate::envelope::{Envelope, Range};
use crate::path::Path;

/// Share by which speed and curvature are changed for differences.
const SHARE: f64 = 5e-3;
/// The least change of the curvature, 1/m.
const LEAST_1_M: f64 = 1e-6;
/// Share of the speed within which a car drives as fast as its corner allows.
const AT_LIMIT: f64 = 1e-6;
/// Halvings of the search for a corner's speed.
const HALVINGS: usize = 16;

/// Derivatives of a lap's time, by the points of its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// To the curvature at each point, s m.
    pub curvature_s_m: Vec<f64>,
    /// To the distance from each point to the next one, s/m.
    pub length_s_m: Vec<f64>,
}

/// Reason for the speed at a point.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    /// Nothing that the path has: top speed, or the start.
    Fixed,
    Corner,
    Braking,
    Acceleration,
}

/// Half of the change of the squared speed over the distance, and its derivatives to the squared speed and the curvature.
#[derive(Clone, Copy, Default)]
struct Rate {
    value: f64,
    square: f64,
    curvature: f64,
}

/// Derivatives of the time of a lap along a path, which was driven with these options.
///
/// They hold for small changes that are smooth over some points. Changes over the slowest point of a corner are up to an eighth too
/// large, as a corner's slowest point moves with its curvature.
pub fn sensitivity(path: &Path, car: &dyn Envelope, options: &Options, lap: &QssLap) -> Sensitivity {
    let forces = Forces { path, car, gravity_m_s2: options.gravity_m_s2 };
    let mut sweep = Sweep::new(&forces, lap);
    sweep.times();
    // A round more on a closed path, whose chains run over its start.
    let rounds = if path.is_closed() { 2 } else { 1 };
    for _ in 0..rounds {
        sweep.accelerations();
        sweep.brakings();
    }
    sweep.accelerations();
    sweep.corners(options);
    sweep.found
}

struct Sweep<'a> {
    forces: &'a Forces<'a>,
    lap: &'a QssLap,
    sources: Vec<Source>,
    /// Rates of acceleration and of braking (positive, as it is driven backwards).
    rates: Vec<[Rate; 2]>,
    /// Derivatives of the time to the squared speeds.
    squares: Vec<f64>,
    found: Sensitivity,
}

impl<'a> Sweep<'a> {
    fn new(forces: &'a Forces<'a>, lap: &'a QssLap) -> Self {
        let count = forces.count();
        let rates: Vec<_> = (0..count).map(|at| rates(forces, at, lap.samples[at].speed_m_s)).collect();
        let sources = (0..count).map(|at| source(forces, lap, &rates, at)).collect();
        let zeros = || vec![0.0; count];
        let found = Sensitivity { curvature_s_m: zeros(), length_s_m: zeros() };
        Self { forces, lap, sources, rates, squares: zeros(), found }
    }

    fn speed_m_s(&self, at: usize) -> f64 {
        self.lap.samples[at].speed_m_s
    }

    /// Derivatives of the times of all steps to speeds and lengths.
    fn times(&mut self) {
        for at in 0..self.forces.count() {
            let Some(next) = self.forces.after(at) else { continue };
            let stretch = 0.5 * (self.forces.slope(at).stretch + self.forces.slope(next).stretch);
            let sum = self.speed_m_s(at) + self.speed_m_s(next);
            self.found.length_s_m[at] += 2.0 * stretch / sum;
            let to_speed = -2.0 * stretch * self.forces.path.step_m(at) / (sum * sum);
            for place in [at, next] {
                self.squares[place] += to_speed / (2.0 * Real::max(self.speed_m_s(place), 0.1));
            }
        }
    }

    fn accelerations(&mut self) {
        for at in (0..self.forces.count()).rev() {
            if self.sources[at] == Source::Acceleration
                && let Some(before) = self.forces.before(at)
            {
                self.carry(at, before, before);
            }
        }
    }

    fn brakings(&mut self) {
        for at in 0..self.forces.count() {
            if self.sources[at] == Source::Braking
                && let Some(after) = self.forces.after(at)
            {
                self.carry(at, after, at);
            }
        }
    }

    /// Carries the derivative at a point to the one that its speed follows from, over the step that begins at a place.
    fn carry(&mut self, at: usize, from: usize, step: usize) {
        let side = usize::from(self.sources[at] == Source::Braking);
        let (here, there) = (self.rates[at][side], self.rates[from][side]);
        let step_m = self.forces.path.step_m(step);
        let square = core::mem::take(&mut self.squares[at]) / Real::max(1.0 - step_m * here.square, 0.1);
        self.found.curvature_s_m[at] += square * step_m * here.curvature;
        self.found.curvature_s_m[from] += square * step_m * there.curvature;
        self.found.length_s_m[step] += square * (here.value + there.value);
        self.squares[from] += square * Real::max(1.0 + step_m * there.square, 0.0);
    }

    /// Derivatives of the corners' speeds to their curvature.
    fn corners(&mut self, options: &Options) {
        for at in 0..self.forces.count() {
            if self.sources[at] == Source::Corner && self.squares[at] != 0.0 {
                let limit_m_s = self.speed_m_s(at) + options.corner_margin_m_s;
                let slope = corner_slope(self.forces, at, limit_m_s);
                self.found.curvature_s_m[at] += self.squares[at] * 2.0 * self.speed_m_s(at) * slope;
            }
        }
    }
}

/// A change of the curvature at a place by which the road bends less, 1/m.
fn less_1_m(forces: &Forces<'_>, at: usize) -> f64 {
    let curvature_1_m = forces.path.points()[at].curvature_1_m;
    let size = Real::max(SHARE * Real::abs(curvature_1_m), LEAST_1_M);
    if curvature_1_m > 0.0 { -size } else { size }
}

fn rates(forces: &Forces<'_>, at: usize, speed_m_s: f64) -> [Rate; 2] {
    let curvature_1_m = forces.path.points()[at].curvature_1_m;
    let slope = forces.slope(at);
    let pair = |speed_m_s: f64, curvature_1_m: f64| {
        let point = forces.bent_point(at, speed_m_s, curvature_1_m);
        let range: Option<Range> = (point.normal_m_s2 > 0.0).then(|| forces.car.range(&point)).flatten();
        range.map(|range| {
            [range.most_m_s2() - slope.against_m_s2, slope.against_m_s2 - range.braking_m_s2]
                .map(|rate| slope.stretch * rate)
        })
    };
    // Slower and less bent, the car stays within its limits.
    let (slower_m_s, less_1_m) = (speed_m_s * (1.0 - SHARE), less_1_m(forces, at));
    let bases = [
        pair(speed_m_s, curvature_1_m),
        pair(slower_m_s, curvature_1_m),
        pair(speed_m_s, curvature_1_m + less_1_m),
    ];
    let [Some(here), Some(slower), Some(less)] = bases else { return [Rate::default(); 2] };
    let change = slower_m_s * slower_m_s - speed_m_s * speed_m_s;
    [0, 1].map(|side| Rate {
        value: here[side],
        square: (slower[side] - here[side]) / Real::min(change, -1e-9),
        curvature: (less[side] - here[side]) / less_1_m,
    })
}

/// Cause of the speed at a point: of acceleration and braking the one by which it follows more nearly.
fn source(forces: &Forces<'_>, lap: &QssLap, rates: &[[Rate; 2]], at: usize) -> Source {
    let speed_m_s = lap.samples[at].speed_m_s;
    let corner_m_s = lap.corners_m_s[at];
    if corner_m_s < forces.car.top_speed_m_s() && lap.samples[at].speed_m_s >= corner_m_s * (1.0 - AT_LIMIT) {
        return Source::Corner;
    }
    if speed_m_s >= forces.car.top_speed_m_s() * (1.0 - 1e-6) {
        return Source::Fixed;
    }
    let miss = |from: Option<usize>, side: usize| {
        let from = from?;
        let step_m = forces.path.step_m(if side == 0 { from } else { at });
        let other_m_s = lap.samples[from].speed_m_s;
        let gained = step_m * (rates[from][side].value + rates[at][side].value);
        Some(Real::abs(other_m_s * other_m_s + gained - speed_m_s * speed_m_s))
    };
    match (miss(forces.before(at), 0), miss(forces.after(at), 1)) {
        (None, None) => Source::Fixed,
        (Some(_), None) => Source::Acceleration,
        (None, Some(_)) => Source::Braking,
        (Some(driven), Some(braked)) if driven <= braked => Source::Acceleration,
        _ => Source::Braking,
    }
}

/// Derivative of a corner's fastest speed, m/s, to its curvature.
fn corner_slope(forces: &Forces<'_>, at: usize, limit_m_s: f64) -> f64 {
    let less_1_m = 4.0 * less_1_m(forces, at);
    let curvature_1_m = forces.path.points()[at].curvature_1_m;
    let fastest = |curvature_1_m: f64, mut low: f64, mut high: f64| {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            let point = forces.bent_point(at, middle, curvature_1_m);
            if point.normal_m_s2 > 0.0 && forces.car.spare_m_s2(&point) >= 0.0 {
                low = middle
            } else {
                high = middle
            }
        }
        low
    };
    // A fiftieth less curvature is about a hundredth more speed, and much more where downforce carries the car.
    let here = fastest(curvature_1_m, 0.999 * limit_m_s, 1.001 * limit_m_s);
    let faster = fastest(curvature_1_m + less_1_m, 0.99 * limit_m_s, 1.1 * limit_m_s);
    (faster - here) / less_1_m
}
