//! Equations that all models with a yaw rate share.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::tyre::friction_utilisation;

use super::row::{Row, rows};

/// Velocity in the world, angles: the first two and the rotation angle are computed from channels, and are none.
pub(super) const ROWS: &[Row] = rows! {
    "world_velocity_x_m_s" = "v_X = v_x cos(psi) - v_y sin(psi)",
        "the car's frame turned by its heading psi; ISO 8855",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rad"]
        => |t| t[0] * Real::cos(t[2]) - t[1] * Real::sin(t[2]);
    "world_velocity_y_m_s" = "v_Y = v_x sin(psi) + v_y cos(psi)",
        "the car's frame turned by its heading psi; ISO 8855",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rad"]
        => |t| t[0] * Real::sin(t[2]) + t[1] * Real::cos(t[2]);
    "sideslip_rad" = "beta = atan2(v_y, v_x)",
        "ISO 8855; Monster, Car Physics for Games, High Speed Turning: the sideslip angle",
        ["velocity_y_m_s", "velocity_x_m_s"]
        => |t| Real::atan2(t[0], t[1]);
    "rotation_angle_rad" = "atan2(r L / 2, v_x)",
        "Monster, Car Physics for Games, High Speed Turning: the part of the slip angles that comes from the yaw rate",
        ["yaw_rate_rad_s", "car.wheelbase_m", "velocity_x_m_s"]
        => |t| Real::atan2(t[0] * t[1] * 0.5, t[2]);
    "yaw_rad" = "dpsi/dt = r: the yaw rate integrated over time, from the heading at the start",
        "kinematics",
        ["yaw_rate_rad_s"];
};

/// A body that turns by the forces on it.
pub(super) const TURNING: &[Row] = rows! {
    "velocity_x_m_s" = "dv_x/dt = a_x + r v_y, integrated over time",
        "Newton's law in axes that turn with the car",
        ["acceleration_x_m_s2", "yaw_rate_rad_s", "velocity_y_m_s"];
    "velocity_y_m_s" = "dv_y/dt = a_y - r v_x, integrated over time",
        "Newton's law in axes that turn with the car",
        ["acceleration_y_m_s2", "yaw_rate_rad_s", "velocity_x_m_s"];
    "yaw_rate_rad_s" = "I dr/dt = b (F_xf sin(delta) + F_yf cos(delta)) - c F_yr + moment of the left-right differences",
        "moments about the centre of mass; Monster, High Speed Turning: cornering torque",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_y_n", "car.to_front_m", "car.to_rear_m",
         "car.yaw_inertia_kg_m2"];
    "front_slip_angle_rad" =
        "alpha_f = atan2(w, |u|) with u = v_x cos(delta) + (v_y + b r) sin(delta), w = (v_y + b r) cos(delta) - v_x sin(delta)",
        "Monster, High Speed Turning: alpha_front, with the velocity in the wheel's own frame; sign of ISO 8855",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "front_steer_rad", "car.to_front_m"]
        => |t| { let [u, w] = in_wheel([t[0], t[1] + t[4] * t[2]], t[3]); Real::atan2(w, Real::abs(u)) };
    "rear_slip_angle_rad" = "alpha_r = atan2(v_y - c r, |v_x|)",
        "Monster, High Speed Turning: alpha_rear; sign of ISO 8855",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "car.to_rear_m"]
        => |t| Real::atan2(t[1] - t[3] * t[2], Real::abs(t[0]));
};

/// A velocity, or a force, of the body's frame in a wheel's.
pub(super) fn in_wheel(vector: [f64; 2], steer_rad: f64) -> [f64; 2] {
    Vec2::from(vector).to_child(Direction::at_angle(steer_rad)).into()
}

/// A force of a wheel's frame in the body's.
pub(super) fn in_body(vector: [f64; 2], steer_rad: f64) -> [f64; 2] {
    Vec2::from(vector).to_parent(Direction::at_angle(steer_rad)).into()
}

/// (omega R - v) / |v|, finite at rest.
pub(super) fn slip_ratio(spin_rad_s: f64, radius_m: f64, hub_m_s: f64) -> f64 {
    skidpad_core::tyre::slip::slip_ratio(spin_rad_s * radius_m, hub_m_s)
}

/// Friction utilisation, by the largest forces along and across the wheel.
pub(super) fn use_of_grip(force_n: [f64; 2], friction: [f64; 2], load_n: f64) -> f64 {
    let [x, y] = force_n;
    friction_utilisation(&Vec2 { x, y }, &Vec2 { x: friction[0] * load_n, y: friction[1] * load_n })
}
