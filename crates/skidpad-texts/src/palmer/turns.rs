//! Palmer's tyres and turns, 8.32 to 8.41: the traction limit, the skidpad, and the car on a circle.
//!
//! What the text has wrong here: 8.32 and 8.41 name the kinetic coefficient, where the static one
//! limits rolling; 8.32 counts the whole weight, not the driven axle's (compare
//! [`LoadTransfer`](skidpad_core::chassis::LoadTransfer)); 8.36 is the circle of the front wheel, but 8.38
//! puts the speed of the whole car on it; 8.41 falls below zero.

use core::f64::consts::FRAC_PI_2;

use crate::chassis;
use skidpad_core::math::Real;
use skidpad_special::drive;

pub use crate::chassis::{skidpad_friction, skidpad_speed, total_acceleration};
pub use skidpad_special::chassis::traction_limited;

/// The wheelbase of the Boxster S, m (8.39).
pub const BOXSTER_WHEELBASE_M: f64 = 2.41;
/// What its tyres hold on dry pavement, as a multiple of gravity (after 8.33).
pub const BOXSTER_SKIDPAD_G: f64 = 0.91;

/// 8.32: F_T = mu m g cos(theta), N: the most that the tyres carry, from the weight of the car.
pub fn traction_force<R: Real>(friction: R, mass_kg: R, gravity_m_s2: R, slope_rad: R) -> R {
    skidpad_special::chassis::traction_limit(
        friction,
        chassis::normal_force(mass_kg, gravity_m_s2, slope_rad),
    )
}

/// 8.33: what a skidpad measures as an acceleration, v^2 / r, m/s^2: the largest of the tyres in any
/// direction.
pub fn skidpad_acceleration<R: Real>(speed_m_s: R, radius_m: R) -> R {
    speed_m_s * speed_m_s / radius_m
}

/// 8.34: F_T = T_e g_k G / r_w, N, and the rule after it: the limit, where it asks for more.
pub fn drive_force_within_traction<R: Real>(
    engine_torque_nm: R,
    gear_ratio: R,
    final_drive: R,
    wheel_radius_m: R,
    limit_n: R,
) -> R {
    let wheels = drive::wheel_torque(engine_torque_nm, gear_ratio, final_drive, R::one());
    traction_limited(drive::drive_force(wheels, wheel_radius_m), limit_n)
}

/// 8.35 turned round: the straight-line acceleration that is left on a curve, m/s^2:
/// sqrt(a_max^2 - (v^2 / r)^2); 0 where the curve alone takes more than there is.
pub fn acceleration_left_on_curve<R: Real>(largest_m_s2: R, speed_m_s: R, radius_m: R) -> R {
    let across = skidpad_acceleration(speed_m_s, radius_m);
    (largest_m_s2 * largest_m_s2 - across * across).max(R::zero()).sqrt()
}

/// 8.35 turned round for the speed at which a car skids on a curve, m/s:
/// sqrt(r sqrt(a_max^2 - a^2)). It falls with the straight-line acceleration, braking included: "a
/// car that is accelerating into a curve is more likely to skid".
pub fn skid_speed_while_accelerating<R: Real>(largest_m_s2: R, straight_m_s2: R, radius_m: R) -> R {
    let left = (largest_m_s2 * largest_m_s2 - straight_m_s2 * straight_m_s2).max(R::zero()).sqrt();
    (radius_m * left).sqrt()
}

/// 8.36: r_c = l / sin(delta), m. It is the circle of the front wheel; the rear axle goes round on
/// l / tan(delta), [`rear_radius`](skidpad_special::chassis::rear_radius).
pub fn turn_radius<R: Real>(wheelbase_m: R, steer_rad: R) -> R {
    chassis::front_radius(wheelbase_m, steer_rad)
}

/// 8.37: omega_t = v / r_c, rad/s, with the speed of the point whose circle r_c is.
pub fn turn_rate<R: Real>(speed_m_s: R, radius_m: R) -> R {
    speed_m_s / radius_m
}

/// 8.38 as printed: omega_t = v sin(delta) / l, rad/s, with the speed of the whole car: too little by
/// the factor cos(delta), 1.5 % at 10 degrees.
pub fn turn_rate_as_printed<R: Real>(speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    chassis::yaw_rate_from_front(speed_m_s, steer_rad, wheelbase_m)
}

/// 8.38 as the text means it, with the speed along the car: omega_t = v tan(delta) / l, rad/s.
pub fn turn_rate_of_car<R: Real>(speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    chassis::yaw_rate_from_rear(speed_m_s, steer_rad, wheelbase_m)
}

/// 8.40 as printed: the time for a quarter of a turn, pi l / (2 v sin(delta)), s.
pub fn quarter_turn_time_as_printed<R: Real>(speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    R::lit(FRAC_PI_2) / turn_rate_as_printed(speed_m_s, steer_rad, wheelbase_m)
}

/// 8.40 with the rate of [`turn_rate_of_car`], s.
pub fn quarter_turn_time<R: Real>(speed_m_s: R, steer_rad: R, wheelbase_m: R) -> R {
    R::lit(FRAC_PI_2) / turn_rate_of_car(speed_m_s, steer_rad, wheelbase_m)
}

/// 8.41 as printed: F_lateral = m v^2 / r_c - mu m g cos(theta), N, outwards, from the traction of
/// 8.32. Below the limit it is negative, where the text says that it cannot be.
pub fn lateral_excess_as_printed<R: Real>(mass_kg: R, speed_m_s: R, radius_m: R, traction_n: R) -> R {
    chassis::palmer_lateral_force_as_printed(mass_kg, speed_m_s, radius_m, traction_n)
}

/// 8.41 as the text means it: max(0, .), N.
pub fn lateral_excess<R: Real>(mass_kg: R, speed_m_s: R, radius_m: R, traction_n: R) -> R {
    chassis::palmer_lateral_force(mass_kg, speed_m_s, radius_m, traction_n)
}
