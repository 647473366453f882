//! The run through a step: from one meeting to the next.

use super::cluster::{Cluster, touching};
use super::island::{self, Solver};
use super::joint::Member;
use super::lists::refill;
use super::outcome::{Impact, Outcome};
use super::pressing::{Pressing, StepForces};
use super::push_apart::push_apart;
use super::scene::Scene;

/// Number of times that contacts may be solved in a step, besides a share for each body.
const EVENTS: usize = 64;
const EVENTS_PER_BODY: usize = 8;
/// Slower blows are not listed, m/s.
const LISTED_M_S: f64 = 1e-6;

/// Working memory of a run, kept from step to step.
#[derive(Debug, Default)]
pub(super) struct RunMemory {
    /// Forces at the points that were solved.
    pub forces: StepForces,
    impacts: Vec<Impact>,
    cluster: Cluster,
    solver: Solver,
    /// The cluster's members before and after its impact.
    now: Vec<Member>,
    struck: Vec<Member>,
    /// The cluster's members as their paths lead.
    ways: Vec<Member>,
    /// True for each body of the cluster that contact concerns.
    is_touched: Vec<bool>,
    /// Bodies of the cluster that got another path.
    moved: Vec<usize>,
    /// True for each pair that was solved at the beginning of the step.
    is_solved: Vec<bool>,
    /// Distance by which each body may still be pushed in the step, m.
    left_m: Vec<f64>,
}

impl RunMemory {
    /// Nothing was solved yet.
    pub fn begin(&mut self) {
        self.forces.clear();
        self.impacts.clear();
    }
}

/// A step under way.
pub(super) struct Run<'a> {
    pub scene: Scene<'a>,
    memory: &'a mut RunMemory,
    /// Forces of the step before.
    before: &'a Pressing,
    events: usize,
    cut_short: bool,
    pushed_m: f64,
}

impl<'a> Run<'a> {
    pub fn new(scene: Scene<'a>, memory: &'a mut RunMemory, before: &'a Pressing) -> Self {
        Self { scene, memory, before, events: 0, cut_short: false, pushed_m: 0.0 }
    }

    /// The whole step.
    pub fn go(&mut self) {
        self.begin();
        self.cut_short = self.go_on();
        self.pushed_m = push_apart(&mut self.scene, &mut self.memory.left_m);
    }

    /// Notes what came of the step.
    pub fn finish(self, outcome: &mut Outcome) {
        for body in &*self.scene.bodies {
            outcome.motions[body.caller] = body.result(self.scene.dt_s);
            outcome.tilt_rates_rad_s[body.caller] = body.tilt_rates_rad_s();
            outcome.corrected[body.caller] = body.corrected;
        }
        outcome.impacts.extend_from_slice(&self.memory.impacts);
        outcome.events = self.events;
        outcome.pushed_m = self.pushed_m;
        outcome.cut_short = self.cut_short;
    }

    /// Solves what touches at the beginning.
    fn begin(&mut self) {
        let count = self.scene.pairs.len();
        refill(&mut self.memory.is_solved, core::iter::repeat_n(false, count));
        for pair in 0..count {
            if !self.memory.is_solved[pair] && touching(&self.scene, pair, 0.0) {
                self.solve(pair, 0.0);
                let RunMemory { cluster, is_solved, .. } = &mut *self.memory;
                // What touches at the beginning is near, so that the sweep has found it.
                cluster.found.iter().for_each(|found| is_solved[found.pair] = true);
            }
        }
        for pair in 0..self.scene.pairs.len() {
            self.scene.foresee(pair, 0.0);
        }
    }

    /// Goes from meeting to meeting. Returns true if there were too many.
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

    /// Solves all that touches, directly or through others, with a pair.
    fn solve(&mut self, pair: usize, time_s: f64) {
        self.scene.pairs[pair].hits += 1;
        self.memory.cluster.gather(&self.scene, pair, time_s);
        self.strike();
        self.hold(self.scene.dt_s - time_s);
        self.report(time_s);
        self.find_touched();
        self.redirect(time_s);
        for at in 0..self.memory.moved.len() {
            let body = self.memory.moved[at];
            self.scene.look_around(body);
            self.scene.foresee_all(body, time_s);
        }
    }

    /// Lets the bodies of the cluster strike each other, where any two approach.
    fn strike(&mut self) {
        let RunMemory { cluster: Cluster { members, joints, .. }, solver, now, struck, .. } =
            &mut *self.memory;
        refill(now, members.iter().copied());
        solver.blows.clear();
        if island::approach(members, joints) {
            solver.impact(members, joints);
        }
        refill(struck, members.iter().copied());
    }

    /// Holds back what the forces of the bodies do over the rest of the step, and remembers how hard they press.
    fn hold(&mut self, rest_s: f64) {
        let RunMemory { cluster, solver, forces, .. } = &mut *self.memory;
        let Cluster { bodies, members, joints, found, .. } = cluster;
        for (member, body) in members.iter_mut().zip(&*bodies) {
            member.motion = member.motion.plus(self.scene.bodies[*body].own.scale(rest_s));
        }
        for (joint, found) in joints.iter_mut().zip(&*found) {
            let guess = forces.guess(found.pair, &found.key, self.before);
            joint.impulse = guess.map(|force| force * rest_s);
        }
        solver.hold(members, joints);
        self.scene.release(bodies);
        for (joint, found) in joints.iter().zip(found) {
            self.scene.pairs[found.pair].held |= joint.impulse != [0.0; 2];
            if rest_s > 0.0 {
                forces.set(found.pair, found.key, joint.impulse.map(|impulse| impulse / rest_s));
            }
        }
    }

    /// Lists the blows of the cluster.
    fn report(&mut self, time_s: f64) {
        let RunMemory { cluster, solver: Solver { blows, .. }, now, impacts, .. } = &mut *self.memory;
        if !blows.iter().any(|blow| -blow.before[0] >= LISTED_M_S) {
            return;
        }
        for ((joint, found), blow) in cluster.joints.iter().zip(&cluster.found).zip(blows) {
            debug_assert_eq!(joint.relative(now), blow.before);
            if blow.impulse != [0.0; 2] {
                impacts.push(Impact {
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

    /// Finds the bodies that contact concerns: those that were struck or are held, whose way leads into what they touch, or
    /// that were held until now.
    fn find_touched(&mut self) {
        let RunMemory { cluster, solver, ways, is_touched, .. } = &mut *self.memory;
        let bodies = || cluster.bodies.iter().map(|body| &self.scene.bodies[*body]);
        refill(is_touched, bodies().map(|body| body.corrected));
        refill(ways, bodies().map(|body| body.member(body.way())));
        for (index, joint) in cluster.joints.iter().enumerate() {
            let struck = solver.blows.get(index).is_some_and(|blow| blow.impulse != [0.0; 2]);
            if struck || joint.impulse != [0.0; 2] || joint.relative(ways)[0] < 0.0 {
                is_touched[joint.first] = true;
                if let Some(second) = joint.second {
                    is_touched[second] = true;
                }
            }
        }
    }

    /// Sends the bodies that contact concerns on their new ways.
    fn redirect(&mut self, time_s: f64) {
        let RunMemory { cluster, struck, is_touched, moved, .. } = &mut *self.memory;
        let rest_s = self.scene.dt_s - time_s;
        moved.clear();
        for (slot, body) in cluster.bodies.iter().enumerate().filter(|(slot, _)| is_touched[*slot]) {
            let (now, end) = (struck[slot].motion, cluster.members[slot].motion);
            if self.scene.bodies[*body].redirect(time_s, rest_s, now, end) {
                moved.push(*body);
            }
        }
    }

    /// There is no room for more: both bodies of a pair stay where they meet, until the next step.
    fn stop(&mut self, pair: usize, time_s: f64) {
        let dt_s = self.scene.dt_s;
        let pair = self.scene.pairs[pair];
        for body in [Some(pair.first), self.scene.as_body(pair.second)].into_iter().flatten() {
            self.scene.bodies[body].stop(time_s, dt_s);
            self.scene.foresee_all(body, time_s);
        }
    }
}
