//! A point at which two bodies, or a body and a wall, push each other.

use skidpad_core::math::Vec2;

use super::law::Response;

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
