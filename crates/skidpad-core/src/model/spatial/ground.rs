//! The ground below a corner of the car, and how a wheel touches it.
//!
//! A tyre is a rounded disc: a circle of radius R - c about the axle, thickened by the radius c of its rounding. In the direction of the
//! ground's normal n, with s the sine of the angle between n and the axle a, it reaches from the hub by
//!
//! l = (R - c) s + c,
//!
//! at the point -(R - c) (n - a (n . a)) / s - c n. So one formula holds for a wheel that stands, leans and lies on its side. Its vertical
//! spring gives by p = l - d, with the distance d of hub and ground, and the load is that of spring and damper, k p + c_z p', never
//! below 0. Along the normal through that point it is the gradient of the energy k p^2 / 2 in all motions of the wheel, and so no
//! attitude makes energy.
//!
//! Where the wheel touches, forwards is a x n, and the tyre is that of the planar car: its force follows from the velocity of this
//! point along the ground, with that of the suspension, and from the wheel's spin to the body. A wheel that its brake has stopped turns
//! with the body, whatever the body does.

use super::attitude::Attitude;
use super::car::SpaceWheel;
use super::records::CornerGround;
use crate::math::{Real, Vec3};
use crate::model::two_track::WheelMotion;

/// Least sine of the angle of axle and normal of which the direction in which the wheel rolls is read.
const LEAST_SINE: f64 = 0.05;
/// Distance that stands for no ground, m.
const NOWHERE_M: f64 = 1e6;

/// The ground at a corner, along the body's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroundPlane<R> {
    /// Normal; 0 where there is no ground.
    pub normal: Vec3<R>,
    /// Distance of the centre of mass at rest from the plane, m.
    pub distance_m: R,
    /// Grip over that of dry asphalt.
    pub grip: R,
}

impl<R: Real> GroundPlane<R> {
    /// The planes below the wheel and below the bodywork, from an input, for a car with its centre of mass at rest at a place on the
    /// road's axes, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn both(ground: &CornerGround<R>, grip: R, place_m: Vec3<R>, attitude: &Attitude<R>) -> [Self; 2] {
        let point = Vec3 { x: ground.ground_x_m, y: ground.ground_y_m, z: ground.ground_z_m };
        let (from_point, grip) = (place_m - point, grip * ground.grip);
        let wheel = Vec3 { x: ground.normal_x, y: ground.normal_y, z: ground.normal_z };
        let bodywork =
            Vec3 { x: ground.bodywork_normal_x, y: ground.bodywork_normal_y, z: ground.bodywork_normal_z };
        let wheel_m = apart_m(wheel, from_point);
        let bodywork_m = apart_m(bodywork, from_point) - ground.bodywork_rise_m;
        [
            Self { normal: attitude.to_body(wheel), distance_m: wheel_m, grip },
            Self { normal: attitude.to_body(bodywork), distance_m: bodywork_m, grip },
        ]
    }

    /// Distance of a point of the body from the plane, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn distance_m(&self, point_m: Vec3<R>) -> R {
        self.distance_m + self.normal.dot(point_m)
    }
}

/// Distance, m, along a normal of length 1, by a vector from the plane; far where the normal is 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn apart_m<R: Real>(normal: Vec3<R>, from_plane_m: Vec3<R>) -> R {
    R::select(normal.norm_squared().gt(R::lit(0.25)), normal.dot(from_plane_m), R::lit(NOWHERE_M))
}

/// A wheel where it touches the ground, along the body's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<R> {
    /// Normal of the ground.
    pub normal: Vec3<R>,
    /// Direction along the ground in which it rolls.
    pub forward: Vec3<R>,
    /// Direction along the ground to its left.
    pub left: Vec3<R>,
    /// Place of the contact, from the centre of mass at rest, m.
    pub place_m: Vec3<R>,
    /// Force of the tyre's spring and damper along the normal, N.
    pub load_n: R,
    /// Force of its spring alone, N.
    pub spring_n: R,
    /// Rate of its deflection, m/s.
    pub rate_m_s: R,
    /// Motion over the ground as the tyre takes it.
    pub motion: WheelMotion<R>,
}

/// A wheel in the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelInBody<R> {
    /// Direction of its axle, to the left.
    pub axle: Vec3<R>,
    /// Middle of the wheel from the centre of mass at rest, m.
    pub hub_m: Vec3<R>,
    /// Its velocity, m/s: of the body at the hub and along the path of the suspension.
    pub along_path_m_s: Vec3<R>,
    /// Speed of its tread, m/s.
    pub tread_m_s: R,
    /// Camber that the links add to that of a wheel fixed to the body, rad, positive with the top to the left.
    pub camber_rad: R,
    /// Side of the car: 1 left, -1 right.
    pub side: R,
}

impl<R: Real> Touch<R> {
    /// Contact of a wheel on its ground, in a body of this velocity, m/s, and angular velocity, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(
        wheel: &SpaceWheel<R>,
        at: &WheelInBody<R>,
        ground: &GroundPlane<R>,
        [body_m_s, turn_rad_s]: [Vec3<R>; 2],
    ) -> Self {
        let (zero, one) = (R::zero(), R::one());
        let (n, a) = (ground.normal, at.axle);
        let leans = n.dot(a);
        let sine = (one - leans * leans).max(zero).sqrt();
        let inverse_sine = one / sine.max(R::lit(LEAST_SINE));
        let disc_m = wheel.radius_m - wheel.rounding_m;
        let deflection_m = (disc_m * sine + wheel.rounding_m) - ground.distance_m(at.hub_m);
        let touches = deflection_m.gt(zero);
        let radial = (n - a.scale(leans)).scale(inverse_sine);
        // Where the tyre, pressed in, meets the plane.
        let place_m = (at.hub_m - radial.scale(disc_m)) - n.scale(wheel.rounding_m - deflection_m.max(zero));
        let velocity = (body_m_s + turn_rad_s.cross(place_m)) + at.along_path_m_s;
        let rate_m_s = R::select(touches, -n.dot(velocity), zero);
        let spring_n = wheel.tyre_n_m * deflection_m.max(zero);
        let load_n = (spring_n + wheel.tyre_n_s_m * rate_m_s).max(zero);
        let forward = a.cross(n).scale(inverse_sine);
        let left = n.cross(forward);
        let motion = WheelMotion {
            tread_m_s: at.tread_m_s,
            hub_m_s: crate::math::Vec2 { x: forward.dot(velocity), y: left.dot(velocity) },
            grip: ground.grip,
            camber_rad: at.camber_rad - (leans * inverse_sine).atan(),
            side: at.side,
        };
        Self { normal: n, forward, left, place_m, load_n, spring_n, rate_m_s, motion }
    }
}
