//! Friction utilisation.

use crate::math::{Real, Vec2};

/// Largest forces below this count as this, N: a wheel off the ground has neither, and uses none of its friction. So small
/// that a force in proportion to the largest one has its share at any load.
const LEAST_FORCE_N: f64 = 1e-30;
/// Below this largest force, N, the share is no longer differentiated: a wheel that lifts off has a slope of 1/0 there.
const LEAST_SLOPE_N: f64 = 1e-6;

/// Longitudinal and lateral force over the largest in its direction.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn over_largest<R: Real>(force_n: &Vec2<R>, largest_n: &Vec2<R>) -> Vec2<R> {
    Vec2 { x: share(force_n.x, largest_n.x), y: share(force_n.y, largest_n.y) }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn share<R: Real>(force_n: R, largest_n: R) -> R {
    let share = force_n / largest_n.max(R::lit(LEAST_FORCE_N));
    R::select(largest_n.gt(R::lit(LEAST_SLOPE_N)), share, share.without_derivative())
}

/// Friction utilisation: sqrt((F_x / (mu_x F_z))^2 + (F_y / (mu_y F_z))^2), the force over the largest in its direction on
/// the friction ellipse (Milliken and Milliken, Race Car Vehicle Dynamics, chapter 2; [`CombinedTyre`](super::CombinedTyre)).
/// It is 1 at the limit; with a linear tyre it may be more. `largest_n` is mu_x F_z and mu_y F_z with the road's grip. A
/// wheel off the ground has 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn friction_utilisation<R: Real>(force_n: &Vec2<R>, largest_n: &Vec2<R>) -> R {
    over_largest(force_n, largest_n).quick_norm()
}
