//! Springs, anti-roll bar and dampers of an axle, and the loads of its wheels.
//!
//! The derivation stands in [`ride`](super::ride).

use super::loads::LEAST_PIVOT;
use super::suspension::AxleSuspension;
use super::tyre::AffineForce;
use crate::math::Real;

/// What springs and bars of an axle do, left and right.
pub(super) struct Corners<R> {
    pub spring_n: [R; 2],
    pub hangs: [R; 2],
}

/// How far the spring of a wheel in the air is extended, m: where its force with that of the bar carries
/// the wheel alone, (F_0 + u + k_b w_other) / (k + k_b).
///
/// The other wheel's spring is extended by w_other, that is `other_m` or, in the air, less, and if both
/// are in the air (F_0 + u) / k. With the lesser of `other_m` and this the answer is right in either case:
/// where the other alone is in the air this one's answer need only be above its own extension, and is.
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

/// Loads of the left and the right wheel of an axle, N, from what the springs and the wheels' weight press.
///
/// With N = N_l + N_r, D = N_r - N_l, and X = m_x N + d_x D + q_x, alike Y:
/// (1 - s m_x) N - s d_x D = A + s q_x and (1 - G d_y) D - G m_y N = B + G q_y, G = 2 z_R / t.
/// If one wheel has all, its neighbour is in the air, and (1 - s p_x) N = A + s q_x.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_loads<R: Real>(
    axle: &AxleSuspension<R>,
    left_n: R,
    right_n: R,
    left: &AffineForce<R>,
    right: &AffineForce<R>,
) -> [R; 2] {
    let (zero, one, half, least) = (R::zero(), R::one(), R::lit(0.5), R::lit(LEAST_PIVOT));
    let (s, g) = (axle.support, axle.geometric_share);
    let (l, r) = (&left.per_load, &right.per_load);
    let (mean_x, apart_x) = (half * (l.x + r.x), half * (r.x - l.x));
    let (mean_y, apart_y) = (half * (l.y + r.y), half * (r.y - l.y));
    let all = (left_n + right_n) + s * (left.fixed_n.x + right.fixed_n.x);
    let moved = (right_n - left_n) + g * (left.fixed_n.y + right.fixed_n.y);
    let inverse = one / (one - s * mean_x).max(least);
    let (per_moved, sum) = (s * apart_x * inverse, all * inverse);
    let difference = (moved + g * mean_y * sum) / (one - g * apart_y - g * mean_y * per_moved).max(least);
    let sum = sum + per_moved * difference;
    let left_alone = all / (one - s * l.x).max(least);
    let right_alone = all / (one - s * r.x).max(least);
    let (on_left, on_right) = (difference.lt(-sum), difference.gt(sum));
    let left_load = R::select(on_left, left_alone, R::select(on_right, zero, half * (sum - difference)));
    let right_load = R::select(on_right, right_alone, R::select(on_left, zero, half * (sum + difference)));
    // Both wheels may be in the air.
    let none = on_left & on_right;
    [R::select(none, zero, left_load).max(zero), R::select(none, zero, right_load).max(zero)]
}
