//! A record with other numbers at some places, without memory of its own.

use skidpad_core::record::{Record, Sink, Source};

/// A record in which some numbers are others.
pub(crate) struct Overridden<'a, X, F> {
    pub record: &'a X,
    /// The number at a place; `None`: that of the record.
    pub given: F,
}

impl<X: Record<f64>, F: Fn(usize) -> Option<f64>> Source<f64> for Overridden<'_, X, F> {
    fn read(&self, index: usize) -> f64 {
        (self.given)(index).unwrap_or_else(|| number_at(self.record, index))
    }
}

/// One number of a record.
fn number_at<X: Record<f64>>(record: &X, index: usize) -> f64 {
    struct PickOne(usize, f64);
    impl Sink<f64> for PickOne {
        fn write(&mut self, index: usize, value: f64) {
            if index == self.0 {
                self.1 = value;
            }
        }
    }
    let mut pick = PickOne(index, f64::NAN);
    record.store(&mut pick);
    pick.1
}
