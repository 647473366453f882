//! Two numbers of a tyre at once: longitudinal and lateral.

use crate::math::Real;

/// Two numbers of a tyre, longitudinal and lateral in the wheel's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<R> {
    /// Lengthwise, positive forwards.
    pub x: R,
    /// Lateral, positive to the left.
    pub y: R,
}

impl<R: Real> Plane<R> {
    /// The square of its length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn square(&self) -> R {
        self.x * self.x + self.y * self.y
    }
    /// Its length. The squares must not overflow.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn size(&self) -> R {
        self.square().sqrt()
    }
}
