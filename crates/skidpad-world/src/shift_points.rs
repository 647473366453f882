//! When to shift up: where the next gear pulls harder, or at the redline.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;

/// Torque at the driven axle per unit of losses in a gear at a road speed, N.m: full load.
pub fn axle_torque_nm(vehicle: &Vehicle<f64>, gear: usize, axle_rad_s: f64) -> f64 {
    let overall = vehicle.gears().overall(gear as f64);
    let engine = overall * axle_rad_s;
    overall * vehicle.engine().full_load_torque(vehicle.torque_curve(), engine)
}

/// The engine speed at which to leave each gear, rad/s, lowest gear first; the last is the
/// redline. Palmer: "most transmissions are designed so the shift point for optimum acceleration
/// is at the redline"; where an engine's torque falls early the best point is below it.
pub fn shift_points(vehicle: &Vehicle<f64>) -> Vec<f64> {
    let gears = vehicle.shift().gears as usize;
    (1..=gears).map(|gear| shift_point(vehicle, gear, gears)).collect()
}

fn shift_point(vehicle: &Vehicle<f64>, gear: usize, gears: usize) -> f64 {
    const PARTS: usize = 400;
    let redline = Real::min(vehicle.engine().redline_rad_s, vehicle.shift().shift_up_rad_s);
    if gear == gears {
        return redline;
    }
    let overall = vehicle.gears().overall(gear as f64);
    let idle = vehicle.engine().idle_rad_s;
    let pulls_harder = |part: usize| {
        let engine = idle + (redline - idle) * part as f64 / PARTS as f64;
        let axle = engine / overall;
        axle_torque_nm(vehicle, gear, axle) >= axle_torque_nm(vehicle, gear + 1, axle)
    };
    // The last speed up to the redline at which this gear pulls at least as hard as the next.
    let part = (0..=PARTS).rev().find(|part| pulls_harder(*part)).unwrap_or(PARTS);
    idle + (redline - idle) * part as f64 / PARTS as f64
}
