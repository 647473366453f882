//! Speeds of car and wheels, as they are estimated.

use super::hubs::Hub;
use super::sensed::{CarFacts, Sensed};
use crate::math::Real;
use crate::wheels::Wheels;

/// A car with its sensors' readings and the speeds that were estimated from them.
#[derive(Clone, Copy)]
pub(super) struct Observed<'a, R: Real> {
    pub(super) car: &'a CarFacts<R>,
    pub(super) speeds: &'a Speeds<R>,
    pub(super) sensed: &'a Sensed<R>,
}

/// The speeds of car and wheels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speeds<R: Real> {
    /// The reference speed, m/s, not below 0.
    pub(super) car_m_s: R,
    /// Doubt about the reference, s: the time without a wheel that confirms it, over the present deceleration as a
    /// share of gravity, for on slippery roads the same error weighs more.
    pub(super) alone_s: R,
    /// The longitudinal speed of the car that each wheel implies, in the sense of its motion, m/s.
    pub(super) wheel_m_s: Wheels<R>,
    /// 1 forwards, -1 backwards.
    pub(super) direction: R,
    /// Velocities of the hubs.
    pub(super) hubs: [Hub<R>; 4],
    /// Speeds of the treads, m/s, positive forwards.
    pub(super) treads: Wheels<R>,
    /// Set in the first sub-step, before which nothing was known.
    pub(super) first: R::Mask,
}
