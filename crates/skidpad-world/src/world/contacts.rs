//! How the cars of a world meet.

use skidpad_core::step::Dt;

use super::car::{CarId, Entry};
use crate::contact::{Contacts, Impact, Met, Mover, Walls, is_usable};

/// Contact among the cars of a world, with the memory that a step needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    contacts: Contacts,
    movers: Vec<Mover>,
    /// The car of each mover.
    cars: Vec<CarId>,
    /// The cars of the movers of the step before.
    before: Vec<CarId>,
    /// Impacts of the last step, with bodies by their cars' numbers.
    impacts: Vec<Impact>,
    pushed_m: f64,
    /// The cars that left the range of contact in the last step.
    lost: Vec<CarId>,
}

impl Meeting {
    /// Notes where the cars with bodies are at the beginning of a step.
    pub fn begin(&mut self, cars: &[Entry]) {
        self.movers.clear();
        self.cars.clear();
        for entry in cars {
            if let (Some(body), Some(start)) = (entry.body, entry.car.planar())
                && is_usable(&start)
            {
                self.movers.push(Mover { body, start, proposed: start });
                self.cars.push(entry.id);
            }
        }
    }

    /// Corrects the motions of cars by what they met since the beginning of the step.
    pub fn resolve(&mut self, cars: &mut [Entry], walls: &Walls, dt: Dt) {
        self.impacts.clear();
        self.pushed_m = 0.0;
        self.propose(cars);
        self.renumber();
        let Ok(outcome) = self.contacts.step(&self.movers, walls, dt.seconds()) else {
            unreachable!("bodies were checked as they joined, and motions now");
        };
        let corrected = self.cars.iter().zip(&outcome.motions).zip(&outcome.corrected);
        for ((id, motion), _) in corrected.filter(|(_, is_corrected)| **is_corrected) {
            if let Some(entry) = of_id(cars, *id) {
                entry.car.correct(motion);
            }
        }
        self.impacts.extend(outcome.impacts.iter().map(|impact| by_car(impact, &self.cars)));
        self.pushed_m = outcome.pushed_m;
    }

    /// Notes where the models have moved the cars. Those beyond what contact can use meet nothing any more.
    fn propose(&mut self, cars: &mut [Entry]) {
        let mut kept = 0;
        self.lost.clear();
        for place in 0..self.movers.len() {
            let (mut mover, id) = (self.movers[place], self.cars[place]);
            let Some(entry) = of_id(cars, id) else { continue };
            mover.proposed = entry.car.planar().unwrap_or(mover.start);
            if is_usable(&mover.proposed) {
                (self.movers[kept], self.cars[kept]) = (mover, id);
                kept += 1;
            } else {
                self.lost.push(id);
            }
        }
        self.movers.truncate(kept);
        self.cars.truncate(kept);
    }

    /// Contact remembers bodies by their places, which change where cars join and leave.
    fn renumber(&mut self) {
        if self.cars != self.before {
            let (cars, before) = (&self.cars, &self.before);
            self.contacts.renumber(|place| cars.binary_search(before.get(place)?).ok());
            self.before.clone_from(&self.cars);
        }
    }

    /// Forgets what presses against a car.
    pub fn forget(&mut self, car: CarId) {
        self.impacts.retain(|impact| impact.body != car.index() && impact.met != Met::Body(car.index()));
    }

    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }

    pub fn lost(&self) -> &[CarId] {
        &self.lost
    }

    pub fn pushed_m(&self) -> f64 {
        self.pushed_m
    }
}

fn of_id(cars: &mut [Entry], id: CarId) -> Option<&mut Entry> {
    let place = cars.binary_search_by_key(&id, |entry| entry.id).ok()?;
    Some(&mut cars[place])
}

/// An impact with its bodies by their cars' numbers.
fn by_car(impact: &Impact, cars: &[CarId]) -> Impact {
    let met = match impact.met {
        Met::Body(body) => Met::Body(cars[body].index()),
        met => met,
    };
    Impact { body: cars[impact.body].index(), met, ..*impact }
}
