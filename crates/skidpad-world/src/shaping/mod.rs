//! Shaping of driver inputs from keys and sticks, before they reach a car.
//!
//! A key is down or up and a stick moves in an instant; hands, feet and a steering gear do not. [`AxisShape`] gives each input
//! a rate and a curve, [`GripSteering`] steers by a share of the grip, and [`Hands`] are both together; [`InputShaper`] is a driver's
//! shaping under way. [`AutoReverse`] lets the brake pedal drive a car backwards.

mod grip;
mod hands;
mod input;
mod reverse;
mod shaper;
mod vehicle;

pub use grip::{BodyMotion, GripSteering, grip_share, longitudinal_left_n};
pub use hands::{Hands, HandsMode, StickReach, StickWheels};
pub use input::{AxisMode, AxisShape, StickMode, StickShape, Sticks};
pub use reverse::AutoReverse;
pub use shaper::InputShaper;
