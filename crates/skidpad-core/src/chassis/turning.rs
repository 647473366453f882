//! The geometry of a turn without slip: every wheel moves where it points (Ackermann).
//!
//! One steered wheel in the middle of the front axle stands for both. The lines across it and across
//! the rear axle meet in the centre of the turn, so that the triangle of centre, rear axle and front
//! wheel has its right angle at the rear axle: the front wheel goes round on L / sin(delta), the
//! middle of the rear axle on L / tan(delta), and what lies between them between those. Radii are
//! signed: positive in a turn to the left; infinite straight ahead.

use crate::math::Real;

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
