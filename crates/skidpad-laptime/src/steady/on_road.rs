//! A car on a road.

use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

/// A vehicle and the level road that it is on.
#[derive(Clone, Debug, PartialEq)]
pub struct CarOnRoad {
    /// Vehicle.
    pub vehicle: Vehicle<f64>,
    /// Surface; slope and banking do not enter an envelope.
    pub surface: Surface<f64>,
}
