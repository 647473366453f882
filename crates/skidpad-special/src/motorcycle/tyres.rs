//! Lateral tyre forces: camber thrust and slip in one curve, which builds up over a distance.
//!
//! The deflection alpha' of the tread, written as the slip angle that it stands for, follows
//! sigma dalpha'/dt = v_y - |v_x| (alpha' - c gamma), the form of [`skidpad_core::tyre::Relaxation`] with the
//! camber gamma (positive to the right): it tends to v_y / |v_x| + c gamma, where c, camber stiffness over
//! cornering stiffness, makes of a camber the slip angle with the same thrust. Then the force over load is
//! -g(alpha') with the tyre's curve g: both parts share one limit. At rest it is a spring.

use super::data::cornering_stiffness;
use skidpad_core::math::{Real, Vec2};
use skidpad_core::spec::AxleData;
use skidpad_core::tyre::slip::STANDSTILL_M_S;
use skidpad_core::tyre::{Grip, Relaxation, friction_utilisation, limited};

/// A wheel's motion over the road in its own axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rolling<R> {
    /// Velocity in the direction in which it rolls, m/s.
    pub along_m_s: R,
    /// Velocity to its left, m/s.
    pub across_m_s: R,
    /// Slip angle with the thrust of its camber, rad: c gamma.
    pub camber_slip_rad: R,
}

impl<R: Real> Rolling<R> {
    /// Slip angle, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn slip_angle(&self) -> R {
        let (least, speed) = (R::lit(STANDSTILL_M_S), self.along_m_s.abs());
        let angle = self.across_m_s.atan_quotient(speed.max(least));
        R::select(speed.gt(least), angle, angle.without_derivative())
    }

    /// Deflection of the tread in steady rolling with this slip and camber, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn asked(&self) -> R {
        self.across_m_s / self.along_m_s.abs().max(R::lit(STANDSTILL_M_S)) + self.camber_slip_rad
    }

    /// dalpha'/dt, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn rate(&self, axle: &AxleData<R>, deflection: R) -> R {
        let slip_m_s = self.across_m_s + self.along_m_s.abs() * self.camber_slip_rad;
        relaxation(axle, R::zero()).rate_at(deflection, slip_m_s, self.along_m_s)
    }

    /// The slip angle at which the curve is read: the deflection with the tread's damping.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn damped(&self, axle: &AxleData<R>, damping_s: R, deflection: R) -> R {
        relaxation(axle, damping_s).damped_slip(deflection, self.rate(axle, deflection), self.along_m_s)
    }

    /// The deflection after the tread has slid: within the curve's peaks, or what slip and camber ask
    /// for where that is more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn limited(&self, axle: &AxleData<R>, deflection: R) -> R {
        limited(deflection, axle.peak_slip_angle_rad, self.asked())
    }
}

/// Relaxation of the slip angle of an axle's tyre.
#[cfg_attr(not(debug_assertions), inline(always))]
fn relaxation<R: Real>(axle: &AxleData<R>, damping_s: R) -> Relaxation<R> {
    Relaxation {
        inverse_length_1_m: axle.inverse_relaxation_1_m,
        damping_s,
        peak_slip: axle.peak_slip_angle_rad,
    }
}

/// Slip angle with the thrust of an angle of camber, rad: c gamma.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn camber_slip<R: Real>(axle: &AxleData<R>, camber_1_rad: R, camber_rad: R) -> R {
    camber_1_rad / cornering_stiffness(axle) * camber_rad
}

/// Lateral force over load, to the left, of a tyre in steady rolling: at a slip angle and a camber (positive to the right),
/// rad, beside a longitudinal force over load. It is what the step comes to when nothing changes any more: the deflection's
/// equation at the top of this module with dalpha'/dt = 0, that is alpha' = tan(alpha) + c gamma, in the curve
/// F_y / N = -g(alpha') sqrt(1 - (F_x / (mu_x N))^2). Of small angles it is the linear tyre of motorcycles, stiffness times
/// slip angle and camber stiffness times camber (Cossalter, Motorcycle Dynamics, 2nd ed., chapter 2).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steady_lateral_over_load<R: Real>(
    axle: &AxleData<R>,
    camber_1_rad: R,
    road_grip: R,
    along: R,
    [slip_angle_rad, camber_rad]: [R; 2],
) -> R {
    let slip_rad = slip_angle_rad.tan() + camber_slip(axle, camber_1_rad, camber_rad);
    lateral_over_load(axle, road_grip, along, slip_rad)
}

/// Lateral force over load, to the left, with what a longitudinal force over load leaves of the grip:
/// friction_y sqrt(1 - (lambda / mu)^2).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lateral_over_load<R: Real>(axle: &AxleData<R>, road_grip: R, along: R, slip_rad: R) -> R {
    let share = along / (axle.friction * road_grip).max(R::lit(1e-9));
    let left = (R::one() - share * share).max(R::zero()).sqrt();
    let friction = axle.lateral_friction * road_grip * left;
    let grip = Grip {
        friction,
        peak_slip: axle.peak_slip_angle_rad,
        stiffness: cornering_stiffness(axle),
        sliding_share: axle.sliding_share,
    };
    // Even a law without a limit holds no more than the grip: a motorcycle could not fall on it.
    -axle.law().force_over_load(&grip, slip_rad).clamp(-friction, friction)
}

/// Friction utilisation of a tyre with its longitudinal and lateral force.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn use_of_grip<R: Real>(axle: &AxleData<R>, road_grip: R, load_n: R, force_n: Vec2<R>) -> R {
    friction_utilisation(&force_n, &axle.largest_n(road_grip, load_n))
}
