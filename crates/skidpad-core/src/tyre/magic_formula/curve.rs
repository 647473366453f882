//! The formula itself: y = D sin(C atan(B x - E (B x - atan(B x)))), and its cosine.

use crate::math::Real;

/// Arc tangent of any number, whose derivative is right at 0, too: there |x| has none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn atan<R: Real>(x: R) -> R {
    let is_below = x.lt(R::zero());
    let angle = R::select(is_below, -x, x).atan_positive();
    R::select(is_below, -angle, angle)
}

/// cos(atan(x)) = 1 / sqrt(1 + x^2).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn cos_atan<R: Real>(x: R) -> R {
    R::one() / (R::one() + x * x).sqrt()
}

/// The sign as the book has it below 4.E6a: 1 at 0, so that nothing is divided by 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sign<R: Real>(x: R) -> R {
    R::select(x.lt(R::zero()), -R::one(), R::one())
}

/// C atan(B x - E (B x - atan(B x))) with `bx` = B x. Within 3/2 pi, since C is at most 3.
#[cfg_attr(not(debug_assertions), inline(always))]
fn angle<R: Real>(shape: R, bx: R, curvature: R) -> R {
    shape * atan(bx - curvature * (bx - atan(bx)))
}

/// sin(C atan(B x - E (B x - atan(B x)))).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sine<R: Real>(shape: R, bx: R, curvature: R) -> R {
    angle(shape, bx, curvature).sin_bounded()
}

/// cos(C atan(B x - E (B x - atan(B x)))).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn cosine<R: Real>(shape: R, bx: R, curvature: R) -> R {
    angle(shape, bx, curvature).cos_bounded()
}

/// The small number in divisors (4.E6a): 1e-6, as the common program has it.
pub(super) const EPSILON: f64 = 1e-6;

/// A divisor kept away from 0: the small number is added with its sign.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn off_zero<R: Real>(x: R) -> R {
    x + R::lit(EPSILON) * sign(x)
}

/// Weight of the other slip on a force in combined slip: G of 4.E51 and 4.E59.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight<R> {
    /// B at no slip in the force's own direction.
    pub(super) slope: R,
    /// Decrease of B with the slip in the force's own direction.
    pub(super) fall: R,
    /// C.
    pub(super) shape: R,
    /// E.
    pub(super) curvature: R,
    /// S_H.
    pub(super) shift: R,
    /// The least that it may be.
    pub(super) least: R,
}

impl<R: Real> Weight<R> {
    /// G = cos(C atan(B s - E (B s - atan(B s)))) over the same at s = S_H, with s = `other` + S_H and
    /// B = `slope` cos(atan(`fall` `own`)).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn at(&self, other: R, own: R) -> R {
        let slope = self.slope * cos_atan(self.fall * own);
        let at_slip = cosine(self.shape, slope * (other + self.shift), self.curvature);
        let at_rest = cosine(self.shape, slope * self.shift, self.curvature);
        (at_slip / at_rest).max(self.least)
    }
}
