//! Inertia, loads, traction and the geometry of a turn in the texts.
//!
//! In a turn without slip one steered wheel in the middle of the front axle stands for both: it goes round on
//! L / sin(delta), the middle of the rear axle on L / tan(delta). Radii are signed: positive in a turn to the left;
//! infinite straight ahead.

use skidpad_core::math::Real;

/// Hlavacs (9): a cuboid about the upright axis through its centre, M (W^2 + L^2) / 12, kg m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cuboid_yaw_inertia<R: Real>(mass_kg: R, width_m: R, length_m: R) -> R {
    mass_kg * (width_m * width_m + length_m * length_m) / R::lit(12.0)
}

/// Hlavacs (10), Steiner's theorem: about a parallel axis at a distance R, I_C + M R^2, kg m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parallel_axis_inertia<R: Real>(central_kg_m2: R, mass_kg: R, distance_m: R) -> R {
    central_kg_m2 + mass_kg * distance_m * distance_m
}

/// Palmer 8.1: F_N = m g cos(theta), N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn normal_force<R: Real>(mass_kg: R, gravity_m_s2: R, slope_rad: R) -> R {
    mass_kg * gravity_m_s2 * slope_rad.cos()
}

/// Palmer 8.4 as printed: the size F_R = mu_r m g cos(theta), N, without direction. Subtracted as
/// in 8.5 it drives a car that stands on the level backwards.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn palmer_rolling_friction<R: Real>(coefficient: R, normal_force_n: R) -> R {
    coefficient * normal_force_n
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

/// The circle of the front wheel, L / sin(delta), m: Monster's R, Palmer 8.36.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_radius<R: Real>(wheelbase_m: R, steer_rad: R) -> R {
    wheelbase_m / steer_rad.sin()
}

/// The yaw rate from the speed of the rear axle, v tan(delta) / L, rad/s: the rear axle cannot move
/// sideways, so that its speed is the speed along the car.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn yaw_rate_from_rear<R: Real>(rear_speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    rear_speed_m_s * steer_rad.tan() / wheelbase_m
}

/// The yaw rate from the speed of the front wheel, v sin(delta) / L, rad/s. With the speed of the
/// whole car in it, as Monster and Palmer 8.38 have it, it is short by the factor cos(delta).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn yaw_rate_from_front<R: Real>(front_speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    front_speed_m_s * steer_rad.sin() / wheelbase_m
}

/// The angle of the wheel in the middle from that of the wheel on the inside, rad: the wheel that
/// Monster's text looks at.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steer_from_inner_wheel<R: Real>(inner_rad: R, wheelbase_m: R, track_m: R) -> R {
    let (sin, cos) = inner_rad.sin_cos();
    let across = wheelbase_m * sin;
    across.atan2(wheelbase_m * cos + R::lit(0.5) * track_m * sin.abs())
}
