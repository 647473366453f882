//! How much more a car has to be steered the faster it goes round.

use crate::math::Real;

/// Understeer gradient of the linear single track, rad per g: above 0 it understeers.
///
/// On a circle of radius R the steering angle is delta = L / R + alpha_f - alpha_r, and each axle's force is its share
/// of the weight times a / g. With C / W, the axle's cornering stiffness over its load, its slip angle is
/// (a / g) / (C / W), so that per g
///
/// K = W_f / C_f - W_r / C_r
///
/// (Gillespie, Fundamentals of Vehicle Dynamics, chapter 6). `front_1_rad` and `rear_1_rad` are C / W, 1/rad.
///
/// ```
/// use skidpad_core::chassis::understeer_gradient;
/// // As stiff in front as at the rear for what each carries: neutral.
/// assert_eq!(understeer_gradient(12.0, 12.0), 0.0);
/// assert!(understeer_gradient(10.0_f64, 12.0) > 0.0);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn understeer_gradient<R: Real>(front_1_rad: R, rear_1_rad: R) -> R {
    R::one() / front_1_rad - R::one() / rear_1_rad
}
