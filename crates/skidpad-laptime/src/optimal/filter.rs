//! Filter of a line search: pairs of barrier function and infeasibility that a step has to improve on.

use skidpad_core::math::Real;

/// Least relative gain in either measure.
const GAIN: f64 = 1e-5;
/// Least share of the gain that the slope of the barrier function promises (Armijo).
const PROMISED: f64 = 1e-4;
/// Infeasibility over that before a step beyond which no point is taken, and one that always may be.
const FARTHEST: f64 = 10.0;
const NEAR: f64 = 0.1;
/// Rounding of a barrier function, relative.
const ROUNDING: f64 = 1e-13;
/// Powers with which a promised gain is compared with infeasibility.
const GAIN_POWER: f64 = 2.3;
const INFEASIBLE_POWER: f64 = 1.1;

/// Barrier function and infeasibility.
pub(super) type Merits = (f64, f64);

/// Points that a search does not return to.
pub(super) struct Filter {
    points: Vec<Merits>,
}

impl Filter {
    pub fn new() -> Self {
        Self { points: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.points.clear();
    }

    /// Returns true for a point that no point of the filter bars.
    pub fn allows(&self, after: Merits) -> bool {
        let apart = |of: &Merits| after.1 <= (1.0 - GAIN) * of.1 || after.0 <= of.0 - GAIN * of.1;
        after.0.is_finite() && after.1.is_finite() && self.points.iter().all(apart)
    }

    /// Adds a point that a search leaves because no step from it was accepted.
    pub fn leave(&mut self, point: Merits) {
        self.points.push((point.0 - GAIN * point.1, (1.0 - GAIN) * point.1));
    }

    /// Returns true for a step whose gain of the barrier function is to be judged by its slope: it promises more than infeasibility could.
    fn is_descent(before: Merits, promised: f64) -> bool {
        promised < 0.0
            && Real::powf(-promised, GAIN_POWER) > Real::powf(before.1, INFEASIBLE_POWER)
            && before.1 < 1e-2
    }

    /// Returns true for a step from one point to another that may be taken; `promised` is the change of the barrier function by its slope.
    pub fn accepts(&self, before: Merits, after: Merits, promised: f64) -> bool {
        let rounding = ROUNDING * Real::max(Real::abs(before.0), 1.0) * 10.0;
        let farthest = Real::max(FARTHEST * before.1, NEAR);
        if !self.allows(after) || after.1 > farthest {
            return false;
        }
        if Self::is_descent(before, promised) {
            after.0 <= before.0 + PROMISED * promised + rounding
        } else {
            after.1 <= (1.0 - GAIN) * before.1 || after.0 <= before.0 - GAIN * before.1 + rounding
        }
    }

    /// Adds the point that an accepted step leaves, unless the step was one of descent.
    pub fn remember(&mut self, before: Merits, after: Merits, promised: f64) {
        let descends = Self::is_descent(before, promised) && after.0 <= before.0 + PROMISED * promised;
        if !descends {
            self.leave(before);
        }
    }
}
