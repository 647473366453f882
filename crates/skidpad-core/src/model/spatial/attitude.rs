//! Attitude of a body in space: its axes in those of the road.

use crate::math::{Direction, Real, Vec3};

/// Axes of a body in those of the road: the columns of the matrix that turns the body's components into the road's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attitude<R> {
    forward: Vec3<R>,
    left: Vec3<R>,
    up: Vec3<R>,
}

impl<R: Real> Attitude<R> {
    /// From a heading, rad, and the tilt of the body in the axes of that heading, a quaternion w, x, y, z of any length but 0. Divided
    /// by the square of that length the matrix is orthogonal whatever an integrator's stage has made of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(of: &HeadingAndTilt<R>) -> Self {
        let (one, [w, x, y, z]) = (R::one(), of.tilt);
        let yaw_rad = of.yaw_rad;
        let s = R::lit(2.0) / ((w * w + x * x) + (y * y + z * z)).max(R::lit(1e-30));
        let heading = Direction::at_angle(yaw_rad);
        let forward = Vec3 { x: one - s * (y * y + z * z), y: s * (x * y + w * z), z: s * (x * z - w * y) };
        let left = Vec3 { x: s * (x * y - w * z), y: one - s * (x * x + z * z), z: s * (y * z + w * x) };
        let up = Vec3 { x: s * (x * z + w * y), y: s * (y * z - w * x), z: one - s * (x * x + y * y) };
        Self { forward: turned(forward, heading), left: turned(left, heading), up: turned(up, heading) }
    }

    /// Rate of the heading, rad/s, with an angular velocity along the body's axes, rad/s: the part of it about the road's normal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn heading_rate_rad_s(self, turn_rad_s: Vec3<R>) -> R {
        self.forward.z * turn_rad_s.x + self.left.z * turn_rad_s.y + self.up.z * turn_rad_s.z
    }

    /// Components along the road's axes of a vector along the body's.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_road(self, v: Vec3<R>) -> Vec3<R> {
        (self.forward.scale(v.x) + self.left.scale(v.y)) + self.up.scale(v.z)
    }

    /// Components along the body's axes of a vector along the road's.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_body(self, v: Vec3<R>) -> Vec3<R> {
        Vec3 { x: self.forward.dot(v), y: self.left.dot(v), z: self.up.dot(v) }
    }

    /// Pitch (nose down) and roll (right side down), rad: after the heading the body turns by these about its own axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pitch_and_roll_rad(self) -> [R; 2] {
        let flat = (self.forward.x * self.forward.x + self.forward.y * self.forward.y).sqrt();
        [(-self.forward.z).atan2(flat), self.left.z.atan2(self.up.z)]
    }
}

/// A vector along the axes of a heading, along those of the road.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turned<R: Real>(v: Vec3<R>, heading: Direction<R>) -> Vec3<R> {
    Vec3 { x: v.x * heading.cos - v.y * heading.sin, y: v.x * heading.sin + v.y * heading.cos, z: v.z }
}

/// Rate of the tilt: half of q w for the body's angular velocity along its own axes, rad/s, less half of w q for the heading's, rad/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tilt_rate<R: Real>([w, x, y, z]: [R; 4], turn: Vec3<R>, heading_rad_s: R) -> [R; 4] {
    let (half, a) = (R::lit(0.5), heading_rad_s);
    [
        half * (a * z - (x * turn.x + y * turn.y + z * turn.z)),
        half * ((w * turn.x + y * turn.z - z * turn.y) + a * y),
        half * ((w * turn.y + z * turn.x - x * turn.z) - a * x),
        half * ((w * turn.z + x * turn.y - y * turn.x) - a * w),
    ]
}

/// An attitude as a state has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadingAndTilt<R> {
    /// Heading, rad.
    pub yaw_rad: R,
    /// Tilt, w, x, y, z.
    pub tilt: [R; 4],
}

/// Length of the longitudinal axis in the plan from which on it says where the body heads, over its own.
const HEADS: f64 = 0.3;

/// Heading, rad, and tilt, of length 1, at the end of a sub-step: those of the same attitude of which the heading is that of the
/// longitudinal axis, unless this stands upright. An attitude that did not change in the sub-step keeps its bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn settled_attitude<R: Real>(
    before: &HeadingAndTilt<R>,
    after: &HeadingAndTilt<R>,
) -> HeadingAndTilt<R> {
    let HeadingAndTilt { yaw_rad: yaw, tilt: [w, x, y, z] } = *after;
    let HeadingAndTilt { yaw_rad: yaw_before, tilt: tilt_before } = *before;
    let same = ((w.eq(tilt_before[0]) & x.eq(tilt_before[1]))
        & (y.eq(tilt_before[2]) & z.eq(tilt_before[3])))
        & yaw.eq(yaw_before);
    let inverse = R::one() / ((w * w + x * x) + (y * y + z * z)).sqrt();
    let (w, x, y, z) = (w * inverse, x * inverse, y * inverse, z * inverse);
    let (half, two) = (R::lit(0.5), R::lit(2.0));
    let (ahead, aside) = (R::one() - two * (y * y + z * z), two * (x * y + w * z));
    let heads = (ahead * ahead + aside * aside).gt(R::lit(HEADS * HEADS));
    let more = R::select(heads, aside.atan2(ahead), R::zero());
    let (s, c) = (half * more).sin_cos();
    HeadingAndTilt {
        yaw_rad: R::select(same, yaw_before, yaw + more),
        tilt: [
            R::select(same, tilt_before[0], c * w + s * z),
            R::select(same, tilt_before[1], c * x + s * y),
            R::select(same, tilt_before[2], c * y - s * x),
            R::select(same, tilt_before[3], c * z - s * w),
        ],
    }
}
