//! Sine, cosine and tangent.

use super::{magic, pick, polynomial};
use crate::math::Float;

/// Removes whole quarter turns: n, in the lowest bits of the first number, and |x| - n pi/2, from
/// -pi/4 to pi/4 (a little more for large |x|).
///
/// Cody and Waite's reduction: pi/2 in parts so short that n times each of the first three is
/// exact for |x| <= 2^20 (2^13). The first two differences are exact too; the third is rounded
/// unless x is so near to a multiple of pi/2 that it is exact as well. The last part is far below
/// one unit in the last place, but for such x; in binary32 not so far, so that the rounding error
/// is made good there.
#[inline(always)]
fn reduce<F: Float>(x: F) -> (F, F) {
    // Beyond this, where neighbouring numbers are up to 1/16 rad apart, every angle counts as 0;
    // infinity becomes NaN.
    let limit = pick!(F, 281474976710656.0, 1048576.0);
    let x = x.abs();
    let x = F::select(x.gt(limit), x * F::zero(), x);
    let turns = x * F::lit(core::f64::consts::FRAC_2_PI) + magic();
    let n = turns - magic();
    if F::DOUBLE {
        let angle = x - n * F::lit(1.5707963267341256);
        let angle = angle - n * F::lit(6.077094383272197e-11);
        let angle = angle - n * F::lit(6.12323399538461e-17);
        (turns, angle - n * F::lit(3.5215598651832e-27))
    } else {
        let angle = x - n * F::lit(1.57080078125);
        let angle = angle + n * F::lit(4.470348358154297e-06);
        let third = n * F::lit(1.5890691429376602e-08);
        let reduced = angle - third;
        let rest = ((angle - reduced) - third) - n * F::lit(2.5633440682570896e-12);
        (turns, reduced + rest)
    }
}

/// Sine and cosine of a reduced angle.
#[inline(always)]
fn kernels<F: Float>(r: F) -> (F, F) {
    let z = r * r;
    let (s, c) = if F::DOUBLE {
        (
            polynomial!(F, z; -0.16666666666666635, 0.00833333333332291, -0.00019841269830084664,
                2.7557313763434677e-06, -2.5050766822866113e-08, 1.5897200552115456e-10),
            polynomial!(F, z; -0.5, 0.04166666666666665, -0.001388888888888145,
                2.480158729341154e-05, -2.755731535133908e-07, 2.087584494626477e-09,
                -1.1365370709155763e-11),
        )
    } else {
        (
            polynomial!(F, z; -0.16666655242443085, 0.008332189172506332, -0.00019518283079378307),
            polynomial!(F, z; -0.5, 0.04166664555668831, -0.0013887309469282627,
                2.4432327336398885e-05),
        )
    };
    (r + r * z * s, F::one() + z * c)
}

/// Sine and cosine of an angle in rad, from one reduction.
#[inline(always)]
pub fn sin_cos<F: Float>(x: F) -> (F, F) {
    let (turns, angle) = reduce(x);
    let (sin, cos) = kernels(angle);
    let odd = turns.has_bit(0);
    (
        F::select(odd, cos, sin).flip_sign_by_bit(turns, 1).flip_sign(x),
        F::select(odd, sin, cos).flip_sign_by_bit(turns, 1).flip_sign_by_bit(turns, 0),
    )
}

/// Sine of an angle in rad.
#[inline(always)]
pub fn sin<F: Float>(x: F) -> F {
    sin_cos(x).0
}

/// Cosine of an angle in rad.
#[inline(always)]
pub fn cos<F: Float>(x: F) -> F {
    sin_cos(x).1
}

/// Tangent of an angle in rad.
#[inline(always)]
pub fn tan<F: Float>(x: F) -> F {
    let (turns, angle) = reduce(x);
    let (sin, cos) = kernels(angle);
    let odd = turns.has_bit(0);
    let below = F::select(odd, sin, cos);
    // Only the inexact reduction beyond 2^20 (2^13) can hit a pole: stay finite there.
    let below = F::select(below.eq(F::zero()), pick!(F, 1e-300, 1e-37), below);
    (F::select(odd, cos, sin) / below).flip_sign_by_bit(turns, 0).flip_sign(x)
}
