//! Where two records differ.

use super::{Record, Sink};
use crate::math::{Mask, Real};

/// The most numbers of a record that is compared.
const MOST_NUMBERS: usize = 128;

/// Takes the numbers of one record and compares them with those of another.
struct Comparison<R: Real> {
    other: [R; MOST_NUMBERS],
    differs: R::Mask,
}

impl<R: Real> Sink<R> for Comparison<R> {
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        self.differs = self.differs | !value.eq(self.other[index]);
    }
}

/// Mask of records that differ in any number. What is not a number differs from everything.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn differs<R: Real, X: Record<R>>(one: &X, other: &X) -> R::Mask {
    const { assert!(X::LEN <= MOST_NUMBERS, "too many numbers: raise `MOST_NUMBERS` in record/differs.rs") };
    let mut comparison = Comparison { other: [R::zero(); MOST_NUMBERS], differs: R::Mask::splat(false) };
    other.store(&mut comparison.other);
    one.store(&mut comparison);
    comparison.differs
}
