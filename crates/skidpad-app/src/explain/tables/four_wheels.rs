//! The four-wheel car.

use skidpad_core::math::Real;

use super::common::{in_body, in_wheel, slip_ratio, use_of_grip};
use super::row::{Row, rows};

/// The hub's velocity in the wheel's frame, of: v_x, v_y, r, steer, place along, place to the left.
fn hub(t: &[f64]) -> [f64; 2] {
    in_wheel([t[0] - t[5] * t[2], t[1] + t[4] * t[2]], t[3])
}

const FORCE: &str = "module tyre::combined, after Pacejka's combined slip and Monster's slip-ratio curve: one curve g of \
                     slip over its peak, shared by both directions; in other models the tyre's own law";

/// Equations of the four-wheel car.
pub(super) const ROWS: &[Row] = rows! {
    "front_steer_rad" = "delta = steering command, limited to the lock and the steering rate",
        "module steering", ["steer_rad", "car.largest_steer_rad"];
    "front_force_x_n" = "F_xf = longitudinal component, at the mean steering angle delta, of the sum of the front wheels' forces",
        "sum; ISO 8855",
        ["front_left_force_x_n", "front_left_force_y_n", "front_left_steer_rad", "front_right_force_x_n",
         "front_right_force_y_n", "front_right_steer_rad", "front_steer_rad"]
        => |t| front(t)[0];
    "front_force_y_n" = "F_yf = lateral component, at the mean steering angle delta, of the sum of the front wheels' forces",
        "sum; ISO 8855",
        ["front_left_force_x_n", "front_left_force_y_n", "front_left_steer_rad", "front_right_force_x_n",
         "front_right_force_y_n", "front_right_steer_rad", "front_steer_rad"]
        => |t| front(t)[1];
    "rear_force_x_n" = "F_xr = F_x left + F_x right", "sum", ["rear_left_force_x_n", "rear_right_force_x_n"]
        => |t| t[0] + t[1];
    "rear_force_y_n" = "F_yr = F_y left + F_y right", "sum", ["rear_left_force_y_n", "rear_right_force_y_n"]
        => |t| t[0] + t[1];
    "front_load_n" = "N_f = N left + N right", "sum", ["front_left_load_n", "front_right_load_n"] => |t| t[0] + t[1];
    "rear_load_n" = "N_r = N left + N right", "sum", ["rear_left_load_n", "rear_right_load_n"] => |t| t[0] + t[1];
    "front_slip" = "mean of both wheels", "mean", ["front_left_slip", "front_right_slip"] => |t| 0.5 * (t[0] + t[1]);
    "rear_slip" = "mean of both wheels", "mean", ["rear_left_slip", "rear_right_slip"] => |t| 0.5 * (t[0] + t[1]);
    "acceleration_x_m_s2" = "a_x = (F_xf cos(delta) - F_yf sin(delta) + F_xr + drag + linear resistance + weight) / m",
        "Newton's law; on a plane road",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_x_n", "drag_x_n", "linear_resistance_n",
         "weight_x_n", "car.mass_kg"]
        => |t| (in_body([t[0], t[1]], t[2])[0] + t[3] + t[4] + t[5] + t[6]) / t[7];
    "acceleration_y_m_s2" = "a_y = (F_xf sin(delta) + F_yf cos(delta) + F_yr + drag + weight) / m",
        "Newton's law; on a plane road",
        ["front_force_x_n", "front_force_y_n", "front_steer_rad", "rear_force_y_n", "drag_y_n", "weight_y_n",
         "car.mass_kg"]
        => |t| (in_body([t[0], t[1]], t[2])[1] + t[3] + t[4] + t[5]) / t[6];
    "{w}_steer_rad" = "front: cot(delta_w) = cot(delta) -+ a T / (2 L), left and right, with the Ackermann share a, plus toe; \
                       rear: toe",
        "Gillespie, Fundamentals of Vehicle Dynamics, 8-1; module steering",
        ["front_steer_rad", "car.ackermann", "car.{w}_y_m", "car.wheelbase_m"];
    "{w}_spin_rad_s" = "I domega/dt = T_drive + T_brake - F_x R, integrated over time",
        "Monster, Car Physics for Games: torque on the drive wheels; module powertrain::driveline",
        ["{w}_drive_torque_nm", "{w}_brake_torque_nm", "{w}_force_x_n", "car.{a}_radius_m", "car.{a}_inertia_kg_m2"];
    "{w}_load_n" = "N = half of the axle's static load, downforce and longitudinal load transfer (h / L) X, -+ the lateral load \
                    transfer of Y by roll centres and roll stiffnesses; on springs, the force of spring and damper",
        "Milliken, Race Car Vehicle Dynamics, 18.4; module model::two_track::loads, and ride for springs",
        ["acceleration_x_m_s2", "acceleration_y_m_s2", "car.mass_kg", "car.cg_height_m", "car.wheelbase_m", "downforce_n"];
    "{w}_slip" = "kappa = (omega R - u) / |u| with u = (v_x - y r) cos(delta) + (v_y + x r) sin(delta) at the wheel's position (x, y)",
        "SAE J670; Monster v1.9; finite at rest: module tyre::slip",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "{w}_steer_rad", "car.{w}_x_m", "car.{w}_y_m",
         "{w}_spin_rad_s", "car.{a}_radius_m"]
        => |t| slip_ratio(t[6], t[7], hub(t)[0]);
    "{w}_slip_angle_rad" = "alpha = atan2(w, |u|) with the hub's velocity (u, w) in the wheel's frame, at its position (x, y)",
        "ISO 8855; Monster, High Speed Turning",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "{w}_steer_rad", "car.{w}_x_m", "car.{w}_y_m"]
        => |t| { let [u, w] = hub(t); Real::atan2(w, Real::abs(u)) };
    "{w}_force_x_n" = "F_x = N g(|e|) e_x / |e| with e = slip of the contact-patch deflection over the peak slip", FORCE,
        ["{w}_load_n", "{w}_deflection_x", "{w}_deflection_y", "{w}_slip", "{w}_slip_angle_rad", "car.{a}_friction"];
    "{w}_force_y_n" = "F_y = N (mu_y / mu_x) g(|e|) e_y / |e| with e = slip of the contact-patch deflection over the peak slip", FORCE,
        ["{w}_load_n", "{w}_deflection_x", "{w}_deflection_y", "{w}_slip", "{w}_slip_angle_rad",
         "car.{a}_lateral_friction"];
    "{w}_use_of_grip" = "sqrt((F_x / (mu_x N))^2 + (F_y / (mu_y N))^2), mu with the road's grip; other tyre laws have their own peaks",
        "the friction ellipse: module tyre::combined",
        ["{w}_force_x_n", "{w}_force_y_n", "car.{a}_friction", "car.{a}_lateral_friction", "{w}_load_n", "road.grip",
         "{w}_grip"]
        => |t| use_of_grip([t[0], t[1]], [t[2] * t[5] * t[6], t[3] * t[5] * t[6]], t[4]);
    "engine_rad_s" = "I_e domega_e/dt = T_engine - T_coupling, integrated over time",
        "module powertrain::driveline; while engaged, wheel speed times the overall ratio: Palmer 8.19, Monster's rpm",
        ["engine_torque_nm", "coupling_torque_nm", "gearbox_input_rad_s", "overall_ratio"];
    "engine_torque_nm" = "T = throttle T_full(omega_e) - (1 - throttle) T_drag(omega_e), with idle control and limiter",
        "Monster, engine force; Palmer 8.30 for the drag; module powertrain::driveline",
        ["assisted_throttle", "engine_rad_s", "stalled", "cut", "blown"];
    "gear" = "the requested gear, or the automatic gearbox's choice by speed, throttle and wheel spin; 0 during a shift",
        "module powertrain::shift", ["target_gear", "shift_timer_s", "engine_rad_s", "assisted_throttle"];
};

/// Equations that differ on springs: the hubs move with the body's roll and pitch, too.
pub(super) const SPRUNG: &[Row] = rows! {
    "{w}_slip" = "kappa = (omega R - u) / |u| with the longitudinal hub velocity u: that of its position (x, y) in the plane, plus \
                  the part of roll and pitch",
        "SAE J670; Monster v1.9; module model::two_track::ride for the hub's velocity",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "{w}_steer_rad", "car.{w}_x_m", "car.{w}_y_m",
         "{w}_spin_rad_s", "car.{a}_radius_m", "roll_rate_rad_s", "pitch_rate_rad_s"];
    "{w}_slip_angle_rad" = "alpha = atan2(w, |u|) with the hub's velocity (u, w) in the wheel's frame: that of its position (x, y) in \
                            the plane, plus the part of roll and pitch",
        "ISO 8855; module model::two_track::ride for the hub's velocity",
        ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s", "{w}_steer_rad", "car.{w}_x_m", "car.{w}_y_m",
         "roll_rate_rad_s", "pitch_rate_rad_s"];
};

const OTHER: &str = "the tyre law in the model's name, in its module below tyre; module tyre::bristle for its contact-patch deflection";

/// Equations that differ on tyres of other laws.
pub(super) const OTHER_TYRES: &[Row] = rows! {
    "{w}_force_x_n" = "F_x of the tyre law at the slip of its contact-patch deflection", OTHER,
        ["{w}_load_n", "{w}_deflection_x", "{w}_deflection_y", "{w}_slip", "{w}_slip_angle_rad", "{w}_camber_rad"];
    "{w}_force_y_n" = "F_y of the tyre law at the slip of its contact-patch deflection", OTHER,
        ["{w}_load_n", "{w}_deflection_x", "{w}_deflection_y", "{w}_slip", "{w}_slip_angle_rad", "{w}_camber_rad"];
    "{w}_use_of_grip" = "force over the tyre law's peak force in its direction", OTHER,
        ["{w}_force_x_n", "{w}_force_y_n", "{w}_load_n", "{w}_grip", "road.grip"];
};

/// The front axle's force in the frame of the mean steering angle.
fn front(t: &[f64]) -> [f64; 2] {
    let (left, right) = (in_body([t[0], t[1]], t[2]), in_body([t[3], t[4]], t[5]));
    in_wheel([left[0] + right[0], left[1] + right[1]], t[6])
}
