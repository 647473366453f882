//! Motion of the whole car in space, for what pushes it from outside: walls, other cars, an engine of rigid bodies.

use super::attitude::{Attitude, HeadingAndTilt};
use super::car::SpatialCar;
use super::freed::Symmetric;
use super::inertia::Masses;
use super::placed::origin_to_centre;
use super::records::SpatialState;
use crate::math::{Real, Vec3};
use crate::model::Pose;
use crate::model::two_track::Parts;
use crate::record::Record;

/// Position and velocities of a car in space: those of the point in which its centre of mass lies at rest, along the axes that the function
/// names which returns them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceMotion {
    /// Position, m.
    pub position_m: Vec3<f64>,
    /// Velocity, m/s.
    pub velocity_m_s: Vec3<f64>,
    /// Angular velocity, rad/s.
    pub angular_velocity_rad_s: Vec3<f64>,
}

/// A sudden change of position, attitude and velocities of a whole car, the wheels included, along the axes that the function names which
/// takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// Displacement of the centre of mass, m.
    pub displacement_m: Vec3<f64>,
    /// Rotation about the centre of mass: a rotation vector, rad.
    pub rotation_rad: Vec3<f64>,
    /// Change of the velocity of the centre of mass, m/s: an impulse over the car's mass.
    pub velocity_m_s: Vec3<f64>,
    /// Change of the angular velocity, rad/s.
    pub angular_velocity_rad_s: Vec3<f64>,
}

impl Push {
    /// No change.
    pub fn none() -> Self {
        let zero = Vec3::zero();
        Self { displacement_m: zero, rotation_rad: zero, velocity_m_s: zero, angular_velocity_rad_s: zero }
    }

    /// A change of velocities alone: velocity, m/s, and angular velocity, rad/s.
    pub fn by(velocity_m_s: Vec3<f64>, angular_velocity_rad_s: Vec3<f64>) -> Self {
        Self { velocity_m_s, angular_velocity_rad_s, ..Self::none() }
    }
}

impl<P: Parts> SpatialState<f64, P> {
    /// Motion of the whole car, along the road's axes.
    pub fn motion<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>) -> SpaceMotion {
        let attitude = Attitude::new(&self.body.attitude());
        let centre_m = attitude.to_road(origin_to_centre(car.space.masses.cg_height_m));
        SpaceMotion {
            position_m: self.body.position_m() + centre_m,
            velocity_m_s: attitude.to_road(self.body.velocity_m_s()),
            angular_velocity_rad_s: attitude.to_road(self.body.turn_rad_s()),
        }
    }

    /// Inverse of the moments of inertia of the whole car, with its wheels where they are at rest, about the point in which its centre of
    /// mass lies then: along the road's axes, 1/(kg.m^2).
    pub fn inverse_inertia<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>) -> Symmetric<f64> {
        let attitude = Attitude::new(&self.body.attitude());
        let own = Masses::new(&car.space, &[0.0; 4]).inertia().inverse();
        let column = |axis: Vec3<f64>| attitude.to_road(own.times(attitude.to_body(axis)));
        let (x, y) = (column(Vec3::new(1.0, 0.0, 0.0)), column(Vec3::new(0.0, 1.0, 0.0)));
        let z = column(Vec3::new(0.0, 0.0, 1.0));
        Symmetric { xx: x.x, yy: y.y, zz: z.z, xy: x.y, xz: x.z, yz: y.z }
    }

    /// The state at a pose of the body's origin, along the road's axes. The velocities along the body's axes stay.
    #[must_use]
    pub fn posed(&self, pose: &Pose<f64>) -> Self {
        let mut state = *self;
        [state.body.x_m, state.body.y_m, state.body.z_m] = pose.position_m;
        let [ahead, left, _] = pose.to_world([1.0, 0.0, 0.0]);
        // On its nose or its tail a body has no heading of its own.
        let has_heading = Real::hypot(ahead, left) > 1e-9;
        let yaw_rad = if has_heading { Real::atan2(left, ahead) } else { self.body.yaw_rad };
        state.body = state.body.turned_to(&attitude_of(yaw_rad, pose.quaternion));
        state
    }

    /// The state after a push along the road's axes. One that changes nothing leaves its bits.
    #[must_use]
    pub fn pushed<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>, push: &Push) -> Self {
        if *push == Push::none() {
            return *self;
        }
        let motion = self.motion(car);
        let after = turned_by(&self.body.attitude(), push.rotation_rad);
        let attitude = Attitude::new(&after);
        let centre_m = attitude.to_road(origin_to_centre(car.space.masses.cg_height_m));
        let origin_m = (motion.position_m + push.displacement_m) - centre_m;
        let mut state = *self;
        state.body = self.body.turned_to(&after).moving(
            attitude.to_body(motion.velocity_m_s + push.velocity_m_s),
            attitude.to_body(motion.angular_velocity_rad_s + push.angular_velocity_rad_s),
        );
        (state.body.x_m, state.body.y_m, state.body.z_m) = (origin_m.x, origin_m.y, origin_m.z);
        state
    }
}

/// An attitude after a rotation vector along the road's axes, rad. About the road's normal only the heading changes, and whole turns of it
/// are counted.
fn turned_by(before: &HeadingAndTilt<f64>, rotation_rad: Vec3<f64>) -> HeadingAndTilt<f64> {
    let HeadingAndTilt { yaw_rad, tilt } = *before;
    if rotation_rad.x == 0.0 && rotation_rad.y == 0.0 {
        return HeadingAndTilt { yaw_rad: yaw_rad + rotation_rad.z, tilt };
    }
    let angle_rad = Real::sqrt(rotation_rad.norm_squared());
    if angle_rad == 0.0 {
        // So small that its square is none.
        return *before;
    }
    let (sin, cos) = Real::sin_cos(0.5 * angle_rad);
    let Vec3 { x, y, z } = rotation_rad.scale(sin / angle_rad);
    attitude_of(yaw_rad, after([cos, x, y, z], after(heading(yaw_rad), tilt)))
}

/// The attitude of a quaternion with a heading, rad: the tilt is what is left of it.
fn attitude_of(yaw_rad: f64, quaternion: [f64; 4]) -> HeadingAndTilt<f64> {
    HeadingAndTilt { yaw_rad, tilt: after(heading(-yaw_rad), quaternion) }
}

/// Quaternion of a heading, rad.
fn heading(yaw_rad: f64) -> [f64; 4] {
    let (sin, cos) = Real::sin_cos(0.5 * yaw_rad);
    [cos, 0.0, 0.0, sin]
}

/// The rotation by one quaternion after that by another.
fn after(then: [f64; 4], first: [f64; 4]) -> [f64; 4] {
    Pose { position_m: [0.0; 3], quaternion: then }.tilted(0.0, first).quaternion
}
