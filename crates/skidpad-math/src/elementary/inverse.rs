//! Arc tangent, arc sine and arc cosine.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::arithmetic::{pick, polynomial};
use crate::{Float, Mask};

/// Difference between pi and its rounded value.
#[cfg_attr(not(debug_assertions), inline(always))]
fn pi_low<F: Float>() -> F {
    pick!(F, 1.2246467991473532e-16, -8.742277657347586e-08)
}

/// The angle of a point in rad, from the smaller and the larger of its coordinates' magnitudes.
/// `steep`: the larger one is the height. `behind`: the point is to the left, and the sign bit of
/// `x` is set. Never negative; the caller gives it the sign of the height.
///
/// One division. Comparisons, whose answers take long to arrive, are kept off the way where they
/// can be.
#[cfg_attr(not(debug_assertions), inline(always))]
fn arc<F: Float>(shorter: F, longer: F, steep: F::Mask, behind: F::Mask, x: F) -> F {
    let zero = F::zero();
    let difference = longer - shorter;
    // Nearer to the diagonal than to the axis (slope above 1/2), or infinite both ways, or NaN.
    let diagonal = !shorter.le(difference);
    let equal = shorter.eq(longer);
    let difference = F::select(equal, zero, -difference);
    // Halves where the sum would overflow.
    let big = longer.gt(pick!(F, 8e307, 1.6e38));
    let half = F::lit(0.5);
    let difference = F::select(big, difference * half, difference);
    let sum = F::select(big, longer * half + shorter * half, longer + shorter);
    // The origin counts as a point on the axis.
    let longer = pick!(F, f64::from_bits(1), f32::from_bits(1) as f64).max(longer);
    // The tangent of the angle to the axis or to the diagonal.
    let quotient = F::select(diagonal, difference, shorter) / F::select(diagonal, sum, longer);
    // The angle is a, pi/2 - a, pi - a or pi/2 + a, where a is that to the axis.
    let t = F::select(steep, -quotient, quotient).flip_sign(x);
    let base = F::select(steep, F::lit(FRAC_PI_2), zero);
    let base = F::select(diagonal, F::lit(FRAC_PI_4), base);
    let base = F::select(behind, F::lit(PI) - base, base);
    let base_low = base * pick!(F, 3.8981718325193755e-17, -2.782753458246e-08);
    base + (t + arc_series(quotient, t, base_low))
}

/// atan(t) - t for |t| <= 1/2 with t = +-quotient, and a small number added to it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn arc_series<F: Float>(quotient: F, t: F, base_low: F) -> F {
    let z = quotient * quotient;
    let z2 = z * z;
    let tz = t * z;
    // atan(t) = t + t z p(z), the terms added from the smallest.
    if F::DOUBLE {
        let first = polynomial!(F, z; -0.3333333333333316, 0.19999999999934065, -0.1428571427843704,
            0.11111110730951224);
        let rest = polynomial!(F, z; -0.09090897732636884, 0.07692093868698344,
            -0.06663988772739086, 0.05859369260899901, -0.0512628321215798, 0.04197406835869153,
            -0.0275953400664237, 0.010220484652062089);
        (tz * first + base_low) + tz * (z2 * z2) * rest
    } else {
        // No z^4, which small angles would make subnormal in binary32: slow on many processors.
        let first = F::lit(-0.33333244919776917) + z * F::lit(0.1999455690383911);
        let rest = (F::lit(-0.1417846977710724) + z * F::lit(0.10174919664859772))
            + z2 * F::lit(-0.051553141325712204);
        tz * (first + z2 * rest) + base_low
    }
}

/// The arc tangent of the quotient y / x in rad, from -pi/2 to pi/2, with one division.
///
/// For slip angles: the angle of a velocity to the line that it is measured from, whichever way it
/// points. |x| and |y| up to 8e307 (1.6e38 in binary32); NaN where both are 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn atan_quotient<F: Float>(y: F, x: F) -> F {
    let zero = F::zero();
    let (width, height) = (x.abs(), y.abs());
    let (shorter, longer) = (width.min(height), height.max(width));
    let steep = height.gt(width);
    let difference = longer - shorter;
    let diagonal = !shorter.le(difference);
    let quotient = F::select(diagonal, -difference, shorter) / F::select(diagonal, longer + shorter, longer);
    let t = F::select(steep, -quotient, quotient);
    let base = F::select(steep, F::lit(FRAC_PI_2), zero);
    let base = F::select(diagonal, F::lit(FRAC_PI_4), base);
    let base_low = base * pick!(F, 3.8981718325193755e-17, -2.782753458246e-08);
    (base + (t + arc_series(quotient, t, base_low))).flip_sign(x).flip_sign(y)
}

/// Arc tangent in rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn atan<F: Float>(x: F) -> F {
    let (one, size) = (F::one(), x.abs());
    // Where x is NaN, so is the shorter.
    let (shorter, longer) = (one.min(size), size.max(one));
    arc(shorter, longer, size.gt(one), F::Mask::splat(false), one).copysign(x)
}

/// The angle of the point (x, y) in rad, from -pi to pi.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn atan2<F: Float>(y: F, x: F) -> F {
    let (width, height) = (x.abs(), y.abs());
    // A NaN stands in one of them, whichever argument it was.
    let (shorter, longer) = (width.min(height), height.max(width));
    let behind = x.has_bit(if F::DOUBLE { 63 } else { 31 });
    arc(shorter, longer, height.gt(width), behind, x).copysign(y)
}

/// For |x| <= 1/2: arc sine of |x|; otherwise: arc sine of sqrt((1 - |x|) / 2). In two parts to be
/// added, the second much smaller. And which case it is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn half_arc<F: Float>(x: F) -> (F, F, F::Mask) {
    let half = F::lit(0.5);
    let size = x.abs();
    let small = size.le(half);
    let z = F::select(small, size * size, (F::one() - size) * half);
    let s = F::select(small, size, z.sqrt());
    let p = if F::DOUBLE {
        polynomial!(F, z; 0.16666666666666713, 0.074999999999804, 0.04464285716719786,
            0.03038194301036679, 0.022372207504710626, 0.01735173256328759, 0.013979503989492678,
            0.011408844159514115, 0.01072843859695044, 0.0038899794712454433, 0.02128584573512013,
            -0.0204328722599639, 0.03229108600362158)
    } else {
        polynomial!(F, z; 0.16666744649410248, 0.07495538145303726, 0.04544542357325554,
            0.024286234751343727, 0.04200461134314537)
    };
    (s, s * z * p, small)
}

/// Arc sine in rad; NaN outside \[-1, 1].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn asin<F: Float>(x: F) -> F {
    let (s, rest, small) = half_arc(x);
    // pi/2 - 2 (s + rest), with the rounding error of the large difference made good.
    let (half_turn, double) = (F::lit(FRAC_PI_2), s + s);
    let difference = half_turn - double;
    let error = (half_turn - difference) - double;
    let right = difference + (error - (rest + rest - pi_low::<F>() * F::lit(0.5)));
    F::select(small, s + rest, right).copysign(x)
}

/// Arc cosine in rad; NaN outside \[-1, 1].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn acos<F: Float>(x: F) -> F {
    let (s, rest, small) = half_arc(x);
    let arc = s + rest;
    let middle = F::lit(FRAC_PI_2) - (arc.copysign(x) - pi_low::<F>() * F::lit(0.5));
    let double = arc + arc;
    let left = F::lit(PI) - (double - pi_low());
    F::select(small, middle, F::select(x.lt(F::zero()), left, double))
}
