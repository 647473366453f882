//! Scenes whose cars meet each other, besides the walls of their site: each with the bits of a world that has the same cars.

use skidpad_core::batch::{Divisible, Pool};
use skidpad_core::math::Real;
use skidpad_world::contact::{Contacts, Met, Mover, Outcome, is_usable_mover, room_m};
use skidpad_world::models::Drivable;
use skidpad_world::world::stand_on;

use crate::convert::Convert;
use crate::free_area::{Rectangle, grown, overlap};
use crate::near::{Corrected, Near};
use crate::slot::{Slot, Step, take_first};

/// Scenes of a group: as many cars in each, one scene after the other.
pub(crate) struct Scenes {
    /// Number of cars of a scene.
    cars: usize,
    scenes: Vec<Scene>,
}

/// Contact among the cars of a scene.
#[derive(Default)]
struct Scene {
    contacts: Contacts,
    movers: Vec<Mover>,
    /// Cars of the movers by their places in the scene, in this step and in the last one with contact.
    bodies: Vec<usize>,
    before: Vec<usize>,
    /// Rectangles around the ways of the cars within the step, with the room that they need.
    ways: Vec<Rectangle>,
}

impl Scenes {
    /// Scenes of so many cars each, of a group with a number of cars.
    pub fn new(cars: usize, all: usize) -> Self {
        Self { cars, scenes: (0..all.div_ceil(cars)).map(|_| Scene::default()).collect() }
    }

    /// Lets the cars of all scenes meet. Returns true where any was near anything.
    pub fn meet<M: Drivable, T: Convert>(
        &mut self,
        slots: &mut [Slot],
        nears: &mut [Near],
        step: &Step<'_, M, T>,
        pool: &mut Option<Pool>,
    ) -> bool {
        let cars = self.cars;
        let share = SceneShare { start: 0, cars, slots, nears, scenes: &mut self.scenes };
        match pool {
            Some(pool) => pool.divide(share, 1, &|share: SceneShare<'_>| share.meet(step)),
            None => share.meet(step),
        }
    }

    /// Forgets what a car of the group pressed against.
    pub fn forget(&mut self, car: usize) {
        let Scene { contacts, before, .. } = &mut self.scenes[car / self.cars];
        contacts.renumber(|place| Some(place).filter(|_| before[place] != car % self.cars));
    }
}

/// Scenes side by side.
struct SceneShare<'a> {
    /// The first car.
    start: usize,
    /// Number of cars of a scene.
    cars: usize,
    slots: &'a mut [Slot],
    nears: &'a mut [Near],
    scenes: &'a mut [Scene],
}

impl Divisible for SceneShare<'_> {
    fn len(&self) -> usize {
        self.scenes.len()
    }

    fn take_first(&mut self, most: usize) -> Self {
        let count = usize::min(most, self.scenes.len());
        let (start, cars) = (self.start, count * self.cars);
        self.start += cars;
        Self {
            start,
            cars: self.cars,
            slots: take_first(&mut self.slots, cars),
            nears: take_first(&mut self.nears, cars),
            scenes: take_first(&mut self.scenes, count),
        }
    }
}

impl SceneShare<'_> {
    fn meet<M: Drivable, T: Convert>(self, step: &Step<'_, M, T>) -> bool {
        let parts = self.slots.chunks_mut(self.cars).zip(self.nears.chunks_mut(self.cars));
        let mut is_any_near = false;
        for (number, (scene, (slots, nears))) in self.scenes.iter_mut().zip(parts).enumerate() {
            is_any_near |= scene.meet(self.start + number * self.cars, slots, nears, step);
        }
        is_any_near
    }
}

impl Scene {
    /// Lets the cars of the scene, from a first one on, meet each other and the walls. Returns true where any was near anything.
    fn meet<M: Drivable, T: Convert>(
        &mut self,
        first: usize,
        slots: &mut [Slot],
        nears: &mut [Near],
        step: &Step<'_, M, T>,
    ) -> bool {
        slots.iter_mut().for_each(|slot| slot.is_near = false);
        if !self.is_any_near(first, slots, nears, step) {
            // As in a world: cars that are near nothing press against nothing.
            if !self.before.is_empty() {
                self.contacts.renumber(|_| None);
                self.before.clear();
            }
            return false;
        }
        let Self { contacts, movers, bodies, before, .. } = self;
        movers.clear();
        bodies.clear();
        for (place, near) in nears.iter().enumerate().filter(|(place, _)| !slots[*place].is_absent) {
            if let Some(mover) = step.moved(first + place, near).filter(is_usable_mover) {
                movers.push(mover);
                bodies.push(place);
            }
        }
        // Contact remembers bodies by their places, which change where cars are absent.
        if bodies != before {
            contacts.renumber(|place| bodies.binary_search(before.get(place)?).ok());
            before.clone_from(bodies);
        }
        let site = step.site(first);
        stand_on(movers, bodies.len(), &site.ground);
        let Ok(outcome) = contacts.step(movers, &site.walls, step.dt_s) else {
            panic!("bodies are checked as they join, and motions before each step");
        };
        bodies.iter().for_each(|place| slots[*place].is_near = true);
        take_outcome(outcome, bodies, nears);
        true
    }

    /// Returns true where a car that is not absent is near another one or near a wall.
    fn is_any_near<M: Drivable, T: Convert>(
        &mut self,
        first: usize,
        slots: &mut [Slot],
        nears: &[Near],
        step: &Step<'_, M, T>,
    ) -> bool {
        self.ways.clear();
        let mut is_any_near = false;
        for (place, (slot, near)) in slots.iter_mut().zip(nears).enumerate() {
            let Some(body) = near.body().filter(|_| !slot.is_absent) else { continue };
            let way = step.way_of(first + place, near);
            let with_room = grown(&way, room_m(&body.shape));
            is_any_near |= self.ways.iter().any(|other| overlap(other, &with_room));
            is_any_near |= !slot.is_free(&way, step.site(first), near);
            self.ways.push(with_room);
        }
        is_any_near
    }
}

/// Gives cars their motions and the speeds of their impacts.
fn take_outcome(outcome: &Outcome, bodies: &[usize], nears: &mut [Near]) {
    for (body, place) in bodies.iter().enumerate() {
        let (motion, tilt_rates_rad_s) = (outcome.motions[body], outcome.tilt_rates_rad_s[body]);
        let corrected = outcome.corrected[body].then_some(Corrected { motion, tilt_rates_rad_s });
        nears[*place].note_contact(corrected);
    }
    for impact in &outcome.impacts {
        let speed_m_s = impact.approach_speed_m_s;
        let mut note = |body: usize, kind: fn(&mut crate::near::ImpactSpeeds) -> &mut f64| {
            let largest_m_s = kind(nears[bodies[body]].impacts_mut());
            *largest_m_s = Real::max(*largest_m_s, speed_m_s);
        };
        match impact.met {
            Met::Wall(_) => note(impact.body, |speeds| &mut speeds.walls_m_s),
            Met::Body(other) => {
                note(impact.body, |speeds| &mut speeds.cars_m_s);
                note(other, |speeds| &mut speeds.cars_m_s);
            }
        }
    }
}
