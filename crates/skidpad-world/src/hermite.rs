//! Cubic Hermite interpolation: the inside of a step from its two ends.
//!
//! With the values x0, x1 and the rates x0', x1' at both ends of a step h, at the fraction s of it,
//!
//! ```text
//! x(s) = x0 + s^2 (3 - 2 s) (x1 - x0) + s (1 - s)^2 h x0' - s^2 (1 - s) h x1'
//! ```
//!
//! (E. Hairer, S. P. Norsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd ed. 1993, section II.6, eq. 6.7).
//! The error is of order h^4 in the step, whatever made the step, so the inside is of order 3.

use skidpad_core::math::Real;

/// The value at a fraction (0 to 1) of a step, in lanes each at its own.
///
/// `start` and `end` are the number at both ends, `start_change` and `end_change` its rates there times the step.
///
/// ```
/// // Thrown up at 10 m/s under g = 10 m/s^2, from one second to the next: exact, as its path is a parabola.
/// assert_eq!(skidpad_world::hermite::value(0.5, 0.0, 10.0, 5.0, 0.0), 3.75);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn value<R: Real>(fraction: R, start: R, start_change: R, end: R, end_change: R) -> R {
    let rest = R::one() - fraction;
    let square = fraction * fraction;
    start
        + square * (R::lit(3.0) - R::lit(2.0) * fraction) * (end - start)
        + fraction * rest * rest * start_change
        - square * rest * end_change
}

/// The fraction of a step at which a number that changes its sign over it passes zero, in every
/// lane, by a fixed count of operations.
///
/// `start` and `end` are the number at both ends, `start_change` and `end_change` its rates there
/// times the step. A lane whose number does not change its sign gets a fraction between 0 and 1
/// without meaning: mask it. Where the number passes zero only once and not with a horizontal
/// tangent, the error is that of rounding; otherwise the fraction is good to 1/4096.
///
/// ```
/// // 4 s - s^2 - 1 passes zero at 2 - sqrt(3).
/// let fraction = skidpad_world::hermite::crossing(-1.0, 4.0, 2.0, 2.0);
/// assert!((fraction - (2.0 - 3f64.sqrt())).abs() < 1e-15);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn crossing<R: Real>(start: R, start_change: R, end: R, end_change: R) -> R {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    // start + s (p1 + s (p2 + s p3)), turned so that it rises through zero.
    let up = R::select(end.lt(start), -one, one);
    let change = end - start;
    let p0 = up * start;
    let p1 = up * start_change;
    let p2 = up * (R::lit(3.0) * change - R::lit(2.0) * start_change - end_change);
    let p3 = up * (start_change + end_change - R::lit(2.0) * change);
    let (mut low, mut high) = (zero, one);
    for _ in 0..12 {
        let middle = half * (low + high);
        let below = (p0 + middle * (p1 + middle * (p2 + middle * p3))).lt(zero);
        low = R::select(below, middle, low);
        high = R::select(below, high, middle);
    }
    let mut fraction = half * (low + high);
    for _ in 0..3 {
        let value = p0 + fraction * (p1 + fraction * (p2 + fraction * p3));
        let slope = p1 + fraction * (R::lit(2.0) * p2 + fraction * (R::lit(3.0) * p3));
        // Newton; a flat or falling slope leaves the fraction where it is.
        let moved = fraction - value / R::select(slope.gt(zero), slope, one);
        fraction = R::select(slope.gt(zero), moved.clamp(low, high), fraction);
    }
    fraction
}
