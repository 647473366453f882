//! Geometry and the loads on the axles.

mod inertia;
mod load;
mod standing;
mod traction;
mod turning;
mod understeer;

pub use inertia::gyroscopic_torque;
pub use load::{LoadTransfer, TyreForces, monster_axle_loads, traction_limit};
pub use standing::{PlanarForce, PlanarSenses, StandingAxles};
pub use traction::traction_limited;
pub use turning::{radius_ahead_of_rear, rear_radius, wheel_angles};
pub use understeer::understeer_gradient;
