//! Cars of a world on ground that is found by rays.

use skidpad_core::step::Dt;

use super::World;
use super::car::CarId;
use crate::ground::GroundCasts;

/// Ground for the cars of a world that is found by rays.
pub trait CarGrounds {
    /// The ground of a car; `None`: that of the site.
    fn of_car(&self, car: CarId) -> Option<&dyn GroundCasts>;
}

impl World {
    /// Moves all cars on by a step as [`step`](Self::step) does, those that move in space on ground that a program finds by rays
    /// ([`GroundCasts`]): one of its own for each car, so that no ray meets the car itself. Cars for which there is none drive on
    /// the site's ground. All are moved one after the other; no log can drive it again.
    pub fn step_over(&mut self, dt: Dt, grounds: &dyn CarGrounds) {
        let surface = self.begin_step(dt);
        for entry in &mut self.cars {
            let road = self.site.road_under(&surface);
            match grounds.of_car(entry.id).filter(|_| entry.car.in_space().is_some()) {
                Some(rays) => entry.step_over(road, rays, dt),
                None => entry.step(road, dt),
            }
            self.together.note_car(entry.id);
        }
        self.end_step(dt);
    }
}
