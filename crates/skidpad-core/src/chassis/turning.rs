//! The geometry of a turn without slip: every wheel moves where it points (Ackermann).
//!
//! One steered wheel in the middle of the front axle stands for both. The lines across it and across
//! the rear axle meet in the centre of the turn, so that the triangle of centre, rear axle and front
//! wheel has its right angle at the rear axle: the front wheel goes round on L / sin(delta), the
//! middle of the rear axle on L / tan(delta), and what lies between them between those. Radii are
//! signed: positive in a turn to the left; infinite straight ahead.

use crate::math::Real;

/// The circle of the front wheel, L / sin(delta), m: Monster's R, Palmer 8.36.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn front_radius<R: Real>(wheelbase_m: R, steer_rad: R) -> R {
    wheelbase_m / steer_rad.sin()
}

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

/// The yaw rate from the speed of the rear axle, v tan(delta) / L, rad/s: the rear axle cannot move
/// sideways, so that its speed is the speed along the car.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn yaw_rate_from_rear<R: Real>(rear_speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    rear_speed_m_s * steer_rad.tan() / wheelbase_m
}

/// The yaw rate from the speed of the front wheel, v sin(delta) / L, rad/s. With the speed of the
/// whole car in it, as Monster and Palmer 8.38 have it, it is short by the factor cos(delta).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn yaw_rate_from_front<R: Real>(front_speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    front_speed_m_s * steer_rad.sin() / wheelbase_m
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

/// The angle of the wheel in the middle from that of the wheel on the inside, rad: the wheel that
/// Monster's text looks at.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steer_from_inner_wheel<R: Real>(inner_rad: R, wheelbase_m: R, track_m: R) -> R {
    let (sin, cos) = inner_rad.sin_cos();
    let across = wheelbase_m * sin;
    across.atan2(wheelbase_m * cos + R::lit(0.5) * track_m * sin.abs())
}
