//! Losses of gears.

use crate::math::Real;

/// Efficiency as the output sees it: where the power flows to it the torque arrives smaller, and where it comes from
/// it the output gives more than reaches the input. What decides is the sign of the power, torque times speed: a
/// torque forwards on a car that rolls backwards brakes it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn efficiency_seen<R: Real>(efficiency: R, torque_nm: R, speed_rad_s: R) -> R {
    R::select(power_from_output(torque_nm, speed_rad_s), R::one() / efficiency, efficiency)
}

/// True where a torque in the sense of the input at a speed takes its power from the output.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn power_from_output<R: Real>(torque_nm: R, speed_rad_s: R) -> R::Mask {
    (torque_nm * speed_rad_s).lt(R::zero())
}
