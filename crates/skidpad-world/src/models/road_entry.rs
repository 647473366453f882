//! What the road test knows of a model, whatever its types.

use skidpad_core::spec::{TwoAxleCar, Vehicle};
use skidpad_core::surface::Surface;

/// A model's entry for the road test.
#[derive(Clone, Copy, Debug)]
pub struct RoadEntry {
    pub(crate) cuts_drive: bool,
    pub(crate) effective_mass_kg: fn(&Vehicle<f64>) -> f64,
    pub(crate) drive_limit_n: fn(&TwoAxleCar<f64>, &Surface<f64>) -> f64,
    pub(crate) has_anti_lock: fn(&Vehicle<f64>) -> bool,
}
