//! Slip ratio: the one place where each definition stands, and its treatment at low speed.
//!
//! All take the speed of the wheel's tread relative to the hub, omega R, and the speed of the hub
//! over the ground, v, both in m/s and positive forwards.

use crate::math::Real;

/// Speeds below this count as standstill in a quotient: 1e-9 m/s is a millimetre in 12 days.
pub const STANDSTILL_M_S: f64 = 1e-9;

/// Slip speed, m/s: omega R - v. Positive when the tread outruns the ground.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_speed<R: Real>(tread_m_s: R, hub_m_s: R) -> R {
    tread_m_s - hub_m_s
}

/// The slip ratio that Skidpad uses: (omega R - v) / |v|, as SAE J670 and Monster v1.9, but finite
/// at rest.
///
/// Below 1e-9 m/s the denominator stays at 1e-9 m/s, so that a wheel at rest on a car at rest has
/// the slip 0, not 0/0, and a wheel that spins on a car at rest a very large one. In reverse the
/// sign is that of the force: a tread that pushes the car forwards has positive slip whichever
/// way the car moves.
///
/// ```
/// use skidpad_core::tyre::slip::slip_ratio;
/// assert_eq!(slip_ratio(0.0, 0.0), 0.0);
/// assert_eq!(slip_ratio(11.0, 10.0), 0.1);
/// assert_eq!(slip_ratio(-11.0, -10.0), -0.1);
/// assert_eq!(slip_ratio(0.0, 10.0), -1.0);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_ratio<R: Real>(tread_m_s: R, hub_m_s: R) -> R {
    let (least, speed) = (R::lit(STANDSTILL_M_S), hub_m_s.abs());
    let slip = slip_speed(tread_m_s, hub_m_s) / speed.max(least);
    // The slope of the floor is 1e9, and nobody's.
    R::select(speed.gt(least), slip, slip.without_derivative())
}
