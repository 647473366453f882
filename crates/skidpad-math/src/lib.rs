//! Numbers for equations that are written once: the trait [`Real`], what implements it, and elementary functions with
//! the same bits on every platform.
//!
//! For simulations that must be reproducible (lockstep games, replays, golden results), that step many systems at once,
//! and whose derivatives identification, control and implicit integration need. The crate knows nothing of cars;
//! `skidpad-core` builds its physics on it.
//!
//! An equation that is generic over [`Real`] runs on:
//!
//! | type | what it is |
//! |---|---|
//! | `f64`, `f32` | one number |
//! | [`Lanes<T, N>`](Lanes) | N numbers side by side, each lane with the bits of the scalar |
//! | [`Dual<R, W>`](Dual) | any of these with its derivatives to W variables |
//!
//! ```
//! use skidpad_math::{Dual, Lanes, Real};
//!
//! /// Lateral force of a tyre over its largest, by slip angle.
//! fn force_ratio<R: Real>(slip_angle_rad: R) -> R {
//!     (R::lit(1.4) * (R::lit(12.0) * slip_angle_rad).atan()).sin()
//! }
//!
//! let alone: f64 = force_ratio(0.05);
//!
//! // Four slip angles in one call; the compiler makes vector instructions of it.
//! let lanes: Lanes<f64, 4> = force_ratio(Lanes([0.02, 0.05, -0.05, 0.3]));
//! assert_eq!(lanes.0[1].to_bits(), alone.to_bits());
//!
//! // The value with its derivative to the slip angle.
//! let dual = force_ratio(Dual::<f64, 1>::variable(0.05, 0));
//! assert_eq!(dual.value.to_bits(), alone.to_bits());
//! let difference = (force_ratio(0.05 + 1e-6) - force_ratio(0.05 - 1e-6)) / 2e-6;
//! assert!((dual.derivative[0] - difference).abs() < 1e-6);
//!
//! // Four derivatives at once.
//! let both = force_ratio(Dual::<Lanes<f64, 4>, 1>::variable(Lanes([0.02, 0.05, -0.05, 0.3]), 0));
//! assert_eq!(both.value, lanes);
//! assert_eq!(both.derivative[0].0[1].to_bits(), dual.derivative[0].to_bits());
//! ```
//!
//! The bits are equal because every implementation performs the same IEEE operations in the same order: nothing is fused
//! or reordered, no function of the system's library is called, and an `if` on a number is a [`select`](Real::select). The
//! functions from sine to power are this crate's own; [`elementary`] lists their errors and conventions.
//!
//! [`Vec2`] and [`Direction`] are vectors and frames in a plane over any of these numbers.
//!
//! Without its default feature `std` the crate is `no_std` and gives the same bits; the square root is then computed in
//! software. It allocates nothing and has no unsafe code.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

mod dual;
pub mod elementary;
mod float;
mod lanes;
mod real;
mod scalar;
mod vector;

pub use dual::Dual;
pub use float::{Element, Float};
pub use lanes::{LaneMask, Lanes};
pub use real::{Mask, Real};
pub use vector::{Direction, Vec2, Vec3};
