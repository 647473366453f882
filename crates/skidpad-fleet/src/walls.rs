//! Contact of cars with the walls of their sites: each car alone, with the bits of a world that has no other car.

use core::marker::PhantomData;

use skidpad_core::batch::{Batch, Divisible, Pool};
use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_world::contact::{
    Body, Contacts, Motion, Mover, PlanarChannels, Pressing, Walls, is_usable, motion_of, room_m,
};
use skidpad_world::models::Drivable;

use crate::places::Places;

/// Low and high corner of a rectangle along the world's axes, m.
type Rectangle = [[f64; 2]; 2];
/// A rectangle that holds none.
const NOWHERE: Rectangle = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
/// Margins around a car's way that are tried as the area in which it needs no search for walls, m, the widest first.
const MARGINS_M: [f64; 4] = [64.0, 16.0, 4.0, 1.0];

/// Number of cars that share the working memory of contact. It does not depend on threads, so neither does what is allocated.
const CARS_PER_MEMORY: usize = 32;
/// Points of contact for which each car has memory from the beginning: the corners of a car in a corner of walls, twice.
const POINTS: usize = 8;

/// Cars of a group, as walls meet them.
pub(crate) struct Meetings<M: Drivable> {
    bodies: Vec<Option<Body>>,
    /// In the order of the cars.
    slots: Vec<Slot>,
    nears: Vec<Near>,
    /// Working memory of contact, each for [`CARS_PER_MEMORY`] cars in turn.
    memories: Vec<Contacts>,
    /// Positions, headings and velocities of all cars at the beginning of the step, channel after channel.
    before: Vec<f64>,
    channels: PlanarChannels<M::State<f64>>,
    /// Largest approach speed of each car's impacts in the last step, m/s; 0 without impacts.
    impacts_m_s: Vec<f64>,
    /// True where a car was near a wall in the last step.
    had_contact: bool,
    model: PhantomData<M>,
}

/// Memory of a car between steps.
struct Slot {
    /// Area without walls, in which the car needs no search.
    free: Rectangle,
    /// Room around the centre of mass, m; `None` for a car that meets nothing.
    room_m: Option<f64>,
    /// True where the car was near a wall in the last step.
    is_near: bool,
}

/// Memory of a car near a wall. Apart from its slot, as few cars are.
struct Near {
    pressing: Pressing,
    /// Motion that contact gave it in this step.
    corrected: Option<Motion>,
    /// Largest approach speed of this step's impacts, m/s.
    impact_m_s: f64,
}

/// A step, as each car sees it.
struct Step<'a, M: Drivable> {
    batch: &'a Batch<M, f64>,
    places: &'a Places<M>,
    bodies: &'a [Option<Body>],
    before: &'a [f64],
    channels: [usize; 6],
    dt_s: f64,
}

impl<M: Drivable> Meetings<M> {
    /// Cars with these bodies, whose motion in the plane has these channels.
    pub fn new(channels: PlanarChannels<M::State<f64>>, bodies: Vec<Option<Body>>) -> Self {
        let slot = |body: &Option<Body>| Slot {
            free: NOWHERE,
            room_m: body.map(|body| room_m(&body.shape)),
            is_near: false,
        };
        let near = |body: &Option<Body>| Near {
            pressing: Pressing::with_capacity(if body.is_some() { POINTS } else { 0 }),
            corrected: None,
            impact_m_s: 0.0,
        };
        Self {
            slots: bodies.iter().map(slot).collect(),
            nears: bodies.iter().map(near).collect(),
            memories: vec![Contacts::new(); bodies.len().div_ceil(CARS_PER_MEMORY)],
            before: vec![0.0; channels.places().len() * bodies.len()],
            impacts_m_s: vec![0.0; bodies.len()],
            had_contact: false,
            channels,
            bodies,
            model: PhantomData,
        }
    }

    /// Largest approach speed of each car's impacts in the last step, m/s; 0 without impacts.
    pub fn impacts_m_s(&self) -> &[f64] {
        &self.impacts_m_s
    }

    /// Notes where the cars are at the beginning of a step.
    pub fn begin(&mut self, batch: &Batch<M, f64>) {
        let columns = self.before.chunks_exact_mut(self.bodies.len());
        for (column, place) in columns.zip(self.channels.places()) {
            column.copy_from_slice(batch.states(place));
        }
    }

    /// Corrects the motions of cars by what they met since the beginning of the step.
    pub fn resolve(
        &mut self,
        batch: &mut Batch<M, f64>,
        places: &Places<M>,
        dt: Dt,
        pool: &mut Option<Pool>,
    ) {
        if core::mem::take(&mut self.had_contact) {
            self.impacts_m_s.fill(0.0);
        }
        let step = Step {
            batch,
            places,
            bodies: &self.bodies,
            before: &self.before,
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
            self.apply(batch);
        }
    }

    /// Puts corrected motions into the cars.
    fn apply(&mut self, batch: &mut Batch<M, f64>) {
        for (car, near) in self.nears.iter_mut().enumerate().filter(|(car, _)| self.slots[*car].is_near) {
            self.impacts_m_s[car] = core::mem::take(&mut near.impact_m_s);
            if let Some(motion) = near.corrected.take() {
                let mut state = batch.state(car);
                self.channels.correct(&mut state, &motion);
                batch.set_state(car, &state);
            }
        }
    }

    /// Forgets what a car touched and where it need not search, as it is put elsewhere.
    pub fn forget(&mut self, car: usize) {
        let slot = &mut self.slots[car];
        (slot.free, slot.is_near) = (NOWHERE, false);
        self.nears[car].pressing.clear();
        self.impacts_m_s[car] = 0.0;
    }
}

impl<M: Drivable> Step<'_, M> {
    /// Lets a car meet the walls of its site. Returns true where it is near one.
    fn meet(&self, car: usize, slot: &mut Slot, near: &mut Near, memory: &mut Contacts) -> bool {
        let (Some(room_m), Some(body)) = (slot.room_m, self.bodies[car]) else { return false };
        let walls = &*self.places.site(car).walls;
        let was_near = core::mem::take(&mut slot.is_near);
        if !self.is_free(car, room_m, walls, &mut slot.free) {
            let start = motion_of(core::array::from_fn(|channel| self.start(car, channel)));
            let proposed = motion_of(self.channels.map(|place| self.batch.states(place)[car]));
            slot.is_near = is_usable(&start) && is_usable(&proposed);
            if slot.is_near {
                near.meet(&Mover { body, start, proposed }, walls, self.dt_s, memory);
                return true;
            }
        }
        if was_near {
            // As in a world: a car that is near nothing presses against nothing.
            near.pressing.clear();
        }
        false
    }

    /// Returns true where no wall is near the way of a car within the step.
    fn is_free(&self, car: usize, room_m: f64, walls: &Walls, free: &mut Rectangle) -> bool {
        let axis = |channel: usize| {
            let (start, end) = (self.start(car, channel), self.batch.states(self.channels[channel])[car]);
            [Real::min(start, end) - room_m, Real::max(start, end) + room_m]
        };
        let (x, y) = (axis(0), axis(1));
        let way = [[x[0], y[0]], [x[1], y[1]]];
        if holds(free, &way) {
            return true;
        }
        if !walls.leave_free(way[0], way[1]) {
            return false;
        }
        let wider = |margin_m: f64| [way[0].map(|low| low - margin_m), way[1].map(|high| high + margin_m)];
        let mut areas = MARGINS_M.into_iter().map(wider);
        *free = areas.find(|area| walls.leave_free(area[0], area[1])).unwrap_or(way);
        true
    }

    /// Number of a planar channel at the beginning of the step.
    fn start(&self, car: usize, channel: usize) -> f64 {
        self.before[channel * self.bodies.len() + car]
    }
}

impl Near {
    /// Lets the car meet walls.
    fn meet(&mut self, mover: &Mover, walls: &Walls, dt_s: f64, memory: &mut Contacts) {
        memory.swap_pressing(&mut self.pressing);
        let Ok(outcome) = memory.step(core::slice::from_ref(mover), walls, dt_s) else {
            unreachable!("bodies were checked as they joined, and motions now");
        };
        self.corrected = outcome.corrected[0].then_some(outcome.motions[0]);
        self.impact_m_s = outcome.impacts.iter().map(|impact| impact.approach_speed_m_s).fold(0.0, Real::max);
        memory.swap_pressing(&mut self.pressing);
    }
}

/// Returns true where a rectangle holds another.
fn holds(outer: &Rectangle, inner: &Rectangle) -> bool {
    let [low, high] = outer;
    low.iter().zip(inner[0]).all(|(outer, inner)| *outer <= inner)
        && high.iter().zip(inner[1]).all(|(outer, inner)| *outer >= inner)
}

/// Cars side by side, from one that is the first of a memory.
struct Share<'a> {
    /// The first car.
    start: usize,
    slots: &'a mut [Slot],
    nears: &'a mut [Near],
    memories: &'a mut [Contacts],
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
    /// Lets all cars meet the walls of their sites. Returns true where one is near one.
    fn meet<M: Drivable>(self, step: &Step<'_, M>) -> bool {
        let Self { start, slots, nears, memories } = self;
        let mut is_any_near = false;
        for (place, (slot, near)) in slots.iter_mut().zip(nears).enumerate() {
            is_any_near |= step.meet(start + place, slot, near, &mut memories[place / CARS_PER_MEMORY]);
        }
        is_any_near
    }
}
