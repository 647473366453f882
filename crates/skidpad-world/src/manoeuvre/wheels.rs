//! What single wheels show, of models that have them, by the names of their channels.

use super::turning::place;
use crate::models::ModelInfo;
use crate::rolling::WHEELS;

/// Slip ratio from which on a braked wheel counts as locked; -1 where it stands.
const LOCKED_SLIP: f64 = -0.9;

/// Where a model's channels of wheels and roll are found.
#[derive(Clone, Debug)]
pub(super) struct WheelEyes {
    slips: Vec<usize>,
    loads: Option<[usize; 4]>,
    roll_rate: Option<usize>,
}

/// Columns of a channel that each wheel has.
fn of_wheels(model: &ModelInfo, name: &str) -> Option<[usize; 4]> {
    let columns = crate::scenario::columns(model);
    let places = WHEELS.map(|wheel| place(&columns, &format!("{wheel}_{name}")));
    let known: Vec<usize> = places.into_iter().flatten().collect();
    known.try_into().ok()
}

impl WheelEyes {
    pub fn new(model: &ModelInfo) -> Self {
        let columns = crate::scenario::columns(model);
        let axles = ["front_slip", "rear_slip"].into_iter().filter_map(|name| place(&columns, name));
        let slips = of_wheels(model, "slip").map_or_else(|| axles.collect(), |wheels| wheels.to_vec());
        Self { slips, loads: of_wheels(model, "load_n"), roll_rate: place(&columns, "roll_rate_rad_s") }
    }

    /// Whether a wheel, or an axle where the model has no single wheels, is locked.
    pub fn is_locked(&self, row: &[f64]) -> bool {
        self.slips.iter().any(|place| row[*place] < LOCKED_SLIP)
    }

    pub fn loads_n(&self, row: &[f64]) -> Option<[f64; 4]> {
        self.loads.map(|places| places.map(|place| row[place]))
    }

    pub fn roll_rate_rad_s(&self, row: &[f64]) -> Option<f64> {
        self.roll_rate.map(|place| row[place])
    }
}

/// Whether a model tells the slip of its wheels or axles.
pub fn tells_slip(model: &ModelInfo) -> bool {
    !WheelEyes::new(model).slips.is_empty()
}
