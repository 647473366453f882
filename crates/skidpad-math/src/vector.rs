//! Vectors of two and of three numbers, and directions in a plane.

use core::ops::{Add, Neg, Sub};

use crate::Real;

/// A vector in a plane; unit and frame are those of the field that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec2<R> {
    /// First component (forward).
    pub x: R,
    /// Second component (left).
    pub y: R,
}

/// A vector in space; unit and frame are those of the field that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3<R> {
    /// First component (forward).
    pub x: R,
    /// Second component (left).
    pub y: R,
    /// Third component (up).
    pub z: R,
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
vector!(Vec3 { x, y, z });

impl<R: Real> Vec3<R> {
    /// The inner product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    /// The vector product, by the right-hand rule.
    ///
    /// ```
    /// use skidpad_math::Vec3;
    /// let (forwards, left) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
    /// assert_eq!(forwards.cross(left), Vec3::new(0.0, 0.0, 1.0));
    /// ```
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
    /// The square of the length. It must not overflow.
    #[inline(always)]
    pub fn norm_squared(self) -> R {
        self.dot(self)
    }
    /// The length as the root of the sum of squares, which must neither overflow nor underflow.
    #[inline(always)]
    pub fn quick_norm(self) -> R {
        self.norm_squared().sqrt()
    }
}

impl<R> From<[R; 2]> for Vec2<R> {
    #[inline(always)]
    fn from([x, y]: [R; 2]) -> Self {
        Self { x, y }
    }
}

impl<R> From<Vec2<R>> for [R; 2] {
    #[inline(always)]
    fn from(vector: Vec2<R>) -> Self {
        [vector.x, vector.y]
    }
}

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
    /// The length, without overflow or underflow on the way: for positions and speeds of any size.
    #[inline(always)]
    pub fn norm(self) -> R {
        self.x.hypot(self.y)
    }
    /// The length as sqrt(x^2 + y^2), at a fraction of the cost of [`norm`](Self::norm). The squares must neither overflow
    /// nor underflow: for what is of the order of 1, such as slips over those at the peak.
    #[inline(always)]
    pub fn quick_norm(self) -> R {
        self.norm_squared().sqrt()
    }
    /// The square of the length. It must not overflow.
    #[inline(always)]
    pub fn norm_squared(self) -> R {
        self.x * self.x + self.y * self.y
    }
    /// The components in the parent frame of a vector whose components are given in a child frame. The child's x axis
    /// points in the direction `axes` of the parent: (x cos - y sin, x sin + y cos). It turns the vector
    /// counter-clockwise by that angle.
    #[inline(always)]
    pub fn to_parent(self, axes: Direction<R>) -> Self {
        let Direction { sin, cos } = axes;
        Self { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
    }
    /// The components in a child frame of a vector whose components are given in the parent frame; the inverse of
    /// [`to_parent`](Self::to_parent): (x cos + y sin, y cos - x sin).
    ///
    /// ```
    /// use skidpad_math::{Direction, Vec2};
    /// // A car that heads along the world's y axis moves along it: forwards.
    /// let velocity = Vec2::new(0.0, 20.0).to_child(Direction { sin: 1.0, cos: 0.0 });
    /// assert_eq!(velocity, Vec2::new(20.0, 0.0));
    /// ```
    #[inline(always)]
    pub fn to_child(self, axes: Direction<R>) -> Self {
        let Direction { sin, cos } = axes;
        Self { x: self.x * cos + self.y * sin, y: self.y * cos - self.x * sin }
    }
}

/// A direction in a plane, as sine and cosine of its angle from the x axis, counter-clockwise: where a frame's x axis
/// points in its parent frame, such as a body's in the world or a wheel's in the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction<R> {
    /// Sine of the angle.
    pub sin: R,
    /// Cosine of the angle.
    pub cos: R,
}

impl<R: Real> Direction<R> {
    /// The direction at an angle, rad.
    #[inline(always)]
    pub fn at_angle(angle_rad: R) -> Self {
        let (sin, cos) = angle_rad.sin_cos();
        Self { sin, cos }
    }
    /// The direction of a vector that is not 0.
    #[inline(always)]
    pub fn along(vector: Vec2<R>) -> Self {
        let inverse = R::one() / vector.quick_norm();
        Self { sin: vector.y * inverse, cos: vector.x * inverse }
    }
    /// The angle, -pi to pi rad.
    #[inline(always)]
    pub fn angle_rad(self) -> R {
        self.sin.atan2(self.cos)
    }
    /// The direction at the sum of both angles.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        Self {
            sin: self.sin * other.cos + self.cos * other.sin,
            cos: self.cos * other.cos - self.sin * other.sin,
        }
    }
    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self { sin: R::select(mask, yes.sin, no.sin), cos: R::select(mask, yes.cos, no.cos) }
    }
}
