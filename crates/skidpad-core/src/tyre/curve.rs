//! Force over load against slip: the tyre's normalised curves.
//!
//! All laws are odd in slip and give force over load; the force is that times the load (Monster:
//! "the longitudinal force has (as good as) a linear dependency on load").

use crate::math::Real;
use crate::record::Flag;

/// Parameters of a tyre's longitudinal force over load.
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

/// Slip over that at the peak beyond which a curve with a limit is read as there: it is flat, to a millionth, and
/// squares could overflow.
const FARTHEST: f64 = 1e6;

/// A tyre's force over load against its slip over that at the peak, s: linear, linear with a cap, or with a peak from
/// which it falls to the sliding force.
///
/// - linear: c s with the slope c;
/// - capped: c s, at most the friction mu;
/// - with a peak: mu h(s) up to the peak and mu (q + (1 - q) h(s)) beyond, with the sliding share q and
///
///   h(s) = c s / (mu (1 - s)^2 + c s).
///
/// With k = c / mu that is h = k s / (1 + (k - 2) s + s^2), so h(0) = 0, h'(0) = k, h(1) = 1, h'(1) = 0, and h falls to
/// 0: value and slope of the force are continuous. Monster v1.9's figure, which has no formula, rises to slightly more
/// than the load at about 6 %. Without friction the force is 0, as it should be, and not 0/0; and written as a secant
/// its derivative at slip 0 is c, where that of |s| does not exist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve<R> {
    /// Largest force over load, mu.
    pub friction: R,
    /// Slope at 0, c.
    pub rise: R,
    /// Force of a fully sliding tyre over its largest, q.
    pub sliding_share: R,
    /// Set where the curve has a peak, clear where it is linear.
    pub has_peak: Flag<R>,
    /// Set where a linear curve is capped.
    pub is_capped: Flag<R>,
}

/// Point at which a curve is read: sizes of deflections over that at the peak, all times `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading<R> {
    /// Deflection that the force is proportional to.
    pub asked: R,
    /// Deflection at which the curve is read: at most `asked`.
    pub read: R,
    /// Deflection at the peak.
    pub scale: R,
}

/// above / below with below > 0, so that several quotients can share one division.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quotient<R> {
    /// Numerator.
    pub above: R,
    /// Denominator, positive.
    pub below: R,
}

impl<R: Real> Curve<R> {
    /// The quotient g(read) / asked of the curve g: the force over load is it times the asked deflection, in any
    /// direction of the plane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn secant(&self, at: &Reading<R>) -> Quotient<R> {
        let (zero, one) = (R::zero(), R::one());
        let (friction, Reading { asked, read, scale }) = (self.friction, *at);
        // Without friction the force is 0, and not 0/0.
        let tiny = R::lit(1e-12);
        let rise = self.rise * read;
        let straight = self.rise * read.max(scale);
        let rising = read.le(scale);
        let falls = R::select(rising, friction, friction * (one - self.sliding_share));
        let slides = R::select(rising, zero, friction * self.sliding_share);
        let peaked_below = friction * (scale - read).square() + (rise * scale + tiny);
        let peaked = falls * (straight * scale) + slides * peaked_below;
        let is_capped = self.is_capped.is_set();
        let has_peak = self.has_peak.is_set();
        let above = R::select(is_capped, friction * straight, straight);
        let below = R::select(is_capped, (friction * scale).max(rise).max(tiny), scale);
        let above = R::select(has_peak, peaked, above);
        let below = R::select(has_peak, peaked_below, below);
        Quotient { above, below: below * asked.max(scale) }
    }

    /// Force over load at a slip over that at the peak.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_over_load(&self, slip: R) -> R {
        let most = R::lit(FARTHEST);
        let within = slip.clamp(-most, most);
        let Quotient { above, below } = self.secant(&Reading::steady(within.abs()));
        let is_limited = (self.has_peak.number() + self.is_capped.number()).gt(R::lit(0.5));
        R::select(is_limited, above / below * within, self.rise * slip)
    }
}

impl<R: Real> Reading<R> {
    /// Without damping, as at steady slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn steady(size: R) -> Self {
        Self { asked: size, read: size, scale: R::one() }
    }

    /// With a tread's damping, which acts on the rising part of the curve only: a deflection within the peak (`square`
    /// of it over that at the peak) is read at the peak at most.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn damped(asked: R, scale: R, square: R) -> Self {
        Self { asked, read: R::select(square.lt(R::one()), asked.min(scale), asked), scale }
    }
}

/// The curve's shape, chosen by flags, so that cars with different laws share the same lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongitudinalLaw<R> {
    /// Set where the curve has a peak, clear where it is linear.
    pub has_peak: Flag<R>,
    /// Set where the linear law is capped.
    pub is_capped: Flag<R>,
}

impl<R: Real> LongitudinalLaw<R> {
    /// The curve of this shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn curve(&self, grip: &Grip<R>) -> Curve<R> {
        Curve {
            friction: grip.friction,
            rise: grip.stiffness * grip.peak_slip,
            sliding_share: grip.sliding_share,
            has_peak: self.has_peak,
            is_capped: self.is_capped,
        }
    }

    /// Force over load at a slip ratio.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_over_load(&self, grip: &Grip<R>, slip: R) -> R {
        self.curve(grip).force_over_load(slip / grip.peak_slip)
    }
}
