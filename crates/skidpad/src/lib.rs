//! Car physics that you can read, trust and drive.
//!
//! ```
//! use skidpad::prelude::*;
//!
//! let mut car = Car::preset("boxster-s")?;
//! let full_throttle = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
//! while car.speed_m_s() < 100.0 / 3.6 {
//!     car.step(&full_throttle, 1.0 / 60.0)?;
//! }
//! println!("0 to 100 km/h in {:.2} s, wheel spin included", car.time_s());
//! # assert!((5.0..6.5).contains(&car.time_s()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Car`] is made from a preset, from the text of a vehicle file or from a
//! [`VehicleSpec`](skidpad_core::spec::VehicleSpec), and drives on the four-wheel model where no other is named.
//! It chooses its own sub-steps, so it drives the same at 30 and at 1000 steps a second, and it has the same bits on every
//! platform.
//!
//! | to | see |
//! |---|---|
//! | draw it | [`Shown`]: body and wheels for pictures at any rate; [`Car::pose`], [`Car::wheels`] |
//! | plot or log it | [`Car::outputs`]: everything that the model computes, by name and unit |
//! | roll it back | [`Car::save`], [`Car::restore`] |
//! | give it a road | [`Car::set_surface`], [`Car::set_ground`] |
//! | drive thousands of cars at once | [`fleet`] by commands, sites and episodes; [`core::batch`] below it |
//! | train a driver | [`tasks`]: thousands of environments with observations, rewards and resets |
//! | let what learnt drive | [`policy`]: networks from ONNX files at the wheel |
//! | linearise it | [`linear`], [`world::linear`] |
//! | take derivatives | [`core::math::Dual`] in place of `f64` |
//! | fit a tyre to its measured forces | [`fit`] |
//! | run road tests, manoeuvres and scenarios | [`world`] |
//! | read and write files | [`formats`] |
//!
//! # Frames, units, signs
//!
//! ISO 8855: x forwards, y to the left, z up; angles counterclockwise, so steering to the left is positive. SI units, and
//! the unit ends the name: `speed_m_s`, `steer_rad`, `load_n`.
#![deny(unsafe_code)]

mod car;
pub mod prelude;
mod shown;

pub use car::{
    Car, CarBuilder, CarError, ChannelHandle, OutputValue, Outputs, Placement, RestoreError, SavedCar,
    UnknownChannel, Wheel,
};

pub use shown::{Shown, ShownWheel};

/// Presets by name, and what stands in their files.
pub use skidpad_formats::presets;

/// The equations: models, tyres, powertrain, integrators, numbers, batches.
pub use skidpad_core as core;
/// Tyres fitted to measurements, and least squares.
pub use skidpad_fit as fit;
/// Tens of thousands of cars, each alone on its site, in groups by model.
pub use skidpad_fleet as fleet;
/// Vehicle files, scenarios, telemetry.
pub use skidpad_formats as formats;
/// Models, linear about a state.
pub use skidpad_linear as linear;
/// Policies that learnt to drive, from ONNX files, at the wheel of cars of a world.
pub use skidpad_policy as policy;
/// Point mass, kinematic car and motorcycle.
pub use skidpad_special as special;
/// Driving tasks for learning: environments with observations, rewards and resets, over fleets.
pub use skidpad_tasks as tasks;
/// Drivers, road tests, manoeuvres, ground and contact.
pub use skidpad_world as world;

/// The programs in the README are tests, as they are shown.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The programs in the manual are tests, as they are shown.
#[cfg(doctest)]
mod manual {
    #[doc = include_str!("../../../docs/library.md")]
    struct Library;
    #[doc = include_str!("../../../docs/guide/games.md")]
    struct Games;
    #[doc = include_str!("../../../docs/guide/research.md")]
    struct Research;
}
