//! Skidpad's core: the physics of cars as equations, each written once and generic over the
//! number.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

pub mod integrate;
pub mod math;
pub mod record;
