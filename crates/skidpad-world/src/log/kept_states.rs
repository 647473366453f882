//! States of cars to compare a replay with.

use skidpad_core::snapshot::Saved;

use crate::world::CarId;

/// States of the cars of a world after a number of steps, to compare with.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptStates {
    /// Number of steps.
    pub step: u64,
    /// The states, in the order of the cars' numbers.
    pub cars: Vec<(CarId, Saved)>,
}

impl KeptStates {
    /// Returns true where the numbers of the cars rise, by which they are found.
    pub(super) fn is_sorted(&self) -> bool {
        self.cars.windows(2).all(|pair| pair[0].0 < pair[1].0)
    }
}
