//! Conversions to and from SI, and physical constants with their sources.
//!
//! Inside, everything is SI; these functions are for the doors: files, command lines, screens,
//! and for checking the printed unit tables of the sources.
//!
//! ```
//! use skidpad_core::units;
//! assert_eq!(units::mph(60.0), 26.8224);
//! assert_eq!(units::rpm(7200.0) * 30.0 / core::f64::consts::PI, 7200.0);
//! ```

use core::f64::consts::PI;

/// Standard gravity, m/s^2 (3rd CGPM, 1901).
pub const STANDARD_GRAVITY_M_S2: f64 = 9.80665;
/// Density of dry air at 20 degrees C and 101 325 Pa, kg/m^3 (ISO 2533 constants at 293.15 K).
pub const AIR_DENSITY_KG_M3: f64 = 1.2041;
/// Metres in a foot (international yard and pound agreement, 1959).
pub const FOOT_M: f64 = 0.3048;
/// Metres in an inch (the same).
pub const INCH_M: f64 = 0.0254;
/// Metres in a mile (the same).
pub const MILE_M: f64 = 1609.344;
/// Kilograms in a pound (the same).
pub const POUND_KG: f64 = 0.453_592_37;
/// Newtons in a pound-force: pound times standard gravity.
pub const POUND_FORCE_N: f64 = POUND_KG * STANDARD_GRAVITY_M_S2;
/// Newton metres in a foot-pound.
pub const FOOT_POUND_NM: f64 = POUND_FORCE_N * FOOT_M;
/// Watts in a mechanical horsepower: 550 foot-pounds a second.
pub const HORSEPOWER_W: f64 = 550.0 * FOOT_POUND_NM;
/// Watts in a metric horsepower: 75 kilogram-force metres a second.
pub const METRIC_HORSEPOWER_W: f64 = 75.0 * STANDARD_GRAVITY_M_S2;

/// km/h to m/s.
pub const fn kmh(value: f64) -> f64 {
    value / 3.6
}
/// m/s to km/h.
pub const fn to_kmh(value_m_s: f64) -> f64 {
    value_m_s * 3.6
}
/// Miles an hour to m/s.
pub const fn mph(value: f64) -> f64 {
    value * (MILE_M / 3600.0)
}
/// m/s to miles an hour.
pub const fn to_mph(value_m_s: f64) -> f64 {
    value_m_s / (MILE_M / 3600.0)
}
/// Revolutions a minute to rad/s (Palmer 8.9).
pub const fn rpm(value: f64) -> f64 {
    value * PI / 30.0
}
/// rad/s to revolutions a minute.
pub const fn to_rpm(value_rad_s: f64) -> f64 {
    value_rad_s * 30.0 / PI
}
/// Degrees to rad.
pub const fn degrees(value: f64) -> f64 {
    value * PI / 180.0
}
/// rad to degrees.
pub const fn to_degrees(value_rad: f64) -> f64 {
    value_rad * 180.0 / PI
}
/// Mechanical horsepower to W.
pub const fn horsepower(value: f64) -> f64 {
    value * HORSEPOWER_W
}
/// Metric horsepower (PS, cv, ch) to W.
pub const fn metric_horsepower(value: f64) -> f64 {
    value * METRIC_HORSEPOWER_W
}
/// Foot-pounds of torque to N.m.
pub const fn foot_pounds(value: f64) -> f64 {
    value * FOOT_POUND_NM
}
/// Pounds of mass to kg.
pub const fn pounds(value: f64) -> f64 {
    value * POUND_KG
}
/// Feet to m.
pub const fn feet(value: f64) -> f64 {
    value * FOOT_M
}
/// Inches to m.
pub const fn inches(value: f64) -> f64 {
    value * INCH_M
}
/// Miles to m.
pub const fn miles(value: f64) -> f64 {
    value * MILE_M
}
/// Square feet to m^2.
pub const fn square_feet(value: f64) -> f64 {
    value * (FOOT_M * FOOT_M)
}
/// Pounds of mass in a cubic foot to kg/m^3.
pub const fn pounds_per_cubic_foot(value: f64) -> f64 {
    value * (POUND_KG / (FOOT_M * FOOT_M * FOOT_M))
}
