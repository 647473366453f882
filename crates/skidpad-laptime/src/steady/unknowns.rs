//! Unknowns of a quasi-steady state, and interfaces to its equations.

/// Number of unknowns.
pub(super) const UNKNOWNS: usize = 17;
/// Places of the unknowns: lateral velocity, steering angle, four spins, eight deflections, drive, accelerations.
pub(super) const LATERAL: usize = 0;
pub(super) const STEER: usize = 1;
pub(super) const SPINS: usize = 2;
pub(super) const DEFLECTIONS: usize = 6;
/// Unknowns of body and wheels, without the tyres' deflections.
pub(super) const SPINS_AND_BODY: core::ops::Range<usize> = LATERAL..DEFLECTIONS;
pub(super) const DRIVE: usize = 14;
pub(super) const ALONG: usize = 15;
pub(super) const ACROSS: usize = 16;
/// Number of equations of the car: two are left to choose.
pub(super) const EQUATIONS: usize = 15;

pub(super) type Unknowns = [f64; UNKNOWNS];

/// Equations with two more unknowns than there are of them.
pub(super) trait Equations {
    fn residuals(&self, at: &Unknowns) -> [f64; EQUATIONS];
    fn scales(&self) -> Unknowns;
}

/// A car whose mode is renewed along the way.
pub(super) trait Renewed: Equations {
    /// Renews the mode at a state; returns true where it changed.
    fn renew(&mut self, at: &Unknowns) -> bool;

    /// Locks the differentials that slip and have friction; with `false`, takes the mode back that was renewed last.
    fn instead(&mut self, locks: bool);

    /// Changes of the residuals at a state from this car to each of those near it.
    fn moves(&self, at: &Unknowns) -> Vec<[f64; EQUATIONS]>;

    /// Condition that steering or brakes, whichever are nearer to it, are at their stop.
    fn stop_condition(&self, at: &Unknowns) -> StopCondition;

    /// Part of the way from one state to the next at which steering or brakes come to their stop; `None` where they do not.
    fn stop(&self, from: &Unknowns, to: &Unknowns) -> Option<f64>;
}

/// A stop of the steering or of the brakes as a linear condition: the row of the unknowns, and the change of the condition's residual to each
/// of the cars near.
pub(super) struct StopCondition {
    pub row: Unknowns,
    pub moves: Vec<f64>,
}
