//! Geometry and the loads on the axles.

mod load;

pub use load::{
    LoadTransfer, TyreForces, monster_axle_loads, normal_force, palmer_rolling_friction, traction_limit,
};
