//! Friction utilisation.

use crate::math::{Real, Vec2};

/// Friction utilisation: sqrt((F_x / (mu_x F_z))^2 + (F_y / (mu_y F_z))^2), the force over the largest in its direction on
/// the friction ellipse (Milliken and Milliken, Race Car Vehicle Dynamics, chapter 2; [`CombinedTyre`](super::CombinedTyre)).
/// It is 1 at the limit; with a linear tyre it may be more. `largest_n` is mu_x F_z with the road's grip, `lateral_share`
/// mu_y over mu_x. A wheel off the ground has 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn friction_utilisation<R: Real>(force_n: &Vec2<R>, largest_n: R, lateral_share: R) -> R {
    let least = R::lit(1e-30);
    let most = largest_n.max(least);
    let used = Vec2 { x: force_n.x / most, y: force_n.y / (most * lateral_share) }.quick_norm();
    R::select(largest_n.gt(least), used, used.without_derivative())
}

#[cfg(test)]
mod tests {
    use super::friction_utilisation;
    use crate::math::{Real, Vec2};

    /// 3 kN of 5 kN forwards and 3.2 kN of 4 kN to the left: 0.6 and 0.8 of the ellipse's axes, which is its edge.
    #[test]
    fn a_force_on_the_ellipse_uses_all_of_the_friction() {
        let off = |force: Vec2<f64>, used: f64| Real::abs(friction_utilisation(&force, 5000.0, 0.8) - used);
        assert!(off(Vec2 { x: 3000.0, y: 3200.0 }, 1.0) < 1e-15);
        assert!(off(Vec2 { x: -1500.0, y: -1600.0 }, 0.5) < 1e-15);
        assert_eq!(friction_utilisation(&Vec2 { x: 0.0, y: 0.0 }, 0.0, 0.8), 0.0);
    }
}
