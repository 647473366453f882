//! The engine in the texts.

use skidpad_core::math::Real;

/// Palmer 8.8 solved for the torque, P / omega, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn torque_of_power<R: Real>(power_w: R, speed_rad_s: R) -> R {
    power_w / speed_rad_s
}

/// Palmer 8.30: T_eb = mu_eb Omega / 60, with Omega in revolutions a minute and mu_eb in N.m per
/// revolution a second; N.m at the crankshaft.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn palmer_engine_braking<R: Real>(coefficient_nm_s: R, speed_rpm: R) -> R {
    coefficient_nm_s * speed_rpm / R::lit(60.0)
}
