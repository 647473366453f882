//! Motion of the whole car in space, for what pushes it from outside: walls, other cars, an engine of rigid bodies.

use super::attitude::{Attitude, HeadingAndTilt, turned};
use super::car::SpatialCar;
use super::placed::origin_to_centre;
use super::records::SpatialState;
use crate::math::{Direction, Real, Vec3};
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
    let HeadingAndTilt { yaw_rad, tilt: [w, x, y, z] } = *before;
    if rotation_rad.x == 0.0 && rotation_rad.y == 0.0 {
        return HeadingAndTilt { yaw_rad: yaw_rad + rotation_rad.z, ..*before };
    }
    let angle_rad = Real::sqrt(rotation_rad.norm_squared());
    if angle_rad == 0.0 {
        // So small that its square is none.
        return *before;
    }
    let (sin, cos) = Real::sin_cos(0.5 * angle_rad);
    // The same turn along the axes of the heading, before which the tilt stands.
    let Vec3 { x: a, y: b, z: c } =
        turned(rotation_rad, Direction::at_angle(-yaw_rad)).scale(sin / angle_rad);
    let tilt = [
        cos * w - a * x - b * y - c * z,
        cos * x + a * w + b * z - c * y,
        cos * y + b * w + c * x - a * z,
        cos * z + c * w + a * y - b * x,
    ];
    HeadingAndTilt { yaw_rad, tilt }
}
