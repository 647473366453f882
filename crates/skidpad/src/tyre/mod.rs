//! Tyres: slip, the laws of force over slip, and how slip builds up, lengthwise and in the plane.

mod combined;
mod curve;
mod law;
pub mod magic_formula;
mod plane;
pub mod rars;
mod relaxation;
mod size;
pub mod slip;

pub use combined::{CombinedTyre, Contact};
pub use curve::{Grip, LongitudinalLaw, linear, linear_capped, peaked, v1_4_linear};
pub use law::{Footprint, SteadyTyre, TyreForce};
pub use plane::Plane;
pub use relaxation::{Relaxation, limited_slip};
pub use size::TyreSize;
