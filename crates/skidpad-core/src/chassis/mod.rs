//! Geometry and the loads on the axles.

mod inertia;
mod load;
mod traction;
mod turning;
mod understeer;

pub use inertia::{cuboid_yaw_inertia, gyroscopic_torque, parallel_axis_inertia};
pub use load::{
    LoadTransfer, TyreForces, monster_axle_loads, normal_force, palmer_rolling_friction, traction_limit,
};
pub use traction::{
    palmer_lateral_force, palmer_lateral_force_as_printed, skidpad_friction, skidpad_speed,
    total_acceleration, traction_limited,
};
pub use turning::{
    front_radius, radius_ahead_of_rear, rear_radius, steer_from_inner_wheel, wheel_angles,
    yaw_rate_from_front, yaw_rate_from_rear,
};
pub use understeer::understeer_gradient;
