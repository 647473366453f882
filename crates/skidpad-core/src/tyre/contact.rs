//! Contact of a tyre with the road.

use crate::math::Vec2;

/// Force and rates of a tyre's contact in one evaluation. Its force over load is a quotient, so that both tyres and the
/// loads can share one division.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<R> {
    /// Force over load, times `below`.
    pub above: Vec2<R>,
    /// Divisor of `above`: positive.
    pub below: R,
    /// Rate of the deflection over that at the peak, 1/s.
    pub rate_1_s: Vec2<R>,
    /// Longitudinal force over load that dry friction could add while the tread adheres, times `below`.
    pub spare: R,
}
