//! Cars that share a world, in lanes.

use core::any::TypeId;
use core::fmt;

use skidpad_core::batch::Pool;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_world::ground::Road;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::{CarId, Entry, Site, StepTogether};

use crate::list::FleetModels;
use crate::rank::{Rank, StepNow};

/// Moves the cars of a [`World`](skidpad_world::world::World) in SIMD lanes, those of each model together, and over threads. It
/// changes no bits.
///
/// Cars of other models than those of its list, with input shaping, or with an integrator or sub-steps that the caller chose,
/// are moved one after the other, and so are the cars of a model with few of them.
///
/// ```
/// use skidpad_core::controls::Gear;
/// use skidpad_core::step::Dt;
/// use skidpad_fleet::{FleetModel, FleetModels, Lanes};
/// use skidpad_texts::{WORKLOAD_W1, w1::W1};
/// use skidpad_world::rolling::{Begin, CarChoice};
/// use skidpad_world::world::{Member, Site, World, body_of};
///
/// // Or `skidpad_fleet::MODELS`, with the feature `models`.
/// static W1_FLEET: FleetModel = FleetModel::new::<W1>(&WORKLOAD_W1);
/// static MODELS: FleetModels = FleetModels::new(&[&W1_FLEET]);
///
/// let car = CarChoice::Own("w1");
/// let body = body_of(&WORKLOAD_W1, &car, 0.25, 0.5);
/// let mut world = World::new(Site::asphalt());
/// for place in 0..100 {
///     let initial = [("x_m", 10.0 * f64::from(place)), ("velocity_x_m_s", 20.0)];
///     let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
///     world.add(Member { car: WORKLOAD_W1.begin(&car, &begin).unwrap(), body: Some(body) }).unwrap();
/// }
/// let mut one_by_one = world.clone();
/// let mut world = world.stepped_together(Lanes::new(MODELS));
/// let dt = Dt::new(0.01).unwrap();
/// for world in [&mut world, &mut one_by_one] {
///     (0..10).for_each(|_| world.step(dt));
/// }
/// assert_eq!(world.hash(), one_by_one.hash());
/// ```
pub struct Lanes {
    models: FleetModels,
    ranks: Vec<Box<dyn Rank>>,
    /// Places of the cars that are moved one after the other, and what moves each.
    alone: Vec<(usize, Option<TypeId>)>,
    threads: usize,
    /// Made by the first step, so that clones that are never stepped have none.
    pool: Option<Pool>,
    /// True where cars have joined or left.
    are_new: bool,
    /// Cars that may have changed, in the order of their numbers.
    changed: Vec<CarId>,
}

impl fmt::Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lanes")
            .field("models", &self.models)
            .field("threads", &self.threads())
            .finish_non_exhaustive()
    }
}

impl Lanes {
    /// Lanes for the models of a list, on the caller's thread.
    pub fn new(models: FleetModels) -> Self {
        let ranks = models.iter().map(|model| (model.rank)()).collect();
        Self { models, ranks, alone: Vec::new(), threads: 1, pool: None, are_new: true, changed: Vec::new() }
    }

    /// Returns the lanes over threads: the caller's and `threads - 1` of its own, which live as long as the world and wait
    /// between steps. 0: as many as the machine runs at once. The number of threads changes no bits.
    pub fn with_threads(mut self, threads: usize) -> Self {
        let pool = Pool::new(threads);
        self.threads = pool.threads();
        self.pool = (self.threads > 1).then_some(pool);
        self
    }

    /// Number of threads that it runs on.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Takes in cars that have joined, left or changed.
    fn renew(&mut self, cars: &mut [Entry], site: &Site) {
        for id in self.changed.drain(..) {
            let Ok(place) = cars.binary_search_by_key(&id, Entry::id) else { continue };
            let car = cars[place].car_mut();
            self.are_new |= match self.ranks.iter_mut().find(|rank| rank.has(place)) {
                Some(rank) => !rank.take_vehicle(place, car),
                // Of another model it may belong to others.
                None => !self.alone.contains(&(place, kind(car))),
            };
        }
        if core::mem::take(&mut self.are_new) {
            if self.pool.is_none() && self.threads > 1 {
                self.pool = Some(Pool::new(self.threads));
            }
            let mut taken = vec![false; cars.len()];
            self.ranks.iter_mut().for_each(|rank| rank.gather(cars, &mut taken, site));
            self.alone.clear();
            let alone = (0..cars.len()).filter(|place| !taken[*place]);
            self.alone.extend(alone.map(|place| (place, kind(cars[place].car_mut()))));
        }
    }
}

/// Type of what moves a car; `None` for one that only moves itself.
fn kind(car: &mut dyn Rolling) -> Option<TypeId> {
    car.simulation_mut().map(|simulation| (*simulation).type_id())
}

impl StepTogether for Lanes {
    fn step(&mut self, cars: &mut [Entry], site: &Site, surface: &Surface<f64>, dt: Dt) {
        self.renew(cars, site);
        for rank in &mut self.ranks {
            rank.step(cars, StepNow { site, surface, dt, pool: &mut self.pool });
        }
        let road = Road::new(surface, &site.ground);
        self.alone.iter().for_each(|(place, _)| cars[*place].step(road, dt));
    }

    fn note_car(&mut self, car: CarId) {
        if let Err(place) = self.changed.binary_search(&car) {
            self.changed.insert(place, car);
        }
    }

    fn note_all(&mut self) {
        self.are_new = true;
    }

    fn fresh(&self) -> Box<dyn StepTogether> {
        Box::new(Self { threads: self.threads, ..Self::new(self.models) })
    }
}
