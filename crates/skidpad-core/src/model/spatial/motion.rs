//! Motion of the whole car in space, for what pushes it from outside: walls, other cars, an engine of rigid bodies.

use super::attitude::{Attitude, HeadingAndTilt, turned};
use super::car::SpatialCar;
use super::placed::origin_to_centre;
use super::records::SpatialState;
use crate::math::{Direction, Real, Vec3};
use crate::model::two_track::Parts;
use crate::record::Record;

/// Place and velocities of a car in space: those of the point in which its centre of mass lies at rest, along the road's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceMotion {
    /// Place, m.
    pub position_m: Vec3<f64>,
    /// Velocity, m/s.
    pub velocity_m_s: Vec3<f64>,
    /// Angular velocity, rad/s.
    pub turn_rad_s: Vec3<f64>,
}

/// A sudden change of place, attitude and velocities of a whole car, along the road's axes: the wheels go with the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// Way of the centre of mass, m.
    pub shift_m: Vec3<f64>,
    /// Turn about the centre of mass: a vector along its axis, as long as its angle, rad.
    pub turn_rad: Vec3<f64>,
    /// Change of the velocity of the centre of mass, m/s: an impulse over the car's mass.
    pub velocity_m_s: Vec3<f64>,
    /// Change of the angular velocity, rad/s.
    pub turn_rad_s: Vec3<f64>,
}

impl Push {
    /// No change.
    pub fn none() -> Self {
        let zero = Vec3::zero();
        Self { shift_m: zero, turn_rad: zero, velocity_m_s: zero, turn_rad_s: zero }
    }

    /// A change of velocities alone: velocity, m/s, and angular velocity, rad/s.
    pub fn by(velocity_m_s: Vec3<f64>, turn_rad_s: Vec3<f64>) -> Self {
        Self { velocity_m_s, turn_rad_s, ..Self::none() }
    }
}

impl<P: Parts> SpatialState<f64, P> {
    /// Motion of the whole car.
    pub fn motion<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>) -> SpaceMotion {
        let attitude = Attitude::new(&self.body.attitude());
        let centre_m = attitude.to_road(origin_to_centre(car.space.masses.cg_height_m));
        SpaceMotion {
            position_m: self.body.position_m() + centre_m,
            velocity_m_s: attitude.to_road(self.body.velocity_m_s()),
            turn_rad_s: attitude.to_road(self.body.turn_rad_s()),
        }
    }

    /// The state after a push. One that changes nothing leaves its bits.
    #[must_use]
    pub fn pushed<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>, push: &Push) -> Self {
        if *push == Push::none() {
            return *self;
        }
        let motion = self.motion(car);
        let after = turned_by(&self.body.attitude(), push.turn_rad);
        let attitude = Attitude::new(&after);
        let centre_m = attitude.to_road(origin_to_centre(car.space.masses.cg_height_m));
        let origin_m = (motion.position_m + push.shift_m) - centre_m;
        let mut state = *self;
        state.body = self.body.turned_to(&after).moving(
            attitude.to_body(motion.velocity_m_s + push.velocity_m_s),
            attitude.to_body(motion.turn_rad_s + push.turn_rad_s),
        );
        (state.body.x_m, state.body.y_m, state.body.z_m) = (origin_m.x, origin_m.y, origin_m.z);
        state
    }
}

/// An attitude turned about an axis along the road's by the length of its vector, rad. About the road's normal only the heading turns, and
/// whole turns of it are counted.
fn turned_by(before: &HeadingAndTilt<f64>, turn_rad: Vec3<f64>) -> HeadingAndTilt<f64> {
    let HeadingAndTilt { yaw_rad, tilt: [w, x, y, z] } = *before;
    if turn_rad.x == 0.0 && turn_rad.y == 0.0 {
        return HeadingAndTilt { yaw_rad: yaw_rad + turn_rad.z, ..*before };
    }
    let angle_rad = Real::sqrt(turn_rad.norm_squared());
    let (sin, cos) = Real::sin_cos(0.5 * angle_rad);
    // The same turn along the axes of the heading, before which the tilt stands.
    let Vec3 { x: a, y: b, z: c } = turned(turn_rad, Direction::at_angle(-yaw_rad)).scale(sin / angle_rad);
    let tilt = [
        cos * w - a * x - b * y - c * z,
        cos * x + a * w + b * z - c * y,
        cos * y + b * w + c * x - a * z,
        cos * z + c * w + a * y - b * x,
    ];
    HeadingAndTilt { yaw_rad, tilt }
}
