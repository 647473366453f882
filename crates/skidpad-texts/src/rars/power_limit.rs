//! The tread speed that a power allows.
//!
//! move_car asks for the commanded speed vc, finds more power consumed than there is, and searches
//! for a smaller vc. Here the largest one is computed. In the car's own axes, the tread slips by s
//! along the car (vc = a + s, with the car's speed a along its pointing direction) and by b across:
//!
//! power = vc F_P = (a + s) s / w(l), l = sqrt(s^2 + b^2), w(l) = l / u(l).
//!
//! With w(l) replaced by its tangent in s this is a quadratic. All w are convex, so that the tangent
//! lies below: its root is a slip that the power does allow, and from there the next tangent leads on
//! upwards, to the first slip that takes all of the power. For the text's own u = FMAX l / (K + l)
//! and for the linear pieces, without slip across, w is its tangent: the first root (the second,
//! behind the corner) is the solution in closed form. Otherwise each round about doubles the digits.

use super::Friction;
use skidpad_core::math::Real;

/// The power consumed by a slip s along the car, W.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn power_over_slip<R: Real>(friction: &Friction<R>, along_m_s: R, across_m_s: R, slip_m_s: R) -> R {
    let length = (slip_m_s * slip_m_s + across_m_s * across_m_s).sqrt();
    (along_m_s + slip_m_s) * slip_m_s * friction.force_per_slip(length)
}

/// What stays the same from tangent to tangent.
struct Limit<'a, R> {
    friction: &'a Friction<R>,
    inverse_k_s_m: R,
    /// power K / FMAX, m^2/s^2: what multiplies w over K / FMAX.
    scale: R,
    along_m_s: R,
    across_squared: R,
}

/// One tangent: from a slip that the power allows to a larger one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tangent<R: Real>(limit: &Limit<R>, slip: R) -> R {
    let (zero, half) = (R::zero(), R::lit(0.5));
    let length = (slip * slip + limit.across_squared).sqrt();
    let (value, slope) = limit.friction.shape(length * limit.inverse_k_s_m);
    let value = limit.scale * value;
    // dl/ds = s / l.
    let slope = limit.scale * limit.inverse_k_s_m * slope * slip / length.max(R::lit(1e-30));
    // s^2 + (a - slope) s - (value - slope s_0) = 0, written so that nothing cancels: with p half of
    // what multiplies s, the root is r - p, or q / (r + p).
    let p = half * (limit.along_m_s - slope);
    let q = value - slope * slip;
    let r = (p * p + q).max(zero).sqrt();
    let root = R::select(p.gt(zero), q / (r + p).max(R::lit(1e-30)), r - p);
    root.max(slip)
}

/// The largest slip s forwards, m/s, that a power (0 or more, W) allows: the first at which the
/// power consumed reaches it. `along_m_s` and `across_m_s` are the car's velocity in its own axes.
///
/// A car that rolls backwards gives the tread power until the tread turns forwards: never less than
/// -along, at which the tread stands.
///
/// Four tangents, one below the other, since a loop would not become vectors. Of the power, at most
/// 2e-7 stays unused then with the text's own friction function and 7e-4 with the others that rise
/// throughout, where RARS's search is content with 2.5e-3. With the one that falls, the power over
/// the slip has a peak; where that just reaches the limit, or just does not, the tangents are slow,
/// and a few per cent stay unused.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn largest_slip_forwards<R: Real>(friction: &Friction<R>, along_m_s: R, across_m_s: R, power_w: R) -> R {
    // A road without grip takes no power: a millionth of a newton stands for it.
    let least = power_w / friction.largest_n.max(R::lit(1e-6));
    let limit = Limit {
        friction,
        inverse_k_s_m: R::one() / friction.k_m_s,
        scale: least * friction.k_m_s,
        along_m_s,
        across_squared: across_m_s * across_m_s,
    };
    // The force is at most FMAX, so that the tread turns at least with power / FMAX.
    let slip = (least - along_m_s).max(R::zero());
    let slip = tangent(&limit, slip);
    let slip = tangent(&limit, slip);
    let slip = tangent(&limit, slip);
    tangent(&limit, slip)
}
