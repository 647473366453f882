//! Numbers: the trait [`Real`] that every equation is generic over, and what implements it.
//!
//! | type | what it is |
//! |---|---|
//! | `f64`, `f32` | one car |
//! | [`Lanes<T, N>`](Lanes) | N cars side by side, each lane with the bits of the scalar |
//! | [`Dual<R, W>`](Dual) | any of these with its derivatives to W variables |
//!
//! The transcendental functions are Skidpad's own: see [`elementary`].

mod dual;
pub mod elementary;
mod float;
mod lanes;
mod real;
mod vector;

pub use dual::Dual;
pub use float::{Element, Float};
pub use lanes::{LaneMask, Lanes};
pub use real::{Mask, Real};
pub use vector::{Direction, Vec2};
