//! What the tyres' limit means for speed and acceleration (Palmer, "Wheel Traction" and "High-Speed
//! Turns").

use crate::math::Real;

/// Palmer's rule after 8.34: the drive force, or the traction limit where the engine asks for
/// more; in both directions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn traction_limited<R: Real>(force_n: R, limit_n: R) -> R {
    force_n.clamp(-limit_n, limit_n)
}

/// Palmer 8.33 solved for the speed: mu m g = m v^2 / r, so v = sqrt(mu g r), m/s: the skidpad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn skidpad_speed<R: Real>(friction: R, gravity_m_s2: R, radius_m: R) -> R {
    (friction * gravity_m_s2 * radius_m).sqrt()
}

/// Palmer 8.33 solved for the friction: mu = v^2 / (r g), what a skidpad measures.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn skidpad_friction<R: Real>(speed_m_s: R, gravity_m_s2: R, radius_m: R) -> R {
    speed_m_s * speed_m_s / (radius_m * gravity_m_s2)
}

/// Palmer 8.35: a_total = sqrt(a_straightline^2 + (v^2 / r)^2), m/s^2: what the tyres must carry.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn total_acceleration<R: Real>(straight_m_s2: R, speed_m_s: R, radius_m: R) -> R {
    let across = speed_m_s * speed_m_s / radius_m;
    (straight_m_s2 * straight_m_s2 + across * across).sqrt()
}

/// Palmer 8.41 as printed: F = m v^2 / r - mu m g cos(theta), N. Below the limit it is negative,
/// where the text says that it cannot be.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn palmer_lateral_force_as_printed<R: Real>(mass_kg: R, speed_m_s: R, radius_m: R, limit_n: R) -> R {
    mass_kg * speed_m_s * speed_m_s / radius_m - limit_n
}

/// Palmer 8.41 as the text means it: what the tyres cannot hold of the centripetal force, never
/// below 0, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn palmer_lateral_force<R: Real>(mass_kg: R, speed_m_s: R, radius_m: R, limit_n: R) -> R {
    palmer_lateral_force_as_printed(mass_kg, speed_m_s, radius_m, limit_n).max(R::zero())
}
