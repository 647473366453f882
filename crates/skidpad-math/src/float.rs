//! The bits of a floating-point number: what the elementary functions need beyond arithmetic.

use crate::Real;

/// A floating-point number, or lanes of them, whose bits can be reached: `f64`, `f32` and
/// [`Lanes`](crate::Lanes) of either. The elementary functions are written once over it.
///
/// Equations use [`Real`]; this trait is for the elementary functions only.
pub trait Float: Real {
    /// True where the format is binary64; otherwise it is binary32. Chooses coefficients when
    /// compiling.
    const DOUBLE: bool;

    /// True where bit `bit` (0 is the lowest of the significand) is set.
    fn has_bit(self, bit: u32) -> Self::Mask;
    /// `self`, its sign bit flipped where bit `bit` of `bits` is set.
    fn flip_sign_by_bit(self, bits: Self, bit: u32) -> Self;
    /// `self`, its sign bit flipped where the sign bit of `sign` is set.
    fn flip_sign(self, sign: Self) -> Self;
    /// The upper half of the significand (26 or 12 bits), rounded towards 0: the product of two
    /// such halves is exact.
    fn upper_half(self) -> Self;
    /// 2 to the power of `self`, which must be a whole number from -1022 to 1023 (binary64) or
    /// -126 to 127 (binary32). Other arguments give an unspecified finite or infinite number.
    fn power_of_two(self) -> Self;
    /// `(m, k)` with self = m 2^k, m in \[sqrt(1/2), sqrt(2)) and k whole, for a positive normal
    /// number. Other arguments give unspecified numbers.
    fn split_exponent(self) -> (Self, Self);
}

/// A number that can stand in a lane: `f32` or `f64`.
pub trait Element: Float<Mask = bool> {}

impl Element for f32 {}
impl Element for f64 {}

/// Implements `Float` for one format: its unsigned twin, significand bits, the mask of the upper
/// half, exponent bias, and the bits of sqrt(1/2).
macro_rules! float {
    ($t:ty, $u:ty, $double:expr, $significand:expr, $upper:expr, $bias:expr, $sqrt_half:expr) => {
        impl Float for $t {
            const DOUBLE: bool = $double;

            #[inline(always)]
            fn has_bit(self, bit: u32) -> bool {
                self.to_bits() & (1 << bit) != 0
            }
            #[inline(always)]
            fn flip_sign_by_bit(self, bits: Self, bit: u32) -> Self {
                const SIGN: $u = 1 << (<$u>::BITS - 1);
                Self::from_bits(self.to_bits() ^ ((bits.to_bits() << (<$u>::BITS - 1 - bit)) & SIGN))
            }
            #[inline(always)]
            fn flip_sign(self, sign: Self) -> Self {
                const SIGN: $u = 1 << (<$u>::BITS - 1);
                Self::from_bits(self.to_bits() ^ (sign.to_bits() & SIGN))
            }
            #[inline(always)]
            fn upper_half(self) -> Self {
                Self::from_bits(self.to_bits() & $upper)
            }
            #[inline(always)]
            fn power_of_two(self) -> Self {
                // The sum's lowest bits hold self + bias; the shift makes them the exponent.
                const MAGIC: $t = ((3 as $u) << ($significand - 1)) as $t + $bias as $t;
                Self::from_bits((self + MAGIC).to_bits() << $significand)
            }
            #[inline(always)]
            fn split_exponent(self) -> (Self, Self) {
                const ONE: $u = $bias << $significand;
                const FRACTION: $u = (1 << $significand) - 1;
                // 2^significand, whose lowest bits count units: where an integer becomes a float.
                const UNITS: $u = ($bias + $significand) << $significand;
                const OFFSET: $t = ((1 as $u) << $significand) as $t + $bias as $t;
                let bits = self.to_bits().wrapping_add(ONE - $sqrt_half);
                let exponent = Self::from_bits((bits >> $significand) | UNITS) - OFFSET;
                let mantissa = Self::from_bits((bits & FRACTION).wrapping_add($sqrt_half));
                (mantissa, exponent)
            }
        }
    };
}

float!(f64, u64, true, 52_u64, 0xFFFF_FFFF_F800_0000_u64, 1023_u64, 0x3FE6_A09E_667F_3BCD_u64);
float!(f32, u32, false, 23_u32, 0xFFFF_F000_u32, 127_u32, 0x3F35_04F3_u32);
