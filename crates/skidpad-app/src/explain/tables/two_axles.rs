//! The car on two axles, and Hlavacs' car.

use skidpad_core::math::Real;

use super::common::{in_body, in_wheel, slip_ratio, use_of_grip};
use super::row::{Row, rows};

/// Slips, angles and spins of axles, which both have.
pub(super) const AXLES: &[Row] = rows! {
    "front_slip" = "kappa_f = (omega R - u) / |u| with u = v_x cos(delta) + (v_y + b r) sin(delta)",
        "SAE J670; Monster v1.9; finite at rest: module tyre::slip",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "front_steer_rad", "car.to_front_m", "front_spin_rad_s",
         "car.front_radius_m"]
        => |t| slip_ratio(t[5], t[6], in_wheel([t[0], t[1] + t[4] * t[2]], t[3])[0]);
    "rear_slip" = "kappa_r = (omega R - v_x) / |v_x|",
        "SAE J670; Monster v1.9; finite at rest: module tyre::slip",
        ["velocity_x_m_s", "rear_spin_rad_s", "car.rear_radius_m"]
        => |t| slip_ratio(t[1], t[2], t[0]);
    "{w}_spin_rad_s" = "I domega/dt = T_drive + T_brake - F_x R, integrated over time",
        "Monster, Car Physics for Games: torque on the drive wheels",
        ["{w}_drive_torque_nm", "{w}_brake_torque_nm", "{w}_force_x_n", "car.{a}_radius_m"];
};

/// The single-track car.
pub(super) const SINGLE_TRACK: &[Row] = rows! {
    "front_steer_rad" = "delta = steering command, within the lock", "module model::single_track",
        ["steer_rad", "car.largest_steer_rad"]
        => |t| Real::clamp(t[0], -t[1], t[1]);
    "acceleration_x_m_s2" = "a_x = (F_xf cos(delta) - F_yf sin(delta) + F_xr + drag + linear resistance + weight) / m",
        "Newton's law; Monster, High Speed Turning, with the longitudinal component of the front force",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_x_n", "drag_x_n", "linear_resistance_n",
         "weight_x_n", "car.mass_kg"]
        => |t| (in_body([t[0], t[1]], t[2])[0] + t[3] + t[4] + t[5] + t[6]) / t[7];
    "acceleration_y_m_s2" = "a_y = (F_xf sin(delta) + F_yf cos(delta) + F_yr + drag + weight) / m",
        "Newton's law; Monster, High Speed Turning: cornering force",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_y_n", "drag_y_n", "weight_y_n",
         "car.mass_kg"]
        => |t| (in_body([t[0], t[1]], t[2])[1] + t[3] + t[4] + t[5]) / t[6];
    "front_load_n" = "W_f = (c / L) m g - (h / L) X with X the tyres' longitudinal force",
        "Monster, weight transfer, with the forces of the same evaluation: module chassis::load",
        ["car.mass_kg", "road.gravity_m_s2", "car.to_rear_m", "car.wheelbase_m", "car.cg_height_m", "front_force_x_n",
         "front_force_y_n", "front_steer_rad", "rear_force_x_n"]
        => |t| (t[2] * t[0] * t[1] - t[4] * (in_body([t[5], t[6]], t[7])[0] + t[8])) / t[3];
    "rear_load_n" = "W_r = m g - W_f",
        "Monster, weight transfer; on a level road",
        ["car.mass_kg", "road.gravity_m_s2", "front_load_n"]
        => |t| t[0] * t[1] - t[2];
    "{w}_force_x_n" = "F_x = W g(|e|) e_x / |e| with e = slip of the contact-patch deflection over the peak slip",
        "module tyre::combined; Monster's slip-ratio curve",
        ["{w}_load_n", "{w}_deflection_x", "{w}_deflection_y", "{w}_slip", "car.{a}_friction"];
    "{w}_force_y_n" = "F_y = W (mu_y / mu_x) g(|e|) e_y / |e| with e = slip of the contact-patch deflection over the peak slip",
        "module tyre::combined; Monster, High Speed Turning: normalised lateral force times load",
        ["{w}_load_n", "{w}_deflection_x", "{w}_deflection_y", "{w}_slip_angle_rad", "car.{a}_lateral_friction"];
    "engine_rad_s" = "I_e domega_e/dt = T_engine - T_coupling, integrated over time",
        "module powertrain::two_axles: engine, coupling, gears and axles together",
        ["engine_torque_nm", "coupling_torque_nm", "gearbox_input_rad_s", "overall_ratio"];
    "engine_torque_nm" = "T = throttle T_full(omega_e) - (1 - throttle) T_drag(omega_e), with idle control and limiter",
        "Monster, engine force; Palmer 8.30 for the drag; module powertrain::engine",
        ["throttle", "engine_rad_s", "idle_throttle", "limiter_share", "blown"];
    "gear" = "the requested gear, or the automatic gearbox's choice by engine speed",
        "module powertrain::shift", ["target_gear", "shift_timer_s", "engine_rad_s", "throttle"];
    "{w}_use_of_grip" = "sqrt((F_x / (mu_x W))^2 + (F_y / (mu_y W))^2), mu with the road's grip",
        "the friction ellipse: module tyre::combined",
        ["{w}_force_x_n", "{w}_force_y_n", "car.{a}_friction", "car.{a}_lateral_friction", "{w}_load_n", "road.grip"]
        => |t| use_of_grip([t[0], t[1]], [t[2] * t[5], t[3] * t[5]], t[4]);
};

/// Hlavacs' car.
pub(super) const ACKERMANN: &[Row] = rows! {
    "front_steer_rad" = "ddelta/dt = rate at which the steering follows its command, within the lock",
        "module model::ackermann", ["steer_rad", "steer_rate_rad_s", "car.largest_steer_rad"];
    "acceleration_x_m_s2" = "a_x = (F_xf cos(beta) - F_yf sin(beta) + F_xr + resistance) / M; on a level road",
        "Hlavacs (11) and (12), the sum of the tyres' forces in the car's axes",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_x_n", "resistance_x_n", "car.mass_kg"]
        => |t| (in_body([t[0], t[1]], t[2])[0] + t[3] + t[4]) / t[5];
    "acceleration_y_m_s2" = "a_y = (F_xf sin(beta) + F_yf cos(beta) + F_yr + resistance) / M; on a level road",
        "Hlavacs (11) and (12), the sum of the tyres' forces in the car's axes",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_y_n", "resistance_y_n", "car.mass_kg"]
        => |t| (in_body([t[0], t[1]], t[2])[1] + t[3] + t[4]) / t[5];
    "yaw_rate_rad_s" = "I_C dr/dt = b (F_xf sin(beta) + F_yf cos(beta)) - c F_yr; while both axles stick, r = v tan(beta) / L",
        "Hlavacs (23); module model::ackermann::corrected",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_y_n", "car.to_front_m", "car.to_rear_m",
         "car.yaw_inertia_kg_m2", "velocity_x_m_s"];
    "{w}_load_n" = "static load of the axle: no load transfer",
        "Hlavacs, section 4.1", ["car.mass_kg", "road.gravity_m_s2", "car.to_front_m", "car.to_rear_m"];
    "front_load_n" = "(c / L) M g; no load transfer", "Hlavacs, section 4.1; on a level road",
        ["car.mass_kg", "road.gravity_m_s2", "car.to_rear_m", "car.wheelbase_m"]
        => |t| t[0] * t[1] * t[2] / t[3];
    "rear_load_n" = "(b / L) M g; no load transfer", "Hlavacs, section 4.1; on a level road",
        ["car.mass_kg", "road.gravity_m_s2", "car.to_front_m", "car.wheelbase_m"]
        => |t| t[0] * t[1] * t[2] / t[3];
    "{w}_force_x_n" = "sticking: constraint force without longitudinal slip, at most F_max; sliding: mu_k F against the slip velocity",
        "Hlavacs, section 5; module model::ackermann::driven", ["{w}_slides", "{w}_slip_x_m_s", "{w}_slip_y_m_s", "{w}_limit_n"];
    "{w}_force_y_n" = "sticking: constraint force without lateral slip, at most F_max; sliding: mu_k F against the slip velocity",
        "Hlavacs, section 5; module model::ackermann::driven", ["{w}_slides", "{w}_slip_x_m_s", "{w}_slip_y_m_s", "{w}_limit_n"];
};
