//! All points that touch, solved as one linear system.
//!
//! Going round the points converges slowly where masses differ much: a car of a tonne that presses a kilogram
//! against a wall takes a thousand rounds for each factor of e. Once it is known which points touch, which stick and
//! which slide, the rest is linear.

use super::joint::{Joint, Member, tangent};
use super::lists::refill;

/// More unknowns than this are left to the rounds.
const MOST: usize = 96;
/// A pivot smaller than this share of its own diagonal has no weight of its own: the point is one too many.
const RANK: f64 = 1e-11;
/// Number of attempts, each without the points that pulled in the one before.
const DROPS: usize = 8;

/// One unknown: an impulse along a direction, per unit.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    joint: usize,
    /// Impulse (normal, tangential) per unit.
    per_unit: [f64; 2],
    /// The velocity that must be 0: 0 the normal, 1 the tangential one.
    row: usize,
}

/// The linear system of the points that touch, in memory that is kept.
#[derive(Debug, Default)]
pub(super) struct Pivot {
    unknowns: Vec<Unknown>,
    /// Velocity at each unknown's point per unit of each unknown, row after row.
    matrix: Vec<f64>,
    /// Velocity that each unknown must change by.
    right: Vec<f64>,
    /// Change of each unknown.
    change: Vec<f64>,
    /// Diagonal of the matrix before the elimination.
    scale: Vec<f64>,
    /// Rows without a pivot yet, and those with one, in the order of their elimination.
    order: Vec<usize>,
    used: Vec<usize>,
    /// Points that would pull.
    out: Vec<usize>,
}

impl Pivot {
    /// Solves for the points that touch, and leaves the rest; nothing happens where that would make it worse.
    pub fn solve(&mut self, members: &mut [Member], joints: &mut [Joint]) {
        list_touching(&mut self.unknowns, joints);
        for _ in 0..DROPS {
            if self.unknowns.is_empty() || self.unknowns.len() > MOST || !self.find_changes(members, joints) {
                return;
            }
            let pulls = |(unknown, change): (&Unknown, &f64)| {
                (unknown.row == 0 && joints[unknown.joint].impulse[0] + change < 0.0).then_some(unknown.joint)
            };
            refill(&mut self.out, self.unknowns.iter().zip(&self.change).filter_map(pulls));
            if self.out.is_empty() {
                self.apply(members, joints);
                return;
            }
            for joint in &self.out {
                let p = joints[*joint].impulse;
                joints[*joint].push(members, [-p[0], -p[1]]);
                joints[*joint].impulse = [0.0; 2];
            }
            let Self { unknowns, out, .. } = self;
            unknowns.retain(|unknown| !out.contains(&unknown.joint));
        }
    }

    /// Finds the change of each unknown after which its velocity is 0. Returns false where there is none.
    fn find_changes(&mut self, members: &[Member], joints: &[Joint]) -> bool {
        let Self { unknowns, matrix, right, .. } = self;
        refill(right, unknowns.iter().map(|u| -joints[u.joint].relative(members)[u.row]));
        matrix.clear();
        for to in &*unknowns {
            let answer = |from: &Unknown| {
                answer(members, &joints[to.joint], &joints[from.joint], from.per_unit)[to.row]
            };
            matrix.extend(unknowns.iter().map(answer));
        }
        self.eliminate()
    }

    /// Gauss with pivots from the whole of what is left; rows that depend on others get 0. Returns false where a number is
    /// not finite.
    fn eliminate(&mut self) -> bool {
        let Self { matrix, right, change, scale, order, used, .. } = self;
        let count = right.len();
        refill(scale, (0..count).map(|i| matrix[i * count + i].abs()));
        refill(order, 0..count);
        used.clear();
        for _ in 0..count {
            // The diagonal that kept the largest share of itself.
            let share = |i: usize| matrix[i * count + i].abs() / scale[i];
            let mut best = 0;
            for at in 1..order.len() {
                if share(order[at]) > share(order[best]) {
                    best = at;
                }
            }
            let pivot = order[best];
            let weight = share(pivot);
            if weight.is_nan() {
                return false;
            }
            if weight < RANK {
                break;
            }
            order.remove(best);
            used.push(pivot);
            for &row in &*order {
                let factor = matrix[row * count + pivot] / matrix[pivot * count + pivot];
                if factor == 0.0 {
                    continue;
                }
                for &column in order.iter().chain(core::iter::once(&pivot)) {
                    matrix[row * count + column] -= factor * matrix[pivot * count + column];
                }
                right[row] -= factor * right[pivot];
            }
        }
        refill(change, core::iter::repeat_n(0.0, count));
        for (at, &row) in used.iter().enumerate().rev() {
            let known: f64 = used[at + 1..].iter().map(|&c| matrix[row * count + c] * change[c]).sum();
            change[row] = (right[row] - known) / matrix[row * count + row];
        }
        change.iter().all(|value| value.is_finite())
    }

    fn apply(&self, members: &mut [Member], joints: &mut [Joint]) {
        for (unknown, change) in self.unknowns.iter().zip(&self.change) {
            let p = [unknown.per_unit[0] * change, unknown.per_unit[1] * change];
            let joint = &mut joints[unknown.joint];
            joint.impulse = [joint.impulse[0] + p[0], joint.impulse[1] + p[1]];
            joint.push(members, p);
        }
    }
}

/// Lists the unknowns of the points that have an impulse.
fn list_touching(unknowns: &mut Vec<Unknown>, joints: &[Joint]) {
    unknowns.clear();
    for (index, joint) in joints.iter().enumerate() {
        let [n, t] = joint.impulse;
        let limit = joint.response.friction * (joint.prescribed + n);
        let slides = t.abs() >= limit * (1.0 - 1e-9);
        if n > 0.0 {
            let share = if slides { f64::copysign(joint.response.friction, t) } else { 0.0 };
            unknowns.push(Unknown { joint: index, per_unit: [1.0, share], row: 0 });
        }
        if !slides {
            unknowns.push(Unknown { joint: index, per_unit: [0.0, 1.0], row: 1 });
        }
    }
}

/// Velocity at one point per impulse at another.
fn answer(members: &[Member], to: &Joint, from: &Joint, per_unit: [f64; 2]) -> [f64; 2] {
    let p = from.normal.scale(per_unit[0]) + tangent(from.normal).scale(per_unit[1]);
    let mut u = [0.0; 2];
    let ends = |joint: &Joint| [(Some(joint.first), -1.0, 0), (joint.second, 1.0, 1)];
    for (pushed, push_sign, push_arm) in ends(from) {
        for (felt, felt_sign, felt_arm) in ends(to) {
            let (Some(body), true) = (pushed, pushed == felt) else { continue };
            let member = &members[body];
            let ([push_n, push_t], [felt_n, felt_t]) = (from.levers[push_arm], to.levers[felt_arm]);
            let turning = member.turn_ease.times(push_n.scale(per_unit[0]) + push_t.scale(per_unit[1]));
            let moved = p.scale(member.ease);
            let sign = push_sign * felt_sign;
            u[0] += sign * (moved.dot(to.normal) + turning.dot(felt_n));
            u[1] += sign * (moved.dot(tangent(to.normal)) + turning.dot(felt_t));
        }
    }
    u
}
