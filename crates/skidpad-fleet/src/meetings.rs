//! Contact of cars with the walls and cones of their sites: each car alone, with the bits of a world that has no other car, or with the
//! other cars of its scene.

use core::marker::PhantomData;

use skidpad_core::batch::{Batch, Divisible, Pool};
use skidpad_core::step::Dt;
use skidpad_world::contact::{Body, Mover, PlanarChannels};
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{corrected, planar};
use skidpad_world::scene::ConeState;
use skidpad_world::world::Site;

use crate::convert::Convert;
use crate::near::{Corrected, Memory, Near};
use crate::places::Places;
use crate::scenes::Scenes;
use crate::slot::{Slot, Step, take_first};

/// Number of cars that share the working memory of contact. It does not depend on threads, so neither does what is allocated.
const CARS_PER_MEMORY: usize = 32;

/// Cars of a group, as walls and cones meet them.
pub(crate) struct Meetings<M: Drivable, T> {
    /// In the order of the cars.
    slots: Vec<Slot>,
    nears: Vec<Near>,
    /// Scenes whose cars meet each other; `None`: each car is alone.
    scenes: Option<Scenes>,
    /// Working memory of contact, each for [`CARS_PER_MEMORY`] cars in turn.
    memories: Vec<Memory>,
    /// Positions, headings and velocities of all cars at the beginning of the step, channel after channel.
    before: Vec<f64>,
    /// Cars that move in space at the beginning of the step; empty for other models, `None` without a body.
    in_space: Vec<Option<Mover>>,
    channels: PlanarChannels<M::State<f64>>,
    impacts: Impacts<T>,
    /// True where a car was near anything in the last step.
    had_contact: bool,
    model: PhantomData<M>,
}

/// Largest approach speed of each car's impacts in the last step, m/s; 0 without impacts.
#[derive(Debug)]
pub(crate) struct Impacts<T> {
    pub walls_m_s: Vec<T>,
    pub cones_m_s: Vec<T>,
    /// Impacts with other cars of its scene.
    pub cars_m_s: Vec<T>,
}

impl<M: Drivable, T: Convert> Meetings<M, T> {
    /// Cars with these bodies on their sites, whose motion in the plane has these channels; `per_scene` of them meet each other.
    pub fn new(
        channels: PlanarChannels<M::State<f64>>,
        cars: &[(Option<Body>, &Site)],
        per_scene: usize,
    ) -> Self {
        let memory = Memory::default();
        Self {
            slots: cars.iter().map(|(body, site)| Slot::new(body.as_ref(), site)).collect(),
            nears: cars.iter().map(|(body, site)| Near::new(*body, site)).collect(),
            scenes: (per_scene > 1).then(|| Scenes::new(per_scene, cars.len())),
            memories: vec![memory; cars.len().div_ceil(CARS_PER_MEMORY)],
            before: vec![0.0; channels.places().len() * cars.len()],
            in_space: Vec::with_capacity(if M::MOVES_IN_SPACE { cars.len() } else { 0 }),
            impacts: Impacts {
                walls_m_s: vec![T::zero(); cars.len()],
                cones_m_s: vec![T::zero(); cars.len()],
                cars_m_s: vec![T::zero(); cars.len()],
            },
            had_contact: false,
            channels,
            model: PhantomData,
        }
    }

    /// Largest approach speeds of the impacts of the last step.
    pub fn impacts(&self) -> &Impacts<T> {
        &self.impacts
    }

    /// The cones of a car; `None` where it meets none.
    pub fn cones(&self, car: usize) -> Option<&[ConeState]> {
        self.nears[car].cones()
    }

    /// Notes where the cars are at the beginning of a step.
    pub fn begin(&mut self, batch: &Batch<M, T>, places: &Places<M>) {
        let columns = self.before.chunks_exact_mut(self.slots.len());
        for (column, place) in columns.zip(self.channels.places()) {
            column.iter_mut().zip(batch.states(place)).for_each(|(before, now)| *before = now.lane(0));
        }
        if M::MOVES_IN_SPACE {
            self.in_space.clear();
            let at_start = |(car, near)| at_start(batch, places, car, near);
            self.in_space.extend(self.nears.iter().enumerate().map(at_start));
        }
    }

    /// Corrects the motions of cars by what they met since the beginning of the step. Returns true where a car was near anything.
    pub fn resolve(
        &mut self,
        batch: &mut Batch<M, T>,
        places: &Places<M>,
        dt: Dt,
        pool: &mut Option<Pool>,
    ) -> bool {
        if core::mem::take(&mut self.had_contact) {
            self.impacts.walls_m_s.fill(T::zero());
            self.impacts.cones_m_s.fill(T::zero());
            self.impacts.cars_m_s.fill(T::zero());
        }
        let step = Step {
            batch,
            places,
            before: &self.before,
            in_space: &self.in_space,
            channels: self.channels.places(),
            dt_s: dt.seconds(),
        };
        let Self { slots, nears, memories, scenes, .. } = self;
        let meet = |share: Share<'_>| share.meet(&step);
        self.had_contact = match (scenes, pool) {
            (Some(scenes), pool) => scenes.meet(slots, nears, &step, pool),
            (None, Some(pool)) => {
                pool.divide(Share { start: 0, slots, nears, memories }, CARS_PER_MEMORY, &meet)
            }
            (None, None) => meet(Share { start: 0, slots, nears, memories }),
        };
        if self.had_contact {
            self.apply(batch, places);
        }
        self.had_contact
    }

    /// Puts corrected motions into the cars.
    fn apply(&mut self, batch: &mut Batch<M, T>, places: &Places<M>) {
        for (car, near) in self.nears.iter_mut().enumerate().filter(|(car, _)| self.slots[*car].is_near) {
            let (changed, speeds) = near.take();
            self.impacts.walls_m_s[car] = T::lit(speeds.walls_m_s);
            self.impacts.cones_m_s[car] = T::lit(speeds.cones_m_s);
            self.impacts.cars_m_s[car] = T::lit(speeds.cars_m_s);
            let state = changed.and_then(|changed| new_state(batch, places, car, &changed));
            if let Some(state) = state {
                batch.set_state(car, &T::state::<M>(&state));
            }
        }
    }

    /// Forgets what a car touched and where it need not search, as it is put elsewhere. Its cones stay.
    pub fn forget(&mut self, car: usize) {
        self.slots[car].forget();
        self.nears[car].part();
        if let Some(scenes) = &mut self.scenes {
            scenes.forget(car);
        }
        self.impacts.walls_m_s[car] = T::zero();
        self.impacts.cones_m_s[car] = T::zero();
        self.impacts.cars_m_s[car] = T::zero();
    }

    /// Sets whether a car meets nothing for the time being.
    pub fn set_absent(&mut self, car: usize, is_absent: bool) {
        self.slots[car].is_absent = is_absent;
        self.forget(car);
    }

    /// Forgets what a car touched, and puts its cones back to where they stood at first.
    pub fn reset(&mut self, car: usize, site: &Site) {
        self.forget(car);
        self.nears[car].reset_cones(site);
    }
}

/// A car in space at the beginning of a step; `None` without a body.
fn at_start<M: Drivable, T: Convert>(
    batch: &Batch<M, T>,
    places: &Places<M>,
    car: usize,
    near: &Near,
) -> Option<Mover> {
    let (body, vehicle, state) = (near.body()?, &places.vehicles[car], T::widened::<M>(&batch.state(car)));
    let start = planar::<M>(vehicle, &state)?;
    Some(Mover::at_start(*body, start, M::in_contact(vehicle, &state, body)))
}

/// The state of a car after contact; `None` where its model has no motion in the plane.
fn new_state<M: Drivable, T: Convert>(
    batch: &Batch<M, T>,
    places: &Places<M>,
    car: usize,
    changed: &Corrected,
) -> Option<M::State<f64>> {
    let Corrected { motion, tilt_rates_rad_s } = changed;
    let state = T::widened::<M>(&batch.state(car));
    corrected::<M>(&places.vehicles[car], &state, motion, Some(*tilt_rates_rad_s))
}

/// Cars side by side, from one that is the first of a memory.
struct Share<'a> {
    /// The first car.
    start: usize,
    slots: &'a mut [Slot],
    nears: &'a mut [Near],
    memories: &'a mut [Memory],
}

impl Divisible for Share<'_> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn take_first(&mut self, most: usize) -> Self {
        let count = usize::min(most, self.slots.len());
        let start = self.start;
        self.start += count;
        Self {
            start,
            slots: take_first(&mut self.slots, count),
            nears: take_first(&mut self.nears, count),
            memories: take_first(&mut self.memories, count.div_ceil(CARS_PER_MEMORY)),
        }
    }
}

impl Share<'_> {
    /// Lets all cars meet the walls and cones of their sites. Returns true where one is near one.
    fn meet<M: Drivable, T: Convert>(self, step: &Step<'_, M, T>) -> bool {
        let Self { start, slots, nears, memories } = self;
        let mut is_any_near = false;
        for (place, (slot, near)) in slots.iter_mut().zip(nears).enumerate() {
            is_any_near |= step.meet(start + place, slot, near, &mut memories[place / CARS_PER_MEMORY]);
        }
        is_any_near
    }
}
