//! A step: from one meeting to the next.

use skidpad::math::Vec2;

use super::TOUCH_M;
use super::body::{Mover, Wall};
use super::check::{ContactFault, check};
use super::geometry::{gap, perp};
use super::island::{self, Blow, Joint, Member};
use super::manifold::manifold;
use super::outcome::{Impact, Met, Outcome};
use super::push_apart::push_apart;
use super::scene::Scene;

/// A pair that met so often in one step does not bounce any more in it.
const BOUNCES: u32 = 4;
/// How often contacts may be solved in a step, besides a share for each body.
const EVENTS: usize = 64;
const EVENTS_PER_BODY: usize = 8;
/// Slower blows are not listed, m/s.
const LISTED_M_S: f64 = 1e-6;

/// Which point of contact: body, what it met, and which corners and sides.
type Key = (usize, Met, u8);

/// Contact among bodies from step to step. It remembers how hard they press against each other, as a first guess.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    /// Force (normal, tangential) at each point, N; sorted.
    pressing: Vec<(Key, [f64; 2])>,
}

/// A joint and where it comes from.
struct Found {
    pair: usize,
    key: Key,
    at: Vec2<f64>,
}

impl Contacts {
    /// Nothing touches yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Corrects the bodies' motions over one step of `dt_s` by what they meet.
    ///
    /// # Errors
    /// Every number that is not finite or out of its range, by name. Nothing has happened then.
    pub fn step(
        &mut self,
        movers: &[Mover],
        walls: &[Wall],
        dt_s: f64,
    ) -> Result<Outcome, Vec<ContactFault>> {
        check(movers, walls, dt_s)?;
        let mut run = Run {
            scene: Scene::new(movers, walls, dt_s),
            impacts: Vec::new(),
            pressing: Vec::new(),
            before: core::mem::take(&mut self.pressing),
            events: 0,
        };
        run.begin();
        let cut_short = run.go_on();
        let pushed_m = push_apart(&mut run.scene);
        // Of those that were solved more than once the last counts: the sort is stable.
        run.pressing.reverse();
        run.pressing.sort_by(|a, b| a.0.cmp(&b.0));
        run.pressing.dedup_by(|later, first| later.0 == first.0);
        self.pressing = run.pressing;
        let mut motions: Vec<_> = movers.iter().map(|mover| mover.proposed).collect();
        let mut corrected = vec![false; movers.len()];
        for body in &run.scene.bodies {
            motions[body.caller] = body.result(dt_s);
            corrected[body.caller] = body.corrected;
        }
        Ok(Outcome { motions, corrected, impacts: run.impacts, events: run.events, pushed_m, cut_short })
    }
}

struct Run<'a> {
    scene: Scene<'a>,
    impacts: Vec<Impact>,
    pressing: Vec<(Key, [f64; 2])>,
    before: Vec<(Key, [f64; 2])>,
    events: usize,
}

impl Run<'_> {
    /// What touches at the beginning.
    fn begin(&mut self) {
        let mut seen = vec![false; self.scene.pairs.len()];
        for pair in 0..seen.len() {
            if !seen[pair] && self.touches(pair, 0.0) {
                for solved in self.solve(pair, 0.0) {
                    seen[solved] = true;
                }
            }
        }
        for pair in 0..self.scene.pairs.len() {
            self.scene.foresee(pair, 0.0);
        }
    }

    /// From meeting to meeting; whether there were too many.
    fn go_on(&mut self) -> bool {
        let most = EVENTS + EVENTS_PER_BODY * self.scene.bodies.len();
        while let Some(pair) = self.scene.next() {
            let time = self.scene.pairs[pair].meets_s;
            self.scene.pairs[pair].meets_s = f64::INFINITY;
            let cut = self.events >= most;
            if cut {
                self.stop(pair, time);
            } else {
                self.solve(pair, time);
                self.scene.foresee(pair, time);
            }
            self.events += 1;
        }
        self.events > most
    }

    fn touches(&self, pair: usize, time_s: f64) -> bool {
        let pair = &self.scene.pairs[pair];
        let (a, b) = (self.scene.outline(pair.first), self.scene.outline(pair.second));
        gap(&a.placed(time_s), &b.placed(time_s)).width <= TOUCH_M
    }

    /// Solves all that touches, directly or through others, with a pair. The pairs that were solved.
    fn solve(&mut self, pair: usize, time_s: f64) -> Vec<usize> {
        let (bodies, mut members, mut joints, found) = self.gather(pair, time_s);
        self.scene.pairs[pair].hits += 1;
        let now: Vec<Member> = members.clone();
        let mut blows = Vec::new();
        if island::approach(&members, &joints) {
            blows = island::impact(&mut members, &mut joints);
        }
        let struck = members.clone();
        let rest = self.scene.dt_s - time_s;
        for (member, body) in members.iter_mut().zip(&bodies) {
            let own = self.scene.bodies[*body].own;
            member.velocity = member.velocity + own.0.scale(rest);
            member.turning += own.1 * rest;
        }
        for (joint, found) in joints.iter_mut().zip(&found) {
            joint.impulse = self.guess(&found.key).map(|force| force * rest);
        }
        island::hold(&mut members, &mut joints);
        self.remember(&joints, &found, rest);
        let moved: Vec<bool> = self.moved(&bodies, &joints, &blows, time_s);
        for (slot, body) in bodies.iter().enumerate().filter(|(slot, _)| moved[*slot]) {
            let of = |member: &Member| (member.velocity, member.turning);
            self.scene.bodies[*body].redirect(time_s, of(&struck[slot]), of(&members[slot]));
        }
        self.report(&now, &joints, &found, &blows, time_s);
        for (_, body) in bodies.iter().enumerate().filter(|(slot, _)| moved[*slot]) {
            self.scene.look_around(*body);
            self.foresee_all(*body, time_s);
        }
        found.iter().map(|found| found.pair).collect()
    }

    fn foresee_all(&mut self, body: usize, time_s: f64) {
        for index in 0..self.scene.of_body[body].len() {
            let pair = self.scene.of_body[body][index];
            self.scene.foresee(pair, time_s);
        }
    }

    /// Which bodies get another motion: those that were struck or are held, whose way leads into what they touch, or
    /// that were held until now.
    fn moved(&self, bodies: &[usize], joints: &[Joint], blows: &[Blow], time_s: f64) -> Vec<bool> {
        let mut moved: Vec<bool> = bodies.iter().map(|body| self.scene.bodies[*body].corrected).collect();
        let ways: Vec<Member> = bodies
            .iter()
            .map(|body| {
                let body = &self.scene.bodies[*body];
                member(&body.mover, body.path.velocity, body.path.turning)
            })
            .collect();
        for (index, joint) in joints.iter().enumerate() {
            let struck = blows.get(index).is_some_and(|blow| blow.impulse != [0.0; 2]);
            if struck || joint.impulse != [0.0; 2] || joint.relative(&ways)[0] < 0.0 {
                moved[joint.first] = true;
                if let Some(second) = joint.second {
                    moved[second] = true;
                }
            }
        }
        debug_assert!(time_s <= self.scene.dt_s);
        moved
    }

    /// Everything that touches with a pair: bodies, and the joints among them.
    fn gather(&self, pair: usize, time_s: f64) -> (Vec<usize>, Vec<Member>, Vec<Joint>, Vec<Found>) {
        let scene = &self.scene;
        let mut slot = vec![usize::MAX; scene.bodies.len()];
        let mut bodies = Vec::new();
        let enter = |body: usize, slot: &mut Vec<usize>, bodies: &mut Vec<usize>| {
            if slot[body] == usize::MAX {
                slot[body] = bodies.len();
                bodies.push(body);
            }
        };
        enter(scene.pairs[pair].first, &mut slot, &mut bodies);
        let mut touching: Vec<usize> = Vec::new();
        let mut seen = vec![false; scene.pairs.len()];
        let mut at = 0;
        while at < bodies.len() {
            for &index in &scene.of_body[bodies[at]] {
                if seen[index] {
                    continue;
                }
                seen[index] = true;
                if self.touches(index, time_s) {
                    touching.push(index);
                    enter(scene.pairs[index].first, &mut slot, &mut bodies);
                    if let Some(second) = scene.as_body(scene.pairs[index].second) {
                        enter(second, &mut slot, &mut bodies);
                    }
                }
            }
            at += 1;
        }
        let members: Vec<Member> = bodies
            .iter()
            .map(|body| {
                let body = &scene.bodies[*body];
                let (velocity, turning) = body.velocity(time_s, scene.dt_s);
                member(&body.mover, velocity, turning)
            })
            .collect();
        let (mut joints, mut found) = (Vec::new(), Vec::new());
        for index in touching {
            self.join(index, time_s, &slot, &members, &mut joints, &mut found);
        }
        (bodies, members, joints, found)
    }

    #[allow(clippy::too_many_arguments)]
    fn join(
        &self,
        index: usize,
        time_s: f64,
        slot: &[usize],
        members: &[Member],
        joints: &mut Vec<Joint>,
        found: &mut Vec<Found>,
    ) {
        let scene = &self.scene;
        let pair = &scene.pairs[index];
        let (a, b) = (scene.outline(pair.first).placed(time_s), scene.outline(pair.second).placed(time_s));
        let points = manifold(&a, &b, &gap(&a, &b));
        let (mut restitution, friction) = scene.surfaces(pair);
        if pair.hits >= BOUNCES {
            restitution = 0.0;
        }
        let centre = |body: usize| scene.bodies[body].path.at(time_s).0;
        let second = scene.as_body(pair.second);
        let met = match second {
            Some(body) => Met::Body(scene.bodies[body].caller),
            None => Met::Wall(pair.second - scene.bodies.len()),
        };
        for point in points.points() {
            let arms =
                [point.at - centre(pair.first), second.map_or(Vec2::zero(), |body| point.at - centre(body))];
            let ends = (slot[pair.first], second.map(|body| slot[body]));
            joints.push(Joint::new(members, ends, arms, points.normal, (restitution, friction)));
            let key = (scene.bodies[pair.first].caller, met, point.feature);
            found.push(Found { pair: index, key, at: point.at });
        }
    }

    /// How hard a point was pressed when it was last solved, N.
    fn guess(&self, key: &Key) -> [f64; 2] {
        match self.before.binary_search_by(|entry| entry.0.cmp(key)) {
            Ok(at) => self.before[at].1,
            Err(_) => [0.0; 2],
        }
    }

    fn remember(&mut self, joints: &[Joint], found: &[Found], rest_s: f64) {
        for (joint, found) in joints.iter().zip(found) {
            if rest_s > 0.0 {
                let force = joint.impulse.map(|impulse| impulse / rest_s);
                self.pressing.push((found.key, force));
            }
        }
    }

    fn report(&mut self, now: &[Member], joints: &[Joint], found: &[Found], blows: &[Blow], time_s: f64) {
        if !blows.iter().any(|blow| -blow.before[0] >= LISTED_M_S) {
            return;
        }
        for ((joint, found), blow) in joints.iter().zip(found).zip(blows) {
            debug_assert_eq!(joint.relative(now), blow.before);
            if blow.impulse != [0.0; 2] {
                self.impacts.push(Impact {
                    body: found.key.0,
                    met: found.key.1,
                    time_s,
                    position_m: found.at,
                    normal: joint.normal,
                    normal_impulse_n_s: blow.impulse[0],
                    friction_impulse_n_s: blow.impulse[1],
                    approach_speed_m_s: -blow.before[0],
                    slip_speed_m_s: blow.before[1],
                    energy_lost_j: blow.lost,
                });
            }
        }
    }

    /// There is no room for more: both bodies of a pair stay where they meet, until the next step.
    fn stop(&mut self, pair: usize, time_s: f64) {
        let dt_s = self.scene.dt_s;
        let pair = self.scene.pairs[pair];
        for body in [Some(pair.first), self.scene.as_body(pair.second)].into_iter().flatten() {
            self.scene.bodies[body].stop(time_s, dt_s);
            self.foresee_all(body, time_s);
        }
    }
}

fn member(mover: &Mover, velocity: Vec2<f64>, turning: f64) -> Member {
    debug_assert!(perp(velocity).dot(velocity).abs() < f64::INFINITY);
    Member { ease: 1.0 / mover.body.mass_kg, yaw_ease: 1.0 / mover.body.yaw_inertia_kg_m2, velocity, turning }
}
