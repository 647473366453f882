//! Tyres: slip, the laws of force over slip, and how slip builds up, longitudinally and in the plane.

mod bristle;
mod brush;
mod combined;
mod contact;
mod curve;
mod fault;
mod fiala;
mod law;
pub mod magic_formula;
pub mod pacejka89;
mod relaxation;
mod size;
pub mod slip;
mod tmeasy;
mod tmeasy_curve;
mod utilisation;

pub use bristle::{Carcass, ElasticContact, WheelMotion};
pub use brush::BrushTyre;
pub use combined::CombinedTyre;
pub use contact::Contact;
pub use curve::{Curve, Grip, LongitudinalLaw, Quotient, Reading};
pub use fault::{TyreFault, out_of_range};
pub use fiala::FialaTyre;
pub use law::{Footprint, SteadyTyre, TyreForce};
pub use pacejka89::Pacejka89Tyre;
pub use relaxation::{Relaxation, limited, limited_slip};
pub use size::TyreSize;
pub use tmeasy::TmeasyTyre;
pub use tmeasy_curve::{TmeasyCurve, TmeasyTrail};
pub use utilisation::{friction_utilisation, over_largest};
