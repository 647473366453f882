//! The driveline of a four-wheel car: a tree that is solved exactly at every instant.
//!
//! ```text
//! engine - clutch | converter | rigid - gearbox - centre -+- front differential -+- left, right
//!                                                         +- rear differential  -+- left, right
//! ```
//!
//! with electric motors at the differentials' carriers and at the wheels. What is locked, and what slips which way, is
//! held over a sub-step in [`DrivelineMode`]; with it every part's torque is affine in its neighbour's, and
//! elimination from the wheels up and back down (`tree.rs`) gives all torques and accelerations at once: no iteration,
//! no stiffness, at any speed and in reverse.
//!
//! A model calls, in a sub-step:
//!
//! ```text
//! advance:   mode = begin(car, mode, speeds, demand, dt)     gear, shift timer, senses of rotation
//!            torque = solve(car, mode, speeds, loads, demand)     one look
//!            mode = decide(car, mode, speeds, loads, torque, demand)     what stands, stays together, slips
//! evaluate:  solve(car, mode, speeds, loads, demand)     rates of engine and wheels, torques, powers
//! settle:    (mode, speeds) = settle(car, mode, speeds)     what met on the way is together
//! ```
//!
//! This is the standard [`Driveline`] of the four-wheel car; a user's own implements the same trait.
//!
//! Which wheel stands is a part of the mode ([`DrivelineMode::wheel_directions`]); the torques of brakes and rolling resistance come back from [`solve`].
//!
//! ```
//! use skidpad_core::controls::Command;
//! use skidpad_core::powertrain::driveline::{self, DifferentialData, DrivelineCar, DrivelineDemand};
//! use skidpad_core::spec::Vehicle;
//!
//! fn with_limited_slip(vehicle: &Vehicle<f64>) -> DrivelineCar<f64> {
//!     DrivelineCar { rear: DifferentialData::limited_slip(60.0, 0.4, 0.2), ..DrivelineCar::from(vehicle) }
//! }
//! ```

mod advance;
mod demand;
mod differential;
mod engine_control;
mod free_wheels;
mod gearbox;
mod interface;
mod motors;
mod parts;
mod records;
mod settle;
mod solve;
mod tree;

pub use advance::{begin, decide};
pub use demand::DrivelineDemand;
pub use engine_control::RUNS_FROM;
pub use free_wheels::FreeWheels;
pub use interface::{Driveline, DrivelineReadings, DrivelineSensors, DrivelineState};
pub use parts::{ControlData, DifferentialData, MotorData};
pub use records::{
    DrivelineCar, DrivelineMode, DrivelineSpeeds, DrivelineTorque, DrivelineTrace, LayoutData, WheelLoads,
};
pub use settle::settle;
pub use solve::solve;
