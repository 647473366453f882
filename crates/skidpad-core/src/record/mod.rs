//! Plain bundles of named numbers: states, traces, commands, vehicles.
//!
//! A record is declared once, with name, unit and range of each number, and from that one
//! declaration come the struct, the lists that files and screens show, the columns of a batch and
//! the arithmetic of the integrators. All of it is written out component by component: a loop over
//! components would make the compiler gather across them instead of working across the lanes.

mod converted;
mod description;
mod differs;
mod empty;
mod field;
mod flag;
mod joined;
mod named;

use crate::math::{Mask, Real};

pub use converted::converted;
#[doc(hidden)]
pub use description::first_sentence;
pub(crate) use differs::differs;
pub use empty::Empty;
pub use flag::Flag;
pub use joined::{joined, joined_length};
pub use named::{UnknownChannel, channel_place, channel_place_in};

/// Name, unit, range and description of one number of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Channel {
    /// The name, its unit as suffix: `speed_m_s`.
    pub name: &'static str,
    /// The unit alone: `m/s`; `-` for a pure number.
    pub unit: &'static str,
    /// The least value that makes sense.
    pub low: f64,
    /// The largest value that makes sense.
    pub high: f64,
    /// Description for people, without a full stop: the first sentence of the field's documentation. Empty where the field has none.
    pub description: &'static str,
}

impl Channel {
    /// A channel without a description.
    pub const fn new(name: &'static str, unit: &'static str, low: f64, high: f64) -> Self {
        Self { name, unit, low, high, description: "" }
    }

    /// The channel with a description.
    pub const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }
}

/// Source of a record's numbers, by index.
pub trait Source<R> {
    /// The number at `index`.
    fn read(&self, index: usize) -> R;
}

/// Destination of a record's numbers, by index.
pub trait Sink<R> {
    /// Takes the number at `index`.
    fn write(&mut self, index: usize, value: R);
}

/// A plain bundle of `R`s in a fixed order.
pub trait Record<R: Real>: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// Number of numbers.
    const LEN: usize;
    /// Reads all numbers, in order.
    fn load<S: Source<R>>(source: &S) -> Self;
    /// Writes all numbers, in order.
    fn store<S: Sink<R>>(&self, sink: &mut S);
    /// Record with one number everywhere.
    fn splat(value: R) -> Self;
    /// `mask ? yes : no`, number by number.
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self;
    /// Mask of records whose every number is finite.
    fn all_finite(&self) -> R::Mask;
}

/// A record whose numbers have names.
pub trait Channels {
    /// The names, units and ranges, in the record's order.
    const CHANNELS: &'static [Channel];
}

/// A record that can be integrated: it adds and scales.
pub trait StateVector<R: Real>: Record<R> {
    /// self + h k.
    fn add_scaled(&self, h: R, k: &Self) -> Self;
    /// h self.
    fn scaled(&self, h: R) -> Self;
}

impl<R: Copy> Source<R> for &[R] {
    #[inline(always)]
    fn read(&self, index: usize) -> R {
        self[index]
    }
}

impl<R: Copy, const N: usize> Source<R> for [R; N] {
    #[inline(always)]
    fn read(&self, index: usize) -> R {
        self[index]
    }
}

impl<R> Sink<R> for &mut [R] {
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        self[index] = value;
    }
}

impl<R, const N: usize> Sink<R> for [R; N] {
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        self[index] = value;
    }
}

/// Declares records: generic structs of numbers, each with name, unit and range, or each a [`flag`](Flag) for yes or no. The first
/// sentence of a field's documentation is the description of its channel.
///
/// ```
/// use skidpad_core::record::{Channels, StateVector};
///
/// skidpad_core::record! {
///     /// A point on a line.
///     pub struct Point {
///         /// Position along the line.
///         position_m: "m" [-1e6, 1e6],
///         /// Its rate.
///         speed_m_s: "m/s" [-200.0, 200.0],
///     }
/// }
///
/// let start = Point { position_m: 1.0, speed_m_s: 2.0 };
/// let rate = Point { position_m: 2.0, speed_m_s: 0.0 };
/// assert_eq!(start.add_scaled(0.5, &rate).position_m, 2.0);
/// assert_eq!(Point::<f64>::CHANNELS[1].unit, "m/s");
/// assert_eq!(Point::<f64>::CHANNELS[0].description, "Position along the line");
/// ```
#[macro_export]
macro_rules! record {
    ($( $(#[$meta:meta])* pub struct $name:ident { $( $(#[doc = $doc:literal])* $field:ident : $unit:tt $([$low:expr, $high:expr])? ),* $(,)? } )*) => {$(
        $(#[$meta])*
        #[repr(C)]
        pub struct $name<R> {
            $( $(#[doc = $doc])* pub $field: $crate::record_field!(type R $unit $([$low, $high])?), )*
        }

        // Not derived: `derive` does not take a field's type from a macro.
        impl<R: Copy> Copy for $name<R> {}
        impl<R: Clone> Clone for $name<R> {
            #[inline]
            fn clone(&self) -> Self {
                Self { $( $field: self.$field.clone() ),* }
            }
        }
        impl<R: PartialEq> PartialEq for $name<R> {
            fn eq(&self, other: &Self) -> bool {
                true $( && self.$field == other.$field )*
            }
        }
        impl<R: core::fmt::Debug> core::fmt::Debug for $name<R> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name)) $( .field(stringify!($field), &self.$field) )* .finish()
            }
        }

        impl<R> $crate::record::Channels for $name<R> {
            const CHANNELS: &'static [$crate::record::Channel] = &[
                $( $crate::record_field!(channel (stringify!($field)) (concat!($($doc),*)) $unit $([$low, $high])?), )*
            ];
        }

        impl<R: $crate::math::Real> $crate::record::Record<R> for $name<R> {
            const LEN: usize = <Self as $crate::record::Channels>::CHANNELS.len();
            #[inline(always)]
            #[allow(unused_assignments)]
            fn load<S: $crate::record::Source<R>>(source: &S) -> Self {
                let mut index = 0;
                $( let $field = $crate::record_field!(from (source.read(index)) $unit $([$low, $high])?); index += 1; )*
                Self { $( $field ),* }
            }
            #[inline(always)]
            #[allow(unused_assignments)]
            fn store<S: $crate::record::Sink<R>>(&self, sink: &mut S) {
                let mut index = 0;
                $( sink.write(index, $crate::record_field!(number (self.$field) $unit $([$low, $high])?)); index += 1; )*
            }
            #[inline(always)]
            fn splat(value: R) -> Self {
                Self { $( $field: $crate::record_field!(from (value) $unit $([$low, $high])?) ),* }
            }
            #[inline(always)]
            fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
                Self { $(
                    $field: {
                        let yes = $crate::record_field!(number (yes.$field) $unit $([$low, $high])?);
                        let no = $crate::record_field!(number (no.$field) $unit $([$low, $high])?);
                        $crate::record_field!(from (R::select(mask, yes, no)) $unit $([$low, $high])?)
                    }
                ),* }
            }
            #[inline(always)]
            fn all_finite(&self) -> R::Mask {
                <R::Mask as $crate::math::Mask>::splat(true) $( & $crate::record_field!(number (self.$field) $unit $([$low, $high])?).is_finite() )*
            }
        }

        impl<R: $crate::math::Real> $crate::record::StateVector<R> for $name<R> {
            // Called in debug builds: written out for each of a tableau's seven terms, they were half of the time in
            // which the tests compile.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[cfg_attr(debug_assertions, inline(never))]
            fn add_scaled(&self, h: R, k: &Self) -> Self {
                Self { $(
                    $field: {
                        let (own, rate) = (
                            $crate::record_field!(number (self.$field) $unit $([$low, $high])?),
                            $crate::record_field!(number (k.$field) $unit $([$low, $high])?),
                        );
                        $crate::record_field!(from (own + h * rate) $unit $([$low, $high])?)
                    }
                ),* }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[cfg_attr(debug_assertions, inline(never))]
            fn scaled(&self, h: R) -> Self {
                Self { $(
                    $field: $crate::record_field!(
                        from (h * $crate::record_field!(number (self.$field) $unit $([$low, $high])?)) $unit $([$low, $high])?
                    )
                ),* }
            }
        }
    )*};
}

/// A part of a longer source, from an offset on.
pub struct SourceFrom<'a, S>(pub &'a S, pub usize);

impl<R, S: Source<R>> Source<R> for SourceFrom<'_, S> {
    #[inline(always)]
    fn read(&self, index: usize) -> R {
        self.0.read(self.1 + index)
    }
}

/// A part of a longer sink, from an offset on.
pub struct SinkFrom<'a, S>(pub &'a mut S, pub usize);

impl<R, S: Sink<R>> Sink<R> for SinkFrom<'_, S> {
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        self.0.write(self.1 + index, value);
    }
}

impl<R: Real, const N: usize> Record<R> for [R; N] {
    const LEN: usize = N;
    #[inline(always)]
    fn load<S: Source<R>>(source: &S) -> Self {
        let mut all = [R::zero(); N];
        let mut index = 0;
        while index < N {
            all[index] = source.read(index);
            index += 1;
        }
        all
    }
    #[inline(always)]
    fn store<S: Sink<R>>(&self, sink: &mut S) {
        let mut index = 0;
        while index < N {
            sink.write(index, self[index]);
            index += 1;
        }
    }
    #[inline(always)]
    fn splat(value: R) -> Self {
        [value; N]
    }
    #[inline(always)]
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        let mut all = *no;
        let mut index = 0;
        while index < N {
            all[index] = R::select(mask, yes[index], no[index]);
            index += 1;
        }
        all
    }
    #[inline(always)]
    fn all_finite(&self) -> R::Mask {
        let mut answer = R::Mask::splat(true);
        let mut index = 0;
        while index < N {
            answer = answer & self[index].is_finite();
            index += 1;
        }
        answer
    }
}

/// A number by itself is the shortest record, so that what is made of records may be made of numbers.
impl<R: Real> Record<R> for R {
    const LEN: usize = 1;
    #[inline(always)]
    fn load<S: Source<R>>(source: &S) -> Self {
        source.read(0)
    }
    #[inline(always)]
    fn store<S: Sink<R>>(&self, sink: &mut S) {
        sink.write(0, *self);
    }
    #[inline(always)]
    fn splat(value: R) -> Self {
        value
    }
    #[inline(always)]
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        R::select(mask, *yes, *no)
    }
    #[inline(always)]
    fn all_finite(&self) -> R::Mask {
        self.is_finite()
    }
}

impl<R: Real> StateVector<R> for R {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn add_scaled(&self, h: R, k: &Self) -> Self {
        *self + h * *k
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn scaled(&self, h: R) -> Self {
        h * *self
    }
}
