//! One direction of the elastic tyre, and the limit of both: the terms of the derivation in the module above.

use crate::math::{Real, Vec2};
use crate::tyre::slip::STANDSTILL_M_S;

/// A tread adheres while the square of its force over the law's is below this.
pub(super) const ADHERES: f64 = 0.5;
/// Stiffness over decay of a tread that begins to slide: the decay grows as the force does.
const STIFFER: f64 = 6.0;
/// Slips below this count as this where a secant is taken.
const SMALLEST_SLIP: f64 = 1e-6;
/// Least relaxation length, m: only a tyre without load comes near.
const LEAST_RELAXATION_M: f64 = 1e-9;
/// Least force in a quotient, N.
const LEAST_FORCE_N: f64 = 1e-6;

/// Equilibrium and rates of the deflection in one direction: towards the law's steady force, and by rolling.
pub(super) struct Pull<R> {
    /// Secant of the law at the present slip, N.
    pub secant_n: R,
    /// Deflection at no slip, m.
    pub rest_m: R,
    /// Rate towards the law's force, sliding, 1/s.
    pub sliding_1_s: R,
    /// Rate at which rolling renews the tread, 1/s.
    pub rolling_1_s: R,
}

/// One direction with its rate: the terms that the module's derivation names.
pub(super) struct Flow<R> {
    /// c, 1/s.
    pub decay_1_s: R,
    /// m.
    pub slowed: R,
    /// (v - c u) / m.
    pub free_m_s: R,
    /// The least a that the filter must have, s.
    pub least_lead_s: R,
    /// a with the damping of the tread, s.
    pub lead_s: R,
}

/// Slips or forces seen by a wheel that rolls forwards (1) or backwards (-1).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn ahead<R: Real>(way: R, of: &Vec2<R>) -> Vec2<R> {
    Vec2 { x: way * of.x, y: of.y }
}

/// A slip kept away from 0, with its sign, or that of what the tyre holds: so a mirrored tyre is read mirrored.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn away<R: Real>(slip: R, held: R) -> R {
    slip.abs().max(R::lit(SMALLEST_SLIP)).copysign(R::select(slip.eq(R::zero()), held, slip))
}

/// 1 over the peaks, 1/N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn inverse<R: Real>(peak: &Vec2<R>) -> Vec2<R> {
    let least = R::lit(LEAST_FORCE_N);
    Vec2 { x: R::one() / peak.x.max(least), y: R::one() / peak.y.max(least) }
}

/// A force over the peaks, from 1 over them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn over<R: Real>(force: &Vec2<R>, inverse: &Vec2<R>) -> Vec2<R> {
    Vec2 { x: force.x * inverse.x, y: force.y * inverse.y }
}

/// Each number within its bound. What is not a number stays so.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn within<R: Real>(force: &Vec2<R>, peak: &Vec2<R>) -> Vec2<R> {
    Vec2 { x: peak.x.min((-peak.x).max(force.x)), y: peak.y.min((-peak.y).max(force.y)) }
}

/// Factors of a force that the tyre can hold at its peaks: 1 within the ellipse.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn kept<R: Real>(force: &Vec2<R>, peak: &Vec2<R>, inverse: &Vec2<R>, squareness: R) -> Vec2<R> {
    let least = R::lit(LEAST_FORCE_N);
    let ellipse = (squareness / over(force, inverse).quick_norm()).min(R::one());
    Vec2 {
        x: (peak.x / force.x.abs().max(least)).min(ellipse),
        y: (peak.y / force.y.abs().max(least)).min(ellipse),
    }
}

/// From 0 to 1, smoothly, as the square of a force goes from `low` to `high` times another's.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn share_between<R: Real>(square: R, of: R, (low, high): (f64, f64)) -> R {
    let span = R::lit(high - low) * of.max(R::lit(1e-30));
    let share = ((square - R::lit(low) * of) / span).clamp(R::zero(), R::one());
    share.square() * (R::lit(3.0) - R::lit(2.0) * share)
}

/// Equilibrium and rates of the deflection in one direction, by the law. `speeds` are V and that of the tread.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn pull<R: Real>(spring: R, (force, rest): (R, R), slip: R, slope: R, speeds: (R, R)) -> Pull<R> {
    let secant_n = ((force - rest) / slip).max(spring * R::lit(LEAST_RELAXATION_M));
    let (travel, tread) = speeds;
    let sliding_1_s = travel * (spring / secant_n);
    Pull {
        secant_n,
        rest_m: rest / spring,
        sliding_1_s,
        rolling_1_s: (tread * (spring / slope.max(secant_n))).min(sliding_1_s),
    }
}

impl<R: Real> Pull<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn flow(&self, slides: R, u: R, v: R, (step_s, damping_s): (R, R)) -> Flow<R> {
        let one = R::one();
        let decay_1_s = slides * self.sliding_1_s + (one - slides) * self.rolling_1_s;
        let slowed = (R::lit(STIFFER) * step_s * decay_1_s).max(one);
        let filtered = slowed - one;
        let least_lead_s =
            filtered.square() / ((R::lit(4.0) + filtered) * decay_1_s.max(R::lit(STANDSTILL_M_S)));
        let lead_s = damping_s / (damping_s * decay_1_s / slowed).max(one);
        Flow {
            decay_1_s,
            slowed,
            free_m_s: (v - decay_1_s * (u - self.rest_m)) / slowed,
            least_lead_s,
            lead_s: lead_s.max(least_lead_s),
        }
    }
}
