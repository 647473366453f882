//! Sine, cosine and tangent.

use super::arithmetic::{magic, pick, polynomial};
use crate::Float;

/// |x| less n quarter turns of pi/2, in parts.
struct Reduced<F> {
    /// Its lowest bits are those of n.
    turns: F,
    /// |x| less the first two parts of n pi/2: exact.
    angle: F,
    /// The third part: exact.
    third: F,
    /// The last part, far below one unit in the last place of the angle unless x is very near to
    /// a multiple of pi/2.
    last: F,
}

/// Cody and Waite's reduction: pi/2 in parts so short that n times each of the first three is
/// exact for |x| <= 2^20 (2^13). What remains lies between -pi/4 and pi/4, or a little outside
/// for large |x|.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reduce<F: Float>(x: F) -> Reduced<F> {
    // Beyond this, where neighbouring numbers are up to 1/16 rad apart, every angle counts as 0;
    // infinity becomes NaN.
    let limit = pick!(F, 281474976710656.0, 1048576.0);
    let x = x.abs();
    let x = F::select(x.gt(limit), x * F::zero(), x);
    let turns = x * F::lit(core::f64::consts::FRAC_2_PI) + magic();
    let n = turns - magic();
    let angle = x - n * pick!(F, 1.5707963267341256, 1.57080078125);
    Reduced {
        turns,
        angle: angle - n * pick!(F, 6.077094383272197e-11, -4.470348358154297e-06),
        third: n * pick!(F, 6.12323399538461e-17, 1.5890691429376602e-08),
        last: n * pick!(F, 3.5215598651832e-27, 2.5633440682570896e-12),
    }
}

impl<F: Float> Reduced<F> {
    /// The angle rounded once, or nearly so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rounded(&self) -> F {
        let reduced = self.angle - self.third;
        if F::DOUBLE {
            // The second difference rounds only where the first did not.
            return reduced - self.last;
        }
        reduced + (((self.angle - reduced) - self.third) - self.last)
    }

    /// The angle and what it lacks after rounding.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_tail(&self) -> (F, F) {
        let reduced = self.angle - self.third;
        let rest = ((self.angle - reduced) - self.third) - self.last;
        let angle = reduced + rest;
        (angle, (reduced - angle) + rest)
    }
}

/// sin(r) - r and cos(r) - 1 of a reduced angle.
#[cfg_attr(not(debug_assertions), inline(always))]
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
    (r * z * s, z * c)
}

/// Sine and cosine of an angle in rad, from one reduction.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sin_cos<F: Float>(x: F) -> (F, F) {
    let reduced = reduce(x);
    let (turns, angle) = (reduced.turns, reduced.rounded());
    let (sin, cos) = kernels(angle);
    let (sin, cos) = (angle + sin, F::one() + cos);
    let odd = turns.has_bit(0);
    (
        F::select(odd, cos, sin).flip_sign_by_bit(turns, 1).flip_sign(x),
        F::select(odd, sin, cos).flip_sign_by_bit(turns, 1).flip_sign_by_bit(turns, 0),
    )
}

/// Sine of an angle in rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sin<F: Float>(x: F) -> F {
    sin_cos(x).0
}

/// Cosine of an angle in rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cos<F: Float>(x: F) -> F {
    sin_cos(x).1
}

/// Tangent of an angle in rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tan<F: Float>(x: F) -> F {
    let reduced = reduce(x);
    let (turns, (angle, tail)) = (reduced.turns, reduced.with_tail());
    let (sin, cos) = kernels(angle);
    let (sin, cos) = (angle + (sin + tail), F::one() + (cos - angle * tail));
    let odd = turns.has_bit(0);
    let below = F::select(odd, sin, cos);
    // Only the inexact reduction beyond 2^20 (2^13) can hit a pole: stay finite there.
    let below = F::select(below.eq(F::zero()), pick!(F, 1e-300, 1e-37), below);
    (F::select(odd, cos, sin) / below).flip_sign_by_bit(turns, 0).flip_sign(x)
}
