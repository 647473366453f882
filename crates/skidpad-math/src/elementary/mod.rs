//! Skidpad's own elementary functions: branch-free, the same bits on every platform, as a scalar
//! and in every lane.
//!
//! Written once over [`Float`](crate::Float) with + - * /, square root, comparisons, selection and bits; nothing
//! is fused and nothing is left to a system's library. Polynomials are minimax fits (Remez) for
//! the relative error of the whole function, their coefficients rounded one after the other to the
//! format and the later ones refitted.
//!
//! # Errors
//! Largest errors measured, in units in the last place (ulp), over ten million points for each
//! function and format: uniform, log-uniform over the whole range with subnormal arguments and
//! results, and a few ulp around the places where the method changes and the multiples of pi/4.
//! The reference has some 95 bits and is itself checked (`tests/all/ulp`).
//!
//! | function | f64 | f32 | where |
//! |---|---|---|---|
//! | `sin`, `cos` | 1.72 | 1.53 | abs(x) up to 2^20 (f64), 2^13 (f32) |
//! | `tan` | 3.02 | 2.99 | the same |
//! | `asin` | 1.15 | 1.19 | everywhere |
//! | `acos` | 1.12 | 1.15 | everywhere |
//! | `atan` | 1.14 | 1.36 | everywhere |
//! | `atan2` | 1.54 | 1.54 | everywhere |
//! | `atan_quotient` | 1.54 | 1.54 | both up to 8e307 (f64), 1.6e38 (f32) |
//! | `sinh` | 1.62 | 1.62 | everywhere |
//! | `cosh` | 1.42 | 1.37 | everywhere |
//! | `tanh` | 1.41 | 1.43 | everywhere |
//! | `exp` | 0.99 | 0.99 | everywhere |
//! | `ln` | 0.80 | 0.83 | everywhere |
//! | `powf` | 1.05 | 0.98 | everywhere |
//! | `hypot` | 1.18 | 1.18 | everywhere |
//! | `sqrt` | 0.50 | 0.50 | everywhere: the hardware's |
//!
//! Where an argument is known to lie within bounds, a shorter form serves. Largest errors of these:
//!
//! | function | f64 | f32 | where |
//! |---|---|---|---|
//! | `atan_positive` | 2.38 ulp | 2.80 ulp | from 0 to infinity |
//! | `sin_bounded`, `cos_bounded` | 3.7e-16 | 2.6e-7 | abs(x) up to 3 pi/2; absolute |
//!
//! Sine and cosine of larger angles are off by at most 2^-52 abs(x) up to 2^48 in f64, and by
//! 2^-23 abs(x) up to 2^20 in f32, about the distance to the next number. Beyond that every angle
//! counts as 0. They never leave \[-1, 1], and the tangent is finite at every finite angle.
//!
//! # Conventions
//! Zeros, infinities and NaN as in C99, Annex F: sin, cos and tan of an infinity are NaN,
//! atan2(+-0, -0) is +-pi, hypot of an infinity and a NaN is infinite, and powf(1, NaN) and
//! powf(NaN, 0) are 1. The sign and the payload of a NaN are unspecified. Odd functions are
//! exactly odd and even ones exactly even. Nothing overflows or underflows on the way to a result
//! that does not. No flags are kept, and subnormal numbers are needed: with flush-to-zero set by
//! the host program, the bits are not those promised.

mod arithmetic;
mod bounded;
mod exponential;
mod inverse;
mod logarithm;
mod trigonometric;

pub use bounded::{atan_positive, cos_bounded, sin_bounded};
pub use exponential::{cosh, exp, sinh, tanh};
pub use inverse::{acos, asin, atan, atan_quotient, atan2};
pub use logarithm::{hypot, ln, powf};
pub use trigonometric::{cos, sin, sin_cos, tan};

/// The functions of `Real` for a type that is `Float`, forwarded to this module.
macro_rules! forward {
    () => {
        crate::elementary::forward!(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln);
        crate::elementary::forward!(atan_positive, sin_bounded, cos_bounded);
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn sin_cos(self) -> (Self, Self) {
            crate::elementary::sin_cos(self)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn atan2(self, other: Self) -> Self {
            crate::elementary::atan2(self, other)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn atan_quotient(self, other: Self) -> Self {
            crate::elementary::atan_quotient(self, other)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn powf(self, exponent: Self) -> Self {
            crate::elementary::powf(self, exponent)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn hypot(self, other: Self) -> Self {
            crate::elementary::hypot(self, other)
        }
    };
    ($($name:ident),*) => {
        $(
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $name(self) -> Self {
                crate::elementary::$name(self)
            }
        )*
    };
}
pub(crate) use forward;
