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
use crate::math::Real;

/// How many tangents. After six the slip is right to 1e-9 for the friction functions that rise
/// throughout. For the one that falls, the power over the slip has a peak; where that just reaches
/// the limit, or just does not, the tangents are slow, and a few per cent of the power stay unused.
const ROUNDS: u32 = 6;

/// The power consumed by a slip s along the car, W.
#[inline(always)]
pub fn power_over_slip<R: Real>(friction: &Friction<R>, along_m_s: R, across_m_s: R, slip_m_s: R) -> R {
    let length = (slip_m_s * slip_m_s + across_m_s * across_m_s).sqrt();
    (along_m_s + slip_m_s) * slip_m_s / friction.slip_per_force(length).0
}

/// The largest slip s forwards, m/s, that a power (0 or more, W) allows: the first at which the
/// power consumed reaches it. `along_m_s` and `across_m_s` are the car's velocity in its own axes.
///
/// A car that rolls backwards gives the tread power until the tread turns forwards: never less than
/// -along, at which the tread stands.
#[inline(always)]
pub fn largest_slip_forwards<R: Real>(friction: &Friction<R>, along_m_s: R, across_m_s: R, power_w: R) -> R {
    let (zero, half) = (R::zero(), R::lit(0.5));
    let across = across_m_s * across_m_s;
    // The force is at most FMAX, so that the tread turns at least with power / FMAX.
    let least = power_w / friction.largest_n.max(R::lit(1e-6));
    let mut slip = (least - along_m_s).max(zero);
    let mut round = 0;
    while round < ROUNDS {
        let length = (slip * slip + across).sqrt();
        let (value, slope) = friction.slip_per_force(length);
        // dl/ds = s / l.
        let slope = power_w * slope * slip / length.max(R::lit(1e-30));
        let value = power_w * value;
        // s^2 + (a - slope) s - (value - slope s_0) = 0, written so that nothing cancels: with p
        // half of what multiplies s, the root is r - p, or q / (r + p).
        let p = half * (along_m_s - slope);
        let q = value - slope * slip;
        let r = (p * p + q).max(zero).sqrt();
        let root = R::select(p.gt(zero), q / (r + p).max(R::lit(1e-30)), r - p);
        slip = root.max(slip);
        round += 1;
    }
    slip
}
