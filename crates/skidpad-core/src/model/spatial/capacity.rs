//! Share of a contact's friction in what holds a body along and about its axes.

use crate::math::{Real, Vec3};

/// Force along each axis and moment about it that a contact at a place can hold.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn can_hold_at<R: Real>(place_m: Vec3<R>, force_n: R) -> [Vec3<R>; 2] {
    let third = R::lit(1.0 / 3.0) * force_n;
    let (x, y, z) = (place_m.x.abs(), place_m.y.abs(), place_m.z.abs());
    [
        Vec3 { x: third, y: third, z: third },
        Vec3 { x: third * (y + z), y: third * (z + x), z: third * (x + y) },
    ]
}
