//! Cars of one model in a world, which take their steps in a batch.

use core::any::Any;

use skidpad_core::batch::Pool;
use skidpad_core::model::Model;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_world::ground::Road;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::{Entry, Site};

use crate::moving::{Moving, Starts};

/// From this many cars on a batch with lanes is faster than one car after the other. A model without lanes gains only from threads.
const LEAST: usize = 4;

/// Cars of some model.
pub(crate) trait Rank: Send + Sync {
    /// Takes in the cars of the model that nobody has taken yet, and marks them as taken. Leaves them where there are too few.
    fn gather(&mut self, cars: &mut [Entry], taken: &mut [bool], site: &Site);
    /// Returns true where it has the car at a place.
    fn has(&self, place: usize) -> bool;
    /// Takes another vehicle for a car that it has. Returns false where the car is of another model now.
    fn take_vehicle(&mut self, place: usize, car: &mut dyn Rolling) -> bool;
    /// Moves its cars on by a step.
    fn step(&mut self, cars: &mut [Entry], now: StepNow<'_>);
}

/// A step of a world.
pub(crate) struct StepNow<'a> {
    pub site: &'a Site,
    /// Road and air in the weather of the step.
    pub surface: &'a Surface<f64>,
    pub dt: Dt,
    pub pool: &'a mut Option<Pool>,
}

/// Cars of a model, by their places in the world.
pub(crate) struct RankOf<M: Drivable> {
    places: Vec<usize>,
    /// `None`: no cars.
    moving: Option<Moving<M, f64>>,
}

impl<M: Drivable> RankOf<M> {
    /// A rank without cars.
    pub fn make() -> Box<dyn Rank> {
        Box::new(Self { places: Vec::new(), moving: None })
    }
}

/// The simulation of a car, where it is of a model.
fn simulation<M: Model>(car: &mut dyn Rolling) -> Option<&mut Simulation<M>> {
    car.simulation_mut().and_then(<dyn Any>::downcast_mut)
}

impl<M: Drivable> Rank for RankOf<M> {
    fn gather(&mut self, cars: &mut [Entry], taken: &mut [bool], site: &Site) {
        self.places.clear();
        self.moving = None;
        let mut starts = Starts::<M>::none();
        for (place, entry) in cars.iter_mut().enumerate().filter(|(place, _)| !taken[*place]) {
            let Some(car) = simulation::<M>(entry.car_mut()) else { continue };
            self.places.push(place);
            starts.push((*car.car(), *car.mode(), *car.state()));
        }
        if self.places.len() < LEAST {
            self.places.clear();
            return;
        }
        self.places.iter().for_each(|place| taken[*place] = true);
        let moving = Moving::new(starts, M::INTEGRATOR, vec![site.clone()], vec![0; self.places.len()]);
        self.moving = Some(moving.expect("cars, each with a vehicle and a mode"));
    }

    fn has(&self, place: usize) -> bool {
        self.places.binary_search(&place).is_ok()
    }

    fn take_vehicle(&mut self, place: usize, car: &mut dyn Rolling) -> bool {
        let row = self.places.binary_search(&place).ok();
        let Some((moving, row)) = self.moving.as_mut().zip(row) else { return false };
        let Some(car) = simulation::<M>(car) else { return false };
        moving.set_vehicle(row, car.car());
        true
    }

    fn step(&mut self, cars: &mut [Entry], StepNow { site, surface, dt, pool }: StepNow<'_>) {
        let Some(moving) = &mut self.moving else { return };
        let road = Road::new(surface, &site.ground);
        moving.set_surface(surface);
        for (row, place) in self.places.iter().enumerate() {
            let entry = &mut cars[*place];
            let request = *entry.request();
            let on_track = entry.on_track();
            if let Some(car) = own_step::<M>(entry) {
                moving.batch.borrow_car(row, car);
                moving.commands.set_other(row, &request);
                moving.places.set_on_track(row, on_track);
            }
        }
        moving.step_times(dt, 1, pool);
        for (row, place) in self.places.iter().enumerate() {
            let entry = &mut cars[*place];
            match own_step::<M>(entry) {
                Some(car) => {
                    moving.batch.give_back(row, dt, car);
                    entry.note_step(road, dt);
                }
                None => entry.step(road, dt),
            }
        }
    }
}

/// The simulation of a car that has the model's integrator and its vehicle's sub-steps, as the batch has.
fn own_step<M: Model>(entry: &mut Entry) -> Option<&mut Simulation<M>> {
    simulation::<M>(entry.car_mut()).filter(|car| car.is_as_its_model())
}
