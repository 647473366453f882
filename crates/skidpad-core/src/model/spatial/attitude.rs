//! Attitude of a body in space: its axes in those of the road.

use crate::math::{Real, Vec3};

/// Axes of a body in those of the road: the columns of the matrix that turns the body's components into the road's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attitude<R> {
    forward: Vec3<R>,
    left: Vec3<R>,
    up: Vec3<R>,
}

impl<R: Real> Attitude<R> {
    /// From a quaternion w, x, y, z of any length but 0. Divided by the square of that length the matrix is orthogonal whatever an
    /// integrator's stage has made of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new([w, x, y, z]: [R; 4]) -> Self {
        let one = R::one();
        let s = R::lit(2.0) / ((w * w + x * x) + (y * y + z * z)).max(R::lit(1e-30));
        Self {
            forward: Vec3 { x: one - s * (y * y + z * z), y: s * (x * y + w * z), z: s * (x * z - w * y) },
            left: Vec3 { x: s * (x * y - w * z), y: one - s * (x * x + z * z), z: s * (y * z + w * x) },
            up: Vec3 { x: s * (x * z + w * y), y: s * (y * z - w * x), z: one - s * (x * x + y * y) },
        }
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

    /// Yaw, pitch (nose down) and roll (right side down), rad, turned in this order about the body's own axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn angles_rad(&self) -> [R; 3] {
        let flat = (self.forward.x * self.forward.x + self.forward.y * self.forward.y).sqrt();
        [self.forward.y.atan2(self.forward.x), (-self.forward.z).atan2(flat), self.left.z.atan2(self.up.z)]
    }
}

/// Rate of a quaternion: half its product with the angular velocity along the body's axes, rad/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn quaternion_rate<R: Real>([w, x, y, z]: [R; 4], turn: Vec3<R>) -> [R; 4] {
    let half = R::lit(0.5);
    [
        -(half * (x * turn.x + y * turn.y + z * turn.z)),
        half * (w * turn.x + y * turn.z - z * turn.y),
        half * (w * turn.y + z * turn.x - x * turn.z),
        half * (w * turn.z + x * turn.y - y * turn.x),
    ]
}

/// The quaternion of length 1 in the direction of one; one that did not change in a sub-step, `before`, keeps its bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn normalised<R: Real>(before: [R; 4], after: [R; 4]) -> [R; 4] {
    let [w, x, y, z] = after;
    let inverse = R::one() / ((w * w + x * x) + (y * y + z * z)).sqrt();
    let same = (w.eq(before[0]) & x.eq(before[1])) & (y.eq(before[2]) & z.eq(before[3]));
    [
        R::select(same, w, w * inverse),
        R::select(same, x, x * inverse),
        R::select(same, y, y * inverse),
        R::select(same, z, z * inverse),
    ]
}
