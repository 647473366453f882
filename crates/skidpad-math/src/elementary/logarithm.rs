//! Logarithm, power and the length of the hypotenuse.

use super::arithmetic::{pick, polynomial, scale};
use super::exponential::parts;
use crate::Float;

/// ln(2) in a part so short that a whole number of 11 (8) bits times it is exact, and the rest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ln_2<F: Float>() -> (F, F) {
    (pick!(F, 0.6931471805598903, 0.693115234375), pick!(F, 5.497923018708371e-14, 3.194618329871446e-05))
}

/// `(m, k)` with x = m 2^k and m in \[sqrt(1/2), sqrt(2)), for positive finite x.
#[cfg_attr(not(debug_assertions), inline(always))]
fn split<F: Float>(x: F) -> (F, F) {
    let subnormal = x.lt(pick!(F, f64::MIN_POSITIVE, f32::MIN_POSITIVE as f64));
    let lift = pick!(F, 18014398509481984.0, 33554432.0);
    let (m, k) = F::select(subnormal, x * lift, x).split_exponent();
    (m, F::select(subnormal, k - pick!(F, 54.0, 25.0), k))
}

/// Natural logarithm; -infinity at 0, NaN below.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ln<F: Float>(x: F) -> F {
    let (zero, infinity) = (F::zero(), F::lit(f64::INFINITY));
    let (m, k) = split(x);
    // ln(1 + f) = 2 artanh(s) with s = f / (2 + f), arranged so that f enters exactly.
    let f = m - F::one();
    let s = f / (f + F::lit(2.0));
    let z = s * s;
    let p = if F::DOUBLE {
        polynomial!(F, z; 0.6666666666666723, 0.3999999999947288, 0.2857142873164752,
            0.22222199530867856, 0.18183519805640352, 0.15315089665082585, 0.14786329722513447)
    } else {
        polynomial!(F, z; 0.6666677594184875, 0.39977583289146423, 0.2987079620361328)
    };
    let half_square = f * f * F::lit(0.5);
    let (high, low) = ln_2();
    let value = k * high - ((half_square - (s * (half_square + z * p) + k * low)) - f);
    let value = F::select(x.lt(infinity), value, x);
    let value = F::select(x.eq(zero), -infinity, value);
    F::select(x.lt(zero), F::lit(f64::NAN), value)
}

/// A product and its rounding error.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exact_product<F: Float>(a: F, b: F) -> (F, F) {
    let product = a * b;
    let (a_high, b_high) = (a.upper_half(), b.upper_half());
    let (a_low, b_low) = (a - a_high, b - b_high);
    (product, (((a_high * b_high - product) + a_high * b_low) + a_low * b_high) + a_low * b_low)
}

/// A sum and its rounding error, for |a| >= |b| or a = 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exact_sum<F: Float>(a: F, b: F) -> (F, F) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

/// Natural logarithm of a positive finite number as an unevaluated sum, with 10 bits more than
/// one number holds.
#[cfg_attr(not(debug_assertions), inline(always))]
fn long_ln<F: Float>(x: F) -> (F, F) {
    let one = F::one();
    let (m, k) = split(x);
    // s = (m - 1) / (m + 1) with the remainder of the division.
    let f = m - one;
    let d = m + one;
    let d_error = m - (d - one);
    let reciprocal = one / d;
    let s = f * reciprocal;
    let (s_high, d_high) = (s.upper_half(), d.upper_half());
    let (s_low, d_low) = (s - s_high, d - d_high);
    let rest = (((f - s_high * d_high) - s_high * d_low) - s_low * d_high) - s_low * d_low;
    let s_error = (rest - s * d_error) * reciprocal;
    // 2 artanh(s) = 2 s + s^3 (2/3 + z q(z)), z = s^2.
    let (z, z_error) = exact_product(s, s);
    let z_error = z_error + (s + s) * s_error;
    let q = if F::DOUBLE {
        polynomial!(F, z; 0.4000000000000044, 0.28571428570847796, 0.22222222401691663,
            0.18181793703440277, 0.1538636378637906, 0.132652914432553, 0.13123009494371474)
    } else {
        polynomial!(F, z; 0.4000014364719391, 0.2854785621166229, 0.23403702676296234)
    };
    let two_thirds = pick!(F, 0.6666666666666666, 0.6666666865348816);
    let (c, c_error) = exact_sum(two_thirds, z * q);
    let c_error = c_error + pick!(F, 3.700743415417188e-17, -1.9868215517249155e-08);
    let (cube, cube_error) = exact_product(s, z);
    let cube_error = cube_error + (s * z_error + s_error * z);
    let (rise, rise_error) = exact_product(cube, c);
    let rise_error = rise_error + (cube * c_error + cube_error * c);
    // k ln(2) + 2 s + rise.
    let (high, low) = ln_2();
    let (sum, first_error) = exact_sum(k * high, s + s);
    let (sum, second_error) = exact_sum(sum, rise);
    let small = (first_error + second_error) + ((s_error + s_error) + rise_error + k * low);
    exact_sum(sum, small)
}

/// Returns true where a number that is not negative is whole.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_whole<F: Float>(x: F) -> F::Mask {
    // From here on every number is whole; adding it to a smaller one rounds to a whole number.
    let units = pick!(F, 4503599627370496.0, 8388608.0);
    x.ge(units) | ((x + units) - units).eq(x)
}

/// x to the power of y; NaN for a negative finite base with a fractional exponent.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn powf<F: Float>(x: F, y: F) -> F {
    let (zero, one, infinity) = (F::zero(), F::one(), F::lit(f64::INFINITY));
    let (base, exponent) = (x.abs(), y.abs());
    // A larger exponent than this changes nothing but overflows on the way.
    let most = pick!(F, 73786976294838206464.0, 17179869184.0);
    let short = F::select(exponent.gt(most), most, exponent).copysign(y);
    let (log, log_error) = long_ln(base);
    let (product, product_error) = exact_product(short, log);
    let low = product_error + short * log_error;
    let low = F::select(product.abs().lt(F::lit(800.0)), low, zero);
    let (p, n) = parts(product, low);
    let value = scale(p, n);

    let (at_zero, at_infinity) = (
        F::select(y.lt(zero), infinity, F::select(y.gt(zero), zero, y)),
        F::select(y.lt(zero), zero, F::select(y.gt(zero), infinity, y)),
    );
    let value = F::select(base.eq(zero), at_zero, value);
    let value = F::select(base.eq(infinity), at_infinity, value);
    let value = F::select(base.le(infinity), value, x);
    // A negative base: the sign of an odd power, no number for a fractional one.
    let whole = is_whole(exponent);
    let odd = whole & !is_whole(exponent * F::lit(0.5));
    let value = F::select(odd, value.flip_sign(x), value);
    let fractional = x.lt(zero) & x.gt(-infinity) & !whole & y.eq(y);
    let value = F::select(fractional, F::lit(f64::NAN), value);
    F::select(y.eq(zero) | x.eq(one), one, value)
}

/// sqrt(x^2 + y^2) without overflow or underflow on the way; infinite if either is, even where
/// the other is NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn hypot<F: Float>(x: F, y: F) -> F {
    let (one, infinity) = (F::one(), F::lit(f64::INFINITY));
    let (a, b) = (x.abs(), y.abs());
    let size = a.max(b);
    // Powers of two, so that scaling is exact: 2^500 and 2^600, 2^50 and 2^90.
    let huge = size.gt(pick!(F, f64::from_bits(0x5F30_0000_0000_0000), 1125899906842624.0));
    let tiny = size.lt(pick!(F, f64::from_bits(0x20B0_0000_0000_0000), 8.881784197001252e-16));
    let down = pick!(F, f64::from_bits(0x1A70_0000_0000_0000), 8.077935669463161e-28);
    let up = pick!(F, f64::from_bits(0x6570_0000_0000_0000), 1.2379400392853803e27);
    let factor = F::select(huge, down, F::select(tiny, up, one));
    let inverse = F::select(huge, up, F::select(tiny, down, one));
    let (a, b) = (a * factor, b * factor);
    let length = (a * a + b * b).sqrt() * inverse;
    F::select(x.abs().eq(infinity) | y.abs().eq(infinity), infinity, length)
}
