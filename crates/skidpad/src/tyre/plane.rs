//! Two numbers of a tyre at once: lengthwise and sideways.

use crate::math::Real;

/// Two numbers of a tyre, lengthwise and sideways in the wheel's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<R> {
    /// Lengthwise, positive forwards.
    pub x: R,
    /// Sideways, positive to the left.
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
