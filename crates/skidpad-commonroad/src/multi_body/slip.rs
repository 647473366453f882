//! What the tyres of an axle slip.

use super::super::tyre::TyreSlip;
use super::car::{MbAxle, MultiBodyCar};
use super::records::{AxleState, Sides};
use super::suspension::BodyMotion;
use skidpad_core::math::Real;

/// The least speed in the denominator of a slip, m/s, where the package divides by 0.
const LEAST_SPEED_M_S: f64 = 1e-6;

/// How an axle's wheels are steered.
#[derive(Clone, Copy)]
pub(super) struct Steer<R> {
    pub(super) angle_rad: R,
    pub(super) sin: R,
    pub(super) cos: R,
}

/// Slips of an axle's tyres, 0 where the car is slow:
///
/// s = 1 - R omega / u, u = max(0, (v_x +- T dpsi / 2) cos d + (v_y + a dpsi) sin d),
/// alpha = atan((v_y + a dpsi - dphi_u (R - z_u)) / (v_x +- T dpsi / 2)) - d.
///
/// The velocity to the side is the body's, though the axle has one of its own; as published.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slips<R: Real>(
    car: &MultiBodyCar<R>,
    axle: &MbAxle<R>,
    body: &BodyMotion<R>,
    state: &AxleState<R>,
    steer: &Steer<R>,
) -> Sides<TyreSlip<R>> {
    let turning = axle.half_track_m * body.yaw_rate_rad_s;
    let along = Sides { right: body.velocity_x_m_s + turning, left: body.velocity_x_m_s - turning };
    let across = body.velocity_y_m_s + axle.ahead_m * body.yaw_rate_rad_s;
    let at_ground = across - state.lean_rate_rad_s * (car.body.wheel_radius_m - state.sink_m);
    let aside = across * steer.sin;
    let wheels = state.wheels_rad_s;
    let radius = car.body.wheel_radius_m;
    Sides {
        right: TyreSlip {
            braking_slip: braking_slip(body, radius * wheels.right, along.right * steer.cos + aside),
            slip_angle_rad: slip_angle(body, at_ground, along.right, steer.angle_rad),
        },
        left: TyreSlip {
            braking_slip: braking_slip(body, radius * wheels.left, along.left * steer.cos + aside),
            slip_angle_rad: slip_angle(body, at_ground, along.left, steer.angle_rad),
        },
    }
}

/// 1 - R omega / max(0, u), 0 where the car is slow. Where the wheel's centre does not move forwards the
/// package divides by 0; here the speed is held at a least one, far below those that a slip is sensitive to:
/// the tyre has the force that it tends to.
#[cfg_attr(not(debug_assertions), inline(always))]
fn braking_slip<R: Real>(body: &BodyMotion<R>, tread_m_s: R, hub_m_s: R) -> R {
    let slip = R::one() - tread_m_s / hub_m_s.max(R::lit(LEAST_SPEED_M_S));
    R::select(body.slow, R::zero(), slip)
}

/// The slip angle, 0 where the car is slow. A wheel whose centre moves backwards has that of the opposite
/// motion, as published; one that stands, where the package divides by 0, moves at the least speed.
#[cfg_attr(not(debug_assertions), inline(always))]
fn slip_angle<R: Real>(body: &BodyMotion<R>, across_m_s: R, along_m_s: R, steer_rad: R) -> R {
    let zero = R::zero();
    let along = R::select(along_m_s.eq(zero), R::lit(LEAST_SPEED_M_S), along_m_s);
    R::select(body.slow, zero, across_m_s.atan_quotient(along) - steer_rad)
}
