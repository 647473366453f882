//! Four of a kind: something for each wheel of a car.

use crate::math::Real;
use crate::record::{Channel, Channels, Record, StateVector};
use crate::record_of_parts;

/// Something for each of the four wheels: a number, or a record of numbers.
///
/// Its numbers stand wheel by wheel, in the order of the fields. Records that are declared by
/// [`wheel_record!`](crate::wheel_record) have names here, with the wheel in front: `front_left_spin_rad_s`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Wheels<T> {
    /// The front left wheel's.
    pub front_left: T,
    /// The front right wheel's.
    pub front_right: T,
    /// The rear left wheel's.
    pub rear_left: T,
    /// The rear right wheel's.
    pub rear_right: T,
}

impl<T: Copy> Wheels<T> {
    /// Four wheels with one value.
    #[inline(always)]
    pub fn all(each: T) -> Self {
        Self { front_left: each, front_right: each, rear_left: each, rear_right: each }
    }

    /// One thing for both front wheels and one for both rear wheels.
    #[inline(always)]
    pub fn of_axles(front: T, rear: T) -> Self {
        Self { front_left: front, front_right: front, rear_left: rear, rear_right: rear }
    }

    /// Left and right exchanged.
    ///
    /// ```
    /// use skidpad_core::wheels::Wheels;
    /// let wheels = Wheels { front_left: 1.0, front_right: 2.0, rear_left: 3.0, rear_right: 4.0 };
    /// assert_eq!(wheels.mirrored().front_left, 2.0);
    /// ```
    #[inline(always)]
    pub fn mirrored(&self) -> Self {
        Self {
            front_left: self.front_right,
            front_right: self.front_left,
            rear_left: self.rear_right,
            rear_right: self.rear_left,
        }
    }
}

/// One of a kind for each front wheel and one for each rear wheel, in a row: front left, front right, rear left, rear right.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn by_axle<T: Copy>(front: T, rear: T) -> [T; 4] {
    [front, front, rear, rear]
}

impl<T: Copy> Wheels<T> {
    /// In a row: front left, front right, rear left, rear right.
    #[inline(always)]
    pub fn in_a_row(&self) -> [T; 4] {
        [self.front_left, self.front_right, self.rear_left, self.rear_right]
    }
    /// From a row.
    #[inline(always)]
    pub fn from_row([front_left, front_right, rear_left, rear_right]: [T; 4]) -> Self {
        Self { front_left, front_right, rear_left, rear_right }
    }
}

/// The expression for each of the four wheels in a row, written out: no loop and no closure stands between
/// equations and compiler. The name is the wheel's number, a constant.
#[macro_export]
macro_rules! each_wheel {
    ($wheel:ident => $value:expr) => {
        [
            {
                const $wheel: usize = 0;
                $value
            },
            {
                const $wheel: usize = 1;
                $value
            },
            {
                const $wheel: usize = 2;
                $value
            },
            {
                const $wheel: usize = 3;
                $value
            },
        ]
    };
}

impl<R: Real> Wheels<R> {
    /// The sum of the four, axle by axle, so that a mirrored car has the same.
    #[inline(always)]
    pub fn sum(&self) -> R {
        (self.front_left + self.front_right) + (self.rear_left + self.rear_right)
    }
    /// The largest of the four.
    #[inline(always)]
    pub fn largest(&self) -> R {
        self.front_left.max(self.front_right).max(self.rear_left.max(self.rear_right))
    }
    /// The smallest of the four.
    #[inline(always)]
    pub fn least(&self) -> R {
        self.front_left.min(self.front_right).min(self.rear_left.min(self.rear_right))
    }
    /// Each multiplied by a factor.
    #[inline(always)]
    pub fn times(&self, factor: R) -> Self {
        StateVector::scaled(self, factor)
    }
}

record_of_parts!([R: Real, T: Record<R>] Wheels<T> { front_left: T, front_right: T, rear_left: T, rear_right: T });

impl<R: Real, T: StateVector<R>> StateVector<R> for Wheels<T> {
    #[inline(always)]
    fn add_scaled(&self, h: R, k: &Self) -> Self {
        Self {
            front_left: self.front_left.add_scaled(h, &k.front_left),
            front_right: self.front_right.add_scaled(h, &k.front_right),
            rear_left: self.rear_left.add_scaled(h, &k.rear_left),
            rear_right: self.rear_right.add_scaled(h, &k.rear_right),
        }
    }
    #[inline(always)]
    fn scaled(&self, h: R) -> Self {
        Self {
            front_left: self.front_left.scaled(h),
            front_right: self.front_right.scaled(h),
            rear_left: self.rear_left.scaled(h),
            rear_right: self.rear_right.scaled(h),
        }
    }
}

/// A record of one wheel whose numbers have names at each of the four.
pub trait WheelChannels {
    /// The names at the front left, front right, rear left and rear right wheel.
    const WHEELS: &'static [Channel];
}

impl<T: WheelChannels> Channels for Wheels<T> {
    const CHANNELS: &'static [Channel] = T::WHEELS;
}

/// Declares records as [`record!`](crate::record!) does, for one wheel each: [`Wheels`] of them have names, too.
///
/// ```
/// use skidpad_core::record::Channels;
/// use skidpad_core::wheels::Wheels;
///
/// skidpad_core::wheel_record! {
///     /// A wheel that turns.
///     pub struct Turning {
///         /// Its spin.
///         spin_rad_s: "rad/s" [-1e3, 1e3],
///     }
/// }
/// assert_eq!(Wheels::<Turning<f64>>::CHANNELS[3].name, "rear_right_spin_rad_s");
/// ```
#[macro_export]
macro_rules! wheel_record {
    ($( $(#[$meta:meta])* pub struct $name:ident { $( $(#[doc = $doc:literal])* $field:ident : $unit:tt $([$low:expr, $high:expr])? ),* $(,)? } )*) => {$(
        $crate::record! {
            $(#[$meta])*
            pub struct $name { $( $(#[doc = $doc])* $field : $unit $([$low, $high])? ),* }
        }

        impl<R> $crate::wheels::WheelChannels for $name<R> {
            const WHEELS: &'static [$crate::record::Channel] = &[
                $( $crate::record_field!(channel (concat!("front_left_", stringify!($field))) (concat!("Front left:", $($doc),*)) $unit $([$low, $high])?), )*
                $( $crate::record_field!(channel (concat!("front_right_", stringify!($field))) (concat!("Front right:", $($doc),*)) $unit $([$low, $high])?), )*
                $( $crate::record_field!(channel (concat!("rear_left_", stringify!($field))) (concat!("Rear left:", $($doc),*)) $unit $([$low, $high])?), )*
                $( $crate::record_field!(channel (concat!("rear_right_", stringify!($field))) (concat!("Rear right:", $($doc),*)) $unit $([$low, $high])?), )*
            ];
        }
    )*};
}
