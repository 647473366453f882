//! How hard bodies press against each other: remembered from step to step, as a first guess.

use super::outcome::Met;

/// A point of contact: body, what it met, and which corners and sides.
pub(super) type Key = (usize, Met, u8);

/// Force (normal, tangential), N.
pub(super) type Force = [f64; 2];

/// Forces at the points of contact of the last step.
///
/// [`Contacts`](super::Contacts) keeps them; a caller needs them only where one `Contacts` serves several scenes in turn
/// ([`swap_pressing`](super::Contacts::swap_pressing)).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pressing {
    /// In the order of the keys.
    forces: Vec<(Key, Force)>,
}

impl Pressing {
    /// Nothing presses, with memory for some points of contact.
    pub fn with_capacity(points: usize) -> Self {
        Self { forces: Vec::with_capacity(points) }
    }

    /// Forgets all forces and keeps the memory.
    pub fn clear(&mut self) {
        self.forces.clear();
    }

    /// Takes the forces of another, in the memory that it has.
    pub(crate) fn restore(&mut self, saved: &Self) {
        self.forces.clone_from(&saved.forces);
    }

    /// Memory that the forces take, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.forces[..])
    }

    /// Gives bodies other places: `new` has the place of each old one, `None` where it is gone.
    pub(super) fn renumber(&mut self, new: impl Fn(usize) -> Option<usize>) {
        self.forces.retain_mut(|((body, met, _), _)| {
            let other = match *met {
                Met::Body(other) => new(other).map(Met::Body),
                wall => Some(wall),
            };
            let Some((new_body, new_met)) = new(*body).zip(other) else { return false };
            (*body, *met) = (new_body, new_met);
            true
        });
        self.sort();
    }

    /// Takes the forces of a step instead.
    pub(super) fn take_step(&mut self, step: &StepForces) {
        self.clear();
        self.forces.extend(step.points.iter().map(|point| (point.key, point.force)));
        self.sort();
    }

    fn sort(&mut self) {
        self.forces.sort_unstable_by_key(|(key, _)| *key);
    }

    fn get(&self, key: &Key) -> Option<Force> {
        let place = self.forces.binary_search_by_key(key, |(key, _)| *key).ok()?;
        Some(self.forces[place].1)
    }
}

/// Place of no point.
const NONE: usize = usize::MAX;

/// Forces of the step under way: at each point that was solved, those of the last time.
#[derive(Debug, Default)]
pub(super) struct StepForces {
    points: Vec<SolvedPoint>,
    /// Place of the point that was added last for each pair; [`NONE`] without one.
    latest: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct SolvedPoint {
    key: Key,
    force: Force,
    /// Another point of the same pair.
    next: usize,
}

impl StepForces {
    /// Nothing was solved yet.
    pub fn clear(&mut self) {
        self.points.clear();
        self.latest.clear();
    }

    /// Force at a point of a pair when it was last solved: in this step, or in the one before; else 0.
    pub fn guess(&self, pair: usize, key: &Key, before: &Pressing) -> Force {
        let now = self.place(pair, key).map(|place| self.points[place].force);
        now.or_else(|| before.get(key)).unwrap_or([0.0; 2])
    }

    /// Notes the force at a point of a pair.
    pub fn set(&mut self, pair: usize, key: Key, force: Force) {
        if let Some(place) = self.place(pair, &key) {
            self.points[place].force = force;
            return;
        }
        if self.latest.len() <= pair {
            self.latest.resize(pair + 1, NONE);
        }
        let next = core::mem::replace(&mut self.latest[pair], self.points.len());
        self.points.push(SolvedPoint { key, force, next });
    }

    fn place(&self, pair: usize, key: &Key) -> Option<usize> {
        let mut place = *self.latest.get(pair)?;
        while place != NONE && self.points[place].key != *key {
            place = self.points[place].next;
        }
        (place != NONE).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::{Met, Pressing, StepForces};

    fn step(forces: &[(usize, usize, f64)]) -> Pressing {
        let mut step = StepForces::default();
        for (pair, (body, wall, force)) in forces.iter().enumerate() {
            step.set(pair, (*body, Met::Wall(*wall), 0), [*force, 0.0]);
        }
        let mut pressing = Pressing::default();
        pressing.take_step(&step);
        pressing
    }

    #[test]
    fn a_point_solved_twice_keeps_the_later_force() {
        let mut step = StepForces::default();
        let key = |feature: u8| (3, Met::Body(1), feature);
        for (feature, force) in [(0, 1.0), (1, 2.0), (0, 3.0)] {
            step.set(7, key(feature), [force, 0.0]);
        }
        let none = Pressing::default();
        let forces = [0, 1, 2].map(|feature| step.guess(7, &key(feature), &none)[0]);
        assert_eq!(forces, [3.0, 2.0, 0.0]);
    }

    #[test]
    fn a_point_not_solved_yet_has_the_force_of_the_step_before() {
        let before = step(&[(2, 0, 5.0), (0, 1, 4.0)]);
        let now = StepForces::default();
        assert_eq!(now.guess(0, &(0, Met::Wall(1), 0), &before), [4.0, 0.0]);
        assert_eq!(now.guess(0, &(0, Met::Wall(0), 0), &before), [0.0, 0.0]);
    }

    #[test]
    fn forces_go_with_bodies_that_get_other_places() {
        let mut pressing = step(&[(0, 5, 1.0), (1, 5, 2.0), (2, 5, 3.0)]);
        // The middle one leaves, the others change places.
        pressing.renumber(|place| [Some(1), None, Some(0)][place]);
        assert_eq!(pressing, step(&[(0, 5, 3.0), (1, 5, 1.0)]));
    }
}
