//! All bodies that touch each other at an instant, and the points at which they do.

use skidpad_core::math::Vec2;

use super::TOUCH_M;
use super::body::Body;
use super::geometry::{Placed, gap};
use super::joint::{Joint, Member};
use super::manifold::manifold;
use super::outcome::Met;
use super::scene::Scene;

/// A pair that met so often in one step does not bounce any more in it.
const BOUNCES: u32 = 4;

/// Which point of contact: body, what it met, and which corners and sides.
pub(crate) type Key = (usize, Met, u8);

/// A point of contact and where it comes from.
pub(super) struct Found {
    pub pair: usize,
    pub key: Key,
    pub at: Vec2<f64>,
}

/// Bodies that touch, directly or through others, or have pressed against each other until now.
pub(super) struct Cluster {
    /// Their places in the scene.
    pub bodies: Vec<usize>,
    /// How they move, in the same order.
    pub members: Vec<Member>,
    pub joints: Vec<Joint>,
    /// Of each joint.
    pub found: Vec<Found>,
}

/// Whether a pair touches at a time.
pub(super) fn touching(scene: &Scene, pair: usize, time_s: f64) -> bool {
    let pair = &scene.pairs[pair];
    let (a, b) = (scene.outline(pair.first).placed(time_s), scene.outline(pair.second).placed(time_s));
    gap(&a, &b).width <= TOUCH_M
}

pub(super) fn member(body: &Body, velocity: Vec2<f64>, turning: f64) -> Member {
    Member { ease: 1.0 / body.mass_kg, yaw_ease: 1.0 / body.yaw_inertia_kg_m2, velocity, turning }
}

impl Cluster {
    /// What touches with the first body of a pair.
    pub fn gather(scene: &Scene, pair: usize, time_s: f64) -> Self {
        let mut search = Search {
            scene,
            time_s,
            slot: vec![usize::MAX; scene.bodies.len()],
            placed: vec![None; scene.bodies.len()],
            bodies: Vec::new(),
        };
        let touching = search.spread(scene.pairs[pair].first);
        let members = search
            .bodies
            .iter()
            .map(|body| {
                let body = &scene.bodies[*body];
                let (velocity, turning) = body.velocity(time_s, scene.dt_s);
                member(&body.mover.body, velocity, turning)
            })
            .collect();
        let mut cluster = Self { bodies: Vec::new(), members, joints: Vec::new(), found: Vec::new() };
        for pair in touching {
            search.join(pair, &mut cluster);
        }
        cluster.bodies = search.bodies;
        cluster
    }
}

struct Search<'a> {
    scene: &'a Scene<'a>,
    time_s: f64,
    /// The place of each body in the cluster.
    slot: Vec<usize>,
    placed: Vec<Option<Placed>>,
    bodies: Vec<usize>,
}

impl Search<'_> {
    fn placed(&mut self, index: usize) -> Placed {
        let found = || self.scene.outline(index).placed(self.time_s);
        match self.placed.get_mut(index) {
            Some(placed) => *placed.get_or_insert_with(found),
            None => found(),
        }
    }

    fn enter(&mut self, body: usize) {
        if self.slot[body] == usize::MAX {
            self.slot[body] = self.bodies.len();
            self.bodies.push(body);
        }
    }

    /// From one body to all that touch it, and on; the pairs that touch.
    fn spread(&mut self, from: usize) -> Vec<usize> {
        let scene = self.scene;
        self.enter(from);
        let mut touching: Vec<usize> = Vec::new();
        let mut seen = vec![false; scene.pairs.len()];
        let mut at = 0;
        while at < self.bodies.len() {
            for &index in &scene.of_body[self.bodies[at]] {
                if core::mem::replace(&mut seen[index], true) {
                    continue;
                }
                let pair = &scene.pairs[index];
                let (a, b) = (self.placed(pair.first), self.placed(pair.second));
                let touches = gap(&a, &b).width <= TOUCH_M;
                if touches {
                    touching.push(index);
                }
                if touches || pair.held {
                    self.enter(pair.first);
                    if let Some(second) = scene.as_body(pair.second) {
                        self.enter(second);
                    }
                }
            }
            at += 1;
        }
        touching
    }

    /// Adds the points of a pair that touches.
    fn join(&mut self, index: usize, cluster: &mut Cluster) {
        let scene = self.scene;
        let pair = &scene.pairs[index];
        let (a, b) = (self.placed(pair.first), self.placed(pair.second));
        let points = manifold(&a, &b, &gap(&a, &b));
        let (mut restitution, friction) = scene.surfaces(pair);
        if pair.hits >= BOUNCES {
            restitution = 0.0;
        }
        let second = scene.as_body(pair.second);
        let met = match second {
            Some(body) => Met::Body(scene.bodies[body].caller),
            None => Met::Wall(pair.second - scene.bodies.len()),
        };
        let centre = |body: usize| scene.bodies[body].path.at(self.time_s).0;
        let ends = (self.slot[pair.first], second.map(|body| self.slot[body]));
        for point in points.points() {
            let arm = second.map_or(Vec2::zero(), |body| point.at - centre(body));
            let arms = [point.at - centre(pair.first), arm];
            let surfaces = (restitution, friction);
            cluster.joints.push(Joint::new(&cluster.members, ends, arms, points.normal, surfaces));
            let key = (scene.bodies[pair.first].caller, met, point.feature);
            cluster.found.push(Found { pair: index, key, at: point.at });
        }
    }
}
