//! Interface of the four-wheel car to its tyres, and the tyres with simple curves behind it.
//!
//! Two numbers a wheel are the tyre's state; what they mean is the tyre's own. How the force depends on
//! the load decides how loads are found: where it is a multiple of the load the two are solved together,
//! and where it is a spring's force the loads follow from it.

use crate::math::{Mask, Real, Vec2};
use crate::record::Record;
use crate::tyre::{CombinedTyre, Contact, friction_utilisation};

/// Motion of a wheel over the road, in the wheel's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelMotion<R> {
    /// Speed of the tread relative to the hub, omega R, m/s.
    pub tread_m_s: R,
    /// Velocity of the hub, m/s.
    pub hub_m_s: Vec2<R>,
    /// Grip of the road over that of dry asphalt.
    pub grip: R,
    /// Inclination of the wheel, its top to the left, rad.
    pub camber_rad: R,
    /// The side of the car that the wheel is on: 1 left, -1 right.
    pub side: R,
}

/// The sides of the wheels, as [`WheelMotion::side`] has them.
pub const SIDES: [f64; 4] = [1.0, -1.0, 1.0, -1.0];

impl<R: Real> WheelMotion<R> {
    /// The motion alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn moves(&self) -> crate::tyre::WheelMotion<R> {
        crate::tyre::WheelMotion { hub_m_s: self.hub_m_s, tread_m_s: self.tread_m_s }
    }
}

/// Force of a tyre as an affine function of its load: `per_load` times the load, and `fixed_n`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AffineForce<R> {
    /// Force over load.
    pub per_load: Vec2<R>,
    /// Force that does not depend on the load, N.
    pub fixed_n: Vec2<R>,
}

/// Force, moment and power of a tyre under its load, and the rate of its state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelContact<R> {
    /// Force in the wheel's frame, N.
    pub force_n: Vec2<R>,
    /// Aligning moment about the vertical axis, N.m.
    pub aligning_nm: R,
    /// Rate of the tyre's state.
    pub rate_1_s: Vec2<R>,
    /// Force that dry friction could add in its weaker direction while the tread adheres, N.
    pub spare_n: R,
    /// Part of the tyre's power that it stores, W.
    pub stored_power_w: R,
    /// Force over the largest in its direction.
    pub use_of_grip: R,
}

/// A tyre as the four-wheel car takes it.
pub trait WheelTyre<R: Real>: Record<R> {
    /// Slip quantities of the contact that do not depend on its load.
    type Slip: Copy;

    /// Slip quantities of the contact, before its load is known.
    fn slip(&self, state: &Vec2<R>, motion: &WheelMotion<R>) -> Self::Slip;
    /// Force as a function of the load, before the load is known.
    fn force_before_load(&self, slip: &Self::Slip, state: &Vec2<R>) -> AffineForce<R>;
    /// The contact under its load.
    fn contact(
        &self,
        slip: &Self::Slip,
        load_n: R,
        state: &Vec2<R>,
        motion: &WheelMotion<R>,
    ) -> WheelContact<R>;
    /// Mask of states that [`limited`](Self::limited) may change. By default all.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_have_slid(&self, state: &Vec2<R>) -> R::Mask {
        let _ = state;
        R::Mask::splat(true)
    }
    /// The state after the tread has slid in a sub-step.
    fn limited(&self, load_n: R, state: &Vec2<R>, motion: &WheelMotion<R>) -> Vec2<R>;
    /// Returns true where the tread adheres, so that a standing wheel can hold.
    fn adheres(&self, load_n: R, state: &Vec2<R>, grip: R) -> R::Mask;
}

impl<R: Real> WheelTyre<R> for CombinedTyre<R> {
    type Slip = Contact<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip(&self, state: &Vec2<R>, motion: &WheelMotion<R>) -> Contact<R> {
        CombinedTyre::contact(self, motion.grip, state, motion.tread_m_s, &motion.hub_m_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn force_before_load(&self, slip: &Contact<R>, _: &Vec2<R>) -> AffineForce<R> {
        let inverse = R::one() / slip.below;
        AffineForce {
            per_load: Vec2 { x: slip.above.x * inverse, y: slip.above.y * inverse },
            fixed_n: Vec2 { x: R::zero(), y: R::zero() },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contact(
        &self,
        slip: &Contact<R>,
        load_n: R,
        state: &Vec2<R>,
        motion: &WheelMotion<R>,
    ) -> WheelContact<R> {
        let scale = load_n / slip.below;
        let force_n = Vec2 { x: slip.above.x * scale, y: slip.above.y * scale };
        // The rate of U = F_z S int g: the force without damping times the rate of the deflection in m.
        let steady = self.steady_force_over_load(motion.grip, state);
        let (per_x, per_y) = self.per_slip_way();
        let rate = &slip.rate_1_s;
        let stored = steady.x * rate.x / per_x + steady.y * rate.y / per_y;
        WheelContact {
            force_n,
            aligning_nm: R::zero(),
            rate_1_s: slip.rate_1_s,
            spare_n: slip.spare * scale * self.lateral_share.min(R::one()),
            stored_power_w: load_n * stored,
            use_of_grip: friction_utilisation(&force_n, &self.largest_n(motion.grip, load_n)),
        }
    }

    /// Within the unit disc nothing is limited.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_have_slid(&self, state: &Vec2<R>) -> R::Mask {
        state.norm_squared().gt(R::one())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limited(&self, _: R, state: &Vec2<R>, motion: &WheelMotion<R>) -> Vec2<R> {
        CombinedTyre::limited(self, state, motion.tread_m_s, &motion.hub_m_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adheres(&self, _: R, state: &Vec2<R>, _: R) -> R::Mask {
        state.norm_squared().lt(R::one())
    }
}
