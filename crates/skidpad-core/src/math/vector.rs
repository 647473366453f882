//! Vectors of two numbers.

use core::ops::{Add, Neg, Sub};

use super::Real;

/// A vector in a plane; unit and frame are those of the field that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec2<R> {
    /// First component (forward).
    pub x: R,
    /// Second component (left).
    pub y: R,
}

/// The componentwise operations of one vector type.
macro_rules! vector {
    ($t:ident { $($c:ident),* }) => {
        impl<R: Real> $t<R> {
            /// A vector from its components.
            #[inline(always)]
            pub fn new($($c: R),*) -> Self {
                Self { $($c),* }
            }
            /// The zero vector.
            #[inline(always)]
            pub fn zero() -> Self {
                Self { $($c: R::zero()),* }
            }
            /// Every component multiplied by `factor`.
            #[inline(always)]
            pub fn scale(self, factor: R) -> Self {
                Self { $($c: self.$c * factor),* }
            }
            /// `yes` where the mask holds, `no` elsewhere.
            #[inline(always)]
            pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
                Self { $($c: R::select(mask, yes.$c, no.$c)),* }
            }
        }
        impl<R: Real> Add for $t<R> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self { $($c: self.$c + other.$c),* }
            }
        }
        impl<R: Real> Sub for $t<R> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self { $($c: self.$c - other.$c),* }
            }
        }
        impl<R: Real> Neg for $t<R> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self { $($c: -self.$c),* }
            }
        }
    };
}
vector!(Vec2 { x, y });

impl<R: Real> Vec2<R> {
    /// The inner product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        self.x * other.x + self.y * other.y
    }
    /// The third component of the outer product: positive where `other` lies to the left.
    #[inline(always)]
    pub fn cross(self, other: Self) -> R {
        self.x * other.y - self.y * other.x
    }
    /// The length, without overflow or underflow on the way.
    #[inline(always)]
    pub fn norm(self) -> R {
        self.x.hypot(self.y)
    }
    /// The vector turned counter-clockwise by an angle given by its sine and cosine.
    #[inline(always)]
    pub fn rotate(self, sin: R, cos: R) -> Self {
        Self { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
    }
}
