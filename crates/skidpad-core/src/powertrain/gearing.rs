//! Gears: how torque and speed change between crankshaft and road (Monster, "Gear Ratios"; Palmer
//! 8.2 and 8.10 to 8.15).

use crate::math::Real;

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
