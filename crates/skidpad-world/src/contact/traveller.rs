//! A body on its way through a step.

use core::cmp::Ordering;

use skidpad_core::math::{Vec2, Vec3};
use skidpad_core::model::spatial::Symmetric;
use skidpad_core::record::Record;

use super::TOUCH_M;
use super::approach::{Outline, Path};
use super::area::Area;
use super::body::{Body, Motion, Shape};
use super::joint::{Member, Twist};
use super::mover::{Mover, reach_m};

/// A body on its way through the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traveller {
    /// Its place in the caller's list.
    pub caller: usize,
    pub mover: Mover,
    pub path: Path,
    /// The farthest point from the centre of mass, m.
    pub reach: f64,
    /// Velocities where the path begins.
    pub now: Twist,
    /// Velocities at the end of the step.
    pub end: Twist,
    /// Accelerations by its own forces, m/s^2 and rad/s^2.
    pub own: Twist,
    /// Number of turns by which its proposal is behind the path.
    pub turns_rad: f64,
    /// True where contact has changed its motion.
    pub corrected: bool,
    /// Area that it moves through within the step, with room.
    pub area: Area,
}

/// Room around a body's way, in which it may be thrown aside without a new search for what it meets, m.
const ROOM_M: f64 = 0.2;

/// Velocities that differ by no more than this share are the same.
const SAME: f64 = 1e-15;

/// Area that a body moves through within the step, with room.
pub(super) fn swept(mover: &Mover) -> Area {
    Area::around(
        mover.start.position_m,
        mover.proposed.position_m,
        room_m(mover.outline()) + mover.tilt().left_m.abs(),
    )
}

/// Room that a body has around the way of its centre of mass within a step, m: within it contact searches for what the body
/// may meet.
///
/// ```
/// use skidpad_world::contact::{Shape, room_m};
/// let room_m = room_m(&Shape::centred_box(4.0, 3.0));
/// assert!(room_m > 2.5 && room_m < 3.0);
/// ```
pub fn room_m(shape: &Shape) -> f64 {
    reach_m(shape) + TOUCH_M + ROOM_M
}

impl Traveller {
    pub fn new(caller: usize, mover: &Mover, area: Area, dt_s: f64) -> Self {
        let (start, to) = (&mover.start, &mover.proposed);
        // Models wrap their heading: of all headings that are the same, the one nearest to what the yaw rates say.
        let expected = start.yaw_rad + 0.5 * dt_s * (start.yaw_rate_rad_s + to.yaw_rate_rad_s);
        let turn = core::f64::consts::TAU;
        let turns_rad = turn * ((expected - to.yaw_rad) / turn + 0.5).floor();
        let velocity = (to.position_m - start.position_m).scale(1.0 / dt_s);
        let turning = (to.yaw_rad + turns_rad - start.yaw_rad) / dt_s;
        let path = Path { from_s: 0.0, position: start.position_m, yaw: start.yaw_rad, velocity, turning };
        let (path, turns_rad) = if mover.in_space.is_some() {
            (towards(to, path, 0.5 * (start.yaw_rate_rad_s + to.yaw_rate_rad_s), dt_s), 0.0)
        } else {
            (path, turns_rad)
        };
        let now = twist(start, mover.start_tilt_rates_rad_s());
        let end = twist(to, mover.proposed_tilt_rates_rad_s());
        Self {
            caller,
            mover: *mover,
            path,
            reach: mover.reach_m(),
            now,
            end,
            own: rate(now, end, dt_s),
            turns_rad,
            corrected: false,
            area,
        }
    }

    pub fn outline(&self) -> Outline {
        let (shape, tilt) = (*self.mover.outline(), self.mover.tilt());
        Outline::Moving { shape, tilt, path: self.path, reach: self.reach }
    }

    /// Velocities at a time: between those of the path's beginning and the step's end.
    pub fn velocity(&self, time_s: f64, dt_s: f64) -> Twist {
        let share = (time_s - self.path.from_s) / (dt_s - self.path.from_s);
        self.now.plus(self.end.minus(self.now).scale(share))
    }

    /// Velocities of its way: those of the path, and the mean of what rolls and pitches it.
    pub fn way(&self) -> Twist {
        let mean = self.now.turning + self.end.turning;
        let turning = Vec3::new(0.5 * mean.x, 0.5 * mean.y, self.path.turning);
        Twist { velocity: self.path.velocity, turning }
    }

    /// Goes on from a time, with `rest_s` to go, with a velocity there and one at the end of the step, along the mean of
    /// both. Whether that is another way than it is on: one that differs by rounding is not.
    pub fn redirect(&mut self, time_s: f64, rest_s: f64, now: Twist, end: Twist) -> bool {
        let old = self.velocity(time_s, time_s + rest_s);
        let way = now.plus(end).scale(0.5);
        if is_same(&old, &now) && is_same(&self.end, &end) && is_same(&self.way(), &way) {
            return false;
        }
        let (position, yaw) = self.path.at(time_s);
        let (velocity, turning) = (way.velocity, way.turning.z);
        self.path = Path { from_s: time_s, position, yaw, velocity, turning };
        (self.now, self.end, self.corrected) = (now, end, true);
        true
    }

    /// Stays where it is at a time; its velocity remains.
    pub fn stop(&mut self, time_s: f64, dt_s: f64) {
        let now = self.velocity(time_s, dt_s);
        let (position, yaw) = self.path.at(time_s);
        self.path = Path { from_s: time_s, position, yaw, velocity: Vec2::zero(), turning: 0.0 };
        (self.now, self.corrected) = (now, true);
    }

    /// Motion at the end of the step.
    pub fn result(&self, dt_s: f64) -> Motion {
        if !self.corrected {
            return self.mover.proposed;
        }
        let (position_m, yaw) = self.path.at(dt_s);
        Motion {
            position_m,
            yaw_rad: yaw - self.turns_rad,
            velocity_m_s: self.end.velocity,
            yaw_rate_rad_s: self.end.turning.z,
        }
    }

    /// Angular velocity about x and y at the end of the step, rad/s.
    pub fn tilt_rates_rad_s(&self) -> [f64; 2] {
        [self.end.turning.x, self.end.turning.y]
    }

    /// Arm from the centre of mass at a time to a point of the plane at a height, m. In the plane there are no heights.
    pub fn arm(&self, time_s: f64, at: Vec2<f64>, height_m: f64) -> Vec3<f64> {
        let Vec2 { x, y } = at - self.path.at(time_s).0;
        let z = self.mover.in_space.as_ref().map_or(0.0, |own| height_m - own.proposed.centre_m);
        Vec3::new(x, y, z)
    }

    /// As a member of those that touch, with velocities.
    pub fn member(&self, motion: Twist) -> Member {
        let in_space = self.mover.in_space.as_ref().map(|own| own.proposed.inverse_inertia);
        let turn_ease = in_space.unwrap_or_else(|| about_normal(&self.mover.body));
        Member { ease: 1.0 / self.mover.body.mass_kg, turn_ease, motion }
    }

    /// As a member in the plane, without velocities.
    pub fn member_in_plane(&self) -> Member {
        let turn_ease = about_normal(&self.mover.body);
        Member { ease: 1.0 / self.mover.body.mass_kg, turn_ease, motion: Twist::none() }
    }
}

/// The way of a body in space that turns at a rate, rad/s, to its proposal: its heading may leap where it passes the vertical, as a roll or a
/// pitch of half a turn becomes one of the heading.
fn towards(to: &Motion, path: Path, turning: f64, dt_s: f64) -> Path {
    Path { yaw: to.yaw_rad - turning * dt_s, turning, ..path }
}

/// Inverse of the moments of inertia of a body in the plane.
fn about_normal(body: &Body) -> Symmetric<f64> {
    Symmetric { zz: 1.0 / body.yaw_inertia_kg_m2, ..Record::splat(0.0) }
}

/// Velocities of a motion in the plane, with an angular velocity about x and y, rad/s.
fn twist(motion: &Motion, [x, y]: [f64; 2]) -> Twist {
    Twist { velocity: motion.velocity_m_s, turning: Vec3::new(x, y, motion.yaw_rate_rad_s) }
}

/// Rate by which velocities change within a time, s.
fn rate(now: Twist, end: Twist, dt_s: f64) -> Twist {
    let Twist { velocity, turning } = end.minus(now);
    Twist { velocity: velocity.scale(1.0 / dt_s), turning: turning_over(turning, dt_s) }
}

fn turning_over(turning: Vec3<f64>, dt_s: f64) -> Vec3<f64> {
    Vec3::new(turning.x / dt_s, turning.y / dt_s, turning.z / dt_s)
}

/// Returns true for velocities that differ by rounding alone.
fn is_same(a: &Twist, b: &Twist) -> bool {
    let off = a.minus(*b);
    let size = |v: Vec2<f64>| v.x.abs() + v.y.abs();
    let largest = |v: Vec3<f64>| (v.x.abs() + v.y.abs()) + v.z.abs();
    size(off.velocity) <= SAME * size(a.velocity) && largest(off.turning) <= SAME * largest(a.turning)
}

/// An order that does not depend on the caller's.
pub(super) fn by_itself(a: &Mover, b: &Mover) -> Ordering {
    let keys = |mover: &Mover| {
        let (motion, body) = (&mover.start, &mover.body);
        let rates = mover.proposed_tilt_rates_rad_s();
        let start_rates = mover.start_tilt_rates_rad_s();
        let shape = match *mover.outline() {
            Shape::Box { length_m, width_m, ahead_m } => [length_m, width_m, ahead_m],
            Shape::Circle { radius_m } => [radius_m, 0.0, 0.0],
        };
        [
            motion.position_m.x,
            motion.position_m.y,
            motion.yaw_rad,
            motion.velocity_m_s.x,
            motion.velocity_m_s.y,
            motion.yaw_rate_rad_s,
            mover.proposed.position_m.x,
            mover.proposed.position_m.y,
            body.mass_kg,
            body.yaw_inertia_kg_m2,
            shape[0],
            shape[1],
            shape[2],
            mover.heights_m[0],
            mover.heights_m[1],
            start_rates[0],
            start_rates[1],
            rates[0],
            rates[1],
        ]
    };
    let (a, b) = (keys(a), keys(b));
    a.iter().zip(&b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
