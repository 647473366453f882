//! Build-up of slip: the tread is elastic, so the force follows the wheel over a distance.
//!
//! The state is the deflection of the tread, written as the slip ratio kappa' that it stands for
//! (deflection over relaxation length). It follows
//!
//! sigma dkappa'/dt = v_s - |v| kappa'
//!
//! with the slip speed v_s and the relaxation length sigma (Pacejka, Tire and Vehicle Dynamics,
//! 3rd ed., 7.2, written with the slip speed so that nothing is divided by v). At speed, kappa'
//! tends to the slip ratio v_s / |v|; at rest it is a spring that holds the car with a real
//! static force, and no speed appears in a denominator.
//!
//! A spring alone would wind up without end while the tyre slides. The tread slides where more
//! than the peak of the curve is asked of it, so kappa' is [limited](limited_slip) to what the
//! curve's rising part holds, or to the slip ratio itself where that is larger.
//!
//! Energy: with the load F_z and the curve g, the tread stores U = F_z sigma int_0^kappa' g. The
//! tyre takes F v_s = F_z g v_s from wheel and body and stores F_z g (v_s - |v| kappa') of it; the
//! rest, F_z g |v| kappa', is heat and never negative. The damping keeps this: it reads the curve
//! at kappa_e = kappa' + a (v_s - |v| kappa') with a = tau / (sigma + tau |v|), which lies between
//! kappa' and the steady v_s / |v|, and only on the curve's rising part.

use crate::math::{Real, Vec2};
use crate::tyre::contact::Contact;
use crate::tyre::curve::{Curve, Quotient, Reading};
use crate::tyre::slip::slip_ratio;

/// Parameters of the build-up of slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relaxation<R> {
    /// 1 / relaxation length, 1/m.
    pub inverse_length_1_m: R,
    /// Damping time tau of the tread, s.
    pub damping_s: R,
    /// Slip ratio at the curve's peak.
    pub peak_slip: R,
}

impl<R: Real> Relaxation<R> {
    /// dkappa'/dt in 1/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rate(&self, slip: R, tread_m_s: R, hub_m_s: R) -> R {
        self.rate_at(slip, tread_m_s - hub_m_s, hub_m_s)
    }

    /// dkappa'/dt in 1/s at a slip speed, in any direction, of a wheel that rolls at a speed, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rate_at(&self, slip: R, slip_m_s: R, rolling_m_s: R) -> R {
        build_up(slip, slip_m_s, self.inverse_length_1_m, self.decay_1_s(rolling_m_s))
    }

    /// Rate at which rolling takes deflection away, |v| / sigma, 1/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decay_1_s(&self, rolling_m_s: R) -> R {
        rolling_m_s.abs() * self.inverse_length_1_m
    }

    /// Degree to which the tread adheres: 1 up to 80 % of the peak, 0 from the peak on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn adhesion(&self, slip: R) -> R {
        adhesion((slip * (R::one() / self.peak_slip)).square())
    }

    /// The slip at which the curve is read, with the tread's damping: it acts only while the
    /// deflection changes, so that every steady state is left as it is, and fades out from 80 % of
    /// the peak on, since beyond it a damping of this form would feed energy.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn damped_slip(&self, slip: R, rate_1_s: R, hub_m_s: R) -> R {
        let scale = R::one() + self.damping_s * self.decay_1_s(hub_m_s);
        let damped = damped(slip, rate_1_s, scale, self.adhesion(slip) * self.damping_s) / scale;
        let rising = damped.clamp(-self.peak_slip, self.peak_slip);
        R::select(slip.abs().lt(self.peak_slip), rising, slip)
    }
}

impl<R: Real> Relaxation<R> {
    /// Contact of a tyre that slips along its wheel alone, with a curve that is read with the tread's damping
    /// ([`damped_slip`](Self::damped_slip)): at the deflection times `scale`, which saves a division. A slip ratio near
    /// standstill is so large that the product of two such quotients would leave binary32: the force is divided here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn contact(&self, curve: &Curve<R>, slip: R, tread_m_s: R, hub_m_s: R) -> Contact<R> {
        let (zero, inverse) = (R::zero(), R::one() / self.peak_slip);
        let rate_1_s = self.rate(slip, tread_m_s, hub_m_s);
        let square = (slip * inverse).square();
        let adhesion = adhesion(square);
        let scale = R::one() + self.damping_s * self.decay_1_s(hub_m_s);
        let asked = damped(slip, rate_1_s, scale, adhesion * self.damping_s) * inverse;
        let Quotient { above, below } = curve.secant(&Reading::damped(asked.abs(), scale, square));
        let force_over_load = above / below * asked;
        Contact {
            above: Vec2 { x: force_over_load, y: zero },
            below: R::one(),
            rate_1_s: Vec2 { x: rate_1_s, y: zero },
            spare: (curve.friction - force_over_load.abs()).max(zero) * adhesion,
        }
    }
}

/// Rate of a tread's deflection in one direction: what the slip speed winds up, `per_way_1_m` of deflection per way,
/// less what rolling takes away.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn build_up<R: Real>(deflection: R, slip_m_s: R, per_way_1_m: R, decay_1_s: R) -> R {
    slip_m_s * per_way_1_m - decay_1_s * deflection
}

/// A deflection with the tread's damping, times `scale` = 1 + tau D with the rate of decay D: with
/// a = tau / (1 + tau D), (deflection + a rate) (1 + tau D).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn damped<R: Real>(deflection: R, rate_1_s: R, scale: R, damping_s: R) -> R {
    scale * deflection + damping_s * rate_1_s
}

/// Degree to which a tread adheres, from the square of its deflection over that at the peak (in the plane a sum
/// of squares, and so without a root): 1 up to 80 % of the peak, 0 from the peak on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn adhesion<R: Real>(square: R) -> R {
    (R::lit(1.0 / 0.36) * (R::one() - square)).clamp(R::zero(), R::one())
}

/// The deflection after the tread has slid: between the peaks of the curve and the deflection of steady slip, whichever
/// is wider. A deflection that is not a number stays one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn limited<R: Real>(deflection: R, peak: R, steady: R) -> R {
    let (low, high) = ((-peak).min(steady), peak.max(steady));
    high.min(low.max(deflection))
}

/// The longitudinal deflection after the tread has slid: [`limited`] by the slip ratio of the wheel.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn limited_slip<R: Real>(slip: R, peak_slip: R, tread_m_s: R, hub_m_s: R) -> R {
    limited(slip, peak_slip, slip_ratio(tread_m_s, hub_m_s))
}
