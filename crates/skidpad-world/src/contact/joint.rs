//! A point at which two bodies, or a body and a wall, push each other.

use skidpad_core::math::{Real, Vec2, Vec3};
use skidpad_core::model::spatial::Symmetric;
use skidpad_core::record::Record;

use super::law::Response;

/// Velocity of a body along the plane, and its angular velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Twist {
    pub velocity: Vec2<f64>,
    /// About the axes of the road; of a body in the plane about its normal alone.
    pub turning: Vec3<f64>,
}

impl Twist {
    pub fn none() -> Self {
        Self { velocity: Vec2::zero(), turning: Vec3::zero() }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { velocity: self.velocity + other.velocity, turning: self.turning + other.turning }
    }

    pub fn minus(self, other: Self) -> Self {
        Self { velocity: self.velocity - other.velocity, turning: self.turning - other.turning }
    }

    pub fn scale(self, factor: f64) -> Self {
        Self { velocity: self.velocity.scale(factor), turning: self.turning.scale(factor) }
    }
}

/// A body among those that touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// 1 / mass.
    pub ease: f64,
    /// Inverse of the moments of inertia; of a body in the plane 1 / yaw inertia, and 0 about the other axes.
    pub turn_ease: Symmetric<f64>,
    pub motion: Twist,
}

impl Member {
    /// True for a body in the plane, which nothing rolls or pitches.
    pub fn is_in_plane(&self) -> bool {
        self.turn_ease.xx == 0.0
    }
}

/// One point of contact between a member and another, or a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub first: usize,
    /// `None`: a wall.
    pub second: Option<usize>,
    /// Moment, about each body's centre of mass, of a normal and of a tangential impulse of 1, m.
    pub levers: [[Vec3<f64>; 2]; 2],
    /// From the first to the second.
    pub normal: Vec2<f64>,
    pub response: Response,
    pub restitution: f64,
    /// Normal impulse that is given, N s.
    pub prescribed: f64,
    /// Impulse (normal, tangential) beside it, on the second, N s.
    pub impulse: [f64; 2],
}

pub(super) fn tangent(normal: Vec2<f64>) -> Vec2<f64> {
    Vec2::new(-normal.y, normal.x)
}

/// Moment of a vector in the plane at the end of an arm.
fn moment(arm: Vec3<f64>, vector: Vec2<f64>) -> Vec3<f64> {
    arm.cross(Vec3::new(vector.x, vector.y, 0.0))
}

impl Joint {
    /// A point between two members.
    pub fn new(
        members: &[Member],
        (first, second): (usize, Option<usize>),
        arms: [Vec3<f64>; 2],
        normal: Vec2<f64>,
        (restitution, friction): (f64, f64),
    ) -> Self {
        let across = tangent(normal);
        let a = &members[first];
        let wall = Member { ease: 0.0, turn_ease: Record::splat(0.0), motion: Twist::none() };
        let b = second.map_or(&wall, |b| &members[b]);
        let levers = arms.map(|arm| [moment(arm, normal), moment(arm, across)]);
        let [[an, at], [bn, bt]] = levers;
        let (a_turns, b_turns) = (a.turn_ease.times(an), b.turn_ease.times(bn));
        let straight = a.ease + b.ease;
        let nn = a_turns.dot(an) + b_turns.dot(bn);
        let tt = a.turn_ease.times(at).dot(at) + b.turn_ease.times(bt).dot(bt);
        let nt = a_turns.dot(at) + b_turns.dot(bt);
        // nn tt - nt^2 of the turning alone, never negative: in the plane by Lagrange's identity, without the cancellation, which is
        // harmless in space, as the other terms are as large.
        let turning = if a.is_in_plane() && b.is_in_plane() {
            let twist = an.z * bt.z - bn.z * at.z;
            a.turn_ease.zz * b.turn_ease.zz * twist * twist
        } else {
            Real::max(nn * tt - nt * nt, 0.0)
        };
        let response = Response {
            nn: straight + nn,
            tt: straight + tt,
            nt,
            det: straight * (straight + nn + tt) + turning,
            friction,
        };
        Self { first, second, levers, normal, response, restitution, prescribed: 0.0, impulse: [0.0; 2] }
    }

    /// Velocity of the second relative to the first at the point: normal, tangential.
    pub fn relative(&self, members: &[Member]) -> [f64; 2] {
        let at = |member: &Member, [n, t]: [Vec3<f64>; 2]| {
            let Twist { velocity: v, turning } = member.motion;
            [v.dot(self.normal) + turning.dot(n), v.dot(tangent(self.normal)) + turning.dot(t)]
        };
        let a = at(&members[self.first], self.levers[0]);
        let b = self.second.map_or([0.0; 2], |second| at(&members[second], self.levers[1]));
        [b[0] - a[0], b[1] - a[1]]
    }

    /// Gives an impulse (normal, tangential) to the second, and its opposite to the first.
    pub fn push(&self, members: &mut [Member], [n, t]: [f64; 2]) {
        let p = self.normal.scale(n) + tangent(self.normal).scale(t);
        let [[an, at], [bn, bt]] = self.levers;
        let change = |member: &Member, moment: Vec3<f64>| Twist {
            velocity: p.scale(member.ease),
            turning: member.turn_ease.times(moment),
        };
        let a = &mut members[self.first];
        a.motion = a.motion.minus(change(a, an.scale(n) + at.scale(t)));
        if let Some(second) = self.second {
            let b = &mut members[second];
            b.motion = b.motion.plus(change(b, bn.scale(n) + bt.scale(t)));
        }
    }

    /// Solves this point with the others as they are; by how much that changes its velocity. A change that is not
    /// more than `enough` is not made.
    pub fn relax(&mut self, members: &mut [Member], enough: f64) -> f64 {
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
