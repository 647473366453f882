//! Tyres: slip, the laws of force over slip, and how slip builds up, lengthwise and in the plane.

mod bristle;
mod combined;
mod curve;
mod fault;
mod law;
mod plane;
pub mod rars;
mod relaxation;
mod similar;
mod size;
pub mod slip;

pub use bristle::{Carcass, ElasticContact, WheelMotion};
pub use combined::{CombinedTyre, Contact};
pub use curve::{Grip, LongitudinalLaw, linear, linear_capped, peaked, v1_4_linear};
pub use fault::{TyreFault, out_of_range};
pub use law::{Footprint, SteadyTyre, TyreForce};
pub use plane::Plane;
pub use relaxation::{Relaxation, limited_slip};
pub use similar::SimilarTyre;
pub use size::TyreSize;
