//! Conversions of the texts' numbers: those of [`skidpad_core::units`], and some more.

use core::f64::consts::PI;

pub use skidpad_core::units::*;

/// Speed at which torque in foot-pounds and power in horsepower are the same number, rpm: 550 foot-pounds a
/// second over one radian's share of a turn. Monster's 5252.
pub const HORSEPOWER_CROSSING_RPM: f64 = 550.0 * 30.0 / PI;

/// Pounds of force to N.
pub const fn pounds_force(value: f64) -> f64 {
    value * POUND_FORCE_N
}
/// W to mechanical horsepower.
pub const fn to_horsepower(value_w: f64) -> f64 {
    value_w / HORSEPOWER_W
}
/// N.m to foot-pounds of torque.
pub const fn to_foot_pounds(value_nm: f64) -> f64 {
    value_nm / FOOT_POUND_NM
}
/// kg to pounds of mass.
pub const fn to_pounds(value_kg: f64) -> f64 {
    value_kg / POUND_KG
}
/// N to pounds of force.
pub const fn to_pounds_force(value_n: f64) -> f64 {
    value_n / POUND_FORCE_N
}
/// m to feet.
pub const fn to_feet(value_m: f64) -> f64 {
    value_m / FOOT_M
}
/// m to inches.
pub const fn to_inches(value_m: f64) -> f64 {
    value_m / INCH_M
}
/// m^2 to square feet.
pub const fn to_square_feet(value_m2: f64) -> f64 {
    value_m2 / square_feet(1.0)
}
/// kg/m^3 to pounds of mass in a cubic foot.
pub const fn to_pounds_per_cubic_foot(value_kg_m3: f64) -> f64 {
    value_kg_m3 / pounds_per_cubic_foot(1.0)
}
/// m/s^2 to multiples of standard gravity.
pub const fn to_standard_gravities(value_m_s2: f64) -> f64 {
    value_m_s2 / STANDARD_GRAVITY_M_S2
}
