//! Impulses among bodies that touch each other: all their contact points together.
//!
//! # An impact
//!
//! **Compression.** The impulses after which no two bodies approach, with friction ([`law`](super::law)): found by
//! going round the points, each solved exactly, and where that is slow (a heavy car pressing a light one against a
//! wall) by solving the points that touch as one linear system ([`pivot`](super::pivot)).
//!
//! **Restitution** (Poisson). Each point gives back `restitution` times its normal impulse of the compression;
//! friction and whatever else keeps the bodies apart is solved anew with it.
//!
//! **No energy from nothing.** The work of all impulses is dE = sum P . (u before + u after) / 2. Scaled by a factor s
//! it is s b + s^2 a / 2, with a >= 0. If compression had dE > 0 (it can only where its iteration did not converge),
//! it is scaled back to dE = 0; so is the restitution, as a whole, if compression and restitution together had
//! dE > 0, as several points with different restitution and friction can. Scaled impulses keep to Coulomb's law, for
//! its cone is convex. So for every mass, shape, number of points and iteration: dE <= 0, up to rounding.

use skidpad::math::{Real, Vec2};

use super::law::Response;
use super::pivot;

/// A body among those that touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// 1 / mass.
    pub ease: f64,
    /// 1 / yaw inertia.
    pub yaw_ease: f64,
    pub velocity: Vec2<f64>,
    pub turning: f64,
}

/// One point of contact between a member and another, or a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub first: usize,
    /// `None`: a wall.
    pub second: Option<usize>,
    /// The arm of each body about which the normal and the tangential impulse turn it, m.
    pub levers: [[f64; 2]; 2],
    /// From the first to the second.
    pub normal: Vec2<f64>,
    pub response: Response,
    pub restitution: f64,
    /// Normal impulse that is given, N s.
    pub prescribed: f64,
    /// Impulse (normal, tangential) beside it, on the second, N s.
    pub impulse: [f64; 2],
}

/// Rounds over all points before the linear system is tried, and after.
const ROUNDS: usize = 30;
/// How often the linear system is tried.
const ATTEMPTS: usize = 12;
/// What changes a velocity by no more than this share of the largest is left as it is.
const CONVERGED: f64 = 1e-14;
/// More points than this are a large pile: its rounds are many, each dear, and the linear system too large. What is
/// left undone shows as a gap that narrows, and is solved again before it has lost a twentieth of a millimetre.
const LARGE: usize = 60;
const ROUNDS_LARGE: usize = 25;
const CONVERGED_LARGE: f64 = 1e-7;

pub(super) fn tangent(normal: Vec2<f64>) -> Vec2<f64> {
    Vec2::new(-normal.y, normal.x)
}

impl Joint {
    /// A point between two members.
    pub fn new(
        members: &[Member],
        (first, second): (usize, Option<usize>),
        arms: [Vec2<f64>; 2],
        normal: Vec2<f64>,
        (restitution, friction): (f64, f64),
    ) -> Self {
        let across = tangent(normal);
        let a = &members[first];
        let (ease, yaw_ease) = second.map_or((0.0, 0.0), |b| (members[b].ease, members[b].yaw_ease));
        let levers = arms.map(|arm| [arm.cross(normal), arm.cross(across)]);
        let [[an, at], [bn, bt]] = levers;
        let straight = a.ease + ease;
        let nn = a.yaw_ease * an * an + yaw_ease * bn * bn;
        let tt = a.yaw_ease * at * at + yaw_ease * bt * bt;
        // nn tt - nt^2 of the turning alone (Lagrange's identity): never negative.
        let twist = an * bt - bn * at;
        let response = Response {
            nn: straight + nn,
            tt: straight + tt,
            nt: a.yaw_ease * an * at + yaw_ease * bn * bt,
            det: straight * (straight + nn + tt) + a.yaw_ease * yaw_ease * twist * twist,
            friction,
        };
        Self { first, second, levers, normal, response, restitution, prescribed: 0.0, impulse: [0.0; 2] }
    }

    /// Velocity of the second relative to the first at the point: normal, tangential.
    pub fn relative(&self, members: &[Member]) -> [f64; 2] {
        let at = |member: &Member, [n, t]: [f64; 2]| {
            let v = member.velocity;
            [v.dot(self.normal) + n * member.turning, v.dot(tangent(self.normal)) + t * member.turning]
        };
        let a = at(&members[self.first], self.levers[0]);
        let b = self.second.map_or([0.0; 2], |second| at(&members[second], self.levers[1]));
        [b[0] - a[0], b[1] - a[1]]
    }

    /// Gives an impulse (normal, tangential) to the second, and its opposite to the first.
    pub fn push(&self, members: &mut [Member], [n, t]: [f64; 2]) {
        let p = self.normal.scale(n) + tangent(self.normal).scale(t);
        let [[an, at], [bn, bt]] = self.levers;
        let a = &mut members[self.first];
        a.velocity = a.velocity - p.scale(a.ease);
        a.turning -= a.yaw_ease * (an * n + at * t);
        if let Some(second) = self.second {
            let b = &mut members[second];
            b.velocity = b.velocity + p.scale(b.ease);
            b.turning += b.yaw_ease * (bn * n + bt * t);
        }
    }

    /// Solves this point with the others as they are; by how much that changes its velocity. A change that is not
    /// more than `enough` is not made.
    fn relax(&mut self, members: &mut [Member], enough: f64) -> f64 {
        let (u, [n, t], r) = (self.relative(members), self.impulse, self.response);
        let without = [u[0] - r.nn * n - r.nt * t, u[1] - r.nt * n - r.tt * t];
        let new = r.impulse(without, self.prescribed);
        let change = [new[0] - n, new[1] - t];
        let size = (r.nn * change[0] + r.nt * change[1]).abs() + (r.nt * change[0] + r.tt * change[1]).abs();
        if size <= enough {
            return 0.0;
        }
        self.impulse = new;
        self.push(members, change);
        size
    }
}

/// Goes round the points, there and back, and only to those whose members have changed since the last visit.
struct Rounds {
    enough: f64,
    /// In which visit a member changed last, and in which a point was solved last.
    changed: Vec<u64>,
    solved: Vec<u64>,
    visit: u64,
}

impl Rounds {
    fn new(members: &[Member], joints: &[Joint], enough: f64) -> Self {
        Self { enough, changed: vec![1; members.len()], solved: vec![0; joints.len()], visit: 1 }
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

    /// So many rounds at most; whether nothing changes any more.
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

/// Finds the impulses. What the joints hold at the call is the first guess, and already in the velocities.
fn solve(members: &mut [Member], joints: &mut [Joint], speed: f64) {
    let large = joints.len() > LARGE;
    let enough = speed * if large { CONVERGED_LARGE } else { CONVERGED };
    let mut rounds = Rounds::new(members, joints, enough);
    if rounds.go(members, joints, if large { ROUNDS_LARGE } else { ROUNDS }) || large {
        return;
    }
    for _ in 0..ATTEMPTS {
        pivot::solve(members, joints);
        rounds.afresh();
        if rounds.go(members, joints, ROUNDS) {
            return;
        }
    }
}

/// Work of the impulses that turned one set of velocities into another, J; and each joint's share.
fn work(before: &[Member], after: &[Member], joint: &Joint, total: [f64; 2]) -> f64 {
    let (u, v) = (joint.relative(before), joint.relative(after));
    0.5 * (total[0] * (u[0] + v[0]) + total[1] * (u[1] + v[1]))
}

/// What an impact did at one point.
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

/// Whether any two members approach at a point.
pub(super) fn approach(members: &[Member], joints: &[Joint]) -> bool {
    joints.iter().any(|joint| joint.relative(members)[0] < 0.0)
}

/// An impact: compression and restitution. `after` gets the velocities.
pub(super) fn impact(members: &mut [Member], joints: &mut [Joint]) -> Vec<Blow> {
    let before = members.to_vec();
    let speed = largest(members, joints);
    clear(joints);
    solve(members, joints, speed);
    let mut total: Vec<[f64; 2]> = joints.iter().map(|joint| joint.impulse).collect();
    let spent = hold_back(&before, members, joints, &mut total, 0.0);
    if joints.iter().any(|joint| joint.restitution * joint.impulse[0] > 0.0) {
        let compressed = members.to_vec();
        for (joint, total) in joints.iter_mut().zip(&total) {
            joint.prescribed = joint.restitution * total[0];
            joint.impulse = [0.0; 2];
            joint.push(members, [joint.prescribed, 0.0]);
        }
        solve(members, joints, speed);
        let mut back: Vec<[f64; 2]> =
            joints.iter().map(|joint| [joint.prescribed + joint.impulse[0], joint.impulse[1]]).collect();
        hold_back(&compressed, members, joints, &mut back, spent);
        for (total, back) in total.iter_mut().zip(&back) {
            *total = [total[0] + back[0], total[1] + back[1]];
        }
    }
    let blow = |(joint, total): (&Joint, &[f64; 2])| Blow {
        impulse: *total,
        before: joint.relative(&before),
        lost: -work(&before, members, joint, *total),
    };
    joints.iter().zip(&total).map(blow).collect()
}

/// What forces did over the rest of a step: the members' velocities are those without contact, and get those with.
/// The joints hold a first guess and get the impulses.
pub(super) fn hold(members: &mut [Member], joints: &mut [Joint]) {
    let before = members.to_vec();
    let speed = largest(members, joints);
    for joint in joints.iter_mut() {
        joint.prescribed = 0.0;
        joint.push(members, joint.impulse);
    }
    solve(members, joints, speed);
    let mut total: Vec<[f64; 2]> = joints.iter().map(|joint| joint.impulse).collect();
    hold_back(&before, members, joints, &mut total, 0.0);
    for (joint, total) in joints.iter_mut().zip(&total) {
        joint.impulse = *total;
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
