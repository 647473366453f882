//! Sine, cosine and tangent.

use super::{horner, magic, pick};
use crate::math::Float;

/// An angle reduced by whole quarter turns: |x| = n pi/2 + angle + tail.
struct Reduced<F> {
    /// Its lowest bits are those of n.
    turns: F,
    /// From -pi/4 to pi/4, a little more for large |x|.
    angle: F,
    /// What `angle` lacks, below one unit in its last place.
    tail: F,
}

/// Cody and Waite's reduction: pi/2 in parts so short that n times a part is exact for
/// |x| <= 2^20 (2^13), and the remainders of the subtractions kept.
#[inline(always)]
fn reduce<F: Float>(x: F) -> Reduced<F> {
    // Beyond this, where neighbouring numbers are up to 1/16 rad apart, every angle counts as 0;
    // infinity becomes NaN.
    let limit = pick!(F, 281474976710656.0, 1048576.0);
    let x = x.abs();
    let x = F::select(x.gt(limit), x * F::zero(), x);
    let turns = x * F::lit(core::f64::consts::FRAC_2_PI) + magic();
    let n = turns - magic();
    let (angle, second, third, last);
    if F::DOUBLE {
        angle = x - n * F::lit(1.5707963267341256);
        second = n * F::lit(6.077100506303966e-11);
        third = n * F::lit(2.0222662487111665e-21);
        last = n * F::lit(8.4784276603689e-32);
    } else {
        angle = x - n * F::lit(1.5703125) - n * F::lit(0.0004837512969970703);
        second = n * F::lit(7.549533620476723e-08);
        third = n * F::lit(2.5632829192545614e-12);
        last = n * F::lit(6.123234262925839e-17);
    }
    let high = second + third;
    let low = third - (high - second);
    let reduced = angle - high;
    Reduced { turns, angle: reduced, tail: ((angle - reduced) - high) - (low + last) }
}

/// Sine and cosine of a reduced angle, without regard to the quadrant.
#[inline(always)]
fn kernels<F: Float>(reduced: &Reduced<F>) -> (F, F) {
    let (r, tail) = (reduced.angle, reduced.tail);
    let z = r * r;
    let (s, c) = if F::DOUBLE {
        (
            horner!(F, z; -0.16666666666666635, 0.00833333333332291, -0.00019841269830084664,
                2.7557313763434677e-06, -2.5050766822866113e-08, 1.5897200552115456e-10),
            horner!(F, z; 0.04166666666666665, -0.001388888888888145, 2.480158729341154e-05,
                -2.755731535133908e-07, 2.087584494626477e-09, -1.1365370709155763e-11),
        )
    } else {
        (
            horner!(F, z; -0.16666655242443085, 0.008332189172506332, -0.00019518283079378307),
            horner!(F, z; 0.04166664555668831, -0.0013887309469282627, 2.4432327336398885e-05),
        )
    };
    let sin = r + (r * z * s + tail);
    let half = z * F::lit(0.5);
    let one = F::one();
    let near = one - half;
    let cos = near + (((one - near) - half) + (z * z * c - r * tail));
    (sin, cos)
}

/// Sine and cosine of an angle in rad, from one reduction.
#[inline(always)]
pub fn sin_cos<F: Float>(x: F) -> (F, F) {
    let reduced = reduce(x);
    let (sin, cos) = kernels(&reduced);
    let turns = reduced.turns;
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
    let reduced = reduce(x);
    let (sin, cos) = kernels(&reduced);
    let odd = reduced.turns.has_bit(0);
    let below = F::select(odd, sin, cos);
    // Only the inexact reduction beyond 2^20 (2^13) can hit a pole: stay finite there.
    let below = F::select(below.eq(F::zero()), pick!(F, 1e-300, 1e-37), below);
    (F::select(odd, cos, sin) / below).flip_sign_by_bit(reduced.turns, 0).flip_sign(x)
}
