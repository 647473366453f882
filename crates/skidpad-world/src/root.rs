//! A root in a bracket.

use skidpad_core::math::Real;

/// An interval at whose ends a function has different signs (or is zero).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The function at the lower end.
    pub at_low: f64,
    /// The function at the upper end.
    pub at_high: f64,
}

/// Shrinks a bracket to at most `width`, or to neighbouring numbers, around a root, by the method ITP:
/// the secant where it does well, and never more than one evaluation beyond what bisection needs.
///
/// I. F. D. Oliveira, R. H. C. Takahashi, *ACM Trans. Math. Softw.* 47 (2020) 5:1-24, with
/// k1 = 0.2 / (high - low), k2 = 2, n0 = 1. A value that is not a number counts as positive.
///
/// The signs at the ends stay what they were, so that the caller may take the side of the root that
/// he needs; both ends are the root where the function is exactly zero there.
///
/// ```
/// use skidpad_world::root::{Bracket, find_root};
/// let start = Bracket { low: 1.0, high: 2.0, at_low: -1.0, at_high: 2.0 };
/// let root = find_root(|x| x * x - 2.0, start, 1e-15);
/// assert!((root.high - 2f64.sqrt()).abs() < 1e-15);
/// ```
pub fn find_root(mut function: impl FnMut(f64) -> f64, bracket: Bracket, width: f64) -> Bracket {
    let Bracket { mut low, mut high, mut at_low, mut at_high } = bracket;
    let falling = at_high < at_low;
    // A width of zero would never be reached by doubling.
    let width = Real::max(width, f64::MIN_POSITIVE);
    let k1 = 0.2 / (high - low);
    // The widest bracket that bisection, one evaluation later, would still have: 2 epsilon 2^(n-j).
    let mut allowed = width;
    while allowed < high - low {
        allowed *= 2.0;
    }
    allowed *= 2.0;
    while high - low > width {
        let middle = low + 0.5 * (high - low);
        if !(low < middle && middle < high) {
            break;
        }
        let radius = 0.5 * (allowed - (high - low));
        allowed *= 0.5;
        let secant = (at_high * low - at_low * high) / (at_high - at_low);
        let side = if middle < secant { -1.0 } else { 1.0 };
        // Truncate towards the middle, then project into the radius around it.
        let distance = side * (middle - secant);
        let shift = k1 * (high - low) * (high - low);
        let from_middle = if shift <= distance { distance - shift } else { 0.0 };
        let mut x = middle - side * if from_middle <= radius { from_middle } else { radius };
        if !(low < x && x < high) {
            x = middle;
        }
        let value = function(x);
        if value == 0.0 {
            return Bracket { low: x, high: x, at_low: 0.0, at_high: 0.0 };
        }
        if (value < 0.0) == falling {
            (high, at_high) = (x, value);
        } else {
            (low, at_low) = (x, value);
        }
    }
    Bracket { low, high, at_low, at_high }
}
