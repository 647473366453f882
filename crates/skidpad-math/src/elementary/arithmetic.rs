//! Arithmetic that the elementary functions share: constants by precision, polynomials, rounding to whole numbers and
//! scaling by powers of two.

use crate::Float;

/// A constant by precision: `pick!(F, binary64, binary32)`.
macro_rules! pick {
    ($f:ty, $double:expr, $single:expr) => {
        <$f>::lit(if <$f>::DOUBLE { $double } else { $single })
    };
}
pub(super) use pick;

/// A polynomial from its coefficients, lowest first: `polynomial!(F, x; c0, c1, ...)`.
///
/// Groups of four are evaluated side by side (Estrin's scheme) and joined by Horner's rule in
/// x^4: few more multiplications than Horner's rule alone, at a third of its latency.
macro_rules! polynomial {
    ($f:ty, $x:expr; $($c:expr),+) => {{
        let x = $x;
        let x2 = x * x;
        polynomial!(@groups $f, x, x2; $($c),+)
    }};
    (@groups $f:ty, $x:ident, $x2:ident; $a:expr) => {
        <$f>::lit($a)
    };
    (@groups $f:ty, $x:ident, $x2:ident; $a:expr, $b:expr) => {
        <$f>::lit($a) + $x * <$f>::lit($b)
    };
    (@groups $f:ty, $x:ident, $x2:ident; $a:expr, $b:expr, $c:expr) => {
        (<$f>::lit($a) + $x * <$f>::lit($b)) + $x2 * <$f>::lit($c)
    };
    (@groups $f:ty, $x:ident, $x2:ident; $a:expr, $b:expr, $c:expr, $d:expr) => {
        (<$f>::lit($a) + $x * <$f>::lit($b)) + $x2 * (<$f>::lit($c) + $x * <$f>::lit($d))
    };
    (@groups $f:ty, $x:ident, $x2:ident; $a:expr, $b:expr, $c:expr, $d:expr, $($rest:expr),+) => {
        polynomial!(@groups $f, $x, $x2; $a, $b, $c, $d)
            + ($x2 * $x2) * (polynomial!(@groups $f, $x, $x2; $($rest),+))
    };
}
pub(super) use polynomial;

/// Adding and subtracting it rounds a number below half of it to the nearest whole number, and
/// leaves that number's lowest bits in the lowest bits of the sum: 1.5 * 2^52 or 1.5 * 2^23.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn magic<F: Float>() -> F {
    pick!(F, 6755399441055744.0, 12582912.0)
}

/// The nearest whole number, ties to even, for |x| < 2^51 (2^22).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn nearest<F: Float>(x: F) -> F {
    (x + magic()) - magic()
}

/// `mantissa * 2^exponent` for a whole exponent within twice the range of
/// [`Float::power_of_two`]; rounds once even where the result is subnormal.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn scale<F: Float>(mantissa: F, exponent: F) -> F {
    let half = nearest(exponent * F::lit(0.5));
    mantissa * half.power_of_two() * (exponent - half).power_of_two()
}
