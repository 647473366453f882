//! Skidpad's core: the physics of cars as equations, each written once and generic over the
//! number.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

extern crate alloc;

pub mod aero;
pub mod assist;
pub mod batch;
pub mod brakes;
pub mod chassis;
pub mod controls;
mod dispatch;
pub mod friction;
pub mod integrate;
pub mod model;
#[cfg(feature = "threads")]
mod pool;
pub mod powertrain;
pub mod record;
pub mod snapshot;
pub mod spec;
pub mod steering;
pub mod step;
pub mod surface;
pub mod tyre;
pub mod units;
pub mod wheels;

/// Numbers that every equation is generic over, with their elementary functions: the crate `skidpad-math`.
pub use skidpad_math as math;
