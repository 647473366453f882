//! Tyres of any law in the four-wheel car: the law makes the steady force, the carcass makes it elastic.

use super::tyre::{AffineForce, WheelContact, WheelMotion, WheelTyre};
use crate::math::{Real, Vec2};
use crate::record::Flag;
use crate::record_of_parts;
use crate::tyre::{Carcass, Footprint, SteadyTyre, friction_utilisation, over_largest};

/// A tyre law on an elastic [`Carcass`]. Its state is the carcass's deflection, m; the force is a spring's,
/// and so the loads follow from it without a loop.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Elastic<L, R> {
    /// The law of steady slip.
    pub law: L,
    /// Springs and damping.
    pub carcass: Carcass<R>,
    /// The longest step that is taken with it, s.
    pub longest_step_s: R,
    /// Set where the law is that of the left side, and a tyre on the right is its mirror image; clear where it is the
    /// same on both.
    pub is_mirrored: Flag<R>,
}

record_of_parts!([R: Real, L: SteadyTyre<R>] Elastic<L, R> {
    law: L,
    carcass: Carcass<R>,
    longest_step_s: R,
    is_mirrored: Flag<R>,
});

impl<R: Real, L> Elastic<L, R> {
    /// -1 where the tyre is the law's mirror image, else 1: what is sideways, and moments about upright and
    /// longitudinal axes, turn their signs with it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn way(&self, motion: &WheelMotion<R>) -> R {
        R::select(self.is_mirrored.is_set(), motion.side, R::one())
    }
}

/// A wheel's plane seen in the mirror, or as it is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn seen<R: Real>(of: &Vec2<R>, way: R) -> Vec2<R> {
    Vec2 { x: of.x, y: way * of.y }
}

/// Operating point at which the law is evaluated; slip and speed follow from the motion.
#[cfg_attr(not(debug_assertions), inline(always))]
fn footprint<R: Real>(load_n: R, motion: &WheelMotion<R>, way: R) -> Footprint<R> {
    Footprint {
        camber_rad: way * motion.camber_rad,
        grip: motion.grip,
        ..Footprint::plain(load_n, Vec2 { x: R::zero(), y: R::zero() })
    }
}

impl<R: Real, L: SteadyTyre<R>> WheelTyre<R> for Elastic<L, R> {
    type Slip = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip(&self, _: &Vec2<R>, _: &WheelMotion<R>) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn force_before_load(&self, _: &(), state: &Vec2<R>) -> AffineForce<R> {
        let none = Vec2 { x: R::zero(), y: R::zero() };
        AffineForce { per_load: none, fixed_n: self.carcass.spring_n(state) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contact(&self, _: &(), load_n: R, state: &Vec2<R>, motion: &WheelMotion<R>) -> WheelContact<R> {
        // Everything as the law's own side sees it.
        let way = self.way(motion);
        let (at, state) = (footprint(load_n, motion, way), seen(state, way));
        let moves = motion.moves();
        let moves = crate::tyre::WheelMotion { hub_m_s: seen(&moves.hub_m_s, way), ..moves };
        let now = self.carcass.contact(&self.law, &at, &state, &moves, self.longest_step_s);
        let turned = self.carcass.moments(&self.law, &at, &now, motion.hub_m_s.x);
        let peak = self.law.peak_n(&at);
        let share = friction_utilisation(&now.force, &peak);
        let spring = self.carcass.spring_n(&state);
        let adheres = over_largest(&spring, &peak).norm_squared().lt(R::lit(ADHERES));
        let spare = peak.x.min(peak.y) * (R::one() - share).max(R::zero());
        WheelContact {
            force_n: seen(&now.force, way),
            aligning_nm: way * turned.aligning_nm,
            rate_1_s: seen(&now.rate_m_s, way),
            spare_n: R::select(adheres, spare, R::zero()),
            stored_power_w: spring.x * now.rate_m_s.x + spring.y * now.rate_m_s.y,
            use_of_grip: share / self.law.squareness(),
        }
    }

    #[inline]
    fn limited(&self, load_n: R, state: &Vec2<R>, motion: &WheelMotion<R>) -> Vec2<R> {
        // Peaks are the same in the mirror.
        self.carcass.limited(&self.law, &footprint(load_n, motion, self.way(motion)), state)
    }

    #[inline]
    fn adheres(&self, load_n: R, state: &Vec2<R>, grip: R) -> R::Mask {
        let still = Vec2 { x: R::zero(), y: R::zero() };
        let peak = self.law.peak_n(&Footprint { grip, ..Footprint::plain(load_n, still) });
        over_largest(&self.carcass.spring_n(state), &peak).norm_squared().lt(R::lit(ADHERES))
    }
}

/// Up to this square of force over peak a standing tread holds.
const ADHERES: f64 = 0.9;
