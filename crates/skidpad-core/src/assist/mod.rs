//! Assists: what stands between the driver's pedals and the wheels and decides by itself.
//!
//! | assist | acts on | remembers |
//! |---|---|---|
//! | [`AbsData`] anti-lock | the pressure of each brake | phase, pressure and filtered speed of each wheel |
//! | [`TractionData`] traction control | throttle; the brake of a driven wheel that spins | integral, pressures |
//! | [`StabilityData`] stability control | the brake of one wheel; throttle | reference yaw rate, pressures |
//! | [`LaunchData`] launch control | throttle | phase, integral |
//!
//! All see the car by its sensors ([`Sensed`]) and by nothing else, measure slip against one reference speed
//! ([`ReferenceData`]), are advanced once per sub-step by [`Assists::advance`], and say in [`Acts`] what they do and
//! where. One that is switched off hands on exactly what it was given. Before the sub-step come the shaping of keys
//! and sticks ([`AxisShape`]) and steering by a share of the grip ([`GripSteering`]); [`Hands`] are both together.

mod abs;
mod acts;
mod evidence;
mod grip;
mod hands;
mod hubs;
mod input;
mod interface;
mod launch;
mod reference;
mod sensed;
mod stability;
mod traction;

pub use abs::{AbsData, AbsMode, AbsWheel};
pub use acts::{Acts, AssistMode, Assists, DriveActs, WheelActs};
pub use grip::{BodyMotion, GripSteering, grip_share, longitudinal_left_n};
pub use hands::{Hands, HandsMode, StickReach, StickWheels};
pub use input::{AxisMode, AxisShape, StickMode, StickShape, Sticks};
pub use interface::DriverAssists;
pub use launch::{LaunchData, LaunchMode};
pub use reference::{ReferenceData, ReferenceMode};
pub use sensed::{CarFacts, Pedals, Sensed};
pub use stability::{StabilityData, StabilityMode, StabilityWheel};
pub use traction::{TractionData, TractionMode, TractionWheel};
