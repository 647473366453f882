//! Motion of a sub-step as it is predicted, before the wheels correct it.

use super::abs_wheel::AbsWheel;
use super::hubs::{PlanarMotion, YawAndSteer};
use super::sensed::{CarFacts, Pedals};
use crate::math::Real;
use crate::wheels::Wheels;

/// Inputs of the reference speed's estimation besides the sensors.
pub(super) struct Known<'a, R: Real> {
    /// The car.
    pub(super) car: &'a CarFacts<R>,
    /// The pedals.
    pub(super) pedals: &'a Pedals<R>,
    /// Brakes as the anti-lock system estimates them.
    pub(super) brakes: &'a Wheels<AbsWheel<R>>,
    /// Share of the throttle that the integral of traction control takes.
    pub(super) cut: R,
    /// Set where assists brake without the driver.
    pub(super) held: R::Mask,
}

/// Motion predicted by the accelerometers, and its terms.
pub(super) struct Predicted<R: Real> {
    pub(super) motion: PlanarMotion<R>,
    pub(super) turn: YawAndSteer<R>,
    /// Predicted gain of longitudinal speed, m/s^2.
    pub(super) gain_m_s2: R,
    /// Part of the predicted gain that yawing turns out of the lateral speed, m/s^2.
    pub(super) turned_m_s2: R,
    /// Part of the predicted gain that forces give, m/s^2.
    pub(super) forced_m_s2: R,
    pub(super) yaw_rate_rad_s: R,
    /// Share of a prediction error that is attributed to the lateral speed, by the yaw rate: -1 to 1, with the yaw
    /// rate's sign.
    pub(super) turning: R,
    pub(super) measures: R::Mask,
    pub(super) first: R::Mask,
    pub(super) stands: R::Mask,
    /// Set where all tyres slide laterally.
    pub(super) slides: R::Mask,
}
