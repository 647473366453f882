//! When two bodies meet within a step.
//!
//! Conservative advancement: along the direction of the gap no point of a body comes nearer faster than its
//! translation and its turning together allow, so the time in which the gap could close at that speed is safe to
//! skip. The gap never shrinks below its bound unseen: nothing passes through anything, however thin.

use skidpad::math::Vec2;

use super::body::Shape;
use super::geometry::{Placed, gap};
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

/// An outline on its way, or one that stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outline {
    Moving {
        shape: Shape,
        path: Path,
        /// The farthest point from the centre of mass, m.
        reach: f64,
    },
    Standing(Placed),
}

impl Outline {
    pub fn placed(&self, time_s: f64) -> Placed {
        match self {
            Self::Moving { shape, path, .. } => {
                let (position, yaw) = path.at(time_s);
                Placed::body(shape, position, yaw)
            }
            Self::Standing(placed) => *placed,
        }
    }

    /// Velocity, and the largest speed that turning adds to a point.
    fn speed(&self) -> (Vec2<f64>, f64) {
        match self {
            Self::Moving { path, reach, .. } => (path.velocity, path.turning.abs() * reach),
            Self::Standing(_) => (Vec2::zero(), 0.0),
        }
    }
}

/// How much of a gap within reach may be lost before the contact is solved anew, m.
const SLACK_M: f64 = 0.5 * GAP_M;
/// How near to the wanted gap is near enough, m.
const NEAR_M: f64 = 0.25 * GAP_M;
/// After so many advances the time that was reached is the answer: safe, if early.
const ADVANCES: usize = 200;

/// The first time from `now_s` to `end_s` at which the gap is no more than it should be.
pub(super) fn meeting(a: &Outline, b: &Outline, now_s: f64, end_s: f64) -> Option<f64> {
    let ((va, ta), (vb, tb)) = (a.speed(), b.speed());
    let mut time = now_s;
    let mut wanted = f64::INFINITY;
    for advance in 0..ADVANCES {
        let gap = gap(&a.placed(time), &b.placed(time));
        if advance == 0 {
            let touches = gap.width <= TOUCH_M;
            wanted = if touches { skidpad::math::Real::min(GAP_M, gap.width) - SLACK_M } else { GAP_M };
        }
        if gap.width <= wanted + NEAR_M {
            return Some(time);
        }
        let closing = (va - vb).dot(gap.normal) + ta + tb;
        if closing <= 0.0 {
            return None;
        }
        time += (gap.width - wanted) / closing;
        if time >= end_s {
            return None;
        }
    }
    Some(time)
}
