//! Cars of a run, each with its driver or script.

use crate::rolling::Request;
use crate::world::{CarId, World};

/// Driver or script of a car of a run: returns the request for the next step, from the world, the car's number, and the time
/// since the run began, s.
pub type Pilot<'a> = Box<dyn FnMut(&World, CarId, f64) -> Request + 'a>;

/// A car that is in the world of a run, with its driver or script.
pub struct Seat<'a> {
    /// The car.
    pub car: CarId,
    /// Its driver or script.
    pub pilot: Pilot<'a>,
}
