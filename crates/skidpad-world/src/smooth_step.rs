//! A step without a kink.

use skidpad_core::math::Real;

/// Smooth step from 0 to 1 without a kink at either end, 3 x^2 - 2 x^3, and its slope.
pub(crate) fn smooth_step(share: f64) -> [f64; 2] {
    let share = Real::clamp(share, 0.0, 1.0);
    [share * share * (3.0 - 2.0 * share), 6.0 * share * (1.0 - share)]
}
