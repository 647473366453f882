//! The point mass, the kinematic car and RARS' car.

use skidpad_core::math::Real;

use super::row::{Row, rows};

/// Monster's first model and Palmer's.
pub(super) const POINT_MASS: &[Row] = rows! {
    "position_m" = "dx/dt = v, integrated over time", "kinematics", ["speed_m_s"];
    "speed_m_s" = "dv/dt = a, integrated over time", "Monster, Straight Line Physics", ["acceleration_m_s2"];
    "acceleration_m_s2" = "a = (F_free + F_hold) / m: drive, drag, resistance and slope; brakes and rolling resistance",
        "Palmer 8.20; Monster, Straight Line Physics",
        ["free_force_n", "holding_force_n", "car.mass_kg"]
        => |t| (t[0] + t[1]) / t[2];
    "free_force_n" = "F_free = F_drive + F_drag + F_linear + F_slope", "Palmer 8.20",
        ["drive_force_n", "drag_n", "linear_resistance_n", "slope_force_n"]
        => |t| t[0] + t[1] + t[2] + t[3];
    "engine_rad_s" = "omega_e = v / R times the overall ratio of the gear, at least idle",
        "Monster, engine force: pretend the wheel is rolling; Palmer 8.19", ["speed_m_s", "gear", "car.rear_radius_m"];
    "engine_torque_nm" = "T = throttle T_full(omega_e) - (1 - throttle) T_drag(omega_e)",
        "Monster, engine force; Palmer 8.30 for the drag", ["throttle", "engine_rad_s", "blown"];
    "gear" = "the requested gear, or the automatic gearbox's choice by engine speed; 0 during a shift",
        "module powertrain::shift", ["target_gear", "shift_timer_s", "engine_rad_s"];
};

/// Ackermann's geometry at low speed.
pub(super) const KINEMATIC: &[Row] = rows! {
    "speed_m_s" = "dv/dt = (F_free + F_hold) / m, m with the wheels' inertia, integrated over time",
        "module model::kinematic", ["free_force_n", "holding_force_n", "car.mass_kg"];
    "velocity_x_m_s" = "v_x = v, the speed of the rear axle", "module model::kinematic", ["speed_m_s"] => |t| t[0];
    "velocity_y_m_s" = "v_y = c r, with the centre of mass c ahead of the rear axle", "module model::kinematic",
        ["yaw_rate_rad_s", "car.to_rear_m"] => |t| t[0] * t[1];
    "yaw_rate_rad_s" = "r = v tan(delta) / L",
        "Monster, low speed cornering; Palmer 8.37 and 8.38, with the rear axle's circle in place of his",
        ["speed_m_s", "front_steer_rad", "car.wheelbase_m"]
        => |t| t[0] * Real::tan(t[1]) / t[2];
    "front_steer_rad" = "delta = steering command, within the lock", "module model::kinematic",
        ["steer_rad", "car.largest_steer_rad"] => |t| Real::clamp(t[0], -t[1], t[1]);
    "acceleration_x_m_s2" = "a_x = dv/dt - r v_y", "kinematics",
        ["free_force_n", "holding_force_n", "car.mass_kg", "yaw_rate_rad_s", "velocity_y_m_s"];
    "acceleration_y_m_s2" = "a_y = c dr/dt + r v", "kinematics",
        ["yaw_rate_rad_s", "speed_m_s", "car.to_rear_m", "front_steer_rad"];
    "rear_radius_m" = "R_r = L / tan(delta)", "Palmer 8.36 at the rear axle; module chassis::turning",
        ["car.wheelbase_m", "front_steer_rad"] => |t| t[0] / Real::tan(t[1]);
};

/// RARS' car.
pub(super) const SLIP_VECTOR: &[Row] = rows! {
    "velocity_x_m_s" = "dv_x/dt = a_x + r v_y, integrated over time", "RARS, move_car, in the car's own axes",
        ["acceleration_x_m_s2", "yaw_rate_rad_s", "velocity_y_m_s"];
    "velocity_y_m_s" = "dv_y/dt = a_y - r v_x, integrated over time", "RARS, move_car, in the car's own axes",
        ["acceleration_y_m_s2", "yaw_rate_rad_s", "velocity_x_m_s"];
    "yaw_rate_rad_s" = "r = course rate (V x A) / (v^2 + K^2) + rate at which alpha follows its command",
        "RARS, move_car; module model::slip_vector: pointing_rate",
        ["velocity_x_m_s", "velocity_y_m_s", "acceleration_x_m_s2", "acceleration_y_m_s2", "alpha_rad"];
    "acceleration_x_m_s2" = "a_x = (F_x + drag + slope + rolling) / m", "RARS, move_car; Newton's law",
        ["force_x_n", "drag_x_n", "slope_force_x_n", "rolling_n", "car.mass_kg"]
        => |t| (t[0] + t[1] + t[2] + t[3]) / t[4];
    "acceleration_y_m_s2" = "a_y = (F_y + drag + slope) / m", "RARS, move_car; Newton's law",
        ["force_y_n", "drag_y_n", "slope_force_y_n", "car.mass_kg"]
        => |t| (t[0] + t[1] + t[2]) / t[3];
    "tread_m_s" = "vc = v_x + commanded difference, limited by the power, less braking",
        "RARS, move_car; module model::slip_vector: tread_speed", ["commanded_m_s", "velocity_x_m_s", "power_share", "brake"];
    "slip_x_m_s" = "L_x = v_x - vc", "RARS: L = V - vc P", ["velocity_x_m_s", "tread_m_s"] => |t| t[0] - t[1];
    "slip_y_m_s" = "L_y = v_y", "RARS: L = V - vc P", ["velocity_y_m_s"] => |t| t[0];
    "slip_m_s" = "l = |L|", "RARS: L = V - vc P", ["slip_x_m_s", "slip_y_m_s"] => |t| Real::hypot(t[0], t[1]);
    "force_x_n" = "F_x = -u(l) L_x / l; u l is the dissipated power",
        "RARS: F = -u(l) L / l", ["heat_w", "slip_x_m_s", "slip_m_s"] => |t| -(t[0] * t[1] / (t[2] * t[2]));
    "force_y_n" = "F_y = -u(l) L_y / l; u l is the dissipated power",
        "RARS: F = -u(l) L / l", ["heat_w", "slip_y_m_s", "slip_m_s"] => |t| -(t[0] * t[1] / (t[2] * t[2]));
    "largest_force_n" = "FMAX = friction times load; falls with load and speed where the car has such data",
        "RARS, the friction function; module model::slip_vector", ["load_n"];
    "grip_used" = "|F| / FMAX", "RARS, the friction function",
        ["force_x_n", "force_y_n", "largest_force_n"]
        => |t| Real::min(Real::hypot(t[0], t[1]) / Real::max(t[2], 1e-30), 1.0);
};
