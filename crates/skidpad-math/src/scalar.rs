//! The scalars `f64` and `f32` as real numbers.

use crate::Real;

/// Implements `Real` for one scalar: its square root, and the elementary functions by path, for
/// on a concrete float `x.sin()` would be the standard library's.
macro_rules! real {
    ($t:ty, $sqrt:path) => {
        impl Real for $t {
            type Mask = bool;
            const WIDTH: usize = 1;

            #[inline(always)]
            fn lit(value: f64) -> Self {
                value as $t
            }
            #[inline(always)]
            fn lane(self, _index: usize) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn with_lane(self, _index: usize, value: f64) -> Self {
                value as $t
            }
            #[inline(always)]
            fn lt(self, other: Self) -> bool {
                self < other
            }
            #[inline(always)]
            fn le(self, other: Self) -> bool {
                self <= other
            }
            #[inline(always)]
            fn eq(self, other: Self) -> bool {
                self == other
            }
            #[inline(always)]
            fn select(mask: bool, yes: Self, no: Self) -> Self {
                if mask { yes } else { no }
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$t>::abs(self)
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                <$t>::copysign(self, sign)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $sqrt(self)
            }
            crate::elementary::forward!();
        }
    };
}

#[cfg(feature = "std")]
real!(f64, f64::sqrt);
#[cfg(feature = "std")]
real!(f32, f32::sqrt);
#[cfg(not(feature = "std"))]
real!(f64, libm::sqrt);
#[cfg(not(feature = "std"))]
real!(f32, libm::sqrtf);
