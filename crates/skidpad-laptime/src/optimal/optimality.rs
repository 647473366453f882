//! Residuals of the conditions of a minimum-time lap.

use skidpad_core::math::Real;

/// Residuals of the conditions of a minimum, scaled as by Wächter and Biegler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimality {
    /// Largest slope of the Lagrangian over the mean size of the multipliers.
    pub stationarity: f64,
    /// Largest defect or residual, in the units of the states.
    pub infeasibility: f64,
    /// Largest product of a bound's multiplier and its distance.
    pub complementarity: f64,
}

impl Optimality {
    /// The largest of the residuals.
    pub fn largest(&self) -> f64 {
        Real::max(self.stationarity, Real::max(self.infeasibility, self.complementarity))
    }
}
