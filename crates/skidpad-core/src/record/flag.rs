//! Yes or no as a number of a record.

use core::fmt;

use super::{Record, Sink, Source, StateVector};
use crate::math::Real;

/// Yes or no in a record: one number, 1 where set and 0 where not, so that lanes, files and duals carry it as they
/// carry the numbers beside it.
///
/// A record declares it as [`flag`](crate::record!): a channel without unit from 0 to 1.
///
/// ```
/// use skidpad_core::record::{Channels, Flag, Record};
///
/// skidpad_core::record! {
///     /// A lamp on the dashboard.
///     pub struct Lamp {
///         /// Set while it is lit.
///         is_lit: flag,
///         /// Time since it was switched.
///         age_s: "s" [0.0, 1e6],
///     }
/// }
///
/// let lamp = Lamp::<f64> { is_lit: Flag::from(true), age_s: 2.0 };
/// assert!(lamp.is_lit.is_set());
/// assert_eq!(format!("{:?}", lamp.is_lit), "true");
///
/// // In an equation it becomes a mask, and a mask becomes a flag.
/// let is_old = lamp.age_s > 1.0;
/// assert!(Flag::<f64>::new(lamp.is_lit.is_set() & is_old).is_set());
/// assert!(!lamp.is_lit.unless(is_old).is_set());
///
/// // As a column of numbers it is 1 or 0.
/// let mut numbers = [0.0; 2];
/// lamp.store(&mut numbers);
/// assert_eq!(numbers, [1.0, 2.0]);
/// assert_eq!((Lamp::<f64>::CHANNELS[0].unit, Lamp::<f64>::CHANNELS[0].high), ("-", 1.0));
/// ```
///
/// Numbers from outside may be neither 0 nor 1. A flag keeps such a number as it is: it is set above 0.5 and
/// [clear](Self::is_clear) below 0.5; 0.5 itself and NaN are neither.
#[derive(Clone, Copy, PartialEq)]
#[repr(transparent)]
pub struct Flag<R>(R);

impl<R: Real> Flag<R> {
    /// Set where the mask holds.
    #[inline(always)]
    pub fn new(mask: R::Mask) -> Self {
        Self(R::select(mask, R::one(), R::zero()))
    }

    /// The flag that a column holds as a number, kept as it is.
    #[inline(always)]
    pub const fn from_number(number: R) -> Self {
        Self(number)
    }

    /// 1 where set and 0 where not: the flag's column, and a factor that switches a term on.
    #[inline(always)]
    pub fn number(self) -> R {
        self.0
    }

    /// Mask of what is set: a number above 0.5.
    #[inline(always)]
    pub fn is_set(self) -> R::Mask {
        self.0.gt(R::lit(0.5))
    }

    /// Mask of what is not set: a number below 0.5.
    #[inline(always)]
    pub fn is_clear(self) -> R::Mask {
        self.0.lt(R::lit(0.5))
    }

    /// Set where it was set or the mask holds.
    #[inline(always)]
    #[must_use]
    pub fn or(self, mask: R::Mask) -> Self {
        Self(R::select(mask, R::one(), self.0))
    }

    /// Set where it was set and the mask holds.
    #[inline(always)]
    #[must_use]
    pub fn and(self, mask: R::Mask) -> Self {
        Self(R::select(mask, self.0, R::zero()))
    }

    /// Set where it was set and the mask does not hold.
    #[inline(always)]
    #[must_use]
    pub fn unless(self, mask: R::Mask) -> Self {
        Self(R::select(mask, R::zero(), self.0))
    }
}

/// One answer in all lanes.
impl<R: Real> From<bool> for Flag<R> {
    #[inline(always)]
    fn from(is_set: bool) -> Self {
        Self(if is_set { R::one() } else { R::zero() })
    }
}

/// Not set.
impl<R: Real> Default for Flag<R> {
    #[inline(always)]
    fn default() -> Self {
        Self(R::zero())
    }
}

/// `true` or `false`; the number itself where it is neither 0 nor 1, and of lanes and duals.
///
/// It compares the number's text: a derived `Debug` of a record requires no more of `R` than `Debug`.
impl<R: fmt::Debug> fmt::Debug for Flag<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match alloc::format!("{:?}", self.0).as_str() {
            "1.0" => f.pad("true"),
            "0.0" => f.pad("false"),
            _ => self.0.fmt(f),
        }
    }
}

/// `true` or `false`, of lanes a list of them; the number itself where it is neither 0 nor 1.
impl<R: Real> fmt::Display for Flag<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if R::WIDTH == 1 {
            return fmt::Debug::fmt(&Flag(self.0.lane(0)), f);
        }
        f.debug_list().entries((0..R::WIDTH).map(|lane| Flag(self.0.lane(lane)))).finish()
    }
}

impl<R: Real> Record<R> for Flag<R> {
    const LEN: usize = 1;
    #[inline(always)]
    fn load<S: Source<R>>(source: &S) -> Self {
        Self(source.read(0))
    }
    #[inline(always)]
    fn store<S: Sink<R>>(&self, sink: &mut S) {
        sink.write(0, self.0);
    }
    #[inline(always)]
    fn splat(value: R) -> Self {
        Self(value)
    }
    #[inline(always)]
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        Self(R::select(mask, yes.0, no.0))
    }
    #[inline(always)]
    fn all_finite(&self) -> R::Mask {
        self.0.is_finite()
    }
}

/// As its number, so that a record with flags has the arithmetic of the numbers in its columns.
impl<R: Real> StateVector<R> for Flag<R> {
    #[inline(always)]
    fn add_scaled(&self, h: R, k: &Self) -> Self {
        Self(self.0 + h * k.0)
    }
    #[inline(always)]
    fn scaled(&self, h: R) -> Self {
        Self(h * self.0)
    }
}
