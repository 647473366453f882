//! Resistance of the air.
//!
//! The force follows the air that comes, from any side, with the coefficient from ahead. What a body's flank adds,
//! and where along the car it acts, differs so much from car to car that without a measured coefficient nothing is
//! better: there is no moment of yaw.

use crate::math::{Real, Vec2};

/// rho Cd A / 2, N s^2/m^2 (Monster's Cdrag; Palmer 8.3 and 8.22a without speed and mass).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn drag_factor<R: Real>(drag_coefficient: R, frontal_area_m2: R, air_density_kg_m3: R) -> R {
    R::lit(0.5) * drag_coefficient * frontal_area_m2 * air_density_kg_m3
}

/// Palmer 8.16: A = 0.85 width height, m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn frontal_area<R: Real>(width_m: R, height_m: R) -> R {
    R::lit(0.85) * width_m * height_m
}

/// Drag along the car, N: -k v |v|, against the motion through the air in both directions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn drag<R: Real>(factor_n_s2_m2: R, air_speed_m_s: R) -> R {
    -(factor_n_s2_m2 * air_speed_m_s * air_speed_m_s.abs())
}

/// Monster v1.9 in the plane: F = -k v |v| with the vector's length, N. Turned by any angle, the
/// force turns with the velocity.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_drag<R: Real>(factor_n_s2_m2: R, velocity_m_s: Vec2<R>) -> Vec2<R> {
    let (Vec2 { x, y }, speed) = (velocity_m_s, velocity_m_s.quick_norm());
    Vec2 { x: -(factor_n_s2_m2 * x * speed), y: -(factor_n_s2_m2 * y * speed) }
}

/// Monster's rolling resistance along the car, N: -Crr v.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn linear_resistance<R: Real>(factor_n_s_m: R, speed_m_s: R) -> R {
    -(factor_n_s_m * speed_m_s)
}
