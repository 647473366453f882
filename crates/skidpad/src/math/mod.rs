//! Numbers: the trait [`Real`] that every equation is generic over, and what implements it.

mod real;

pub use real::{Mask, Real};
