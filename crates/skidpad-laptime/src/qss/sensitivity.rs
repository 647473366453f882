//! Derivatives of the time of a lap to the curvature and the length of each part of its path.
//!
//! The speed at each point follows from one cause: the corner there, braking for the point after it, or acceleration from the point
//! before. With the squared speed u, the rate A(u, k) of its half over the distance, and the step d between both points,
//! u2 = u1 + d (A1 + A2), so that a change dk of the curvature at either point, or of the step, changes u2 by
//! (du1 (1 + d A1_u) + d (A1_k dk1 + A2_k dk2) + (A1 + A2) dd) / (1 - d A2_u). The derivatives of the time to all u are carried
//! backwards through these steps to the corners that they come from (an adjoint sweep), in one pass each for acceleration and
//! braking: all derivatives together take about the time of the lap.

use std::borrow::Cow;

use skidpad_core::math::Real;

use super::driven;
use super::forces::Forces;
use super::options::{Options, Start};
use super::result::{QssLap, Sample};
use super::sources::{BRAKING, COASTING, DRIVING, Rate, Source, changes_up, corner_slope, rates, source};
use crate::envelope::Envelope;
use crate::path::Path;

/// Derivatives of a lap's time, by the points of its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// To the curvature at each point, s m.
    pub curvature_s_m: Vec<f64>,
    /// To the distance from each point to the next one, s/m.
    pub length_s_m: Vec<f64>,
    /// To the accelerations that the car has at each point, s/(m/s^2): the strongest one, the hardest braking, positive, and coasting,
    /// which counts while the drive is interrupted.
    pub accelerations: Vec<[f64; 3]>,
    /// To the fastest speed of the corner at each point, s/(m/s).
    pub corners: Vec<f64>,
    /// To the speeds at which the car changes up, s/(m/s), each with that speed.
    pub shifts: Vec<ShiftSensitivity>,
    /// To the fastest speed of the car, s/(m/s).
    pub top: f64,
}

/// Derivative of a lap's time to the speed of one change up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShiftSensitivity {
    /// Gear that is left.
    pub gear: usize,
    /// Speed at which it is left, m/s.
    pub speed_m_s: f64,
    /// Derivative of the lap's time to that speed, s/(m/s).
    pub slope: f64,
}

/// Derivatives of the time of a lap along a path, which was driven with these options.
///
/// They hold for small changes that are smooth over some points. Changes over the slowest point of a corner are up to an eighth too
/// large, as a corner's slowest point moves with its curvature.
pub fn sensitivity(path: &Path, car: &dyn Envelope, options: &Options, lap: &QssLap) -> Sensitivity {
    let driven = driven(path, options);
    let forces = Forces::new(&driven, car, options.gravity_m_s2);
    let whole = whole(lap, forces.count());
    let mut sweep = Sweep::new(&forces, &whole);
    if let Start::At(speed_m_s) = options.start
        && whole.samples[0].speed_m_s >= speed_m_s
    {
        sweep.sources[0] = Source::Fixed;
    }
    sweep.times();
    // A round more on a closed path, whose chains run over its start.
    let rounds = if driven.is_closed() { 2 } else { 1 };
    for _ in 0..rounds {
        sweep.accelerations();
        sweep.brakings();
    }
    sweep.accelerations();
    sweep.corners(options);
    sweep.tops();
    // The end of a standing lap on a circuit is the place of its start.
    let mut found = sweep.found;
    if let Some(end) = found.curvature_s_m.get(path.points().len()).copied() {
        found.curvature_s_m[0] += end;
        found.curvature_s_m.pop();
        found.length_s_m.pop();
    }
    found
}

/// A lap with a sample at the end of its path, where that is wanted.
pub(super) fn whole(lap: &QssLap, count: usize) -> Cow<'_, QssLap> {
    if lap.samples.len() == count || lap.samples.is_empty() {
        return Cow::Borrowed(lap);
    }
    let mut whole = lap.clone();
    let end = Sample {
        distance_m: lap.length_m,
        time_s: lap.time_s,
        speed_m_s: lap.end_m_s,
        ..lap.samples[lap.samples.len() - 1]
    };
    whole.samples.push(end);
    whole.corners_m_s.push(lap.corners_m_s[0]);
    whole.interrupted.push(0.0);
    Cow::Owned(whole)
}

struct Sweep<'a> {
    forces: &'a Forces<'a>,
    lap: &'a QssLap,
    sources: Vec<Source>,
    rates: Vec<[Rate; 3]>,
    /// Derivatives of the time to the squared speeds.
    squares: Vec<f64>,
    /// That where the drive is back after a change up, as the accelerations are gone through backwards, and the rate there: below the
    /// speed of the change the car still has its pull of the lower gear.
    back: f64,
    back_m_s2: f64,
    found: Sensitivity,
}

impl<'a> Sweep<'a> {
    fn new(forces: &'a Forces<'a>, lap: &'a QssLap) -> Self {
        let count = forces.count();
        let rates: Vec<_> = (0..count).map(|at| rates(forces, at, lap.samples[at].speed_m_s)).collect();
        let sources = (0..count).map(|at| source(forces, lap, &rates, at)).collect();
        let zeros = || vec![0.0; count];
        let found = Sensitivity {
            curvature_s_m: zeros(),
            length_s_m: zeros(),
            accelerations: vec![[0.0; 3]; count],
            corners: zeros(),
            shifts: Vec::new(),
            top: 0.0,
        };
        Self { forces, lap, sources, rates, squares: zeros(), back: 0.0, back_m_s2: 0.0, found }
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
            match self.forces.before(at) {
                Some(before) if self.sources[at] == Source::Acceleration => self.carry(at, before, before),
                _ => self.back = 0.0,
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
        let mut weight = core::mem::take(&mut self.squares[at]);
        let is_braking = self.sources[at] == Source::Braking;
        let side = if is_braking { BRAKING } else { DRIVING };
        let interrupted = if is_braking { 0.0 } else { self.lap.interrupted[from] };
        if interrupted > 0.0 && self.lap.interrupted[at] == 0.0 {
            self.back = weight;
            self.back_m_s2 = self.rates[at][DRIVING].value;
        }
        let mixed = |place: usize| self.rates[place][side].mixed(self.rates[place][COASTING], interrupted);
        let (here, there) = (mixed(at), mixed(from));
        let step_m = self.forces.path.step_m(step);
        weight /= Real::max(1.0 - step_m * here.square, 0.1);
        for (place, rate) in [(at, here), (from, there)] {
            self.found.curvature_s_m[place] += weight * step_m * rate.curvature;
            let stretched = weight * step_m * self.forces.slope(place).stretch;
            self.found.accelerations[place][side] += stretched * (1.0 - interrupted);
            self.found.accelerations[place][COASTING] += stretched * interrupted;
        }
        self.found.length_s_m[step] += weight * (here.value + there.value);
        let passed = if is_braking { weight } else { self.change_up(at, from, weight) };
        self.squares[from] += passed * Real::max(1.0 + step_m * there.square, 0.0);
    }

    /// Derivative to the square before a change up in a step, from the one after it. With the rates A before, C while the drive is interrupted
    /// for the time t, and B after, and the change at the speed v: later by ds, the change makes the square greater by 2 ds (A - C) at
    /// once, and by 2 ds (C - B) where the drive is back. A square that was greater by du makes ds = -du / (2 A); a speed v that is
    /// greater by dv makes ds = v dv / A, and the way without drive longer by t dv.
    fn change_up(&mut self, at: usize, from: usize, weight: f64) -> f64 {
        let car = self.forces.car;
        let Some(speed_m_s) = changes_up(car, self.lap, from, at) else { return weight };
        let [before, beyond] = [from, at].map(|place| self.rates[place][DRIVING].value);
        if before <= 1e-3 {
            return weight;
        }
        let coasting = self.rates[at][COASTING].value;
        // A car that was a little slower than in its gear for a while has not changed down, and does not change up.
        let is_interrupted = self.lap.interrupted[from] + self.lap.interrupted[at] > 0.0;
        let (shift_s, back, after) =
            if is_interrupted { (car.shift_s(), self.back, self.back_m_s2) } else { (0.0, weight, beyond) };
        let later = speed_m_s / before;
        let slope =
            2.0 * (weight * (before - coasting) * later + back * (coasting - after) * (later + shift_s));
        let gear = car.gear(self.speed_m_s(from));
        match self.found.shifts.iter_mut().find(|shift| shift.gear == gear && shift.speed_m_s == speed_m_s) {
            Some(shift) => shift.slope += slope,
            None => self.found.shifts.push(ShiftSensitivity { gear, speed_m_s, slope }),
        }
        (weight * coasting + back * (after - coasting)) / before
    }

    /// Derivatives of the corners' speeds to their curvature.
    fn corners(&mut self, options: &Options) {
        for at in 0..self.forces.count() {
            if self.sources[at] == Source::Corner && self.squares[at] != 0.0 {
                let limit_m_s = self.speed_m_s(at) + options.corner_margin_m_s;
                let slope = corner_slope(self.forces, at, limit_m_s);
                self.found.corners[at] = self.squares[at] * 2.0 * self.speed_m_s(at);
                self.found.curvature_s_m[at] += self.found.corners[at] * slope;
            }
        }
    }

    fn tops(&mut self) {
        let is_top = |at: &usize| self.sources[*at] == Source::Top;
        let slope = |at: usize| self.squares[at] * 2.0 * self.speed_m_s(at);
        self.found.top = (0..self.forces.count()).filter(is_top).map(slope).sum();
    }
}
