//! Gears in the texts: speeds and forces between crankshaft and road, without slip (Monster, "Gear Ratios"; Palmer 8.10 to
//! 8.15).

use core::f64::consts::PI;

use crate::units;
use skidpad_core::math::Real;

/// Monster's traction torque, N.m: a force times its lever, here the wheel radius.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn torque_of<R: Real>(force_n: R, lever_m: R) -> R {
    force_n * lever_m
}

/// "Gear Ratios" as printed: the force at the road from the torque at the axle by multiplying with
/// the radius (v1.9: 6.4 N.m / 0.34 m = 2.2 N; v1.4: 0.33 * 12.6 = 4.16 N, there called the
/// diameter). Right is the quotient, [`drive_force`](skidpad_special::drive::drive_force).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_force_from_torque_as_printed<R: Real>(wheel_torque_nm: R, wheel_radius_m: R) -> R {
    wheel_torque_nm * wheel_radius_m
}

/// The way of a wheel per revolution, 2 pi R, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn way_per_revolution<R: Real>(wheel_radius_m: R) -> R {
    R::lit(2.0 * PI) * wheel_radius_m
}

/// Monster: the angular velocity of a rolling wheel, v / R, rad/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rolling_speed<R: Real>(road_speed_m_s: R, wheel_radius_m: R) -> R {
    road_speed_m_s / wheel_radius_m
}

/// Monster v1.9, "Slip ratio and traction force", as printed: v / (2 pi R), called the angular
/// velocity. It is the number of revolutions a second.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_rolling_speed_v1_9_as_printed<R: Real>(road_speed_m_s: R, wheel_radius_m: R) -> R {
    road_speed_m_s / way_per_revolution(wheel_radius_m)
}

/// Palmer 8.12: omega_w = omega_e / (g_k G), rad/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wheel_speed<R: Real>(engine_speed_rad_s: R, gear_ratio: R, final_drive: R) -> R {
    engine_speed_rad_s / (gear_ratio * final_drive)
}

/// Palmer 8.13 and 8.19: v = r_w omega_e / (g_k G), m/s, rolling without slip; 8.23 with the
/// redline speed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn road_speed<R: Real>(engine_speed_rad_s: R, gear_ratio: R, final_drive: R, wheel_radius_m: R) -> R {
    wheel_radius_m * wheel_speed(engine_speed_rad_s, gear_ratio, final_drive)
}

/// Monster's "How do we get the RPM?": omega_e = v / r_w g_k G, rad/s, rolling without slip.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn engine_speed<R: Real>(road_speed_m_s: R, gear_ratio: R, final_drive: R, wheel_radius_m: R) -> R {
    road_speed_m_s / wheel_radius_m * gear_ratio * final_drive
}

/// Palmer 8.14: the engine speed after a shift at unchanged road speed, in the unit it is given.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn engine_speed_after_shift<R: Real>(before: R, old_ratio: R, new_ratio: R) -> R {
    before * new_ratio / old_ratio
}

/// Palmer's figure 8-6, two meshing gears: the ratio is that of their diameters.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn pair_ratio<R: Real>(driven_diameter_m: R, driving_diameter_m: R) -> R {
    driven_diameter_m / driving_diameter_m
}

/// Monster: the moment of inertia of a solid cylinder about its axis, m r^2 / 2, kg m^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cylinder_inertia<R: Real>(mass_kg: R, radius_m: R) -> R {
    mass_kg * radius_m * radius_m / R::lit(2.0)
}

/// Palmer's table 8-2 in km/h as printed: with 60 / (2 pi) rounded to 9.55, which alone gives the
/// 206.0 and 246.4 of fourth and fifth gear.
pub fn redline_speed_kmh_as_printed(
    redline_rpm: f64,
    gear_ratio: f64,
    final_drive: f64,
    wheel_radius_m: f64,
) -> f64 {
    units::to_kmh(wheel_radius_m * redline_rpm / (9.55 * gear_ratio * final_drive))
}
