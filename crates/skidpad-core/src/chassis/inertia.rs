//! Moments of inertia of simple bodies.

use crate::math::Real;

/// The size of the gyroscopic torque of a wheel that spins and is turned about an axis at right
/// angles to its spin, N.m: I omega Omega. A wheel that does not spin has none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gyroscopic_torque<R: Real>(inertia_kg_m2: R, spin_rad_s: R, turning_rad_s: R) -> R {
    inertia_kg_m2 * spin_rad_s * turning_rad_s
}
