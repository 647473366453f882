//! The car in space.

use super::row::{Row, rows};

const NEWTON: &str = "Newton's law in axes that turn with the body";
const EULER: &str = "Euler's equations with the wheels' own motion: module model::spatial::inertia";
const HUB: &str = "SAE J670, ISO 8855; module model::spatial::ground for the velocity along the ground";

/// Equations in which a body that moves in space differs from one in the plane.
pub(super) const ROWS: &[Row] = rows! {
    "velocity_x_m_s" = "dv_x/dt = a_x + r v_y - q v_z, integrated over time; p, q, r: rates of roll, pitch and yaw", NEWTON,
        ["acceleration_x_m_s2", "yaw_rate_rad_s", "velocity_y_m_s", "pitch_rate_rad_s", "velocity_z_m_s"];
    "velocity_y_m_s" = "dv_y/dt = a_y + p v_z - r v_x, integrated over time; p, q, r: rates of roll, pitch and yaw", NEWTON,
        ["acceleration_y_m_s2", "roll_rate_rad_s", "velocity_z_m_s", "yaw_rate_rad_s", "velocity_x_m_s"];
    "velocity_z_m_s" = "dv_z/dt = a_z + q v_x - p v_y, integrated over time; p, q, r: rates of roll, pitch and yaw", NEWTON,
        ["acceleration_z_m_s2", "pitch_rate_rad_s", "velocity_x_m_s", "roll_rate_rad_s", "velocity_y_m_s"];
    "roll_rate_rad_s" = "I dw/dt + w x (I w) = M about the centre of mass: the part about the longitudinal axis", EULER,
        ["pitch_rate_rad_s", "yaw_rate_rad_s", "front_left_load_n", "front_right_load_n", "rear_left_load_n", "rear_right_load_n"];
    "pitch_rate_rad_s" = "I dw/dt + w x (I w) = M about the centre of mass: the part about the lateral axis", EULER,
        ["roll_rate_rad_s", "yaw_rate_rad_s", "front_load_n", "rear_load_n", "front_force_x_n", "rear_force_x_n"];
    "yaw_rate_rad_s" = "I dw/dt + w x (I w) = M about the centre of mass: the part about the vertical axis", EULER,
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_y_n", "roll_rate_rad_s", "pitch_rate_rad_s"];
    "acceleration_x_m_s2" = "a_x = sum of all forces along the longitudinal axis / m: tyres, air, weight, bodywork", "Newton's law",
        ["front_force_x_n", "rear_force_x_n", "drag_x_n", "weight_x_n", "car.mass_kg"];
    "acceleration_y_m_s2" = "a_y = sum of all forces along the lateral axis / m: tyres, air, weight, bodywork", "Newton's law",
        ["front_force_y_n", "rear_force_y_n", "drag_y_n", "weight_y_n", "car.mass_kg"];
    "{w}_load_n" = "N = max(0, k p + c dp/dt): spring and damper of the tyre, pressed in by p",
        "module model::spatial::ground, with the derivation",
        ["{w}_travel_m", "{w}_travel_rate_m_s", "z_m", "velocity_z_m_s"];
    "{w}_suspension_travel_m" = "m dv/dt = N - spring, damper, anti-roll bar and stops, along the path of the wheel",
        "module model::spatial::suspension",
        ["{w}_travel_m", "{w}_travel_rate_m_s", "{w}_load_n"];
    "{w}_slip" = "kappa = (omega R - u) / |u| with u the velocity of the contact along the ground, forwards", HUB,
        ["{w}_spin_rad_s", "car.{a}_radius_m", "velocity_x_m_s", "velocity_y_m_s", "velocity_z_m_s", "roll_rate_rad_s",
         "pitch_rate_rad_s", "yaw_rate_rad_s", "{w}_travel_rate_m_s"];
    "{w}_slip_angle_rad" = "alpha = atan2(w, |u|) with the velocity (u, w) of the contact along the ground, forwards and to the left", HUB,
        ["velocity_x_m_s", "velocity_y_m_s", "velocity_z_m_s", "roll_rate_rad_s", "pitch_rate_rad_s", "yaw_rate_rad_s",
         "{w}_travel_rate_m_s"];
    "yaw_rad" = "psi: heading of the longitudinal axis in the plan, from the attitude that the angular velocity turns", "kinematics",
        ["roll_rate_rad_s", "pitch_rate_rad_s", "yaw_rate_rad_s", "tilt_w", "tilt_x", "tilt_y", "tilt_z"];
};
