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
//! where. One that is switched off hands on exactly what it was given. The shaping of keys and sticks, which comes
//! before the sub-step, stands with the drivers (`skidpad_world::shaping`).

mod abs;
mod abs_wheel;
mod acts;
mod evidence;
mod hubs;
mod interface;
mod launch;
mod predicted;
mod reference;
mod sensed;
mod speeds;
mod stability;
mod traction;

pub use abs::{AbsData, AbsMode};
pub use abs_wheel::AbsWheel;
pub use acts::{Acts, AssistMode, Assists, DriveActs, WheelActs};
pub use interface::DriverAssists;
pub use launch::{LaunchData, LaunchMode};
pub use reference::{ReferenceData, ReferenceMode};
pub use sensed::{CarFacts, Pedals, Sensed};
pub use stability::{StabilityData, StabilityMode, StabilityWheel};
pub use traction::{TractionData, TractionMode, TractionWheel};
