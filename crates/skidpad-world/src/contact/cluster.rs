//! All bodies that touch each other at an instant, and the points at which they do.

use skidpad_core::math::{Vec2, Vec3};

use super::TOUCH_M;
use super::geometry::{Placed, gap};
use super::joint::{Joint, Member};
use super::manifold::manifold;
use super::outcome::Met;
use super::pressing::Key;
use super::scene::Scene;

/// A pair that met so often in one step does not bounce any more in it.
const BOUNCES: u32 = 4;
/// Bit of a feature that marks the upper one of two heights.
const UPPER: u8 = 7;

/// A point of contact and where it comes from.
#[derive(Debug)]
pub(super) struct Found {
    pub pair: usize,
    pub key: Key,
    pub at: Vec2<f64>,
}

/// Bodies that touch, directly or through others, or have pressed against each other until now; in memory that is kept.
#[derive(Debug, Default)]
pub(super) struct Cluster {
    /// Places of the bodies in the scene.
    pub bodies: Vec<usize>,
    /// Inverse inertia and velocity of each body, in the same order.
    pub members: Vec<Member>,
    pub joints: Vec<Joint>,
    /// Pair, key and position of each joint.
    pub found: Vec<Found>,
    /// Pairs that touch.
    touching: Vec<usize>,
    marks: Marks,
}

/// Working memory for the bodies and pairs of a scene while a cluster is gathered. It is empty between two clusters, so that
/// the effort grows with the cluster and not with the scene.
#[derive(Debug, Default)]
struct Marks {
    /// Place of each body in the cluster; [`OUTSIDE`] of it.
    slot: Vec<usize>,
    /// Outline of each body that was looked at.
    placed: Vec<Option<Placed>>,
    /// True for each pair that was looked at.
    is_seen: Vec<bool>,
    /// Pairs that were looked at.
    seen: Vec<usize>,
}

/// Place of a body that is not in the cluster.
const OUTSIDE: usize = usize::MAX;

/// Returns true if a pair touches at a time, s after the beginning of the step.
pub(super) fn touching(scene: &Scene, pair: usize, time_s: f64) -> bool {
    let pair = &scene.pairs[pair];
    let (a, b) = (scene.outline(pair.first).placed(time_s), scene.outline(pair.second).placed(time_s));
    gap(&a, &b).width <= TOUCH_M
}

impl Cluster {
    /// Gathers what touches with the first body of a pair.
    pub fn gather(&mut self, scene: &Scene, pair: usize, time_s: f64) {
        let Self { bodies, members, joints, found, touching, marks } = self;
        bodies.clear();
        touching.clear();
        members.clear();
        joints.clear();
        found.clear();
        marks.make_room(scene);
        Search { scene, time_s, marks, bodies }.spread(scene.pairs[pair].first, touching);
        members.extend(bodies.iter().map(|body| {
            let body = &scene.bodies[*body];
            body.member(body.velocity(time_s, scene.dt_s))
        }));
        for at in 0..self.touching.len() {
            self.join(scene, self.touching[at], time_s);
        }
        self.marks.forget(scene, &self.bodies);
    }

    /// Adds the points of a pair that touches.
    fn join(&mut self, scene: &Scene, index: usize, time_s: f64) {
        let pair = &scene.pairs[index];
        let mut placed = |index: usize| self.marks.placed(scene, index, time_s);
        let (a, b) = (placed(pair.first), placed(pair.second));
        let found = manifold(&a, &b, &gap(&a, &b));
        let (mut restitution, friction) = scene.surfaces(pair);
        if pair.hits >= BOUNCES {
            restitution = 0.0;
        }
        let second = scene.as_body(pair.second);
        let met = match second {
            Some(body) => Met::Body(scene.bodies[body].caller),
            None => Met::Wall(pair.second - scene.bodies.len()),
        };
        let ends = (self.marks.slot[pair.first], second.map(|body| self.marks.slot[body]));
        let (heights_m, levels) = scene.touching_heights(pair);
        let points = found.points().iter();
        for (point, level) in points.flat_map(|point| (0..levels).map(move |level| (point, level))) {
            let arm = |body: usize| scene.bodies[body].arm(time_s, point.at, heights_m[usize::from(level)]);
            let arms = [arm(pair.first), second.map_or(Vec3::zero(), arm)];
            let surfaces = (restitution, friction);
            self.joints.push(Joint::new(&self.members, ends, arms, found.normal, surfaces));
            let key = (scene.bodies[pair.first].caller, met, point.feature | level << UPPER);
            self.found.push(Found { pair: index, key, at: point.at });
        }
    }
}

impl Marks {
    /// Makes room for the bodies and pairs of a scene.
    fn make_room(&mut self, scene: &Scene) {
        let (bodies, pairs) = (scene.bodies.len(), scene.pairs.len());
        self.slot.resize(bodies, OUTSIDE);
        self.placed.resize(bodies, None);
        self.is_seen.resize(pairs, false);
    }

    /// Takes all marks back.
    fn forget(&mut self, scene: &Scene, bodies: &[usize]) {
        bodies.iter().for_each(|body| self.slot[*body] = OUTSIDE);
        for index in self.seen.drain(..) {
            let pair = &scene.pairs[index];
            self.is_seen[index] = false;
            self.placed[pair.first] = None;
            if let Some(second) = scene.as_body(pair.second) {
                self.placed[second] = None;
            }
        }
    }

    /// Outline of a body or wall at the time of the cluster.
    fn placed(&mut self, scene: &Scene, index: usize, time_s: f64) -> Placed {
        let found = || scene.outline(index).placed(time_s);
        match self.placed.get_mut(index) {
            Some(placed) => *placed.get_or_insert_with(found),
            None => found(),
        }
    }
}

/// The search for all that touches.
struct Search<'a> {
    scene: &'a Scene<'a>,
    time_s: f64,
    marks: &'a mut Marks,
    bodies: &'a mut Vec<usize>,
}

impl Search<'_> {
    fn enter(&mut self, body: usize) {
        if self.marks.slot[body] == OUTSIDE {
            self.marks.slot[body] = self.bodies.len();
            self.bodies.push(body);
        }
    }

    /// From one body to all that touch it, and on. Lists the pairs that touch.
    fn spread(&mut self, from: usize, touching: &mut Vec<usize>) {
        self.enter(from);
        let mut at = 0;
        while at < self.bodies.len() {
            for index in self.scene.of_body.pairs(self.bodies[at]) {
                if !core::mem::replace(&mut self.marks.is_seen[index], true) {
                    self.marks.seen.push(index);
                    self.visit(index, touching);
                }
            }
            at += 1;
        }
    }

    /// Lists a pair that touches, and enters its bodies.
    fn visit(&mut self, index: usize, touching: &mut Vec<usize>) {
        let scene = self.scene;
        let pair = &scene.pairs[index];
        let mut placed = |index: usize| self.marks.placed(scene, index, self.time_s);
        let (a, b) = (placed(pair.first), placed(pair.second));
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
}
