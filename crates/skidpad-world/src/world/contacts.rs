//! How the cars of a world meet each other, walls and cones.

use core::cmp::Ordering;

use skidpad_core::step::Dt;

use super::Site;
use super::car::{CarId, Entry};
use super::party::{Party, WorldImpact};
use super::standing::stand_on;
use crate::contact::{Pressing, is_usable_mover};
use crate::scene::{ConeContacts, ConeSearch, ConeState, Cones};

/// Contact among the cars and cones of a world, with the memory that a step needs.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// Its bodies are cars in the order of their numbers, then the cones that may meet something.
    met: ConeContacts,
    cones: Cones,
    /// The car or cone of each body.
    bodies: Vec<Party>,
    /// The cars and cones of the movers of the step before.
    before: Vec<Party>,
    search: ConeSearch,
    /// Impacts of the last step.
    impacts: Vec<WorldImpact>,
    pushed_m: f64,
}

/// All of a meeting that a later step depends on, and its last impacts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SavedMeeting {
    pressing: Pressing,
    before: Vec<Party>,
    /// Number of cones of the site.
    cones: usize,
    /// The cones that are not as they stood at first.
    moved: Vec<(usize, ConeState)>,
    impacts: Vec<WorldImpact>,
    pushed_m: f64,
}

impl SavedMeeting {
    pub fn approximate_bytes(&self) -> usize {
        let Self { pressing, before, moved, impacts, .. } = self;
        pressing.bytes() + size_of_val(&before[..]) + size_of_val(&moved[..]) + size_of_val(&impacts[..])
    }

    /// Returns true where a site has as many cones.
    pub fn is_of(&self, site: &Site) -> bool {
        self.cones == site.cones.len()
    }

    /// The state of each cone of a site.
    pub fn cone(&self, cone: usize, site: &Site) -> Option<ConeState> {
        let standing = ConeState::standing(site.cones.get(cone)?);
        let place = self.moved.binary_search_by_key(&cone, |(index, _)| *index);
        Some(place.map_or(standing, |place| self.moved[place].1))
    }
}

impl Meeting {
    /// Saves what a later step depends on.
    pub fn save(&self, site: &Site) -> SavedMeeting {
        let cones = self.cones.states().iter().zip(site.cones.iter()).enumerate();
        let moved = cones.filter(|(_, (now, then))| !now.has_bits_of(&ConeState::standing(then)));
        SavedMeeting {
            pressing: self.met.contacts.pressing().clone(),
            before: self.before.clone(),
            cones: site.cones.len(),
            moved: moved.map(|(index, (now, _))| (index, *now)).collect(),
            impacts: self.impacts.clone(),
            pushed_m: self.pushed_m,
        }
    }

    /// Goes on from what was saved on the same site.
    pub fn restore(&mut self, saved: &SavedMeeting, site: &Site) {
        let mut states: Vec<ConeState> = site.cones.iter().map(ConeState::standing).collect();
        for (index, state) in &saved.moved {
            states[*index] = *state;
        }
        self.cones.restore(states);
        self.met.contacts.restore_pressing(&saved.pressing);
        self.before.clone_from(&saved.before);
        self.impacts.clone_from(&saved.impacts);
        self.pushed_m = saved.pushed_m;
    }

    /// Puts all cones back to where they stood at first.
    pub fn reset_cones(&mut self, site: &Site) {
        self.cones.reset(&site.cones);
        let before = &self.before;
        let is_car = |place: &usize| matches!(before.get(*place), Some(Party::Car(_)));
        self.met.contacts.renumber(|place| Some(place).filter(is_car));
    }

    /// Nothing has met anything yet.
    pub fn new(site: &Site) -> Self {
        Self {
            met: ConeContacts::default(),
            cones: Cones::new(&site.cones),
            bodies: Vec::new(),
            before: Vec::new(),
            search: ConeSearch::default(),
            impacts: Vec::new(),
            pushed_m: 0.0,
        }
    }

    /// Notes where the cars with bodies are at the beginning of a step. Those beyond what contact can use meet nothing.
    pub fn begin(&mut self, cars: &[Entry]) {
        self.met.movers.clear();
        self.bodies.clear();
        for entry in cars {
            let at_start = entry.body.zip(entry.car.planar()).map(|(body, start)| entry.mover(&body, start));
            if let Some(mover) = at_start.filter(is_usable_mover) {
                self.met.movers.push(mover);
                self.bodies.push(Party::Car(entry.id));
            }
        }
    }

    /// Corrects the motions of cars by what they met since the beginning of the step, and moves cones on.
    pub fn resolve(&mut self, cars: &mut [Entry], site: &Site, dt: Dt) {
        self.propose(cars);
        let cars_that_meet = self.bodies.len();
        self.add_cones(site.surface.gravity_m_s2, dt);
        stand_on(&mut self.met.movers, cars_that_meet, &site.ground);
        self.renumber();
        self.impacts.clear();
        let mut has_crushed = false;
        let rigid = if site.are_cones_rigid { usize::MAX } else { cars_that_meet };
        while !self.met.try_step(rigid, &site.walls, dt.seconds()) {
            has_crushed = true;
            self.crush();
        }
        let outcome = self.met.outcome();
        for (place, body) in self.bodies.iter().enumerate() {
            let (motion, is_corrected) = (&outcome.motions[place], outcome.corrected[place]);
            match body {
                Party::Car(id) if is_corrected => {
                    if let Some(entry) = find(cars, *id) {
                        entry.car.correct_in_space(motion, outcome.tilt_rates_rad_s[place]);
                    }
                }
                Party::Cone(cone) => self.cones.set(*cone, *motion, is_corrected),
                _ => {}
            }
        }
        self.impacts.extend(outcome.impacts.iter().map(|impact| WorldImpact::new(impact, &self.bodies)));
        if has_crushed {
            self.impacts.sort_unstable_by(in_order);
        }
        self.pushed_m = outcome.pushed_m;
    }

    /// Notes the blows that crushed cones, and takes those out of the bodies.
    fn crush(&mut self) {
        let Self { met, cones, bodies, before, impacts, .. } = self;
        impacts.extend(met.blows().iter().map(|impact| WorldImpact::new(impact, bodies)));
        for place in met.crushed() {
            before.remove(place);
            if let Party::Cone(cone) = bodies.remove(place) {
                cones.crush(cone);
            }
        }
    }

    /// Notes where the models have moved the cars. Those moved beyond what contact can use meet nothing.
    fn propose(&mut self, cars: &[Entry]) {
        let mut kept = 0;
        // Both are in the order of the cars' numbers.
        let mut cars = cars.iter();
        for place in 0..self.met.movers.len() {
            let (mut mover, body) = (self.met.movers[place], self.bodies[place]);
            let Party::Car(id) = body else { continue };
            let Some(entry) = cars.find(|entry| entry.id == id) else { continue };
            mover = entry.moved(&mover);
            if is_usable_mover(&mover) {
                (self.met.movers[kept], self.bodies[kept]) = (mover, body);
                kept += 1;
            }
        }
        self.met.movers.truncate(kept);
        self.bodies.truncate(kept);
    }

    /// Adds the cones that may meet something.
    fn add_cones(&mut self, gravity_m_s2: f64, dt: Dt) {
        let awake = self.cones.join(&mut self.met.movers, gravity_m_s2, dt.seconds(), &mut self.search);
        self.bodies.extend(awake.iter().map(|cone| Party::Cone(*cone)));
    }

    /// Contact remembers bodies by their places, which change where cars join and leave and cones wake.
    fn renumber(&mut self) {
        if self.bodies != self.before {
            let (bodies, before) = (&self.bodies, &self.before);
            self.met.contacts.renumber(|place| bodies.binary_search(before.get(place)?).ok());
            self.before.clone_from(&self.bodies);
        }
    }

    /// Forgets the impacts of a car that leaves.
    pub fn forget(&mut self, car: CarId) {
        self.impacts.retain(|impact| !impact.concerns(Party::Car(car)));
    }

    pub fn cones(&self) -> &Cones {
        &self.cones
    }

    pub fn impacts(&self) -> &[WorldImpact] {
        &self.impacts
    }

    pub fn pushed_m(&self) -> f64 {
        self.pushed_m
    }
}

/// Order in time; of impacts at one time that of the two that met, and then of the points.
fn in_order(one: &WorldImpact, other: &WorldImpact) -> Ordering {
    let key = |impact: &WorldImpact| (impact.first, impact.second);
    let (a, b) = (one.impact.position_m, other.impact.position_m);
    let by_time = one.impact.time_s.total_cmp(&other.impact.time_s);
    by_time.then(key(one).cmp(&key(other))).then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y))
}

fn find(cars: &mut [Entry], id: CarId) -> Option<&mut Entry> {
    let place = cars.binary_search_by_key(&id, |entry| entry.id).ok()?;
    Some(&mut cars[place])
}
