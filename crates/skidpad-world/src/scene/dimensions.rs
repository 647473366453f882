//! Dimensions and grips of the places that manoeuvres are driven on.

use skidpad_core::units;

/// Radius of the skidpad of American magazines, m: a circle of 200 ft.
pub const SKIDPAD_RADIUS_M: f64 = 100.0 * units::FOOT_M;
/// Distance between two cones of the slalom, m.
pub const CONES_APART_M: f64 = 100.0 * units::FOOT_M;
/// Number of cones of the slalom.
pub const CONES: usize = 7;
/// Distance up to the first cone of the slalom, m.
const RUN_UP_M: f64 = 50.0;
/// Grip of a wet road over that of the same road dry: 0.60 over 0.80 at 90 km/h, Bosch Automotive Handbook,
/// coefficients of friction of new tyres, dry and with 0.2 mm of water.
pub const WET_GRIP: f64 = 0.75;
/// Grip of the slippery side of a split road over that of the other. UN Regulation 13-H, annex 6, 5.3.4, asks for at most a
/// half; polished wet basalt has about this.
pub const SLIPPERY_GRIP: f64 = 0.3;
/// Rise over run of the slope that cars are parked on.
pub const GRADE: f64 = 0.3;

/// Position of a cone of the slalom along its lane, m.
pub fn cone_x_m(index: usize) -> f64 {
    RUN_UP_M + index as f64 * CONES_APART_M
}
