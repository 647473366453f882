//! Geometry and the loads on the axles.

mod load;
mod standing;

pub use load::{LoadTransfer, TyreForces};
pub use standing::{PlanarForce, PlanarSenses, StandingAxles};
