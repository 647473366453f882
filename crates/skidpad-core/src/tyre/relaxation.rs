//! How slip builds up: the tread is elastic, so the force follows the wheel over a distance.
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

use crate::math::Real;
use crate::tyre::slip::slip_ratio;

/// What the build-up of slip depends on.
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
        (tread_m_s - hub_m_s - hub_m_s.abs() * slip) * self.inverse_length_1_m
    }

    /// How far the tread adheres: 1 up to 80 % of the peak, 0 from the peak on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn adhesion(&self, slip: R) -> R {
        adhesion((slip / self.peak_slip).square())
    }

    /// The slip at which the curve is read, with the tread's damping: it acts only while the
    /// deflection changes, so that every steady state is left as it is, and fades out from 80 % of
    /// the peak on, since beyond it a damping of this form would feed energy.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn damped_slip(&self, slip: R, rate_1_s: R, hub_m_s: R) -> R {
        let travel = self.damping_s * hub_m_s.abs() * self.inverse_length_1_m;
        let damped = slip + self.adhesion(slip) * self.damping_s / (R::one() + travel) * rate_1_s;
        let rising = damped.clamp(-self.peak_slip, self.peak_slip);
        R::select(slip.abs().lt(self.peak_slip), rising, slip)
    }
}

/// How far a tread adheres, from the square of its deflection over that at the peak (in the plane a sum
/// of squares, and so without a root): 1 up to 80 % of the peak, 0 from the peak on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn adhesion<R: Real>(square: R) -> R {
    (R::lit(1.0 / 0.36) * (R::one() - square)).clamp(R::zero(), R::one())
}

/// The deflection after the tread has slid: between the peaks of the curve and the slip ratio of
/// the wheel, whichever is wider. A deflection that is not a number stays one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn limited_slip<R: Real>(slip: R, peak_slip: R, tread_m_s: R, hub_m_s: R) -> R {
    let now = slip_ratio(tread_m_s, hub_m_s);
    let (low, high) = ((-peak_slip).min(now), peak_slip.max(now));
    high.min(low.max(slip))
}
