//! The number that carries one derivative through a whole model.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use skidpad_core::math::{Dual, Real};

/// Number with one derivative: a [`Dual`] whose operations are calls.
///
/// The equations of a car are one function of ten thousand operations and more. With every derivative written out in it,
/// the compiler takes seven times as long as for the plain numbers, and a linearisation is wanted once, not a thousand
/// times a second. Values and derivatives are those of [`Dual<f64, 1>`](Dual), bit for bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    /// The number itself.
    pub value: f64,
    /// Its derivative: unit of the value per unit of the variable.
    pub derivative: f64,
}

impl Variable {
    /// A number that does not depend on the variable.
    pub const fn constant(value: f64) -> Self {
        Self { value, derivative: 0.0 }
    }

    /// The independent variable itself: its derivative is 1.
    pub const fn independent(value: f64) -> Self {
        Self { value, derivative: 1.0 }
    }

    #[inline(always)]
    fn dual(self) -> Dual<f64, 1> {
        Dual { value: self.value, derivative: [self.derivative] }
    }
}

impl From<Dual<f64, 1>> for Variable {
    #[inline(always)]
    fn from(dual: Dual<f64, 1>) -> Self {
        Self { value: dual.value, derivative: dual.derivative[0] }
    }
}

macro_rules! operators {
    ($($trait:ident::$method:ident, $assign_trait:ident::$assign:ident;)*) => {$(
        impl $trait for Variable {
            type Output = Self;
            #[inline(never)]
            fn $method(self, other: Self) -> Self {
                $trait::$method(self.dual(), other.dual()).into()
            }
        }

        impl $assign_trait for Variable {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}
operators! {
    Add::add, AddAssign::add_assign;
    Sub::sub, SubAssign::sub_assign;
    Mul::mul, MulAssign::mul_assign;
    Div::div, DivAssign::div_assign;
}

impl Neg for Variable {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        (-self.dual()).into()
    }
}

/// Functions of one or two numbers, each the same function of dual numbers.
macro_rules! functions {
    ($($name:ident($($other:ident)?);)*) => {$(
        #[inline(never)]
        fn $name(self $(, $other: Self)?) -> Self {
            Real::$name(self.dual() $(, $other.dual())?).into()
        }
    )*};
}

impl Real for Variable {
    type Mask = bool;
    const WIDTH: usize = 1;
    const HAS_DERIVATIVE: bool = true;

    #[inline(always)]
    fn lit(value: f64) -> Self {
        Self::constant(value)
    }
    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self.value
    }
    #[inline(always)]
    fn with_lane(self, _: usize, value: f64) -> Self {
        Self::constant(value)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self.value < other.value
    }
    #[inline(always)]
    fn le(self, other: Self) -> bool {
        self.value <= other.value
    }
    #[inline(always)]
    fn eq(self, other: Self) -> bool {
        self.value == other.value
    }
    #[inline(never)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn without_derivative(self) -> Self {
        Self::constant(self.value)
    }
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.dual().sin_cos();
        (sin.into(), cos.into())
    }

    functions! {
        abs();
        copysign(sign);
        sqrt();
        sin();
        cos();
        tan();
        asin();
        acos();
        atan();
        atan2(other);
        atan_quotient(other);
        atan_positive();
        sin_bounded();
        cos_bounded();
        sinh();
        cosh();
        tanh();
        exp();
        ln();
        powf(exponent);
        hypot(other);
        min(other);
        max(other);
        sign();
        square();
    }
}
