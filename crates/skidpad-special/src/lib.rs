//! Vehicle models with equations of their own, on the parts of [`skidpad_core`].
//!
//! The core assembles cars of two axles and of four wheels from one set of stages. What is simpler than these, or another
//! vehicle, stands here:
//!
//! | model | what it knows |
//! |---|---|
//! | [`PointMass`] | speed along a road; the wheels roll: Monster's first model, Palmer's 8.20 |
//! | [`PointMassPalmer`] | a point mass with Palmer's traction limit as printed: 8.32 |
//! | [`Kinematic`] | wheels that go where they point, without slip: Ackermann steering |
//! | [`Motorcycle`] | a leaning single track with a rider who countersteers |
//!
//! The modules [`chassis`] and [`drive`] have the equations that these models and the texts share.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub mod chassis;
pub mod drive;
mod kinematic;
pub mod motorcycle;
mod point_mass;

pub use kinematic::{Kinematic, KinematicCar, KinematicMode, KinematicState, KinematicTrace};
pub use motorcycle::{
    Motorcycle, MotorcycleCar, MotorcycleData, MotorcycleInput, MotorcycleMode, MotorcycleState,
    MotorcycleTrace,
};
pub use point_mass::{
    DrivenAxles, PointMass, PointMassMode, PointMassPalmer, PointMassState, PointMassTrace, TractionRule,
    WholeWeight,
};
