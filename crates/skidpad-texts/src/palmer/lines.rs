//! Straight torque lines, T = b Omega + d (8.18), with the engine speed in rpm as Palmer has it.

use skidpad_core::math::Real;

/// 8.18: T_e = b Omega_e + d, N.m, with the slope b in N.m per rpm.
pub fn line_torque<R: Real>(slope_nm_rpm: R, intercept_nm: R, engine_rpm: R) -> R {
    slope_nm_rpm * engine_rpm + intercept_nm
}

/// The line through two points (rpm, N.m): its slope b in N.m per rpm and its intercept d in N.m.
/// This is how figure 8-7 becomes 8.17.
pub fn line_through<R: Real>(first: (R, R), second: (R, R)) -> (R, R) {
    let slope = (second.1 - first.1) / (second.0 - first.0);
    (slope, first.1 - slope * first.0)
}

/// The engine speed at which the power along a falling line is largest, rpm: -d / (2 b), from
/// d(T Omega)/d(Omega) = 2 b Omega + d = 0.
pub fn line_peak_power_rpm<R: Real>(slope_nm_rpm: R, intercept_nm: R) -> R {
    -intercept_nm / (R::lit(2.0) * slope_nm_rpm)
}
