//! Impulses among bodies that touch each other: all their contact points together.
//!
//! # An impact
//!
//! **Compression.** The impulses after which no two bodies approach, with friction ([`law`](super::law)): found by
//! going round the points, each solved exactly, and where that is slow (a heavy car pressing a light one against a
//! wall) by solving the points that touch as one linear system ([`Pivot`]).
//!
//! **Restitution** (Poisson). Each point gives back `restitution` times its normal impulse of the compression;
//! friction and whatever else keeps the bodies apart is solved again with it.
//!
//! **No energy from nothing.** The work of all impulses is dE = sum P . (u before + u after) / 2. Scaled by a factor s
//! it is s b + s^2 a / 2, with a >= 0. If compression had dE > 0 (it can only where its iteration did not converge),
//! it is scaled back to dE = 0; so is the restitution, as a whole, if compression and restitution together had
//! dE > 0, as several points with different restitution and friction can. Scaled impulses keep to Coulomb's law, for
//! its cone is convex. So for every mass, shape, number of points and iteration: dE <= 0, up to rounding.

use skidpad_core::math::Real;

use super::joint::{Joint, Member};
use super::lists::refill;
use super::pivot::Pivot;

/// Rounds over all points before the linear system is tried, and after.
const ROUNDS: usize = 30;
/// Number of times that the linear system is tried.
const ATTEMPTS: usize = 12;
/// Changes of velocity up to this share of the largest relative velocity at a point are ignored.
const CONVERGED: f64 = 1e-14;
/// More points than this are a large pile: its rounds are many, each dear, and the linear system too large. What is
/// left undone shows as a gap that narrows, and is solved again before it has lost a twentieth of a millimetre.
const LARGE: usize = 60;
const ROUNDS_LARGE: usize = 25;
const CONVERGED_LARGE: f64 = 1e-7;

/// Goes round the points, there and back, and only to those whose members have changed since the last visit.
#[derive(Debug, Default)]
struct Rounds {
    enough: f64,
    /// In which visit a member changed last, and in which a point was solved last.
    changed: Vec<u64>,
    solved: Vec<u64>,
    visit: u64,
}

impl Rounds {
    /// Begins with as many members and points. A change of velocity of no more than `enough` is none.
    fn begin(&mut self, members: usize, joints: usize, enough: f64) {
        (self.enough, self.visit) = (enough, 1);
        self.changed.clear();
        self.changed.resize(members, 1);
        self.solved.clear();
        self.solved.resize(joints, 0);
    }

    /// Everything may have changed.
    fn afresh(&mut self) {
        self.visit += 1;
        self.changed.fill(self.visit);
    }

    fn visit(&mut self, members: &mut [Member], joints: &mut [Joint], index: usize) -> bool {
        let joint = &mut joints[index];
        let second = joint.second.map_or(0, |second| self.changed[second]);
        if self.solved[index] >= self.changed[joint.first] && self.solved[index] >= second {
            return false;
        }
        self.visit += 1;
        self.solved[index] = self.visit;
        if joint.relax(members, self.enough) == 0.0 {
            return false;
        }
        self.changed[joint.first] = self.visit;
        if let Some(second) = joint.second {
            self.changed[second] = self.visit;
        }
        true
    }

    /// Goes at most `most` rounds. Returns true if nothing changes any more.
    fn go(&mut self, members: &mut [Member], joints: &mut [Joint], most: usize) -> bool {
        for _ in 0..most {
            let mut changed = false;
            for index in (0..joints.len()).chain((0..joints.len()).rev()) {
                changed |= self.visit(members, joints, index);
            }
            if !changed {
                return true;
            }
        }
        false
    }
}

/// Work of a joint's impulse where impulses turned one set of velocities into another, J.
fn work(before: &[Member], after: &[Member], joint: &Joint, total: [f64; 2]) -> f64 {
    let (u, v) = (joint.relative(before), joint.relative(after));
    0.5 * (total[0] * (u[0] + v[0]) + total[1] * (u[1] + v[1]))
}

/// Result of an impact at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Blow {
    /// Impulse on the second, normal and tangential, N s.
    pub impulse: [f64; 2],
    /// Relative velocity before, normal (negative: approaching) and tangential, m/s.
    pub before: [f64; 2],
    /// Energy that is lost at this point, J; may be negative where others lose more.
    pub lost: f64,
}

/// The largest speed at a point.
fn largest(members: &[Member], joints: &[Joint]) -> f64 {
    let speed = |joint: &Joint| {
        let u = joint.relative(members);
        u[0].abs() + u[1].abs()
    };
    joints.iter().map(speed).fold(0.0, Real::max)
}

/// Returns true if any two members approach at a point.
pub(super) fn approach(members: &[Member], joints: &[Joint]) -> bool {
    joints.iter().any(|joint| joint.relative(members)[0] < 0.0)
}

/// Solves for the impulses among some bodies that touch, in memory that is kept.
#[derive(Debug, Default)]
pub(super) struct Solver {
    /// Result of the last impact at each point.
    pub blows: Vec<Blow>,
    rounds: Rounds,
    pivot: Pivot,
    before: Vec<Member>,
    compressed: Vec<Member>,
    /// Impulses at each point, and those of restitution alone.
    total: Vec<[f64; 2]>,
    back: Vec<[f64; 2]>,
}

impl Solver {
    /// Solves an impact: compression and restitution. `members` get the velocities after it, `blows` the impulses.
    pub fn impact(&mut self, members: &mut [Member], joints: &mut [Joint]) {
        refill(&mut self.before, members.iter().copied());
        let speed = largest(members, joints);
        clear(joints);
        self.solve(members, joints, speed);
        refill(&mut self.total, joints.iter().map(|joint| joint.impulse));
        let spent = hold_back(&self.before, members, joints, &mut self.total, 0.0);
        if joints.iter().any(|joint| joint.restitution * joint.impulse[0] > 0.0) {
            self.restitute(members, joints, speed, spent);
        }
        let before = &self.before;
        let blow = |(joint, total): (&Joint, &[f64; 2])| Blow {
            impulse: *total,
            before: joint.relative(before),
            lost: -work(before, members, joint, *total),
        };
        refill(&mut self.blows, joints.iter().zip(&self.total).map(blow));
    }

    /// Adds the restitution to the impulses of a compression, whose work was `spent`.
    fn restitute(&mut self, members: &mut [Member], joints: &mut [Joint], speed: f64, spent: f64) {
        refill(&mut self.compressed, members.iter().copied());
        for (joint, total) in joints.iter_mut().zip(&self.total) {
            joint.prescribed = joint.restitution * total[0];
            joint.impulse = [0.0; 2];
            joint.push(members, [joint.prescribed, 0.0]);
        }
        self.solve(members, joints, speed);
        let impulse = |joint: &Joint| [joint.prescribed + joint.impulse[0], joint.impulse[1]];
        refill(&mut self.back, joints.iter().map(impulse));
        hold_back(&self.compressed, members, joints, &mut self.back, spent);
        for (total, back) in self.total.iter_mut().zip(&self.back) {
            *total = [total[0] + back[0], total[1] + back[1]];
        }
    }

    /// Solves for what forces did over the rest of a step: the members' velocities are those without contact, and get those
    /// with. The joints hold a first guess and get the impulses.
    pub fn hold(&mut self, members: &mut [Member], joints: &mut [Joint]) {
        refill(&mut self.before, members.iter().copied());
        let speed = largest(members, joints);
        for joint in joints.iter_mut() {
            joint.prescribed = 0.0;
            joint.push(members, joint.impulse);
        }
        // A guess that would create energy is worse than none: the forces are no longer those that it comes from, and
        // taking it back again would leave their rounding on the lightest body.
        let before = &self.before;
        let guessed: f64 = joints.iter().map(|joint| work(before, members, joint, joint.impulse)).sum();
        if guessed > 0.0 {
            members.copy_from_slice(before);
            clear(joints);
        }
        self.solve(members, joints, speed);
        refill(&mut self.total, joints.iter().map(|joint| joint.impulse));
        hold_back(&self.before, members, joints, &mut self.total, 0.0);
        for (joint, total) in joints.iter_mut().zip(&self.total) {
            joint.impulse = *total;
        }
    }

    /// Finds the impulses. What the joints hold at the call is the first guess, and already in the velocities.
    fn solve(&mut self, members: &mut [Member], joints: &mut [Joint], speed: f64) {
        let large = joints.len() > LARGE;
        let enough = speed * if large { CONVERGED_LARGE } else { CONVERGED };
        let Self { rounds, pivot, .. } = self;
        rounds.begin(members.len(), joints.len(), enough);
        if rounds.go(members, joints, if large { ROUNDS_LARGE } else { ROUNDS }) || large {
            return;
        }
        for _ in 0..ATTEMPTS {
            pivot.solve(members, joints);
            rounds.afresh();
            if rounds.go(members, joints, ROUNDS) {
                return;
            }
        }
    }
}

fn clear(joints: &mut [Joint]) {
    for joint in joints {
        joint.prescribed = 0.0;
        joint.impulse = [0.0; 2];
    }
}

/// Scales impulses so that with what was `spent` before (work, not positive) they create no energy. Their work.
fn hold_back(
    before: &[Member],
    members: &mut [Member],
    joints: &[Joint],
    total: &mut [[f64; 2]],
    spent: f64,
) -> f64 {
    let (mut linear, mut square, mut size) = (0.0, 0.0, 0.0);
    for (joint, p) in joints.iter().zip(total.iter()) {
        let (u, v) = (joint.relative(before), joint.relative(members));
        let first = p[0] * u[0] + p[1] * u[1];
        linear += first;
        square += 0.5 * (p[0] * (v[0] - u[0]) + p[1] * (v[1] - u[1]));
        size += first.abs();
    }
    let work = linear + square;
    // What rounding makes of an exact 0 is no reason to touch the impulses.
    if spent + work <= 1e-15 * size {
        return work;
    }
    let root = Real::sqrt(Real::max(linear * linear - 4.0 * square * spent, 0.0));
    let scale = if square > 0.0 { Real::clamp((root - linear) / (2.0 * square), 0.0, 1.0) } else { 0.0 };
    members.copy_from_slice(before);
    for (joint, p) in joints.iter().zip(total.iter_mut()) {
        *p = [scale * p[0], scale * p[1]];
        joint.push(members, *p);
    }
    scale * linear + scale * scale * square
}
