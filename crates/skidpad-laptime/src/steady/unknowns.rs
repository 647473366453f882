//! Unknowns of a quasi-steady state, and interfaces to its equations.
//!
//! Their number U depends on the model: five of the car as a whole, and of each of its wheels a spin and two deflections.

/// Places of the unknowns: lateral velocity, steering angle, drive, both accelerations, and from [`SPINS`] on the spins of all wheels
/// and after them their deflections.
pub(super) const LATERAL: usize = 0;
pub(super) const STEER: usize = 1;
pub(super) const DRIVE: usize = 2;
pub(super) const ALONG: usize = 3;
pub(super) const ACROSS: usize = 4;
pub(super) const SPINS: usize = 5;

/// Numbers of unknowns of a car with four wheels, and of one whose axles are one wheel each.
pub(super) const FOUR_WHEELS: usize = SPINS + 3 * 4;
pub(super) const TWO_AXLES: usize = SPINS + 3 * 2;

/// Place of the first of the equations that say how each wheel gains speed; before it stand those of the body.
pub(super) const SPIN_RATES: usize = 3;

pub(super) type Unknowns<const U: usize> = [f64; U];

/// Residuals of the equations. There are two fewer equations than unknowns: the last two rows are left to conditions.
pub(super) type Residuals<const U: usize> = [f64; U];

/// Number of equations of a car with U unknowns.
pub(super) const fn equations(unknowns: usize) -> usize {
    unknowns - 2
}

/// Place of the first deflection.
pub(super) const fn deflections(unknowns: usize) -> usize {
    SPINS + (unknowns - SPINS) / 3
}

/// Equations with two more unknowns than there are of them.
pub(super) trait Equations<const U: usize> {
    /// Residuals at a state; the last two rows are 0.
    fn residuals(&self, at: &Unknowns<U>) -> Residuals<U>;
    fn scales(&self) -> Unknowns<U>;
}

/// A car whose mode is renewed along the way.
pub(super) trait Renewed<const U: usize>: Equations<U> {
    /// Renews the mode at a state; returns true where it changed.
    fn renew(&mut self, at: &Unknowns<U>) -> bool;

    /// Locks the differentials that slip and have friction; with `false`, takes the mode back that was renewed last.
    fn instead(&mut self, locks: bool);

    /// Changes of the residuals at a state from this car to each of those near it.
    fn moves(&self, at: &Unknowns<U>) -> Vec<Residuals<U>>;

    /// Condition that steering or brakes, whichever are nearer to it, are at their stop.
    fn stop_condition(&self, at: &Unknowns<U>) -> StopCondition<U>;

    /// Part of the way from one state to the next at which steering or brakes come to their stop; `None` where they do not.
    fn stop(&self, from: &Unknowns<U>, to: &Unknowns<U>) -> Option<f64>;
}

/// A stop of the steering or of the brakes as a linear condition: the row of the unknowns, and the change of the condition's residual to each
/// of the cars near.
pub(super) struct StopCondition<const U: usize> {
    pub row: Unknowns<U>,
    pub moves: Vec<f64>,
}
