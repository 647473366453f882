//! Brakes.
//!
//! [`Brakes`] is the system of a car with four wheels: bias, handbrake, delay of the pressure, heat and fade; a
//! brake's torque is a constraint ([`holding_torque`]).

mod disc;
mod hydraulics;

pub use disc::{BrakeWheel, Disc};
pub use hydraulics::{Brakes, Braking, Hydraulics};

pub use crate::friction::{holding_torque, released, stopped};
