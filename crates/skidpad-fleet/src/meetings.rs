//! Contact of cars with the walls and cones of their sites: each car alone, with the bits of a world that has no other car.

use core::marker::PhantomData;

use skidpad_core::batch::{Batch, Divisible, Pool};
use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_world::contact::{Body, Mover, PlanarChannels, motion_of, reach_m, room_m};
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{corrected, planar};
use skidpad_world::scene::{ConeState, Vicinity};
use skidpad_world::world::Site;

use crate::convert::Convert;
use crate::free_area::{FreeArea, Rectangle};
use crate::near::{Corrected, Memory, Near};
use crate::places::Places;

/// Number of cars that share the working memory of contact. It does not depend on threads, so neither does what is allocated.
const CARS_PER_MEMORY: usize = 32;

/// Cars of a group, as walls and cones meet them.
pub(crate) struct Meetings<M: Drivable, T> {
    /// In the order of the cars.
    slots: Vec<Slot>,
    nears: Vec<Near>,
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
}

/// Areas in which a car meets nothing. One without a body has neither area, as it meets nothing anywhere.
struct Slot {
    /// Area without walls; `None` on a site without walls.
    walls: Option<FreeArea>,
    /// Area without cones; `None` on a site without cones.
    cones: Option<FreeArea>,
    /// True where the car was near anything in the last step.
    is_near: bool,
}

/// A step, as each car sees it.
struct Step<'a, M: Drivable, T: Convert> {
    batch: &'a Batch<M, T>,
    places: &'a Places<M>,
    before: &'a [f64],
    in_space: &'a [Option<Mover>],
    channels: [usize; 6],
    dt_s: f64,
}

impl<M: Drivable, T: Convert> Meetings<M, T> {
    /// Cars with these bodies on their sites, whose motion in the plane has these channels.
    pub fn new(channels: PlanarChannels<M::State<f64>>, cars: &[(Option<Body>, &Site)]) -> Self {
        let memory = Memory::default();
        Self {
            slots: cars.iter().map(|(body, site)| Slot::new(body.as_ref(), site)).collect(),
            nears: cars.iter().map(|(body, site)| Near::new(*body, site)).collect(),
            memories: vec![memory; cars.len().div_ceil(CARS_PER_MEMORY)],
            before: vec![0.0; channels.places().len() * cars.len()],
            in_space: Vec::with_capacity(if M::MOVES_IN_SPACE { cars.len() } else { 0 }),
            impacts: Impacts {
                walls_m_s: vec![T::zero(); cars.len()],
                cones_m_s: vec![T::zero(); cars.len()],
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
        }
        let step = Step {
            batch,
            places,
            before: &self.before,
            in_space: &self.in_space,
            channels: self.channels.places(),
            dt_s: dt.seconds(),
        };
        let meet = |share: Share<'_>| share.meet(&step);
        let cars =
            Share { start: 0, slots: &mut self.slots, nears: &mut self.nears, memories: &mut self.memories };
        self.had_contact = match pool {
            Some(pool) => pool.divide(cars, CARS_PER_MEMORY, &meet),
            None => meet(cars),
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
        self.impacts.walls_m_s[car] = T::zero();
        self.impacts.cones_m_s[car] = T::zero();
    }

    /// Forgets what a car touched, and puts its cones back to where they stood at first.
    pub fn reset(&mut self, car: usize, site: &Site) {
        self.forget(car);
        self.nears[car].reset_cones(site);
    }
}

impl Slot {
    fn new(body: Option<&Body>, site: &Site) -> Self {
        let shape = body.map(|body| &body.shape);
        let walls = shape.filter(|_| !site.walls.is_empty());
        let cones = shape.filter(|_| !site.cones.is_empty());
        Self {
            walls: walls.map(|shape| FreeArea::new(room_m(shape))),
            cones: cones.map(|shape| FreeArea::new(Vicinity::room_m(shape))),
            is_near: false,
        }
    }

    fn forget(&mut self) {
        self.walls.iter_mut().chain(&mut self.cones).for_each(FreeArea::forget);
        self.is_near = false;
    }

    /// Returns true where neither a wall nor a cone is near the way of a car within the step.
    fn is_free(&mut self, way: &Rectangle, site: &Site, near: &Near) -> bool {
        let [low, high] = way;
        // Cones take part within a circle about the start, which the way may leave by its length to any side.
        let comes_m = (high[0] - low[0]) + (high[1] - low[1]);
        let Self { walls, cones, .. } = self;
        let are_walls_far = walls
            .as_mut()
            .is_none_or(|area| area.encloses(way, 0.0, |low_m, high_m| site.walls.leave_free(low_m, high_m)));
        let are_cones_far = cones.as_mut().is_none_or(|area| {
            area.encloses(way, comes_m, |low_m, high_m| near.is_free_of_cones(low_m, high_m))
        });
        are_walls_far && are_cones_far
    }
}

impl<M: Drivable, T: Convert> Step<'_, M, T> {
    /// Lets a car meet the walls and cones of its site. Returns true where it is near one.
    fn meet(&self, car: usize, slot: &mut Slot, near: &mut Near, memory: &mut Memory) -> bool {
        if slot.walls.is_none() && slot.cones.is_none() {
            return false;
        }
        let was_near = core::mem::take(&mut slot.is_near);
        let site = self.places.site(car);
        // In space the way depends on the outline of the car's attitude.
        let in_space = if M::MOVES_IN_SPACE { self.moved(car, near) } else { None };
        let way = in_space.as_ref().map_or_else(|| self.way(car), way_in_space);
        if !slot.is_free(&way, site, near) {
            slot.is_near = true;
            let moved = in_space.or_else(|| self.moved(car, near));
            let have_cones_moved = near.meet(moved, site, self.dt_s, memory);
            if let Some(area) = slot.cones.as_mut().filter(|_| have_cones_moved) {
                area.forget();
            }
            return true;
        }
        if was_near {
            // As in a world: a car that is near nothing presses against nothing.
            near.part();
        }
        false
    }

    /// A car at the beginning and the end of the step; `None` without a body.
    fn moved(&self, car: usize, near: &Near) -> Option<Mover> {
        let body = near.body()?;
        if M::MOVES_IN_SPACE {
            let began = self.in_space.get(car)?.as_ref()?;
            let (vehicle, state) = (&self.places.vehicles[car], T::widened::<M>(&self.batch.state(car)));
            let proposed = planar::<M>(vehicle, &state)?;
            return Some(began.proposing(proposed, M::in_contact(vehicle, &state, body)));
        }
        let start = motion_of(core::array::from_fn(|channel| self.start(car, channel)));
        let proposed = motion_of(self.channels.map(|place| self.batch.states(place)[car].lane(0)));
        Some(Mover::new(*body, start, proposed))
    }

    /// Rectangle around the positions of a car at the beginning and the end of the step.
    fn way(&self, car: usize) -> Rectangle {
        let axis = |channel: usize| {
            let (start, end) =
                (self.start(car, channel), self.batch.states(self.channels[channel])[car].lane(0));
            [Real::min(start, end), Real::max(start, end)]
        };
        let (x, y) = (axis(0), axis(1));
        [[x[0], y[0]], [x[1], y[1]]]
    }

    /// Number of a planar channel at the beginning of the step.
    fn start(&self, car: usize, channel: usize) -> f64 {
        self.before[channel * self.batch.len() + car]
    }
}

/// Rectangle around the way of a car in space, and as much more as its outline reaches further than on the level.
fn way_in_space(mover: &Mover) -> Rectangle {
    let (from, to) = (mover.start.position_m, mover.proposed.position_m);
    let (tilted, level) = (mover.outline(), &mover.body.shape);
    let further_m =
        Real::max(mover.reach_m() - reach_m(level), Vicinity::room_m(tilted) - Vicinity::room_m(level));
    let more_m = Real::max(further_m, 0.0);
    [
        [Real::min(from.x, to.x) - more_m, Real::min(from.y, to.y) - more_m],
        [Real::max(from.x, to.x) + more_m, Real::max(from.y, to.y) + more_m],
    ]
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

/// Takes the first items out of a slice.
fn take_first<'a, T>(items: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = core::mem::take(items).split_at_mut(count);
    *items = rest;
    first
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
