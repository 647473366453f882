//! A step: from one meeting to the next.

use std::collections::BTreeMap;

use super::body::Mover;
use super::broad::Sweep;
use super::check::{ContactFault, check};
use super::cluster::{Cluster, Found, Key, member, touching};
use super::island::{self, Blow};
use super::joint::{Joint, Member};
use super::outcome::{Impact, Met, Outcome};
use super::push_apart::push_apart;
use super::scene::{Scene, Traveller, swept};
use super::walls::Walls;

/// Number of times that contacts may be solved in a step, besides a share for each body.
const EVENTS: usize = 64;
const EVENTS_PER_BODY: usize = 8;
/// Slower blows are not listed, m/s.
const LISTED_M_S: f64 = 1e-6;

/// Force (normal, tangential), N, at each point: of a body, what it meets, and which point of the two.
pub(crate) type Pressing = BTreeMap<Key, [f64; 2]>;

/// Contact among bodies from step to step. It remembers how hard they press against each other, as a first guess.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    /// Force (normal, tangential) at each point, N.
    pressing: Pressing,
    sweep: Sweep,
    outcome: Outcome,
}

impl Contacts {
    /// Nothing touches yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The forces that are remembered.
    pub(crate) fn pressing(&self) -> &Pressing {
        &self.pressing
    }

    /// Contact that goes on with forces remembered before.
    pub(crate) fn from_pressing(pressing: Pressing) -> Self {
        Self { pressing, ..Self::default() }
    }

    /// Says that bodies have other places in the caller's list than at the last step: `new` has the place of each old one,
    /// `None` where it is gone. What is remembered of them goes with them, so that the others go on with the same bits.
    pub fn renumber(&mut self, new: impl Fn(usize) -> Option<usize>) {
        let moved =
            core::mem::take(&mut self.pressing).into_iter().filter_map(|((body, met, feature), force)| {
                let met = match met {
                    Met::Body(other) => Met::Body(new(other)?),
                    met => met,
                };
                Some(((new(body)?, met, feature), force))
            });
        self.pressing = moved.collect();
    }

    /// Forgets how hard the bodies press, as after a step in which nothing is near them. Nothing is allocated or freed but that.
    pub fn forget(&mut self) {
        self.pressing.clear();
    }

    /// Corrects the bodies' motions over one step of `dt_s` by what they meet. Nothing is allocated in a step in which no
    /// two come near each other, after the first with as many bodies.
    ///
    /// # Errors
    /// Every number that is not finite or out of its range, by name. Nothing has happened then.
    pub fn step(
        &mut self,
        movers: &[Mover],
        walls: &Walls,
        dt_s: f64,
    ) -> Result<&Outcome, Vec<ContactFault>> {
        check(movers, dt_s)?;
        self.sweep.areas.clear();
        self.sweep.areas.extend(movers.iter().map(swept));
        self.sweep.find(walls);
        self.outcome.begin(movers);
        let before = core::mem::take(&mut self.pressing);
        if !self.sweep.bodies.is_empty() || !self.sweep.walls.is_empty() {
            let new = |has_all| Run::new(Scene::new(movers, walls, &self.sweep, dt_s, has_all), &before);
            let mut run = new(false);
            run.go();
            if run.scene.lacks_bodies {
                run = new(true);
                run.go();
            }
            self.pressing = run.finish(&mut self.outcome);
        }
        Ok(&self.outcome)
    }
}

struct Run<'a> {
    scene: Scene<'a>,
    impacts: Vec<Impact>,
    pressing: Pressing,
    before: &'a Pressing,
    events: usize,
    cut_short: bool,
    pushed_m: f64,
}

impl<'a> Run<'a> {
    fn new(scene: Scene<'a>, before: &'a Pressing) -> Self {
        Self {
            scene,
            impacts: Vec::new(),
            pressing: Pressing::new(),
            before,
            events: 0,
            cut_short: false,
            pushed_m: 0.0,
        }
    }

    /// The whole step.
    fn go(&mut self) {
        self.begin();
        self.cut_short = self.go_on();
        self.pushed_m = push_apart(&mut self.scene);
    }

    /// Notes what came of the step. Returns how hard the bodies press.
    fn finish(self, outcome: &mut Outcome) -> Pressing {
        for body in &self.scene.bodies {
            outcome.motions[body.caller] = body.result(self.scene.dt_s);
            outcome.corrected[body.caller] = body.corrected;
        }
        outcome.impacts.extend(self.impacts);
        outcome.events = self.events;
        outcome.pushed_m = self.pushed_m;
        outcome.cut_short = self.cut_short;
        self.pressing
    }

    /// Solves what touches at the beginning.
    fn begin(&mut self) {
        let mut seen = vec![false; self.scene.pairs.len()];
        for pair in 0..seen.len() {
            if !seen[pair] && touching(&self.scene, pair, 0.0) {
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
        let most = EVENTS + EVENTS_PER_BODY * self.scene.count();
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

    /// Solves all that touches, directly or through others, with a pair. The pairs that were solved.
    fn solve(&mut self, pair: usize, time_s: f64) -> Vec<usize> {
        self.scene.pairs[pair].hits += 1;
        let Cluster { bodies, mut members, mut joints, found } = Cluster::gather(&self.scene, pair, time_s);
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
        self.remember(&bodies, &joints, &found, rest);
        self.report(&now, &joints, &found, &blows, time_s);
        let touched = self.touched(&bodies, &joints, &blows);
        let of = |member: &Member| (member.velocity, member.turning);
        let mut moved = Vec::new();
        for (slot, body) in bodies.iter().enumerate().filter(|(slot, _)| touched[*slot]) {
            if self.scene.bodies[*body].redirect(time_s, rest, of(&struck[slot]), of(&members[slot])) {
                moved.push(*body);
            }
        }
        for body in moved {
            self.scene.look_around(body);
            self.foresee_all(body, time_s);
        }
        found.iter().map(|found| found.pair).collect()
    }

    fn foresee_all(&mut self, body: usize, time_s: f64) {
        for index in 0..self.scene.of_body[body].len() {
            let pair = self.scene.of_body[body][index];
            self.scene.foresee(pair, time_s);
        }
    }

    /// Which bodies contact concerns: those that were struck or are held, whose way leads into what they touch, or
    /// that were held until now.
    fn touched(&self, bodies: &[usize], joints: &[Joint], blows: &[Blow]) -> Vec<bool> {
        let bodies: Vec<&Traveller> = bodies.iter().map(|body| &self.scene.bodies[*body]).collect();
        let mut touched: Vec<bool> = bodies.iter().map(|body| body.corrected).collect();
        let ways: Vec<Member> = bodies
            .iter()
            .map(|body| member(&body.mover.body, body.path.velocity, body.path.turning))
            .collect();
        for (index, joint) in joints.iter().enumerate() {
            let struck = blows.get(index).is_some_and(|blow| blow.impulse != [0.0; 2]);
            if struck || joint.impulse != [0.0; 2] || joint.relative(&ways)[0] < 0.0 {
                touched[joint.first] = true;
                if let Some(second) = joint.second {
                    touched[second] = true;
                }
            }
        }
        touched
    }

    /// Force at which a point was pressed when it was last solved, N.
    fn guess(&self, key: &Key) -> [f64; 2] {
        self.pressing.get(key).or_else(|| self.before.get(key)).copied().unwrap_or([0.0; 2])
    }

    fn remember(&mut self, bodies: &[usize], joints: &[Joint], found: &[Found], rest_s: f64) {
        for body in bodies {
            for pair in &self.scene.of_body[*body] {
                self.scene.pairs[*pair].held = false;
            }
        }
        for (joint, found) in joints.iter().zip(found) {
            self.scene.pairs[found.pair].held |= joint.impulse != [0.0; 2];
            if rest_s > 0.0 {
                let force = joint.impulse.map(|impulse| impulse / rest_s);
                self.pressing.insert(found.key, force);
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
