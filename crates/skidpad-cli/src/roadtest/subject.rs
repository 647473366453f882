//! A car with the conditions in which it is tested.

use std::path::PathBuf;

use skidpad_core::spec::Vehicle;
use skidpad_formats::vehicle::VehicleFile;
use skidpad_world::roadtest::{Conditions, LEANS, TurningConditions};

/// A car with the conditions in which it is tested.
pub struct Subject {
    /// Contents of its file.
    pub file: VehicleFile,
    /// The files that it was read from.
    pub paths: Vec<PathBuf>,
    /// The vehicle as tested.
    pub vehicle: Vehicle<f64>,
    /// Conditions along the straight.
    pub conditions: Conditions,
    /// Conditions in turns; `None` where no model can drive there.
    pub turning: Option<TurningConditions>,
}

impl Subject {
    /// Why nothing is driven in turns, of a motorcycle.
    pub fn leans(&self) -> Option<&'static str> {
        (self.vehicle.body().track_m <= 0.0).then_some(LEANS)
    }

    /// The model that is named above the results.
    pub fn model(&self, has_straight: bool) -> &'static str {
        match self.turning {
            Some(turning) if !has_straight => turning.model.name,
            _ => self.conditions.model.name(),
        }
    }
}
