//! Motion that is handed to the engine and taken from it.

use bevy_ecs::prelude::*;
use bevy_math::{DQuat, DVec3, Quat, Vec3};
use bevy_transform::components::Transform;
use skidpad::core::math::{self, Real};
use skidpad::core::model::spatial::Push;

use crate::axes::{rotation_to_bevy, to_bevy, to_skidpad};
use crate::draw::SkidpadOrigin;
use crate::world::SkidpadWorld;

/// Pose and velocities of a rigid body, along Bevy's axes; as a component those that the engine was given for this step.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) struct EngineMotion {
    /// The centre of mass, m.
    pub translation: Vec3,
    /// Attitude.
    pub rotation: Quat,
    /// Velocity, m/s.
    pub velocity_m_s: Vec3,
    /// Angular velocity, rad/s.
    pub angular_velocity_rad_s: Vec3,
}

impl EngineMotion {
    /// The motion of a vehicle; `None` where it has not joined, or does not move in space.
    pub fn of_vehicle(world: &SkidpadWorld, vehicle: Entity, origin: &SkidpadOrigin) -> Option<Self> {
        let car = world.car(vehicle)?;
        let motion = car.motion_in_space()?;
        let along = |vector: math::Vec3<f64>| to_bevy([vector.x, vector.y, vector.z]);
        Some(Self {
            translation: (along(motion.position_m) - origin.0).as_vec3(),
            rotation: rotation_to_bevy(car.pose().quaternion).as_quat().normalize(),
            velocity_m_s: along(motion.velocity_m_s).as_vec3(),
            angular_velocity_rad_s: along(motion.angular_velocity_rad_s).as_vec3(),
        })
    }

    /// The place of the body.
    pub fn transform(&self) -> Transform {
        Transform::from_translation(self.translation).with_rotation(self.rotation)
    }

    fn is_finite(&self) -> bool {
        let vectors = [self.translation, self.velocity_m_s, self.angular_velocity_rad_s];
        vectors.iter().all(|vector| vector.is_finite()) && self.rotation.is_finite()
    }

    /// Push by contacts and joints in a step of the engine that began with `self` and ended with `after`; `None` where nothing touched the
    /// body, whose velocities have the bits that they had then.
    ///
    /// The car makes the step itself, with the velocities that are left: the push moves it by what the body moved beyond these, such as
    /// the way to a wall before it was stopped, or out of one.
    pub fn push_to(&self, after: &Self, dt_s: f64) -> Option<Push> {
        let is_touched = after.velocity_m_s != self.velocity_m_s
            || after.angular_velocity_rad_s != self.angular_velocity_rad_s;
        if !is_touched || !after.is_finite() {
            return None;
        }
        let difference = |after: Vec3, before: Vec3| after.as_dvec3() - before.as_dvec3();
        let (velocity, turning) = (after.velocity_m_s.as_dvec3(), after.angular_velocity_rad_s.as_dvec3());
        let shift = difference(after.translation, self.translation) - velocity * dt_s;
        let on_its_way = turned(turning * dt_s) * self.rotation.as_dquat();
        let rotation = after.rotation.as_dquat() * on_its_way.inverse();
        let along = |vector: DVec3| {
            let [x, y, z] = to_skidpad(vector);
            math::Vec3 { x, y, z }
        };
        Some(Push {
            displacement_m: along(shift),
            rotation_rad: along(rotation_vector(rotation)),
            velocity_m_s: along(difference(after.velocity_m_s, self.velocity_m_s)),
            angular_velocity_rad_s: along(difference(
                after.angular_velocity_rad_s,
                self.angular_velocity_rad_s,
            )),
        })
    }
}

/// The rotation of a rotation vector, rad.
fn turned(vector: DVec3) -> DQuat {
    let angle_rad = Real::sqrt(vector.length_squared());
    if angle_rad == 0.0 {
        return DQuat::IDENTITY;
    }
    let (sin, cos) = Real::sin_cos(0.5 * angle_rad);
    let axis = vector * (sin / angle_rad);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cos)
}

/// Rotation vector of a rotation by a few degrees, rad: twice the vector part, whose error is of third order.
fn rotation_vector(rotation: DQuat) -> DVec3 {
    let sign = if rotation.w < 0.0 { -2.0 } else { 2.0 };
    sign * DVec3::new(rotation.x, rotation.y, rotation.z)
}
