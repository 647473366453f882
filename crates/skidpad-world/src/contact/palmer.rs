//! Palmer's crash in one dimension.

use skidpad_core::math::Real;

/// The coefficient of restitution of the racing game that Palmer cites.
pub const F1_SPIRIT_RESTITUTION: f64 = 0.25;

/// Velocities after two bodies met along a line. Palmer 8.42a and b:
/// v1' = (m1 - e m2) / (m1 + m2) v1 + (1 + e) m2 / (m1 + m2) v2,
/// v2' = (1 + e) m1 / (m1 + m2) v1 + (m2 - e m1) / (m1 + m2) v2.
#[inline(always)]
pub fn collision<R: Real>(masses_kg: [R; 2], velocities_m_s: [R; 2], restitution: R) -> [R; 2] {
    let ([m1, m2], [v1, v2]) = (masses_kg, velocities_m_s);
    let (sum, both) = (m1 + m2, R::one() + restitution);
    [
        (m1 - restitution * m2) / sum * v1 + both * m2 / sum * v2,
        both * m1 / sum * v1 + (m2 - restitution * m1) / sum * v2,
    ]
}

/// The velocity of two bodies that stick together. Palmer 8.43: v' = (m1 v1 + m2 v2) / (m1 + m2).
#[inline(always)]
pub fn inelastic_collision<R: Real>(masses_kg: [R; 2], velocities_m_s: [R; 2]) -> R {
    let ([m1, m2], [v1, v2]) = (masses_kg, velocities_m_s);
    (m1 * v1 + m2 * v2) / (m1 + m2)
}
