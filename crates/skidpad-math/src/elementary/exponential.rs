//! The exponential and the hyperbolic functions.

use core::f64::consts::LOG2_E;

use super::arithmetic::{nearest, pick, polynomial, scale};
use crate::Float;

/// `(p, n)` with e^(x + low) = p 2^n, p in \[sqrt(1/2), sqrt(2)\] and n whole. `x` is held
/// within a range beyond which the power is 0 or infinite; `low` is a small correction.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parts<F: Float>(x: F, low: F) -> (F, F) {
    let (most, least) = (pick!(F, 720.0, 100.0), pick!(F, -760.0, -120.0));
    let x = F::select(x.gt(most), most, x);
    let x = F::select(x.lt(least), least, x);
    let n = nearest(x * F::lit(LOG2_E));
    let (high_part, low_part) = (
        pick!(F, 0.6931471805598903, 0.693115234375),
        pick!(F, 5.497923018708371e-14, 3.194618329871446e-05),
    );
    let r = (x - n * high_part) - (n * low_part - low);
    let p = if F::DOUBLE {
        polynomial!(F, r; 0.500000000000001, 0.16666666666666421, 0.04166666666653392,
            0.00833333333349113, 0.0013888888942776027, 0.0001984126951142358,
            2.480149388191473e-05, 2.755758353122461e-06, 2.7629997126691263e-07,
            2.500061857704304e-08)
    } else {
        polynomial!(F, r; 0.4999999403953552, 0.1666652113199234, 0.041668348014354706,
            0.008368670009076595, 0.001381649635732174)
    };
    (F::one() + (r + r * r * p), n)
}

/// e to the power of x.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn exp<F: Float>(x: F) -> F {
    let (p, n) = parts(x, F::zero());
    scale(p, n)
}

/// Half of e^|x| and half of e^-|x|.
#[cfg_attr(not(debug_assertions), inline(always))]
fn halves<F: Float>(x: F) -> (F, F) {
    let one = F::one();
    let (p, n) = parts(x.abs(), F::zero());
    (scale(p, n - one), scale(one / p, -n - one))
}

/// Hyperbolic sine.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sinh<F: Float>(x: F) -> F {
    let size = x.abs();
    let z = size * size;
    let p = if F::DOUBLE {
        polynomial!(F, z; 0.16666666666666669, 0.008333333333332912, 0.0001984126984159341,
            2.755731910675573e-06, 2.5052130999234752e-08, 1.6056659075395812e-10,
            7.776605568938158e-13)
    } else {
        polynomial!(F, z; 0.1666671484708786, 0.008330317214131355, 0.00020369964477140456)
    };
    let near = size + size * z * p;
    let (rising, falling) = halves(size);
    F::select(size.le(F::one()), near, rising - falling).copysign(x)
}

/// Hyperbolic cosine.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cosh<F: Float>(x: F) -> F {
    let (rising, falling) = halves(x);
    rising + falling
}

/// Hyperbolic tangent.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tanh<F: Float>(x: F) -> F {
    let (one, size) = (F::one(), x.abs());
    let z = size * size;
    let p = if F::DOUBLE {
        polynomial!(F, z; -0.33333333333333315, 0.133333333333286, -0.05396825396466581,
            0.021869488407423778, -0.008863232906487477, 0.0035920947588993753,
            -0.0014555586963067174, 0.0005885041593354031, -0.00023352201320054456,
            8.350423583850753e-05, -1.9603553641971822e-05)
    } else {
        polynomial!(F, z; -0.33333319425582886, 0.13332633674144745, -0.053856395184993744,
            0.02108614519238472, -0.006292382255196571)
    };
    let near = size + size * z * p;
    // 1 in either precision from here on.
    let most = F::lit(20.0);
    let size = F::select(size.gt(most), most, size);
    let (p, n) = parts(size + size, F::zero());
    let far = one - F::lit(2.0) / (p * n.power_of_two() + one);
    F::select(size.lt(F::lit(0.55)), near, far).copysign(x)
}
