//! The one trait that every equation is written against.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

/// The answer of a comparison: one `bool`, or one per lane.
pub trait Mask: Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Mask with one answer in every lane.
    fn splat(value: bool) -> Self;
    /// Returns true where it holds in at least one lane.
    fn any(self) -> bool;
    /// Returns true where it holds in every lane.
    fn all(self) -> bool;
}

impl Mask for bool {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        value
    }
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn all(self) -> bool {
        self
    }
}

/// A real number as the equations see it: `f64`, `f32`, [`Lanes`](crate::Lanes) of either, or
/// [`Dual`](crate::Dual) over any of them.
///
/// An equation generic over `Real` has no `if` on a number: it compares to a [`Mask`] and
/// [`select`](Real::select)s. Plain IEEE operations without fusing, and Skidpad's own elementary
/// functions, give the same bits in every implementation and on every platform.
///
/// A comparison with NaN is false, and `min`, `max` and `clamp` are defined by `select`, so that
/// their bits do not depend on the platform: `min(a, b) = if a < b { a } else { b }`.
pub trait Real:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// The answer of a comparison.
    type Mask: Mask;

    /// The count of numbers side by side: 1, or the lanes.
    const WIDTH: usize;
    /// True of numbers that carry derivatives. A branch that leaves out what is 0 here must not leave out its slope.
    const HAS_DERIVATIVE: bool = false;

    /// A constant, rounded to the implementation's precision.
    fn lit(value: f64) -> Self;
    /// The value of one lane as `f64` (a dual number's value part; lane 0 of a scalar).
    fn lane(self, index: usize) -> f64;
    /// Returns the number with one lane replaced (a dual number's derivatives become 0 there).
    fn with_lane(self, index: usize, value: f64) -> Self;

    /// `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// `self == other`; zeros of both signs are equal.
    fn eq(self, other: Self) -> Self::Mask;
    /// `if mask { yes } else { no }`, lane by lane.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// |self|; clears the sign bit.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign bit of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// The correctly rounded square root. Derivative of a dual number at 0: 0, by convention.
    fn sqrt(self) -> Self;

    /// Sine of an angle in rad. See [`elementary`](crate::elementary) for ranges and errors of
    /// this and the following functions.
    fn sin(self) -> Self;
    /// Cosine of an angle in rad.
    fn cos(self) -> Self;
    /// Sine and cosine from one reduction.
    fn sin_cos(self) -> (Self, Self);
    /// Tangent of an angle in rad.
    fn tan(self) -> Self;
    /// Arc sine in rad; NaN outside [-1, 1].
    fn asin(self) -> Self;
    /// Arc cosine in rad; NaN outside [-1, 1].
    fn acos(self) -> Self;
    /// Arc tangent in rad.
    fn atan(self) -> Self;
    /// The angle of the point (x, y) = (other, self) in rad, as C's `atan2(self, other)`.
    fn atan2(self, other: Self) -> Self;
    /// The arc tangent of self / other in rad, from -pi/2 to pi/2, with one division: slip angles.
    /// NaN at 0/0.
    fn atan_quotient(self, other: Self) -> Self;
    /// Arc tangent, in rad, of a number that is not below 0: [`atan`](Real::atan) with less work.
    fn atan_positive(self) -> Self;
    /// Sine of an angle of at most 3/2 pi either way, in rad: [`sin`](Real::sin) with less work.
    fn sin_bounded(self) -> Self;
    /// Cosine of an angle of at most 3/2 pi either way, in rad: [`cos`](Real::cos) with less work.
    fn cos_bounded(self) -> Self;
    /// Hyperbolic sine.
    fn sinh(self) -> Self;
    /// Hyperbolic cosine.
    fn cosh(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// e to the power of `self`.
    fn exp(self) -> Self;
    /// Natural logarithm; -infinity at 0, NaN below.
    fn ln(self) -> Self;
    /// `self` to a real power; NaN for a negative base with a fractional exponent.
    fn powf(self, exponent: Self) -> Self;
    /// sqrt(self^2 + other^2) without overflow or underflow on the way.
    fn hypot(self, other: Self) -> Self;

    /// 0.
    #[inline(always)]
    fn zero() -> Self {
        Self::lit(0.0)
    }
    /// 1.
    #[inline(always)]
    fn one() -> Self {
        Self::lit(1.0)
    }
    /// `self > other`.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }
    /// `self >= other`.
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }
    /// The smaller; `other` where either is NaN.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }
    /// The larger; `other` where either is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(other.lt(self), self, other)
    }
    /// `self` held between `low` and `high`.
    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
    /// -1, 0 or 1; 0 for zeros of both signs and NaN.
    #[inline(always)]
    fn sign(self) -> Self {
        let zero = Self::zero();
        Self::select(zero.lt(self), Self::one(), Self::select(self.lt(zero), -Self::one(), zero))
    }
    /// `self * self`.
    #[inline(always)]
    fn square(self) -> Self {
        self * self
    }
    /// The number as a constant: what it is computed from does not count for derivatives. Others than dual numbers stay
    /// as they are.
    ///
    /// For quotients whose divisor has a floor against 0: below it their slope is that of the floor, and means nothing.
    #[inline(always)]
    fn without_derivative(self) -> Self {
        self
    }
    /// Mask of what is neither infinite nor NaN.
    #[inline(always)]
    fn is_finite(self) -> Self::Mask {
        self.abs().lt(Self::lit(f64::INFINITY))
    }
}
