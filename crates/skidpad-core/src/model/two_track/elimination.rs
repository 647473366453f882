//! Elimination of the equations of the loads, with pivots that are held above a least one.

use crate::math::Real;

/// Pivots of the elimination below this count as this: where they are, forces grow by the loads that they
/// move until a wheel lifts, and the large answer says so.
pub(super) const LEAST_PIVOT: f64 = 0.05;

/// The solution of a x + b y + c z = d three times, with pivots above [`LEAST_PIVOT`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn solved<R: Real>(
    [a1, b1, c1, d1]: [R; 4],
    [a2, b2, c2, d2]: [R; 4],
    [a3, b3, c3, d3]: [R; 4],
) -> [R; 3] {
    let (one, least) = (R::one(), R::lit(LEAST_PIVOT));
    let inverse = one / a1.max(least);
    let (b1, c1, d1) = (b1 * inverse, c1 * inverse, d1 * inverse);
    let (b2, c2, d2) = (b2 - a2 * b1, c2 - a2 * c1, d2 - a2 * d1);
    let (b3, c3, d3) = (b3 - a3 * b1, c3 - a3 * c1, d3 - a3 * d1);
    let inverse = one / b2.max(least);
    let (c2, d2) = (c2 * inverse, d2 * inverse);
    let z = (d3 - b3 * d2) / (c3 - b3 * c2).max(least);
    let y = d2 - c2 * z;
    let x = d1 - (b1 * y + c1 * z);
    [x, y, z]
}
