//! Springs, anti-roll bar and dampers of an axle.
//!
//! The derivation stands in [`ride`](super::ride).

use super::suspension::AxleSuspension;
use crate::math::Real;

/// Forces of springs and anti-roll bar of an axle, and its hanging wheels, left and right.
pub(super) struct Corners<R> {
    pub spring_n: [R; 2],
    pub hangs: [R; 2],
}

/// Extension of the spring of a wheel in the air, m: where its force with that of the bar carries the wheel alone,
/// (F_0 + u + k_b w_other) / (k + k_b).
///
/// The other wheel's spring is extended by w_other, that is `other_m` or, in the air, less, and if both are in the air
/// (F_0 + u) / k. With the lesser of `other_m` and this the result is right in either case: where the other alone is in
/// the air, this one's result need only be above its own extension, and is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hanging_m<R: Real>(axle: &AxleSuspension<R>, unsprung_n: R, other_m: R) -> R {
    let carried_n = axle.preload_n + unsprung_n;
    let other = other_m.min(carried_n * axle.inverse_spring_m_n);
    (carried_n + axle.bar_n_m * other) * axle.inverse_spring_and_bar_m_n
}

impl<R: Real> Corners<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(axle: &AxleSuspension<R>, unsprung_n: R, left_m: R, right_m: R) -> Self {
        let (left_most, right_most) =
            (hanging_m(axle, unsprung_n, right_m), hanging_m(axle, unsprung_n, left_m));
        let (left, right) = (left_m.min(left_most), right_m.min(right_most));
        let bar_n = axle.bar_n_m * (left - right);
        let (zero, one) = (R::zero(), R::one());
        let (left_hangs, right_hangs) = (left_m.gt(left_most), right_m.gt(right_most));
        let left_n = axle.preload_n - axle.spring_n_m * left - bar_n;
        let right_n = axle.preload_n - axle.spring_n_m * right + bar_n;
        // What hangs does so by its weight to the bit.
        Self {
            spring_n: [
                R::select(left_hangs, -unsprung_n, left_n),
                R::select(right_hangs, -unsprung_n, right_n),
            ],
            hangs: [R::select(left_hangs, one, zero), R::select(right_hangs, one, zero)],
        }
    }
}

/// Force of a damper on the body, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn damper_n<R: Real>(damper_n_s_m: R, rate_m_s: R, spring_n: R, unsprung_n: R, hangs: R) -> R {
    let zero = R::zero();
    let most_down = -(spring_n + unsprung_n).max(zero);
    R::select(hangs.gt(R::lit(0.5)), zero, (-(damper_n_s_m * rate_m_s)).max(most_down))
}
