//! Gears: how torque and speed change between crankshaft and road (Monster, "Gear Ratios"; Palmer
//! 8.2 and 8.10 to 8.15).

use core::f64::consts::PI;

use crate::math::Real;
use crate::units;

/// Palmer 8.10, Monster's drive torque: T_w = T_e g_k G n, N.m at the driven axle. Palmer's has no
/// losses: efficiency 1.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wheel_torque<R: Real>(engine_torque_nm: R, gear_ratio: R, final_drive: R, efficiency: R) -> R {
    engine_torque_nm * gear_ratio * final_drive * efficiency
}

/// Efficiency as the output sees it: where the power flows to it the torque arrives smaller, and where it comes from
/// it the output gives more than reaches the input. What decides is the sign of the power, torque times speed: a
/// torque forwards on a car that rolls backwards brakes it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn efficiency_seen<R: Real>(efficiency: R, torque_nm: R, speed_rad_s: R) -> R {
    R::select(power_from_output(torque_nm, speed_rad_s), R::one() / efficiency, efficiency)
}

/// Whether a torque in the sense of the input at a speed takes its power from the output.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn power_from_output<R: Real>(torque_nm: R, speed_rad_s: R) -> R::Mask {
    (torque_nm * speed_rad_s).lt(R::zero())
}

/// Palmer 8.2 and 8.34, Monster's drive force: F = T_w / r_w, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn drive_force<R: Real>(wheel_torque_nm: R, wheel_radius_m: R) -> R {
    wheel_torque_nm / wheel_radius_m
}

/// Monster's traction torque, N.m: a force times its lever, here the wheel radius.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn torque_of<R: Real>(force_n: R, lever_m: R) -> R {
    force_n * lever_m
}

/// "Gear Ratios" as printed: the force at the road from the torque at the axle by multiplying with
/// the radius (v1.9: 6.4 N.m / 0.34 m = 2.2 N; v1.4: 0.33 * 12.6 = 4.16 N, there called the
/// diameter). Right is the quotient, [`drive_force`].
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
