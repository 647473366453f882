//! Support for Skidpad's tests: random numbers from a seed, properties whose failing inputs shrink, and an allocator that
//! counts. It depends on no other crate of Skidpad, so that the tests of each can use it.

mod allocations;
mod for_all;
mod random;

pub use allocations::{CountingAllocator, allocations};
pub use for_all::for_all;
/// Strategies for the inputs of [`for_all`].
pub use proptest::prelude::{Just, Strategy, any};
/// Strategies for collections, numbers and the like, for [`for_all`].
pub use proptest::{collection, num, option, sample};
pub use random::Random;
