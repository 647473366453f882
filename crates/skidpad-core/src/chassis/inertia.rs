//! Moments of inertia of simple bodies.

use crate::math::Real;

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

/// The size of the gyroscopic torque of a wheel that spins and is turned about an axis at right
/// angles to its spin, N.m: I omega Omega. A wheel that does not spin has none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gyroscopic_torque<R: Real>(inertia_kg_m2: R, spin_rad_s: R, turning_rad_s: R) -> R {
    inertia_kg_m2 * spin_rad_s * turning_rad_s
}
