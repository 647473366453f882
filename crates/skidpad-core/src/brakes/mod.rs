//! Brakes.
//!
//! [`Brakes`] is the system of a car with four wheels: bias, handbrake, delay of the pressure, heat and fade; a
//! brake's torque is a constraint ([`holding_torque`]).

mod disc;
mod hydraulics;

pub use disc::{BrakeWheel, Disc};
pub use hydraulics::{Brakes, Braking, Hydraulics};

pub use crate::friction::{holding_torque, released, stopped};

use crate::math::Real;

/// Torque that brakes apply with the pedal and the handbrake at these positions, [0, 1], from the largest torque of either,
/// N.m; or force from forces, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn applied<R: Real>(pedal: R, handbrake: R, largest_by_pedal: R, largest_by_handbrake: R) -> R {
    pedal * largest_by_pedal + handbrake * largest_by_handbrake
}

/// Rolling resistance, N: C_rr N, with the road's factor on the coefficient.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rolling_resistance_n<R: Real>(coefficient: R, road_factor: R, load_n: R) -> R {
    coefficient * road_factor * load_n
}

/// Torque that brakes and rolling resistance can hold of a wheel, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wheel_capacity_nm<R: Real>(brake_nm: R, rolling_n: R, radius_m: R) -> R {
    brake_nm + rolling_n * radius_m
}
