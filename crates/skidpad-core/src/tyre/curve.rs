//! Force over load against slip ratio: the tyre's normalised longitudinal curves.
//!
//! All laws are odd in slip and give force over load; the force is that times the load (Monster:
//! "the longitudinal force has (as good as) a linear dependency on load").

use crate::math::Real;

/// What a tyre's longitudinal force over load depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip<R> {
    /// Largest force over load.
    pub friction: R,
    /// Slip ratio at which it is reached.
    pub peak_slip: R,
    /// Slope at 0.
    pub stiffness: R,
    /// Force of a fully sliding tyre over its largest.
    pub sliding_share: R,
}

/// Monster's linear tyre: Ct slip, without limit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn linear<R: Real>(grip: &Grip<R>, slip: R) -> R {
    grip.stiffness * slip
}

/// Monster's simple form: linear, capped at the largest force.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn linear_capped<R: Real>(grip: &Grip<R>, slip: R) -> R {
    linear(grip, slip).clamp(-grip.friction, grip.friction)
}

/// A curve with a peak that falls to the sliding force.
///
/// With s = |slip| / peak slip and k = stiffness peak slip / friction (the slope at 0, in the
/// curve's own units),
///
/// h(s) = k s / (1 + (k - 2) s + s^2),
///
/// which has h(0) = 0, h'(0) = k, h(1) = 1, h'(1) = 0 and falls to 0. Up to the peak the force
/// over friction is h; beyond it, sigma + (1 - sigma) h with the sliding share sigma. Value and
/// slope are continuous. Monster v1.9's figure, which has no formula, rises to slightly more than
/// the load at about 6 %.
///
/// Computed with h multiplied out by the friction mu, as C slip / (mu (1 - s)^2 + C |slip|) with the
/// slope C: without friction the force is 0, as it should be, and not 0/0, and the derivative at slip
/// 0 is C, where that of |slip| does not exist.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn peaked<R: Real>(grip: &Grip<R>, slip: R) -> R {
    let one = R::one();
    // Beyond s = 1e6 the curve is flat to the last bit that matters, and s^2 could overflow.
    let most = R::lit(1e6) * grip.peak_slip;
    let within = slip.clamp(-most, most);
    let s = within.abs() / grip.peak_slip;
    let rise = grip.stiffness * within;
    let h = rise / (grip.friction * (one - s).square() + rise.abs()).max(R::lit(1e-30));
    let beyond = grip.sliding_share.copysign(slip) + (one - grip.sliding_share) * h;
    grip.friction * R::select(s.le(one), h, beyond)
}

/// A law chosen by a number, so that cars with different laws share the same lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongitudinalLaw<R> {
    /// 1 where the curve has a peak, 0 where it is linear.
    pub has_peak: R,
    /// 1 where the linear law is capped.
    pub is_capped: R,
}

impl<R: Real> LongitudinalLaw<R> {
    /// Force over load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_over_load(&self, grip: &Grip<R>, slip: R) -> R {
        let half = R::lit(0.5);
        let straight = R::select(self.is_capped.gt(half), linear_capped(grip, slip), linear(grip, slip));
        R::select(self.has_peak.gt(half), peaked(grip, slip), straight)
    }
}
