//! Braking in the texts: a constant deceleration or force.

use skidpad_core::math::Real;

/// Palmer 8.31: the constant acceleration that stops a vehicle from a speed within a distance,
/// -v0^2 / (2 x), m/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn deceleration_from_distance<R: Real>(speed_m_s: R, distance_m: R) -> R {
    -(speed_m_s * speed_m_s) / (R::lit(2.0) * distance_m)
}

/// The same the other way round: the distance to stop at a constant acceleration a < 0,
/// -v0^2 / (2 a), m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn stopping_distance<R: Real>(speed_m_s: R, acceleration_m_s2: R) -> R {
    -(speed_m_s * speed_m_s) / (R::lit(2.0) * acceleration_m_s2)
}

/// Monster's constant braking force, -u Cbraking, N; none at rest, so that the car does not end up
/// going in reverse.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_braking_force<R: Real>(braking_force_n: R, speed_m_s: R) -> R {
    -(braking_force_n * speed_m_s.sign())
}
