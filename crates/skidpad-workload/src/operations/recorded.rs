//! A number that writes down what is done with it.

use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

use skidpad_core::math::{Float, Mask, Real, elementary};

use super::tape::{self, Kind, Origin, Place};

/// A number of binary64 with its place on the tape.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    value: f64,
    place: Place,
}

/// The answer of a comparison, likewise.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    value: bool,
    place: Place,
}

/// What tells an operation from the others of its kind.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Name {
    Add = 1,
    Subtract,
    Multiply,
    Divide,
    SquareRoot,
    Less,
    LessOrEqual,
    Equal,
    And,
    Or,
    Not,
    Select,
    Negate,
    Abs,
    CopySign,
    FlipSign,
    UpperHalf,
    PowerOfTwo,
    Mantissa,
    Exponent,
    /// The lowest bit that is looked at; the others follow.
    Bit = 1000,
    FlipByBit = 2000,
}

impl Recorded {
    /// A number that is given.
    pub fn given(value: f64, origin: Origin) -> Self {
        Self { value, place: tape::given(origin) }
    }

    /// Its place on the tape.
    pub fn place(self) -> Place {
        self.place
    }

    fn new(value: f64, kind: Kind, name: u64, from: &[Place]) -> Self {
        Self { value, place: tape::operation(kind, name, from) }
    }

    /// Of one number.
    fn one_of(self, value: f64, kind: Kind, name: Name) -> Self {
        Self::new(value, kind, name as u64, &[self.place])
    }

    /// Of two numbers, in any order.
    fn both(self, other: Self, value: f64, kind: Kind, name: Name) -> Self {
        let (low, high) = (self.place.min(other.place), self.place.max(other.place));
        Self::new(value, kind, name as u64, &[low, high])
    }

    /// Of two numbers, in this order.
    fn with(self, other: Self, value: f64, kind: Kind, name: Name) -> Self {
        Self::new(value, kind, name as u64, &[self.place, other.place])
    }

    fn answer(self, other: Self, value: bool, name: Name) -> Answer {
        Answer { value, place: tape::operation(Kind::Comparison, name as u64, &[self.place, other.place]) }
    }
}

impl Neg for Recorded {
    type Output = Self;
    fn neg(self) -> Self {
        self.one_of(-self.value, Kind::Bits, Name::Negate)
    }
}

impl Add for Recorded {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.both(other, self.value + other.value, Kind::Sum, Name::Add)
    }
}

impl Sub for Recorded {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(other, self.value - other.value, Kind::Sum, Name::Subtract)
    }
}

impl Mul for Recorded {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.both(other, self.value * other.value, Kind::Product, Name::Multiply)
    }
}

impl Div for Recorded {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.with(other, self.value / other.value, Kind::Quotient, Name::Divide)
    }
}

/// The assigning form of an operator.
macro_rules! assign {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Recorded {
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

impl Answer {
    fn joined(self, other: Self, value: bool, name: Name) -> Self {
        let (low, high) = (self.place.min(other.place), self.place.max(other.place));
        Self { value, place: tape::operation(Kind::Comparison, name as u64, &[low, high]) }
    }
}

impl BitAnd for Answer {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.joined(other, self.value & other.value, Name::And)
    }
}

impl BitOr for Answer {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.joined(other, self.value | other.value, Name::Or)
    }
}

impl Not for Answer {
    type Output = Self;
    fn not(self) -> Self {
        Self { value: !self.value, place: tape::operation(Kind::Comparison, Name::Not as u64, &[self.place]) }
    }
}

impl Mask for Answer {
    fn splat(value: bool) -> Self {
        Self { value, place: tape::literal(u64::from(value)) }
    }
    fn any(self) -> bool {
        self.value || tape::has_others()
    }
    fn all(self) -> bool {
        self.value && !tape::has_others()
    }
}

/// The elementary functions, which are written over sums and products themselves.
macro_rules! elementary {
    ($($name:ident),*) => {$(
        fn $name(self) -> Self {
            elementary::$name(self)
        }
    )*};
}

impl Real for Recorded {
    type Mask = Answer;
    const WIDTH: usize = 1;

    fn lit(value: f64) -> Self {
        Self { value, place: tape::literal(value.to_bits()) }
    }
    fn lane(self, _: usize) -> f64 {
        self.value
    }
    fn with_lane(self, _: usize, value: f64) -> Self {
        Self::lit(value)
    }
    fn lt(self, other: Self) -> Answer {
        self.answer(other, self.value < other.value, Name::Less)
    }
    fn le(self, other: Self) -> Answer {
        self.answer(other, self.value <= other.value, Name::LessOrEqual)
    }
    fn eq(self, other: Self) -> Answer {
        self.answer(other, self.value == other.value, Name::Equal)
    }
    fn select(mask: Answer, yes: Self, no: Self) -> Self {
        let value = if mask.value { yes.value } else { no.value };
        // The same number either way is no choice.
        if yes.place == no.place {
            return yes;
        }
        Self::new(value, Kind::Choice, Name::Select as u64, &[mask.place, yes.place, no.place])
    }
    fn abs(self) -> Self {
        self.one_of(self.value.abs(), Kind::Bits, Name::Abs)
    }
    fn copysign(self, sign: Self) -> Self {
        self.with(sign, self.value.copysign(sign.value), Kind::Bits, Name::CopySign)
    }
    fn sqrt(self) -> Self {
        self.one_of(Real::sqrt(self.value), Kind::Quotient, Name::SquareRoot)
    }
    elementary!(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln);
    elementary!(atan_positive, sin_bounded, cos_bounded);
    fn sin_cos(self) -> (Self, Self) {
        elementary::sin_cos(self)
    }
    fn atan2(self, other: Self) -> Self {
        elementary::atan2(self, other)
    }
    fn atan_quotient(self, other: Self) -> Self {
        elementary::atan_quotient(self, other)
    }
    fn powf(self, exponent: Self) -> Self {
        elementary::powf(self, exponent)
    }
    fn hypot(self, other: Self) -> Self {
        elementary::hypot(self, other)
    }
}

impl Float for Recorded {
    const DOUBLE: bool = true;

    fn has_bit(self, bit: u32) -> Answer {
        let name = Name::Bit as u64 + u64::from(bit);
        Answer {
            value: self.value.has_bit(bit),
            place: tape::operation(Kind::Comparison, name, &[self.place]),
        }
    }
    fn flip_sign_by_bit(self, bits: Self, bit: u32) -> Self {
        let name = Name::FlipByBit as u64 + u64::from(bit);
        Self::new(self.value.flip_sign_by_bit(bits.value, bit), Kind::Bits, name, &[self.place, bits.place])
    }
    fn flip_sign(self, sign: Self) -> Self {
        self.with(sign, self.value.flip_sign(sign.value), Kind::Bits, Name::FlipSign)
    }
    fn upper_half(self) -> Self {
        self.one_of(self.value.upper_half(), Kind::Bits, Name::UpperHalf)
    }
    fn power_of_two(self) -> Self {
        self.one_of(self.value.power_of_two(), Kind::Bits, Name::PowerOfTwo)
    }
    fn split_exponent(self) -> (Self, Self) {
        let (mantissa, exponent) = self.value.split_exponent();
        (self.one_of(mantissa, Kind::Bits, Name::Mantissa), self.one_of(exponent, Kind::Sum, Name::Exponent))
    }
}
