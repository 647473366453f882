//! TMeasy's curve: the force over slip from slope, peak and full sliding.

use crate::math::Real;

/// Parameters of the force over slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TmeasyCurve<R> {
    /// dF^0: slope at no slip, N. As the curve needs it, it counts as at least twice peak over its slip.
    pub slope_n: R,
    /// s^M: slip at the peak.
    pub peak_slip: R,
    /// F^M: force at the peak, N.
    pub peak_n: R,
    /// s^S: slip from which the tyre slides.
    pub sliding_slip: R,
    /// F^S: force of the sliding tyre, N.
    pub sliding_n: R,
}

impl<R: Real> TmeasyCurve<R> {
    /// The slope at no slip that the curve has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn least_slope_n(&self) -> R {
        self.slope_n.max(R::lit(2.0) * self.peak_n / self.peak_slip)
    }

    /// The force, N, at a slip that is not negative: rising, falling by a cubic, sliding (Hirschberg, Rill,
    /// Weinfurter, "Tire model TMeasy", Vehicle System Dynamics 45 suppl., 2007):
    ///
    /// F = s^M dF^0 q / (1 + q (q + dF^0 s^M / F^M - 2)), q = s / s^M, up to s^M;
    /// F = F^M - (F^M - F^S) q^2 (3 - 2 q), q = (s - s^M) / (s^S - s^M), up to s^S; F^S beyond.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_n(&self, slip: R) -> R {
        let q = (slip - self.peak_slip) / (self.sliding_slip - self.peak_slip).max(R::lit(1e-12));
        let falling =
            self.peak_n - (self.peak_n - self.sliding_n) * (q.square() * (R::lit(3.0) - R::lit(2.0) * q));
        let slope = self.least_slope_n();
        let q = slip / self.peak_slip;
        let bend = slope * self.peak_slip / self.peak_n - R::lit(2.0);
        let rising = slope * self.peak_slip * q / (R::one() + (q + bend) * q);
        let until_sliding = R::select(slip.lt(self.peak_slip), rising, falling);
        R::select(slip.gt(self.sliding_slip), self.sliding_n, until_sliding)
    }
}

/// TMeasy's pneumatic trail over the contact's length (the same paper).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TmeasyTrail<R> {
    /// Trail over length at no slip.
    pub share: R,
    /// Lateral slip where the trail changes its sign.
    pub zero_slip: R,
    /// Lateral slip from which there is none.
    pub end_slip: R,
}

impl<R: Real> TmeasyTrail<R> {
    /// Trail over length at a lateral slip that is not negative.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, slip: R) -> R {
        let (zero, one) = (R::zero(), R::one());
        let end = self.end_slip.max(self.zero_slip);
        let weight = self.zero_slip / end;
        let q = slip / self.zero_slip;
        let near = (one - weight) * (one - q) + weight * (one - (R::lit(3.0) - R::lit(2.0) * q) * q.square());
        let left = (end - slip) / (end - self.zero_slip).max(R::lit(1e-12));
        let far = -((one - weight) * (q - one) * left.square());
        let until_end = R::select(slip.le(self.zero_slip), near, far);
        self.share * R::select(slip.lt(end), until_end, zero)
    }
}
