//! Records over other types of number.

use alloc::vec;
use alloc::vec::Vec;

use super::Record;
use crate::math::Real;

/// The record over another type of number: each of its numbers converted, in the record's order.
///
/// ```
/// use skidpad_core::math::Dual;
/// use skidpad_core::record::converted;
/// use skidpad_core::surface::Surface;
///
/// let road: Surface<f64> = Surface::asphalt();
/// let constant: Surface<Dual<f64, 1>> = converted(&road, Dual::constant);
/// assert_eq!(constant.grip.value, road.grip);
/// ```
pub fn converted<R: Real, Q: Real, A: Record<R>, B: Record<Q>>(record: &A, number: impl FnMut(R) -> Q) -> B {
    let converted: Vec<Q> = numbers(record).into_iter().map(number).collect();
    from_numbers(&converted)
}

/// All numbers of a record, in order. Written out once for a type of record, whatever asks for them.
#[inline(never)]
fn numbers<R: Real, A: Record<R>>(record: &A) -> Vec<R> {
    let mut numbers = vec![R::zero(); A::LEN];
    record.store(&mut numbers.as_mut_slice());
    numbers
}

/// The record of some numbers, written out once for its type.
#[inline(never)]
fn from_numbers<R: Real, A: Record<R>>(numbers: &[R]) -> A {
    A::load(&numbers)
}
