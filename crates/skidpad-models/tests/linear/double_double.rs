//! Numbers of twice the precision: the unevaluated sum of two f64, about 31 digits (Dekker, Numerische Mathematik 18, 1971).
//!
//! Differences of such numbers over 1e-10 of a step still have 20 digits: a derivative can be held to them, and not to what
//! is left of the digits of f64.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use skidpad_core::math::Real;

/// The sum of two f64, of which the second is below half a unit in the last place of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    pub high: f64,
    pub low: f64,
}

const PI: DoubleDouble = DoubleDouble { high: std::f64::consts::PI, low: 1.224_646_799_147_353_2e-16 };
const LN_2: DoubleDouble = DoubleDouble { high: std::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };

fn new(high: f64) -> DoubleDouble {
    DoubleDouble { high, low: 0.0 }
}

/// a + b exactly, for |a| >= |b|.
fn quick_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    if !high.is_finite() {
        return new(high);
    }
    DoubleDouble { high, low: b - (high - a) }
}

/// a + b exactly.
fn sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    if !high.is_finite() {
        return new(high);
    }
    let part = high - a;
    DoubleDouble { high, low: (a - (high - part)) + (b - part) }
}

/// a b exactly, by halves of 26 bits.
fn product(a: f64, b: f64) -> DoubleDouble {
    let high = a * b;
    if !high.is_finite() || a.abs() > 1e290 || b.abs() > 1e290 {
        return new(high);
    }
    let split = |value: f64| {
        let scaled = 134_217_729.0 * value;
        let upper = scaled - (scaled - value);
        (upper, value - upper)
    };
    let ((a1, a2), (b1, b2)) = (split(a), split(b));
    DoubleDouble { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.high, other.high), sum(self.low, other.low));
        let part = quick_sum(high.high, high.low + low.high);
        quick_sum(part.high, part.low + low.low)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = product(self.high, other.high);
        quick_sum(high.high, high.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        if !first.is_finite() || !other.high.is_finite() {
            return new(first);
        }
        let left = self - other * new(first);
        let second = left.high / other.high;
        let third = (left - other * new(second)).high / other.high;
        quick_sum(first, second) + new(third)
    }
}

macro_rules! assign {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for DoubleDouble {
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

/// Sine and cosine by their series, after a reduction by quarters of a turn.
fn sin_cos(x: DoubleDouble) -> (DoubleDouble, DoubleDouble) {
    let quarter = PI * new(0.5);
    let turns = (x.high / quarter.high).round();
    let x = x - quarter * new(turns);
    let square = x * x;
    let (mut sin, mut cos, mut term) = (x, new(1.0), new(1.0));
    // Terms of the cosine and the sine by turns: x^n / n!.
    for n in 1..15 {
        let even = f64::from(2 * n);
        term = -(term * square) / new(even * (even - 1.0));
        cos += term;
        sin += term * x / new(even + 1.0);
    }
    match turns.rem_euclid(4.0) as u8 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

fn exp(x: DoubleDouble) -> DoubleDouble {
    if !(-700.0..700.0).contains(&x.high) {
        return new(Real::exp(x.high));
    }
    let doublings = (x.high / LN_2.high).round();
    let small = (x - LN_2 * new(doublings)) * new(1.0 / 256.0);
    let (mut all, mut term) = (new(1.0), new(1.0));
    for n in 1..14 {
        term = term * small / new(f64::from(n));
        all += term;
    }
    for _ in 0..8 {
        all = all * all;
    }
    let factor = 2.0_f64.powi(doublings as i32);
    DoubleDouble { high: all.high * factor, low: all.low * factor }
}

/// Newton's step on the exponential doubles the digits of the logarithm of f64.
fn ln(x: DoubleDouble) -> DoubleDouble {
    let near = Real::ln(x.high);
    if !near.is_finite() {
        return new(near);
    }
    new(near) + x * exp(new(-near)) - new(1.0)
}

/// The angle of the point (x, y): Newton's step on sine and cosine.
fn atan2(y: DoubleDouble, x: DoubleDouble) -> DoubleDouble {
    let near = Real::atan2(y.high, x.high);
    let (sin, cos) = sin_cos(new(near));
    let (across, along) = (y * cos - x * sin, x * cos + y * sin);
    if along.high == 0.0 || !along.high.is_finite() { new(near) } else { new(near) + across / along }
}

impl Real for DoubleDouble {
    type Mask = bool;
    const WIDTH: usize = 1;

    fn lit(value: f64) -> Self {
        new(value)
    }
    fn lane(self, _: usize) -> f64 {
        self.high
    }
    fn with_lane(self, _: usize, value: f64) -> Self {
        new(value)
    }
    fn lt(self, other: Self) -> bool {
        self.high < other.high || (self.high == other.high && self.low < other.low)
    }
    fn le(self, other: Self) -> bool {
        self.high < other.high || (self.high == other.high && self.low <= other.low)
    }
    fn eq(self, other: Self) -> bool {
        self.high == other.high && self.low == other.low
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    fn abs(self) -> Self {
        if self.high.is_sign_negative() { -self } else { self }
    }
    fn copysign(self, sign: Self) -> Self {
        if self.high.is_sign_negative() == sign.high.is_sign_negative() { self } else { -self }
    }
    fn sqrt(self) -> Self {
        let near = self.high.sqrt();
        if near == 0.0 || !near.is_finite() {
            return new(near);
        }
        new(near) + (self - product(near, near)) / new(2.0 * near)
    }
    fn sin(self) -> Self {
        sin_cos(self).0
    }
    fn cos(self) -> Self {
        sin_cos(self).1
    }
    fn sin_cos(self) -> (Self, Self) {
        sin_cos(self)
    }
    fn tan(self) -> Self {
        let (sin, cos) = sin_cos(self);
        sin / cos
    }
    fn asin(self) -> Self {
        atan2(self, Real::sqrt((new(1.0) - self) * (new(1.0) + self)))
    }
    fn acos(self) -> Self {
        atan2(Real::sqrt((new(1.0) - self) * (new(1.0) + self)), self)
    }
    fn atan(self) -> Self {
        atan2(self, new(1.0))
    }
    fn atan2(self, other: Self) -> Self {
        atan2(self, other)
    }
    fn atan_quotient(self, other: Self) -> Self {
        if self.high == 0.0 && other.high == 0.0 {
            return new(f64::NAN);
        }
        if other.high < 0.0 { atan2(-self, -other) } else { atan2(self, other) }
    }
    fn atan_positive(self) -> Self {
        atan2(self, new(1.0))
    }
    fn sin_bounded(self) -> Self {
        sin_cos(self).0
    }
    fn cos_bounded(self) -> Self {
        sin_cos(self).1
    }
    fn sinh(self) -> Self {
        new(0.5) * (exp(self) - exp(-self))
    }
    fn cosh(self) -> Self {
        new(0.5) * (exp(self) + exp(-self))
    }
    fn tanh(self) -> Self {
        if self.high.abs() > 40.0 {
            return new(self.high.signum());
        }
        Real::sinh(self) / Real::cosh(self)
    }
    fn exp(self) -> Self {
        exp(self)
    }
    fn ln(self) -> Self {
        ln(self)
    }
    fn powf(self, exponent: Self) -> Self {
        if self.high > 0.0 { exp(exponent * ln(self)) } else { new(Real::powf(self.high, exponent.high)) }
    }
    fn hypot(self, other: Self) -> Self {
        Real::sqrt(self * self + other * other)
    }
}

#[test]
fn sums_products_and_functions_have_thirty_digits() {
    let third = new(1.0) / new(3.0);
    let off = |found: DoubleDouble, expected: DoubleDouble| (found - expected).high.abs();
    assert!(off(third * new(3.0), new(1.0)) < 1e-31);
    assert!(off(Real::sqrt(new(2.0)).square(), new(2.0)) < 1e-31);
    for x in [0.1, 0.7, 1.3, 2.9, -4.1, 12.0] {
        let x = new(x) + third;
        let (sin, cos) = x.sin_cos();
        assert!(off(sin.square() + cos.square(), new(1.0)) < 1e-30);
        assert!(off(ln(exp(x)), x) < 1e-29, "{x:?}");
        assert!(off(Real::tan(Real::atan(x)), x) < 1e-28, "{x:?}");
        assert!(off(Real::sin(x + x), new(2.0) * sin * cos) < 1e-30);
        assert!(
            (sin.high - Real::sin(x.high)).abs() < 1e-15
                && (exp(x).high / Real::exp(x.high) - 1.0).abs() < 1e-14
        );
    }
    // e and pi, their digits beyond f64: 2.718281828459045235360287..., 3.14159265358979323846264...
    assert!(
        off(exp(new(1.0)), DoubleDouble { high: std::f64::consts::E, low: 1.445_646_891_729_250_2e-16 })
            < 1e-28
    );
    assert!(off(Real::asin(new(1.0)) * new(2.0), PI) < 1e-31);
}
