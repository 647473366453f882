//! What the tyres' limit means for speed and acceleration (Palmer, "Wheel Traction" and "High-Speed
//! Turns").

use crate::math::Real;

/// Palmer's rule after 8.34: the drive force, or the traction limit where the engine asks for
/// more; in both directions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn traction_limited<R: Real>(force_n: R, limit_n: R) -> R {
    force_n.clamp(-limit_n, limit_n)
}
