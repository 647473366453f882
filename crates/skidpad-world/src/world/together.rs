//! Steps of all cars of a world at once.

use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::car::{CarId, Entry};
use super::site::Site;

/// Moves all cars of a world by a step, such as in SIMD lanes and over threads. A world without one moves them one after the
/// other.
pub trait StepTogether: Send + Sync {
    /// Moves each car by the bits of [`Entry::step`]. `surface`: road and air of the site in the weather of the step.
    fn step(&mut self, cars: &mut [Entry], site: &Site, surface: &Surface<f64>, dt: Dt);
    /// Notes that a car was handed out and may be another now, in the same place; of another type, too.
    fn note_car(&mut self, car: CarId);
    /// Notes that cars have joined or left.
    fn note_all(&mut self);
    /// One for another world, which knows no cars yet.
    fn fresh(&self) -> Box<dyn StepTogether>;
}

/// The way in which a world steps its cars; `None`: one after the other.
#[derive(Default)]
pub(super) struct Together(pub Option<Box<dyn StepTogether>>);

impl Clone for Together {
    fn clone(&self) -> Self {
        Self(self.0.as_ref().map(|together| together.fresh()))
    }
}

impl Together {
    pub fn note_car(&mut self, car: CarId) {
        if let Some(together) = &mut self.0 {
            together.note_car(car);
        }
    }

    pub fn note_all(&mut self) {
        if let Some(together) = &mut self.0 {
            together.note_all();
        }
    }
}
