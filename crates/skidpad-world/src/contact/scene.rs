//! The bodies and walls of one step, in an order of their own, and which of them may meet.

use skidpad_core::math::Real;

use super::TOUCH_M;
use super::approach::{Outline, meeting};
use super::area::Area;
use super::broad::Sweep;
use super::mover::Mover;
use super::pairs::PairsOfBodies;
use super::space::shared;
use super::traveller::{Traveller, by_itself};
use super::walls::Walls;

/// Two outlines that may meet: a body, and another or a wall (which count on from the last body).
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub first: usize,
    pub second: usize,
    /// When they meet, s after the beginning of the step; infinity for not within it.
    pub meets_s: f64,
    /// Number of times that they met in this step.
    pub hits: u32,
    /// True where they press against each other for the rest of the step, as far as is known. When one gets another way,
    /// the other does too, or the impulses would no longer come in pairs.
    pub held: bool,
}

/// Lists of a scene, kept from step to step for their memory.
#[derive(Debug, Default)]
pub(super) struct SceneLists {
    bodies: Vec<Traveller>,
    pairs: Vec<Pair>,
    of_body: PairsOfBodies,
    /// Place among the bodies of each of the caller's; [`ABSENT`] for one that nothing is near.
    place: Vec<usize>,
    found: Vec<(usize, usize)>,
    near: Vec<usize>,
}

/// Place of a body that is not in the scene.
const ABSENT: usize = usize::MAX;

/// Everything of one step that may meet something.
pub(super) struct Scene<'a> {
    pub dt_s: f64,
    pub bodies: &'a mut Vec<Traveller>,
    walls: &'a Walls,
    /// The areas of all bodies of the step, in the caller's order.
    areas: &'a [Area],
    pub pairs: &'a mut Vec<Pair>,
    /// The pairs of each body.
    pub of_body: &'a mut PairsOfBodies,
    /// True where a body was thrown to where it may meet one that is not among the bodies here.
    pub lacks_bodies: bool,
    /// Place among the bodies of each of the caller's.
    place: &'a mut Vec<usize>,
    /// Pairs that the sweep found, by their places here.
    found: &'a mut Vec<(usize, usize)>,
    /// Bodies and walls near a body that was thrown aside.
    near: &'a mut Vec<usize>,
}

impl<'a> Scene<'a> {
    /// The bodies that the sweep found near anything; all of them, where `has_all`.
    pub fn new(
        lists: &'a mut SceneLists,
        movers: &[Mover],
        walls: &'a Walls,
        sweep: &'a Sweep,
        dt_s: f64,
        has_all: bool,
    ) -> Self {
        let SceneLists { bodies, pairs, of_body, place, found, near } = lists;
        // Bodies that are here are marked first, and get their places when all are known.
        place.clear();
        place.resize(movers.len(), if has_all { 0 } else { ABSENT });
        sweep.bodies.iter().for_each(|(first, second)| (place[*first], place[*second]) = (0, 0));
        sweep.walls.iter().for_each(|(body, _)| place[*body] = 0);
        let here = (0..movers.len()).filter(|caller| place[*caller] != ABSENT);
        bodies.clear();
        bodies.extend(here.map(|caller| Traveller::new(caller, &movers[caller], sweep.areas[caller], dt_s)));
        bodies.sort_unstable_by(|a, b| by_itself(&a.mover, &b.mover).then(a.caller.cmp(&b.caller)));
        bodies.iter().enumerate().for_each(|(index, body)| place[body.caller] = index);
        pairs.clear();
        of_body.begin(bodies.len());
        let areas = &sweep.areas;
        let mut scene =
            Self { dt_s, bodies, walls, areas, pairs, of_body, lacks_bodies: false, place, found, near };
        scene.add_all(sweep);
        scene
    }

    /// Adds the pairs that the sweep found, in an order that does not depend on the caller's.
    fn add_all(&mut self, sweep: &Sweep) {
        let (place, count) = (&self.place, self.bodies.len());
        let ordered = |a: usize, b: usize| (usize::min(a, b), usize::max(a, b));
        let among = sweep.bodies.iter().map(|(first, second)| ordered(place[*first], place[*second]));
        let walls = sweep.walls.iter().map(|(body, wall)| (place[*body], count + wall));
        self.found.clear();
        self.found.extend(among.chain(walls));
        self.found.sort_unstable();
        for at in 0..self.found.len() {
            let (first, second) = self.found[at];
            self.add(first, second);
        }
    }

    /// Number of bodies of the step, also of those that nothing is near.
    pub fn count(&self) -> usize {
        self.areas.len()
    }

    /// Adds a pair, unless one of them moves in space and passes over or below the other.
    fn add(&mut self, first: usize, second: usize) {
        if self.has_body_in_space(first, second) && self.shared_heights(first, second).is_none() {
            return;
        }
        self.pairs.push(Pair { first, second, meets_s: f64::INFINITY, hits: 0, held: false });
        self.of_body.add(first, self.as_body(second));
    }

    /// The heights that two share, m. Walls have no end.
    fn shared_heights(&self, first: usize, second: usize) -> Option<[f64; 2]> {
        let of = |index: usize| {
            self.bodies.get(index).map_or([f64::NEG_INFINITY, f64::INFINITY], |body| body.mover.heights_m)
        };
        shared(of(first), of(second))
    }

    /// Heights at which a pair touches, m: the ends of those that both share, where one of them moves in space. In the plane a pair has
    /// one, and no height.
    pub fn touching_heights(&self, pair: &Pair) -> ([f64; 2], u8) {
        match self.shared_heights(pair.first, pair.second) {
            Some(heights_m) if self.has_body_in_space(pair.first, pair.second) => (heights_m, 2),
            _ => ([0.0; 2], 1),
        }
    }

    fn has_body_in_space(&self, first: usize, second: usize) -> bool {
        let in_space =
            |index: usize| self.bodies.get(index).is_some_and(|body| body.mover.in_space.is_some());
        in_space(first) || in_space(second)
    }

    /// The body of an index, unless it is a wall.
    pub fn as_body(&self, index: usize) -> Option<usize> {
        (index < self.bodies.len()).then_some(index)
    }

    pub fn outline(&self, index: usize) -> Outline {
        match self.bodies.get(index) {
            Some(body) => body.outline(),
            None => Outline::Standing(*self.walls.placed(index - self.bodies.len())),
        }
    }

    /// Restitution and friction of two surfaces together.
    pub fn surfaces(&self, pair: &Pair) -> (f64, f64) {
        let of = |index: usize| match self.bodies.get(index) {
            Some(body) => (body.mover.body.restitution, body.mover.body.friction),
            None => {
                let wall = &self.walls.list()[index - self.bodies.len()];
                (wall.restitution, wall.friction)
            }
        };
        let (a, b) = (of(pair.first), of(pair.second));
        (Real::min(a.0, b.0), Real::sqrt(a.1 * b.1))
    }

    /// Forgets which pairs of some bodies press against each other.
    pub fn release(&mut self, bodies: &[usize]) {
        for pair in bodies.iter().flat_map(|body| self.of_body.pairs(*body)) {
            self.pairs[pair].held = false;
        }
    }

    /// Finds out again when each pair of a body meets.
    pub fn foresee_all(&mut self, body: usize, now_s: f64) {
        let mut at = self.of_body.first(body);
        while let Some(entry) = at {
            self.foresee(entry.pair(), now_s);
            at = self.of_body.after(entry);
        }
    }

    /// Finds out again when a pair meets.
    pub fn foresee(&mut self, pair: usize, now_s: f64) {
        let Pair { first, second, .. } = self.pairs[pair];
        let meets = meeting(&self.outline(first), &self.outline(second), now_s, self.dt_s);
        self.pairs[pair].meets_s = meets.unwrap_or(f64::INFINITY);
    }

    /// Looks for what a body may meet on its new way, if that leads out of the area that was searched.
    pub fn look_around(&mut self, body: usize) {
        let traveller = &self.bodies[body];
        let path = traveller.path;
        let way = Area::around(path.position, path.at(self.dt_s).0, traveller.reach + TOUCH_M);
        if traveller.area.holds(&way) {
            return;
        }
        let area = traveller.area.with(&way);
        self.bodies[body].area = area;
        let is_near = |(other, place): (&Area, &usize)| *place == ABSENT && other.meets(&area);
        self.lacks_bodies |= self.areas.iter().zip(&*self.place).any(is_near);
        let count = self.bodies.len();
        let bodies = self.bodies.iter().enumerate();
        let near = bodies.filter(|(other, found)| *other != body && found.area.meets(&area));
        self.near.clear();
        self.near.extend(near.map(|(other, _)| other));
        let first_wall = self.near.len();
        self.walls.each_in(&area, |wall| self.near.push(count + wall));
        self.near[first_wall..].sort_unstable();
        for at in 0..self.near.len() {
            let other = self.near[at];
            let (first, second) = if other < body { (other, body) } else { (body, other) };
            let known = |pair: usize| (self.pairs[pair].first, self.pairs[pair].second) == (first, second);
            if !self.of_body.pairs(body).any(known) {
                self.add(first, second);
            }
        }
    }

    /// The pair that meets first.
    pub fn next(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (index, pair) in self.pairs.iter().enumerate() {
            let earliest = best.map_or(f64::INFINITY, |best| self.pairs[best].meets_s);
            if pair.meets_s < earliest {
                best = Some(index);
            }
        }
        best
    }
}
