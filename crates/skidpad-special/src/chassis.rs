//! Traction, turning and balance as simple models know them.
//!
//! **Turning without slip.** Every wheel moves where it points (Ackermann). One steered wheel in the middle of the front axle
//! stands for both. The lines across it and across the rear axle meet in the centre of the turn, so that the triangle of
//! centre, rear axle and front wheel has its right angle at the rear axle: the front wheel goes round on L / sin(delta), the
//! middle of the rear axle on L / tan(delta), and what lies between them between those. Radii are signed: positive in a turn
//! to the left; infinite straight ahead.

use skidpad_core::math::Real;

/// The circle of the middle of the rear axle, L / tan(delta), m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rear_radius<R: Real>(wheelbase_m: R, steer_rad: R) -> R {
    wheelbase_m / steer_rad.tan()
}

/// The circle of a point on the car's middle line, m: sqrt(R_r^2 + c^2) for a point at c before the
/// rear axle on whose circle R_r is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn radius_ahead_of_rear<R: Real>(rear_radius_m: R, ahead_m: R) -> R {
    rear_radius_m.hypot(ahead_m).copysign(rear_radius_m)
}

/// The angles of the left and the right front wheel whose axes meet in the centre of the turn, rad:
/// cot(delta_l) = cot(delta) - T / (2 L) and cot(delta_r) = cot(delta) + T / (2 L).
///
/// An angle beyond 90 degrees means that the centre lies between the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wheel_angles<R: Real>(steer_rad: R, wheelbase_m: R, track_m: R) -> [R; 2] {
    let (sin, cos) = steer_rad.sin_cos();
    let (across, along) = (wheelbase_m * sin, wheelbase_m * cos);
    let half_track = R::lit(0.5) * track_m * sin;
    [across.atan2(along - half_track), across.atan2(along + half_track)]
}

/// Palmer 8.32: the largest force that the tyres carry, mu F_N, N. The text names the kinetic
/// coefficient; what limits rolling without sliding is the static one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn traction_limit<R: Real>(friction: R, normal_force_n: R) -> R {
    friction * normal_force_n
}

/// Monster's axle loads at a given acceleration, N: Wf = (c/L) W - (h/L) M a and
/// Wr = (b/L) W + (h/L) M a, with the front axle's share c/L of the weight.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_axle_loads<R: Real>(
    weight_n: R,
    front_share: R,
    height_over_wheelbase: R,
    mass_kg: R,
    acceleration_m_s2: R,
) -> (R, R) {
    let shifted = height_over_wheelbase * mass_kg * acceleration_m_s2;
    (front_share * weight_n - shifted, (R::one() - front_share) * weight_n + shifted)
}

/// Palmer's rule after 8.34: the drive force, or the traction limit where the engine asks for
/// more; in both directions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn traction_limited<R: Real>(force_n: R, limit_n: R) -> R {
    force_n.clamp(-limit_n, limit_n)
}

/// The size of the gyroscopic torque of a wheel that spins and is turned about an axis at right
/// angles to its spin, N.m: I omega Omega. A wheel that does not spin has none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gyroscopic_torque<R: Real>(inertia_kg_m2: R, spin_rad_s: R, turning_rad_s: R) -> R {
    inertia_kg_m2 * spin_rad_s * turning_rad_s
}

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
/// use skidpad_special::chassis::understeer_gradient;
/// // As stiff in front as at the rear for what each carries: neutral.
/// assert_eq!(understeer_gradient(12.0, 12.0), 0.0);
/// assert!(understeer_gradient(10.0_f64, 12.0) > 0.0);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn understeer_gradient<R: Real>(front_1_rad: R, rear_1_rad: R) -> R {
    R::one() / front_1_rad - R::one() / rear_1_rad
}
