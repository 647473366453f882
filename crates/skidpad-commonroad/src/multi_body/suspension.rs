//! Springs, dampers and joints between body and axle.

use super::car::{MbAxle, MultiBodyCar};
use super::records::{AxleState, Sides};
use skidpad_core::math::{Direction, Real};

/// How the body moves, as its axles see it.
#[derive(Clone, Copy)]
pub(super) struct BodyMotion<R: Real> {
    pub(super) velocity_x_m_s: R,
    pub(super) velocity_y_m_s: R,
    pub(super) yaw_rate_rad_s: R,
    pub(super) lean_rad: R,
    pub(super) lean_rate_rad_s: R,
    /// Sine and cosine of the lean.
    pub(super) lean: Direction<R>,
    pub(super) one_over_lean_cos: R,
    pub(super) nose_up_rad: R,
    pub(super) nose_up_rate_rad_s: R,
    pub(super) sink_m: R,
    pub(super) sink_rate_m_s: R,
    /// Below 0.1 m/s: the wheels count as rolling.
    pub(super) slow: R::Mask,
}

/// Heights and angles between body and axle.
#[derive(Clone, Copy)]
pub(super) struct Between<R> {
    /// Of the body's centre of mass above the wheels' centres, m: h_s - R + z_u - z, `delta_z`.
    pub(super) rise_m: R,
    rise_rate_m_s: R,
    /// By how much the body leans more than the axle.
    lean_rad: R,
    lean_rate_rad_s: R,
    pub(super) shift_rate_m_s: R,
}

impl<R: Real> Between<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(
        car: &MultiBodyCar<R>,
        axle: &MbAxle<R>,
        body: &BodyMotion<R>,
        state: &AxleState<R>,
    ) -> Self {
        let lateral = body.velocity_y_m_s + axle.ahead_m * body.yaw_rate_rad_s;
        Self {
            rise_m: car.body.height_m - car.body.wheel_radius_m + state.sink_m - body.sink_m,
            rise_rate_m_s: state.sink_rate_m_s - body.sink_rate_m_s,
            lean_rad: body.lean_rad - state.lean_rad,
            lean_rate_rad_s: body.lean_rate_rad_s - state.lean_rate_rad_s,
            shift_rate_m_s: lateral - state.velocity_y_m_s,
        }
    }

    /// How much longer than at their figures the suspensions are, m:
    ///
    /// z_S = (h_s - R + z_u - z) / cos phi - h_s + R + a theta +- T (phi - phi_u) / 2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn travel(&self, car: &MultiBodyCar<R>, axle: &MbAxle<R>, body: &BodyMotion<R>) -> Sides<R> {
        let middle = self.rise_m * body.one_over_lean_cos - car.body.height_m
            + car.body.wheel_radius_m
            + axle.ahead_m * body.nose_up_rad;
        let tilt = axle.half_track_m * self.lean_rad;
        Sides { right: middle + tilt, left: middle - tilt }
    }

    /// dz_S = dz_u - dz + a dtheta +- T (dphi - dphi_u) / 2: of the travel's derivative what is left at no
    /// lean; as published.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn travel_rate(&self, axle: &MbAxle<R>, body: &BodyMotion<R>) -> Sides<R> {
        let middle = self.rise_rate_m_s + axle.ahead_m * body.nose_up_rate_rad_s;
        let tilt = axle.half_track_m * self.lean_rate_rad_s;
        Sides { right: middle + tilt, left: middle - tilt }
    }

    /// F_S = m_s g b / (2 (a + b)) - K_s z_S - K_sd dz_S +- K_ts (phi - phi_u) / T.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn suspension(&self, axle: &MbAxle<R>, travel: &Sides<R>, rate: &Sides<R>) -> Sides<R> {
        let torsion = axle.torsion_n_rad * self.lean_rad;
        let spring = Sides {
            right: axle.static_n - axle.spring_n_m * travel.right - axle.damper_n_s_m * rate.right,
            left: axle.static_n - axle.spring_n_m * travel.left - axle.damper_n_s_m * rate.left,
        };
        Sides { right: spring.right + torsion, left: spring.left - torsion }
    }

    /// The force of the joint, which yields laterally by delta:
    ///
    /// delta = dz sin phi - dy cos phi - (h_ra - R) sin(phi - phi_u), F_RA = K_ras delta + K_rad ddelta.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn joint(
        &self,
        car: &MultiBodyCar<R>,
        axle: &MbAxle<R>,
        body: &BodyMotion<R>,
        shift_m: R,
    ) -> R {
        let Direction { sin, cos } = body.lean;
        let (between_sin, between_cos) = self.lean_rad.sin_cos();
        let yielded = self.rise_m * sin - shift_m * cos - axle.joint_arm_m * between_sin;
        let rate = (self.rise_m * cos + shift_m * sin) * body.lean_rate_rad_s + self.rise_rate_m_s * sin
            - self.shift_rate_m_s * cos
            - axle.joint_arm_m * between_cos * self.lean_rate_rad_s;
        yielded * car.body.joint_spring_n_m + rate * car.body.joint_damper_n_s_m
    }
}
