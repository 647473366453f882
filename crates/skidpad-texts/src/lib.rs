//! The car physics of the texts that everybody reads: M. Monster, *Car Physics for Games* (v1.4 and v1.9); G. Palmer,
//! *Physics for Game Programmers*; S. Hlavacs, *A 2D Car Physics Model based on Ackermann Steering*; and the simulator
//! RARS. Each equation as printed and, where the print is wrong, as it must be; the numbers that the texts give,
//! recomputed (`sources`, with the feature `world`); and the errata.
//!
//! Three of these cars are driven as models beside those of the core: [`ackermann::Ackermann`] (Hlavacs' car, which
//! rolls without slip until a tyre's limit and then slides), [`ackermann::AckermannAsPrinted`] and
//! [`slip_vector::SlipVector`] (RARS). [`w1::W1`] is the linear single-track car that lanes are measured with.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

extern crate alloc;
// The errata name items by the paths under which others find them.
#[cfg(feature = "world")]
extern crate self as skidpad_texts;

pub mod ackermann;
pub mod aero;
pub mod brakes;
pub mod chassis;
#[cfg(feature = "world")]
mod drivable;
pub mod engine;
pub mod gearing;
pub mod monster;
pub mod monster_turning;
pub mod palmer;
pub mod rars;
pub mod riccati;
pub mod slip_vector;
#[cfg(feature = "world")]
pub mod sources;
#[cfg(feature = "world")]
pub mod stability;
pub mod tyre;
pub mod units;
pub mod w1;

#[cfg(feature = "world")]
pub use drivable::{ACKERMANN, ACKERMANN_AS_PRINTED, SLIP_VECTOR, WORKLOAD_W1};
