//! N numbers side by side: plain arrays that the compiler turns into vector registers.
//!
//! Every operation is a plain loop of fixed length without closures or iterators (a closure does
//! not inherit target features), inlined into the caller's `#[target_feature]` function.

use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

use crate::float::{Element, Float};
use crate::real::{Mask, Real};

/// N numbers side by side, aligned to 64 bytes. Each lane has, bit for bit, what the scalar
/// operation gives (any NaN counts as equal to any other).
///
/// Widths that fill registers: 64 bytes on AVX-512 (`Lanes<f64, 8>`, `Lanes<f32, 16>`), 32 on
/// AVX2, 16 on SSE2, NEON and wasm; a multiple lets the processor overlap latencies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes<T, const N: usize>(
    /// The lanes in order.
    pub [T; N],
);

/// One answer per lane of a comparison of [`Lanes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMask<const N: usize>(
    /// The answers in order.
    pub [bool; N],
);

impl<T: Element, const N: usize> Lanes<T, N> {
    /// Lanes with one value.
    #[inline(always)]
    pub fn splat(value: T) -> Self {
        Self([value; N])
    }

    /// The first N values of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than N.
    #[inline(always)]
    pub fn from_slice(values: &[T]) -> Self {
        let values = &values[..N];
        let mut lanes = Self([T::zero(); N]);
        let mut i = 0;
        while i < N {
            lanes.0[i] = values[i];
            i += 1;
        }
        lanes
    }

    /// Writes the lanes to the first N places of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than N.
    #[inline(always)]
    pub fn write_to(self, values: &mut [T]) {
        let values = &mut values[..N];
        let mut i = 0;
        while i < N {
            values[i] = self.0[i];
            i += 1;
        }
    }
}

impl<const N: usize> Mask for LaneMask<N> {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn any(self) -> bool {
        let mut answer = false;
        let mut i = 0;
        while i < N {
            answer |= self.0[i];
            i += 1;
        }
        answer
    }
    #[inline(always)]
    fn all(self) -> bool {
        let mut answer = true;
        let mut i = 0;
        while i < N {
            answer &= self.0[i];
            i += 1;
        }
        answer
    }
}

/// An operator of two masks, lane by lane.
macro_rules! mask_operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for LaneMask<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut result = self;
                let mut i = 0;
                while i < N {
                    result.0[i] = self.0[i] $op other.0[i];
                    i += 1;
                }
                result
            }
        }
    };
}
mask_operator!(BitAnd, bitand, &);
mask_operator!(BitOr, bitor, |);

impl<const N: usize> Not for LaneMask<N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        let mut i = 0;
        while i < N {
            self.0[i] = !self.0[i];
            i += 1;
        }
        self
    }
}

/// An arithmetic operator, lane by lane, and its assigning form.
macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl<T: Element, const N: usize> $trait for Lanes<T, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut result = self;
                let mut i = 0;
                while i < N {
                    result.0[i] = self.0[i] $op other.0[i];
                    i += 1;
                }
                result
            }
        }
        impl<T: Element, const N: usize> $assign_trait for Lanes<T, N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
operator!(Add, add, AddAssign, add_assign, +);
operator!(Sub, sub, SubAssign, sub_assign, -);
operator!(Mul, mul, MulAssign, mul_assign, *);
operator!(Div, div, DivAssign, div_assign, /);

/// Operations of one lane to the same type, lane by lane: with no, one other, or a plain argument.
macro_rules! lanewise {
    ($($method:ident($($other:ident: lanes),* $(; $plain:ident: $plain_type:ty)?);)*) => {
        $(
            #[inline(always)]
            fn $method(mut self $(, $other: Self)* $(, $plain: $plain_type)?) -> Self {
                let mut i = 0;
                while i < N {
                    self.0[i] = T::$method(self.0[i] $(, $other.0[i])* $(, $plain)?);
                    i += 1;
                }
                self
            }
        )*
    };
}

/// Comparisons, lane by lane.
macro_rules! comparison {
    ($($method:ident),*) => {
        $(
            #[inline(always)]
            fn $method(self, other: Self) -> LaneMask<N> {
                let mut mask = LaneMask([false; N]);
                let mut i = 0;
                while i < N {
                    mask.0[i] = T::$method(self.0[i], other.0[i]);
                    i += 1;
                }
                mask
            }
        )*
    };
}

impl<T: Element, const N: usize> Neg for Lanes<T, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(mut self) -> Self {
        let mut i = 0;
        while i < N {
            self.0[i] = -self.0[i];
            i += 1;
        }
        self
    }
}

impl<T: Element, const N: usize> Real for Lanes<T, N> {
    type Mask = LaneMask<N>;
    const WIDTH: usize = N;

    #[inline(always)]
    fn lit(value: f64) -> Self {
        Self([T::lit(value); N])
    }
    #[inline(always)]
    fn lane(self, index: usize) -> f64 {
        self.0[index].lane(0)
    }
    #[inline(always)]
    fn with_lane(mut self, index: usize, value: f64) -> Self {
        self.0[index] = T::lit(value);
        self
    }
    comparison!(lt, le, eq);
    #[inline(always)]
    fn select(mask: LaneMask<N>, yes: Self, mut no: Self) -> Self {
        let mut i = 0;
        while i < N {
            no.0[i] = T::select(mask.0[i], yes.0[i], no.0[i]);
            i += 1;
        }
        no
    }
    lanewise! {
        abs();
        copysign(sign: lanes);
        sqrt();
    }
    crate::elementary::forward!();
}

impl<T: Element, const N: usize> Float for Lanes<T, N> {
    const DOUBLE: bool = T::DOUBLE;

    #[inline(always)]
    fn has_bit(self, bit: u32) -> LaneMask<N> {
        let mut mask = LaneMask([false; N]);
        let mut i = 0;
        while i < N {
            mask.0[i] = self.0[i].has_bit(bit);
            i += 1;
        }
        mask
    }
    lanewise! {
        flip_sign_by_bit(bits: lanes; bit: u32);
        flip_sign(sign: lanes);
        upper_half();
        power_of_two();
    }
    #[inline(always)]
    fn split_exponent(self) -> (Self, Self) {
        let mut mantissa = self;
        let mut exponent = self;
        let mut i = 0;
        while i < N {
            (mantissa.0[i], exponent.0[i]) = self.0[i].split_exponent();
            i += 1;
        }
        (mantissa, exponent)
    }
}
