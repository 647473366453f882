//! Arc tangent, arc sine and arc cosine.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::{horner, pick};
use crate::math::Float;

/// What pi lacks after rounding.
#[inline(always)]
fn pi_low<F: Float>() -> F {
    pick!(F, 1.2246467991473532e-16, -8.742277657347586e-08)
}

/// `base` + arc tangent of `numerator / denominator`, a quotient from -1/2 to 1/2, for a base of
/// 0, pi/4 or pi/2 (rounded; its rounding error is made good).
#[inline(always)]
fn arc<F: Float>(numerator: F, denominator: F, base: F) -> F {
    let t = numerator / denominator;
    let z = t * t;
    let p = if F::DOUBLE {
        horner!(F, z; -0.3333333333333316, 0.19999999999934065, -0.1428571427843704,
            0.11111110730951224, -0.09090897732636884, 0.07692093868698344, -0.06663988772739086,
            0.05859369260899901, -0.0512628321215798, 0.04197406835869153, -0.0275953400664237,
            0.010220484652062089)
    } else {
        horner!(F, z; -0.33333244919776917, 0.1999455690383911, -0.1417846977710724,
            0.10174919664859772, -0.051553141325712204)
    };
    let low = base * pick!(F, 3.8981718325193755e-17, -2.782753458246e-08);
    base + (t + (t * z * p + low))
}

/// Arc tangent in rad.
#[inline(always)]
pub fn atan<F: Float>(x: F) -> F {
    let (one, size) = (F::one(), x.abs());
    let low = size.lt(F::lit(0.5));
    let high = size.gt(F::lit(2.0));
    let numerator = F::select(low, size, F::select(high, -one, size - one));
    let denominator = F::select(low, one, F::select(high, size, size + one));
    let base = F::select(low, F::zero(), F::select(high, F::lit(FRAC_PI_2), F::lit(FRAC_PI_4)));
    arc(numerator, denominator, base).copysign(x)
}

/// The angle of the point (x, y) in rad, from -pi to pi.
#[inline(always)]
pub fn atan2<F: Float>(y: F, x: F) -> F {
    let (zero, one) = (F::zero(), F::one());
    let (width, height) = (x.abs(), y.abs());
    // Make room for the sum of both.
    let shrink = F::select(width.gt(pick!(F, 1e300, 1e37)), F::lit(0.25), one);
    let (width, height) = (width * shrink, height * shrink);
    // The origin counts as a point on the x axis.
    let width = F::select((width + height).eq(zero), one, width);
    let low = (height + height).lt(width);
    let high = (width + width).lt(height);
    // Both infinite: on the diagonal.
    let difference = F::select(width.eq(height), zero, height - width);
    let numerator = F::select(low, height, F::select(high, -width, difference));
    let denominator = F::select(low, width, F::select(high, height, height + width));
    let base = F::select(low, zero, F::select(high, F::lit(FRAC_PI_2), F::lit(FRAC_PI_4)));
    let angle = arc(numerator, denominator, base);
    let behind = F::lit(PI) - (angle - pi_low());
    let negative = x.has_bit(if F::DOUBLE { 63 } else { 31 });
    F::select(negative, behind, angle).copysign(y)
}

/// For |x| <= 1/2: arc sine of |x|; otherwise: arc sine of sqrt((1 - |x|) / 2). In two parts to be
/// added, the second much smaller. And which case it is.
#[inline(always)]
fn half_arc<F: Float>(x: F) -> (F, F, F::Mask) {
    let half = F::lit(0.5);
    let size = x.abs();
    let small = size.le(half);
    let z = F::select(small, size * size, (F::one() - size) * half);
    let s = F::select(small, size, z.sqrt());
    let p = if F::DOUBLE {
        horner!(F, z; 0.16666666666666713, 0.074999999999804, 0.04464285716719786,
            0.03038194301036679, 0.022372207504710626, 0.01735173256328759, 0.013979503989492678,
            0.011408844159514115, 0.01072843859695044, 0.0038899794712454433, 0.02128584573512013,
            -0.0204328722599639, 0.03229108600362158)
    } else {
        horner!(F, z; 0.16666744649410248, 0.07495538145303726, 0.04544542357325554,
            0.024286234751343727, 0.04200461134314537)
    };
    (s, s * z * p, small)
}

/// Arc sine in rad; NaN outside \[-1, 1].
#[inline(always)]
pub fn asin<F: Float>(x: F) -> F {
    let (s, rest, small) = half_arc(x);
    // pi/2 - 2 (s + rest), with the large terms cancelled first.
    let quarter = F::lit(FRAC_PI_4);
    let right = quarter - ((s + s - quarter) + (rest + rest - pi_low::<F>() * F::lit(0.5)));
    F::select(small, s + rest, right).copysign(x)
}

/// Arc cosine in rad; NaN outside \[-1, 1].
#[inline(always)]
pub fn acos<F: Float>(x: F) -> F {
    let (s, rest, small) = half_arc(x);
    let arc = s + rest;
    let middle = F::lit(FRAC_PI_2) - (arc.copysign(x) - pi_low::<F>() * F::lit(0.5));
    let double = arc + arc;
    let left = F::lit(PI) - (double - pi_low());
    F::select(small, middle, F::select(x.lt(F::zero()), left, double))
}
