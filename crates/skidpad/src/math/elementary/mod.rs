//! Skidpad's own elementary functions: branch-free, the same bits on every platform, as a scalar
//! and in every lane.

mod exponential;
mod inverse;
mod logarithm;
mod trigonometric;

pub use exponential::{cosh, exp, sinh, tanh};
pub use inverse::{acos, asin, atan, atan_quotient, atan2};
pub use logarithm::{hypot, ln, powf};
pub use trigonometric::{cos, sin, sin_cos, tan};

use super::Float;

/// A constant by precision: `pick!(F, binary64, binary32)`.
macro_rules! pick {
    ($f:ty, $double:expr, $single:expr) => {
        <$f>::lit(if <$f>::DOUBLE { $double } else { $single })
    };
}
use pick;

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
use polynomial;

/// The functions of `Real` for a type that is `Float`, forwarded to this module.
macro_rules! forward {
    () => {
        super::elementary::forward!(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln);
        #[inline(always)]
        fn sin_cos(self) -> (Self, Self) {
            super::elementary::sin_cos(self)
        }
        #[inline(always)]
        fn atan2(self, other: Self) -> Self {
            super::elementary::atan2(self, other)
        }
        #[inline(always)]
        fn atan_quotient(self, other: Self) -> Self {
            super::elementary::atan_quotient(self, other)
        }
        #[inline(always)]
        fn powf(self, exponent: Self) -> Self {
            super::elementary::powf(self, exponent)
        }
        #[inline(always)]
        fn hypot(self, other: Self) -> Self {
            super::elementary::hypot(self, other)
        }
    };
    ($($name:ident),*) => {
        $(
            #[inline(always)]
            fn $name(self) -> Self {
                super::elementary::$name(self)
            }
        )*
    };
}
pub(super) use forward;

/// Adding and subtracting it rounds a number below half of it to the nearest whole number, and
/// leaves that number's lowest bits in the lowest bits of the sum: 1.5 * 2^52 or 1.5 * 2^23.
#[inline(always)]
fn magic<F: Float>() -> F {
    pick!(F, 6755399441055744.0, 12582912.0)
}

/// The nearest whole number, ties to even, for |x| < 2^51 (2^22).
#[inline(always)]
fn nearest<F: Float>(x: F) -> F {
    (x + magic()) - magic()
}

/// `mantissa * 2^exponent` for a whole exponent within twice the range of
/// [`Float::power_of_two`]; rounds once even where the result is subnormal.
#[inline(always)]
fn scale<F: Float>(mantissa: F, exponent: F) -> F {
    let half = nearest(exponent * F::lit(0.5));
    mantissa * half.power_of_two() * (exponent - half).power_of_two()
}
