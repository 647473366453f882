//! Arc tangent, sine and cosine where the argument is known to lie within bounds: less work than the
//! functions for every argument, and close to them.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::arithmetic::pick;
use crate::Float;

/// A polynomial by Horner's rule: the fewest multiplications, of which these functions mostly consist.
/// Its latency is left to what stands beside it.
macro_rules! horner {
    ($f:ty, $x:expr; $c:expr) => { <$f>::lit($c) };
    ($f:ty, $x:expr; $c:expr, $($rest:expr),+) => { <$f>::lit($c) + $x * (horner!($f, $x; $($rest),+)) };
}

/// tan(pi/8).
const TAN_PI_8: f64 = 0.4142135623730951;

/// The arc tangent of a number that is not below 0, infinity included, in rad.
///
/// One division. Half of the range at a time is turned onto the other half: about 45 degrees, then
/// about 22.5 degrees.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn atan_positive<F: Float>(x: F) -> F {
    let one = F::one();
    // Where x is NaN, so is the shorter.
    let (shorter, longer) = (one.min(x), x.max(one));
    let diagonal = (F::lit(TAN_PI_8) * longer).lt(shorter);
    let above = F::select(diagonal, shorter - longer, shorter);
    let below = F::select(diagonal, longer + shorter, longer);
    let t = above / below;
    let z = t * t;
    let p = if F::DOUBLE {
        horner!(F, z; -0.3333333333333015, 0.19999999999089005, -0.14285714195268084,
            0.11111106653884545, -0.09090782418719894, 0.07690068371871912, -0.06641121640161406,
            0.05692540420548691, -0.043590968166879, 0.021259833978234274)
    } else {
        horner!(F, z; -0.3333294987678528, 0.19977732002735138, -0.1387787163257599,
            0.08054245263338089)
    };
    let angle = F::select(diagonal, F::lit(FRAC_PI_4), F::zero()) + (t + t * z * p);
    F::select(one.lt(x), F::lit(FRAC_PI_2) - angle, angle)
}

/// sin(x) for |x| <= pi/2, and a little beyond.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sin_of_quarter<F: Float>(x: F) -> F {
    let z = x * x;
    let p = if F::DOUBLE {
        horner!(F, z; -0.16666666666666186, 0.008333333333285474, -0.000198412698250373,
            2.755731659810492e-06, -2.5051880114281404e-08, 1.604809029718096e-10,
            -7.373280763663305e-13)
    } else {
        horner!(F, z; -0.16666659712791443, 0.008333069272339344, -0.00019809776858892292,
            2.606095677037956e-06)
    };
    x + x * z * p
}

/// Sine of an angle of at most 3/2 pi either way, in rad. Beyond that it is no sine.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sin_bounded<F: Float>(x: F) -> F {
    let size = x.abs();
    sin_of_quarter(size.min(F::lit(PI) - size)).flip_sign(x)
}

/// Cosine of an angle of at most 3/2 pi either way, in rad. Beyond that it is no cosine.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cos_bounded<F: Float>(x: F) -> F {
    let rest = pick!(F, 6.123233995736766e-17, -4.371138828673793e-08);
    let right = (F::lit(FRAC_PI_2) - x.abs()) + rest;
    sin_of_quarter(right.max(F::lit(-PI) - right))
}
