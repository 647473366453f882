//! All points that touch, solved as one linear system.
//!
//! Going round the points converges slowly where masses differ much: a car of a tonne that presses a kilogram
//! against a wall takes a thousand rounds for each factor of e. Once it is known which points touch, which stick and
//! which slide, the rest is linear.

use super::joint::{Joint, Member, tangent};

/// More unknowns than this are left to the rounds.
const MOST: usize = 96;
/// A pivot smaller than this share of its own diagonal has no weight of its own: the point is one too many.
const RANK: f64 = 1e-11;
/// How often points that would pull are left out.
const DROPS: usize = 8;

/// One unknown: an impulse along a direction, per unit.
#[derive(Clone, Copy)]
struct Unknown {
    joint: usize,
    /// Impulse (normal, tangential) per unit.
    per_unit: [f64; 2],
    /// The velocity that must be 0: 0 the normal, 1 the tangential one.
    row: usize,
}

/// Solves for the points that touch, and leaves the rest; nothing happens where that would make it worse.
pub(super) fn solve(members: &mut [Member], joints: &mut [Joint]) {
    let mut unknowns = touching(joints);
    for _ in 0..DROPS {
        if unknowns.is_empty() || unknowns.len() > MOST {
            return;
        }
        let Some(change) = changes(members, joints, &unknowns) else { return };
        let pulls = |unknown: &Unknown, change: f64| {
            unknown.row == 0 && joints[unknown.joint].impulse[0] + change < 0.0
        };
        if !unknowns.iter().zip(&change).any(|(unknown, change)| pulls(unknown, *change)) {
            apply(members, joints, &unknowns, &change);
            return;
        }
        let out: Vec<usize> = unknowns
            .iter()
            .zip(&change)
            .filter(|(unknown, change)| pulls(unknown, **change))
            .map(|(unknown, _)| unknown.joint)
            .collect();
        for joint in &out {
            let p = joints[*joint].impulse;
            joints[*joint].push(members, [-p[0], -p[1]]);
            joints[*joint].impulse = [0.0; 2];
        }
        unknowns.retain(|unknown| !out.contains(&unknown.joint));
    }
}

/// The unknowns of the points that have an impulse.
fn touching(joints: &[Joint]) -> Vec<Unknown> {
    let mut found = Vec::new();
    for (index, joint) in joints.iter().enumerate() {
        let [n, t] = joint.impulse;
        let limit = joint.response.friction * (joint.prescribed + n);
        let slides = t.abs() >= limit * (1.0 - 1e-9);
        if n > 0.0 {
            let share = if slides { f64::copysign(joint.response.friction, t) } else { 0.0 };
            found.push(Unknown { joint: index, per_unit: [1.0, share], row: 0 });
        }
        if !slides {
            found.push(Unknown { joint: index, per_unit: [0.0, 1.0], row: 1 });
        }
    }
    found
}

/// The change of each unknown after which its velocity is 0.
fn changes(members: &[Member], joints: &[Joint], unknowns: &[Unknown]) -> Option<Vec<f64>> {
    let count = unknowns.len();
    let mut matrix = vec![0.0; count * count];
    let mut right: Vec<f64> = unknowns.iter().map(|u| -joints[u.joint].relative(members)[u.row]).collect();
    for (row, to) in unknowns.iter().enumerate() {
        for (column, from) in unknowns.iter().enumerate() {
            matrix[row * count + column] =
                answer(members, &joints[to.joint], &joints[from.joint], from.per_unit)[to.row];
        }
    }
    eliminate(&mut matrix, &mut right)
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
            let turning = member.yaw_ease * (push_n * per_unit[0] + push_t * per_unit[1]);
            let moved = p.scale(member.ease);
            let sign = push_sign * felt_sign;
            u[0] += sign * (moved.dot(to.normal) + turning * felt_n);
            u[1] += sign * (moved.dot(tangent(to.normal)) + turning * felt_t);
        }
    }
    u
}

/// Gauss with pivots from the whole of what is left; rows that depend on others get 0.
fn eliminate(matrix: &mut [f64], right: &mut [f64]) -> Option<Vec<f64>> {
    let count = right.len();
    let scale: Vec<f64> = (0..count).map(|i| matrix[i * count + i].abs()).collect();
    let mut order: Vec<usize> = (0..count).collect();
    let mut used = Vec::with_capacity(count);
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
            return None;
        }
        if weight < RANK {
            break;
        }
        order.remove(best);
        used.push(pivot);
        for &row in &order {
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
    let mut answer = vec![0.0; count];
    for (at, &row) in used.iter().enumerate().rev() {
        let known: f64 = used[at + 1..].iter().map(|&c| matrix[row * count + c] * answer[c]).sum();
        answer[row] = (right[row] - known) / matrix[row * count + row];
    }
    answer.iter().all(|value| value.is_finite()).then_some(answer)
}

fn apply(members: &mut [Member], joints: &mut [Joint], unknowns: &[Unknown], change: &[f64]) {
    for (unknown, change) in unknowns.iter().zip(change) {
        let p = [unknown.per_unit[0] * change, unknown.per_unit[1] * change];
        let joint = &mut joints[unknown.joint];
        joint.impulse = [joint.impulse[0] + p[0], joint.impulse[1] + p[1]];
        joint.push(members, p);
    }
}
