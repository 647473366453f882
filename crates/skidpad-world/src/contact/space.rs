//! Bodies that move in space, for contact: upright prisms.
//!
//! A body in space is a box of any attitude. Contact takes it for the upright prism around it: its outline from above, between its lowest
//! and its highest point. Two prisms meet where their outlines and their heights overlap, and touch at the ends of the heights that they
//! share. Impulses act along the plane of the road; they turn a body in space about all its axes, by its own moments of inertia, so that
//! the law of impacts and its balance of energy stay those of [`island`](super::island).
//!
//! Departures: friction has no component along the road's normal, and the outline is that at the end of the step, whatever the attitude
//! within it. Where a body pitches beyond 60 degrees its outline lies along its lateral axis instead of its longitudinal one, a leap if it also
//! rolls. What lies on top of a body is not carried by contact.

use skidpad_core::math::{Real, Vec3};
use skidpad_core::model::spatial::Symmetric;

use super::body::{Body, Shape};

/// Square of the sine of the pitch beyond which an outline lies along the lateral axis of a body and not along its longitudinal one.
const STEEP: f64 = 0.75;

/// A body in space, along the axes of the road: x and y in its plane, z along its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyInSpace {
    /// Outline from above. A circle stays as it is; a box has the sides of the rectangle around it, along its heading.
    pub shape: Shape,
    /// Distance of the middle of the outline to the left of the centre of mass, m.
    pub left_m: f64,
    /// Angle from the heading of the body's motion to the outline's, rad.
    pub turned_rad: f64,
    /// Lowest and highest point, m.
    pub heights_m: [f64; 2],
    /// Height of the centre of mass, m.
    pub centre_m: f64,
    /// Inverse of the moments of inertia about the centre of mass, 1/(kg m^2).
    pub inverse_inertia: Symmetric<f64>,
    /// Angular velocity about x and y, rad/s.
    pub rates_rad_s: [f64; 2],
}

/// Attitude and place of a box in space.
#[derive(Clone, Copy, Debug)]
pub struct BoxPlace {
    /// Longitudinal, lateral and vertical axis of the box along the road's axes: unit vectors, each across the others.
    pub axes: [Vec3<f64>; 3],
    /// Heading of the body's motion, rad.
    pub yaw_rad: f64,
    /// Height of the centre of mass over the road's plane, m.
    pub centre_m: f64,
    /// Lower and upper side, the lower one first, over the centre of mass along the vertical axis of the box, m.
    pub sides_m: [f64; 2],
}

impl BodyInSpace {
    /// A body whose outline on the level is that of `body`, at a place. It neither rolls nor pitches.
    pub fn new(body: &Body, place: &BoxPlace, inverse_inertia: Symmetric<f64>) -> Self {
        let [low_m, high_m] = place.sides_m;
        let [_, _, up] = place.axes;
        let half_height_m = 0.5 * (high_m - low_m);
        let above_m = up.scale(0.5 * (low_m + high_m));
        let upright = |shape, middle: Vec3<f64>, half_m: f64| Self {
            shape,
            left_m: 0.0,
            turned_rad: 0.0,
            heights_m: [place.centre_m + middle.z - half_m, place.centre_m + middle.z + half_m],
            centre_m: place.centre_m,
            inverse_inertia,
            rates_rad_s: [0.0; 2],
        };
        let Shape::Box { length_m, width_m, ahead_m } = body.shape else {
            return upright(body.shape, above_m, half_height_m);
        };
        let half_m = [0.5 * length_m, 0.5 * width_m, half_height_m];
        let middle_m = place.axes[0].scale(ahead_m) + above_m;
        let along = heading(&place.axes);
        let across = Vec3::new(-along.y, along.x, 0.0);
        let extent = |direction: Vec3<f64>| {
            let shares = [0, 1, 2].map(|axis| half_m[axis] * place.axes[axis].dot(direction).abs());
            shares[0] + shares[1] + shares[2]
        };
        let (length_m, width_m) = (2.0 * extent(along), 2.0 * extent(across));
        let shape = Shape::Box { length_m, width_m, ahead_m: middle_m.dot(along) };
        Self {
            left_m: middle_m.dot(across),
            turned_rad: Real::atan2(along.y, along.x) - place.yaw_rad,
            ..upright(shape, middle_m, extent(Vec3::new(0.0, 0.0, 1.0)))
        }
    }
}

/// Heading of the outline of a box, a unit vector in the plane.
fn heading(axes: &[Vec3<f64>; 3]) -> Vec3<f64> {
    let [forward, left, _] = *axes;
    let is_steep = forward.z * forward.z > STEEP;
    let (x, y) = if is_steep { (left.y, -left.x) } else { (forward.x, forward.y) };
    Vec3::new(x, y, 0.0).scale(1.0 / Real::hypot(x, y))
}

/// The heights that two bodies share, m; `None` where they pass over each other.
pub(super) fn shared([low, high]: [f64; 2], [other_low, other_high]: [f64; 2]) -> Option<[f64; 2]> {
    let both = [Real::max(low, other_low), Real::min(high, other_high)];
    (both[1] > both[0]).then_some(both)
}
