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
    let mut numbers = vec![R::zero(); A::LEN];
    record.store(&mut numbers.as_mut_slice());
    let numbers: Vec<Q> = numbers.into_iter().map(number).collect();
    B::load(&numbers.as_slice())
}
