//! What overlaps at the end of a step, because it was put so, is moved apart, without speed.

use skidpad_core::math::{Real, Vec2, Vec3};

use super::geometry::gap;
use super::joint::{Joint, Member};
use super::lists::refill;
use super::manifold::manifold;
use super::scene::Scene;
use super::{LARGEST_PUSH_M, SLOP_M};

/// Rounds over all pairs.
const ROUNDS: usize = 12;
/// Share of an overlap that one round takes away: pairs that share a body do not overshoot each other.
const SHARE: f64 = 0.8;
/// The largest turn of one push, rad.
const LARGEST_TURN_RAD: f64 = 0.1;

/// Pushes bodies apart and returns the largest distance that one was moved, m. `left` is the memory for the distance that each
/// may still be moved.
pub(super) fn push_apart(scene: &mut Scene, left: &mut Vec<f64>) -> f64 {
    refill(left, core::iter::repeat_n(LARGEST_PUSH_M, scene.bodies.len()));
    for _ in 0..ROUNDS {
        let mut pushed = false;
        for pair in 0..scene.pairs.len() {
            pushed |= push(scene, pair, left);
        }
        if !pushed {
            break;
        }
    }
    left.iter().map(|left| LARGEST_PUSH_M - left).fold(0.0, Real::max)
}

/// Pushes one pair apart. Returns true if a body moved.
fn push(scene: &mut Scene, pair: usize, left: &mut [f64]) -> bool {
    let end = scene.dt_s;
    let pair = scene.pairs[pair];
    let (a, b) = (scene.outline(pair.first).placed(end), scene.outline(pair.second).placed(end));
    let found = gap(&a, &b);
    if found.width >= -SLOP_M {
        return false;
    }
    let points = manifold(&a, &b, &found);
    let second = scene.as_body(pair.second);
    // Beside a wall there is only the first.
    let bodies = [pair.first, second.unwrap_or(pair.first)];
    // In space, too, a body is moved along the plane and turned about its normal alone.
    let mut members = bodies.map(|body| scene.bodies[body].member_in_plane());
    let centre = |body: usize| scene.bodies[body].path.at(end).0;
    let joints = points.points.map(|point| {
        let arm = |body: usize| {
            let arm = point.at - centre(body);
            Vec3::new(arm.x, arm.y, 0.0)
        };
        let arms = [arm(pair.first), second.map_or(Vec3::zero(), arm)];
        Joint::new(&members, (0, second.map(|_| 1)), arms, points.normal, (0.0, 0.0))
    });
    // Displacements take the place of velocities: a few rounds of Gauss-Seidel over at most two points.
    let mut total = [0.0; 2];
    for _ in 0..8 {
        for (at, (joint, point)) in joints.iter().zip(points.points()).enumerate() {
            let wanted = -SHARE * Real::min(point.width, 0.0);
            let more = (wanted - joint.relative(&members)[0]) / joint.response.nn;
            let new = Real::max(total[at] + more, 0.0);
            joint.push(&mut members, [new - total[at], 0.0]);
            total[at] = new;
        }
    }
    let count = if second.is_some() { 2 } else { 1 };
    move_by(scene, &bodies[..count], &members[..count], left)
}

/// Moves bodies, by no more than each has left. Returns true if any moved.
fn move_by(scene: &mut Scene, bodies: &[usize], members: &[Member], left: &mut [f64]) -> bool {
    let mut scale = 1.0;
    for (body, member) in bodies.iter().zip(members) {
        let way = member.motion.velocity.norm();
        let turn = member.motion.turning.z.abs();
        if way > left[*body] {
            scale = Real::min(scale, left[*body] / way);
        }
        if turn > LARGEST_TURN_RAD {
            scale = Real::min(scale, LARGEST_TURN_RAD / turn);
        }
    }
    let mut moved = false;
    for (body, member) in bodies.iter().zip(members) {
        let way = member.motion.velocity.scale(scale);
        let turn = member.motion.turning.z * scale;
        left[*body] -= way.norm();
        let body = &mut scene.bodies[*body];
        body.corrected = true;
        body.path.position = body.path.position + way;
        body.path.yaw += turn;
        moved |= way != Vec2::zero() || turn != 0.0;
    }
    moved
}
