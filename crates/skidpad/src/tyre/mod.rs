//! Tyres: slip, the laws of force over slip, and how slip builds up, lengthwise and in the plane.

mod combined;
mod curve;
pub mod rars;
mod relaxation;
mod size;
pub mod slip;

pub use combined::{CombinedTyre, Contact, Plane};
pub use curve::{Grip, LongitudinalLaw, linear, linear_capped, peaked, v1_4_linear};
pub use relaxation::{Relaxation, limited_slip};
pub use size::TyreSize;
