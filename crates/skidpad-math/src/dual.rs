//! Numbers that carry their derivatives.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::Real;

/// A number and its derivatives to W variables (forward mode), over any [`Real`]: over
/// [`Lanes`](crate::Lanes) each lane has its own, and nested they give second derivatives.
///
/// The value has, bit for bit, what the plain computation gives. Comparisons look at the value
/// only, and `select` takes value and derivatives together.
///
/// Derivatives of finite numbers are finite: where the true slope of a function is infinite or
/// does not exist (square root, `hypot` and `atan2` at 0, `abs` at 0, `asin` and `acos` at -1 and
/// 1, `ln` at 0 and below, a division by 0, powers of 0, overflow), the slope is 0 by convention.
/// Sums and products of derivatives too large for the format overflow as such sums do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<R, const W: usize> {
    /// The number itself.
    pub value: R,
    /// Its derivative to each of the W variables: unit of the value per unit of the variable.
    pub derivative: [R; W],
}

/// `slope`, or 0 where it is not a finite number.
#[inline(always)]
fn finite<R: Real>(slope: R) -> R {
    R::select(slope.is_finite(), slope, R::zero())
}

impl<R: Real, const W: usize> Dual<R, W> {
    /// A number that depends on none of the variables.
    #[inline(always)]
    pub fn constant(value: R) -> Self {
        Self { value, derivative: [R::zero(); W] }
    }

    /// The variable of that index itself: its derivative to itself is 1.
    ///
    /// # Panics
    /// If `index` is not below W.
    #[inline(always)]
    pub fn variable(value: R, index: usize) -> Self {
        let mut dual = Self::constant(value);
        dual.derivative[index] = R::one();
        dual
    }

    /// A function's result from its value and its slope at `self`.
    #[inline(always)]
    fn chain(self, value: R, slope: R) -> Self {
        let slope = finite(slope);
        let mut derivative = self.derivative;
        let mut i = 0;
        while i < W {
            derivative[i] = slope * derivative[i];
            i += 1;
        }
        Self { value, derivative }
    }

    /// The result of a function of two numbers from its value and its slopes at `self`, `other`.
    #[inline(always)]
    fn chain_2(self, other: Self, value: R, slope: R, other_slope: R) -> Self {
        let (slope, other_slope) = (finite(slope), finite(other_slope));
        let mut derivative = self.derivative;
        let mut i = 0;
        while i < W {
            derivative[i] = slope * derivative[i] + other_slope * other.derivative[i];
            i += 1;
        }
        Self { value, derivative }
    }
}

impl<R: Real, const W: usize> Neg for Dual<R, W> {
    type Output = Self;
    #[inline(always)]
    fn neg(mut self) -> Self {
        self.value = -self.value;
        let mut i = 0;
        while i < W {
            self.derivative[i] = -self.derivative[i];
            i += 1;
        }
        self
    }
}

/// Addition or subtraction.
macro_rules! sum {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<R: Real, const W: usize> $trait for Dual<R, W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut derivative = self.derivative;
                let mut i = 0;
                while i < W {
                    derivative[i] = self.derivative[i] $op other.derivative[i];
                    i += 1;
                }
                Self { value: self.value $op other.value, derivative }
            }
        }
    };
}
sum!(Add, add, +);
sum!(Sub, sub, -);

impl<R: Real, const W: usize> Mul for Dual<R, W> {
    type Output = Self;
    #[inline(always)]
    fn mul(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < W {
            self.derivative[i] = self.derivative[i] * other.value + self.value * other.derivative[i];
            i += 1;
        }
        self.value *= other.value;
        self
    }
}

impl<R: Real, const W: usize> Div for Dual<R, W> {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        let reciprocal = finite(R::one() / other.value);
        self.chain_2(other, value, reciprocal, -value * reciprocal)
    }
}

/// The assigning form of an operator.
macro_rules! assign {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<R: Real, const W: usize> $trait for Dual<R, W> {
            #[inline(always)]
            fn $method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
assign!(AddAssign, add_assign, +);
assign!(SubAssign, sub_assign, -);
assign!(MulAssign, mul_assign, *);
assign!(DivAssign, div_assign, /);

impl<R: Real, const W: usize> Real for Dual<R, W> {
    type Mask = R::Mask;
    const WIDTH: usize = R::WIDTH;
    const HAS_DERIVATIVE: bool = true;

    #[inline(always)]
    fn lit(value: f64) -> Self {
        Self::constant(R::lit(value))
    }
    #[inline(always)]
    fn lane(self, index: usize) -> f64 {
        self.value.lane(index)
    }
    #[inline(always)]
    fn with_lane(mut self, index: usize, value: f64) -> Self {
        self.value = self.value.with_lane(index, value);
        let mut i = 0;
        while i < W {
            self.derivative[i] = self.derivative[i].with_lane(index, 0.0);
            i += 1;
        }
        self
    }
    #[inline(always)]
    fn lt(self, other: Self) -> R::Mask {
        self.value.lt(other.value)
    }
    #[inline(always)]
    fn le(self, other: Self) -> R::Mask {
        self.value.le(other.value)
    }
    #[inline(always)]
    fn eq(self, other: Self) -> R::Mask {
        self.value.eq(other.value)
    }
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        let mut derivative = no.derivative;
        let mut i = 0;
        while i < W {
            derivative[i] = R::select(mask, yes.derivative[i], no.derivative[i]);
            i += 1;
        }
        Self { value: R::select(mask, yes.value, no.value), derivative }
    }

    #[inline(always)]
    fn without_derivative(self) -> Self {
        Self::constant(self.value.without_derivative())
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.chain(self.value.abs(), self.value.sign())
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        let slope = R::one().copysign(sign.value) * self.value.sign();
        self.chain(self.value.copysign(sign.value), slope)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.chain(root, R::lit(0.5) / root)
    }
    #[inline(always)]
    fn sin(self) -> Self {
        let (sin, cos) = self.value.sin_cos();
        self.chain(sin, cos)
    }
    #[inline(always)]
    fn cos(self) -> Self {
        let (sin, cos) = self.value.sin_cos();
        self.chain(cos, -sin)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.chain(sin, cos), self.chain(cos, -sin))
    }
    #[inline(always)]
    fn tan(self) -> Self {
        let tan = self.value.tan();
        self.chain(tan, R::one() + tan * tan)
    }
    #[inline(always)]
    fn asin(self) -> Self {
        let one = R::one();
        let slope = one / ((one - self.value) * (one + self.value)).sqrt();
        self.chain(self.value.asin(), slope)
    }
    #[inline(always)]
    fn acos(self) -> Self {
        let one = R::one();
        let slope = -one / ((one - self.value) * (one + self.value)).sqrt();
        self.chain(self.value.acos(), slope)
    }
    #[inline(always)]
    fn atan(self) -> Self {
        self.chain(self.value.atan(), R::one() / (R::one() + self.value * self.value))
    }
    #[inline(always)]
    fn atan2(self, other: Self) -> Self {
        let (y, x) = (self.value, other.value);
        let radius = y.hypot(x);
        self.chain_2(other, y.atan2(x), x / radius / radius, -(y / radius / radius))
    }
    #[inline(always)]
    fn atan_quotient(self, other: Self) -> Self {
        let (y, x) = (self.value, other.value);
        let radius = y.hypot(x);
        self.chain_2(other, y.atan_quotient(x), x / radius / radius, -(y / radius / radius))
    }
    #[inline(always)]
    fn atan_positive(self) -> Self {
        self.chain(self.value.atan_positive(), R::one() / (R::one() + self.value * self.value))
    }
    #[inline(always)]
    fn sin_bounded(self) -> Self {
        self.chain(self.value.sin_bounded(), self.value.cos_bounded())
    }
    #[inline(always)]
    fn cos_bounded(self) -> Self {
        self.chain(self.value.cos_bounded(), -self.value.sin_bounded())
    }
    #[inline(always)]
    fn sinh(self) -> Self {
        self.chain(self.value.sinh(), self.value.cosh())
    }
    #[inline(always)]
    fn cosh(self) -> Self {
        self.chain(self.value.cosh(), self.value.sinh())
    }
    #[inline(always)]
    fn tanh(self) -> Self {
        let tanh = self.value.tanh();
        self.chain(tanh, (R::one() - tanh) * (R::one() + tanh))
    }
    #[inline(always)]
    fn exp(self) -> Self {
        let exp = self.value.exp();
        self.chain(exp, exp)
    }
    #[inline(always)]
    fn ln(self) -> Self {
        self.chain(self.value.ln(), R::one() / self.value)
    }
    #[inline(always)]
    fn powf(self, exponent: Self) -> Self {
        let (zero, one) = (R::zero(), R::one());
        let (x, y) = (self.value, exponent.value);
        let power = x.powf(y);
        // At 0: the slope of x^1 is 1, that of higher powers 0, that of lower ones infinite.
        let at_zero = R::select(y.eq(one), one, zero);
        let slope = R::select(x.eq(zero), at_zero, y * (power / x));
        let exponent_slope = R::select(x.gt(zero), power * x.ln(), zero);
        self.chain_2(exponent, power, slope, exponent_slope)
    }
    #[inline(always)]
    fn hypot(self, other: Self) -> Self {
        let radius = self.value.hypot(other.value);
        self.chain_2(other, radius, self.value / radius, other.value / radius)
    }
}
