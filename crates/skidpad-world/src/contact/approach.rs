//! When two bodies meet within a step.
//!
//! Conservative advancement: a gap is measured along a direction that turns with one of the two, its owner. Along it
//! the owner does not change, and a corner of the other moves by at most
//!
//! w(t) >= w + w' t - c t^2 / 2, with c >= |w''| from the turning of both,
//!
//! so the time until the first corner could have closed the gap is safe to skip. The gap never shrinks below its bound
//! unseen: nothing passes through anything, however thin. Bodies that turn together keep w' = 0, and time goes by
//! in strides of the square root of the gap.

use skidpad_core::math::{Real, Vec2};

use super::body::Shape;
use super::geometry::{Kind, Placed, gap, perp};
use super::mover::Tilt;
use super::{GAP_M, TOUCH_M};

/// A straight, steadily turning path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// When it begins, s after the beginning of the step.
    pub from_s: f64,
    pub position: Vec2<f64>,
    pub yaw: f64,
    pub velocity: Vec2<f64>,
    pub turning: f64,
}

impl Path {
    pub fn at(&self, time_s: f64) -> (Vec2<f64>, f64) {
        let since = time_s - self.from_s;
        (self.position + self.velocity.scale(since), self.yaw + self.turning * since)
    }
}

/// An outline that moves, or one at rest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outline {
    Moving {
        shape: Shape,
        tilt: Tilt,
        path: Path,
        /// The farthest point from the centre of mass, m.
        reach: f64,
    },
    Standing(Placed),
}

impl Outline {
    pub fn placed(&self, time_s: f64) -> Placed {
        match self {
            Self::Moving { shape, tilt, path, .. } => {
                let (position, yaw) = path.at(time_s);
                Placed::body(shape, tilt, position, yaw)
            }
            Self::Standing(placed) => *placed,
        }
    }

    /// Its motion as a frame for the gap: discs do not turn, for that does not move their outline.
    fn frame(&self, time_s: f64) -> Frame {
        match self {
            Self::Moving { shape, path, reach, .. } => {
                let (turning, reach) = match shape {
                    Shape::Box { .. } => (path.turning, *reach),
                    Shape::Circle { .. } => (0.0, 0.0),
                };
                Frame { middle: path.at(time_s).0, velocity: path.velocity, turning, reach }
            }
            Self::Standing(placed) => {
                Frame { middle: placed.centre, velocity: Vec2::zero(), turning: 0.0, reach: 0.0 }
            }
        }
    }
}

struct Frame {
    middle: Vec2<f64>,
    velocity: Vec2<f64>,
    turning: f64,
    reach: f64,
}

/// The corners of an outline; of a disc its middle.
fn corners(of: &Placed) -> ([Vec2<f64>; 4], usize) {
    match of.kind {
        Kind::Box(x, y) => {
            let at = |x: f64, y: f64| of.centre + of.world(Vec2::new(x, y));
            ([at(x, y), at(x, -y), at(-x, y), at(-x, -y)], 4)
        }
        Kind::Disc(_) | Kind::HalfPlane => ([of.centre; 4], 1),
    }
}

/// A time in which a gap of some width does not become as narrow as `wanted`, if that is at most `most_s`.
///
/// `normal` points from the owner to the other.
fn safe_s(
    (owner, other): (&Frame, &Frame),
    outline: &Placed,
    normal: Vec2<f64>,
    spare_m: f64,
    most_s: f64,
) -> f64 {
    let between = other.velocity - owner.velocity;
    let (a, b) = (owner.turning.abs(), other.turning.abs());
    let speed = between.norm();
    let far = (other.middle - owner.middle).norm() + other.reach + speed * most_s;
    let bend = a * a * far + 2.0 * a * (speed + b * other.reach) + b * b * other.reach;
    let (corners, count) = corners(outline);
    let corners = &corners[..count];
    let nearest = corners.iter().map(|corner| corner.dot(normal)).fold(f64::INFINITY, Real::min);
    let turned = |arm: Vec2<f64>, turning: f64| perp(arm).scale(turning);
    let mut safe = f64::INFINITY;
    for corner in corners {
        let spare = spare_m + (corner.dot(normal) - nearest);
        let spin =
            turned(*corner - other.middle, other.turning) - turned(*corner - owner.middle, owner.turning);
        let rate = (between + spin).dot(normal);
        // The smaller root of spare + rate t - bend t^2 / 2 = 0, without cancellation.
        let root = Real::sqrt(rate * rate + 2.0 * bend * spare);
        let time = if rate < 0.0 { 2.0 * spare / (root - rate) } else { (rate + root) / bend };
        // 0 / 0: the corner neither moves nor can.
        safe = Real::min(safe, if time.is_nan() { f64::INFINITY } else { time });
    }
    safe
}

/// Decrease of the gap of a touching pair after which the contact is solved again, m.
const SLACK_M: f64 = 0.5 * GAP_M;
/// Tolerance of the wanted gap, m.
const NEAR_M: f64 = 0.25 * GAP_M;
/// Number of advances after which the time that was reached is the answer: safe, if early.
const ADVANCES: usize = 200;

/// The first time from `now_s` to `end_s` at which the gap is no more than it should be.
pub(super) fn meeting(a: &Outline, b: &Outline, now_s: f64, end_s: f64) -> Option<f64> {
    let (mut time, mut wanted) = (now_s, f64::INFINITY);
    for advance in 0..ADVANCES {
        let (at_a, at_b) = (a.placed(time), b.placed(time));
        let gap = gap(&at_a, &at_b);
        if advance == 0 {
            wanted = if gap.width <= TOUCH_M { Real::min(GAP_M, gap.width) - SLACK_M } else { GAP_M };
        }
        if gap.width <= wanted + NEAR_M {
            return Some(time);
        }
        let (frame_a, frame_b) = (a.frame(time), b.frame(time));
        let spare = gap.width - wanted;
        let second_owns = match (at_a.kind, at_b.kind) {
            (Kind::Box(..), Kind::Box(..)) => gap.side > 1,
            (Kind::Box(..), Kind::Disc(_)) => false,
            _ => true,
        };
        time += if second_owns {
            safe_s((&frame_b, &frame_a), &at_a, -gap.normal, spare, end_s - time)
        } else {
            safe_s((&frame_a, &frame_b), &at_b, gap.normal, spare, end_s - time)
        };
        if time >= end_s {
            return None;
        }
    }
    Some(time)
}
