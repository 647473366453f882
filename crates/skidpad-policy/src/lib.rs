//! Policies that learnt to drive, at the wheel of Skidpad's cars.
//!
//! A policy is a small network from observations to actions, in an ONNX file that says in its metadata what it sees and does: the same
//! observations and actions, by the same names, as those of the [driving tasks](skidpad_tasks) in which it learnt.
//! [`PolicyDriver`] drives any car of a world with it.
#![forbid(unsafe_code)]

mod description;
mod driver;
mod error;
mod network;
mod onnx;
mod policy;
mod reading;

pub use description::Description;
pub use driver::PolicyDriver;
pub use error::PolicyError;
pub use network::Network;
pub use policy::{METADATA, Policy};
