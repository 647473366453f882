//! A car in space as an engine of rigid bodies sees it: ground by rays, and pushes.

use skidpad_core::controls::{Controls, sanitise};
use skidpad_core::math::Vec3;
use skidpad_core::model::Pose;
use skidpad_core::model::spatial::{Push, SpaceMotion};
use skidpad_core::step::{Dt, Status};
use skidpad_world::ground::{Casts, FoundGround, GroundCasts, Road};
use skidpad_world::rolling::Request;

use super::{Car, CarError};

impl Car {
    /// Moves on by a step as [`step`](Self::step) does, on ground that a program finds by rays in place of
    /// [`ground`](Self::ground): the casts of an engine of rigid bodies, bridges, loops. For the models that move in space. Rays and hits are
    /// along the axes of the road, which are the world's while the [`surface`](Self::surface) is level.
    ///
    /// ```
    /// use skidpad::prelude::*;
    /// use skidpad::world::ground::{GroundHit, GroundRay};
    ///
    /// // A step of 10 cm across the road at x = 10 m.
    /// let ground = |ray: &GroundRay| {
    ///     let z = if ray.from_m[0] < 10.0 { 0.0 } else { -0.1 };
    ///     let [x, y, _] = ray.from_m;
    ///     Some(GroundHit { point_m: [x, y, z], normal: [0.0, 0.0, 1.0], grip: 1.0, rolling: 1.0 })
    /// };
    /// let start = Placement { speed_m_s: 10.0, ..Placement::default() };
    /// let mut car = Car::builder().model("spatial").at(start).preset("mx5-nd-2016")?;
    /// for _ in 0..120 {
    ///     car.step_over(&ground, &Controls::default(), 1.0 / 60.0)?;
    /// }
    /// assert!((car.pose().position_m[2] + 0.1).abs() < 0.02, "it stands 10 cm lower");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A step that is not above 0 and at most 1 s, and a model that does not move in space; the car has not moved then.
    pub fn step_over(
        &mut self,
        ground: &dyn GroundCasts,
        controls: &Controls,
        dt_s: f64,
    ) -> Result<Status, CarError> {
        let dt = Dt::try_from(dt_s)?;
        if self.car.in_space().is_none() {
            return Err(CarError::InPlane { model: self.model.name });
        }
        let (command, fault) = sanitise(controls);
        (self.request, self.fault) = (Request::from_command(command), fault);
        let road = Road::new(&self.surface, &self.ground).over(Casts::Rays(ground));
        let status = self.car.step(&self.request, road, dt);
        self.under = Some(self.car.found(ground));
        self.turn_wheels(dt);
        Ok(status)
    }

    /// The ground at each corner where the last step was over ground that is found by rays; `None` after other steps.
    pub fn found_ground(&self) -> Option<&FoundGround> {
        self.under.as_ref()
    }

    /// Motion of its centre of mass in space, along the axes of the world; `None` for a model that does not move in space.
    pub fn motion_in_space(&self) -> Option<SpaceMotion> {
        let road = self.road_pose();
        let motion = self.car.in_space()?;
        Some(SpaceMotion {
            position_m: to_world(&road, motion.position_m),
            velocity_m_s: to_world(&road, motion.velocity_m_s),
            angular_velocity_rad_s: to_world(&road, motion.angular_velocity_rad_s),
        })
    }

    /// Puts it at a pose in the world, of the point that [`pose`](Self::pose) returns: above a ramp, on its roof. Its velocities along its own
    /// axes stay. A pose that is not finite quarantines the car.
    ///
    /// ```
    /// use skidpad::core::model::Pose;
    /// use skidpad::prelude::*;
    ///
    /// let mut car = Car::builder().model("spatial").preset("mx5-nd-2016")?;
    /// let on_its_side = std::f64::consts::FRAC_1_SQRT_2;
    /// car.put(&Pose { position_m: [5.0, 0.0, 2.0], quaternion: [on_its_side, on_its_side, 0.0, 0.0] })?;
    /// assert!((car.outputs().get("roll_rad")? - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A model that does not move in space.
    pub fn put(&mut self, pose: &Pose<f64>) -> Result<Status, CarError> {
        let road = self.road_pose();
        let along_road = Pose {
            position_m: road.to_body(pose.position_m),
            quaternion: Pose { position_m: [0.0; 3], quaternion: conjugate(road.quaternion) }
                .tilted(0.0, pose.quaternion)
                .quaternion,
        };
        let status = self.car.put(&along_road).ok_or(CarError::InPlane { model: self.model.name })?;
        self.under = None;
        self.refresh();
        Ok(status)
    }

    /// Pushes the whole car, as something outside did: a wall, another body, an engine's contacts. The push is along the axes of the
    /// world. Models in the plane take of it what lies in the plane of the road; a push that is not finite quarantines the car.
    ///
    /// ```
    /// use skidpad::core::math::Vec3;
    /// use skidpad::core::model::spatial::Push;
    /// use skidpad::prelude::*;
    ///
    /// let mut car = Car::builder().model("spatial").preset("mx5-nd-2016")?;
    /// car.push(&Push::by(Vec3::new(0.0, 0.0, 3.0), Vec3::zero()));
    /// for _ in 0..18 {
    ///     car.step(&Controls::default(), 1.0 / 60.0)?;
    /// }
    /// assert!(car.pose().position_m[2] > 0.3, "thrown up at 3 m/s, after 0.3 s it is in the air");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, push: &Push) -> Status {
        let road = self.road_pose();
        let status = self.car.push(&Push {
            displacement_m: to_road(&road, push.displacement_m),
            rotation_rad: to_road(&road, push.rotation_rad),
            velocity_m_s: to_road(&road, push.velocity_m_s),
            angular_velocity_rad_s: to_road(&road, push.angular_velocity_rad_s),
        });
        self.refresh();
        status
    }
}

/// The rotation back.
fn conjugate([w, x, y, z]: [f64; 4]) -> [f64; 4] {
    [w, -x, -y, -z]
}

/// Components in the world of a vector along a road's axes.
fn to_world(road: &Pose<f64>, v: Vec3<f64>) -> Vec3<f64> {
    let [x, y, z] = road.to_world([v.x, v.y, v.z]);
    Vec3::new(x, y, z)
}

/// Components along a road's axes of a vector in the world.
fn to_road(road: &Pose<f64>, v: Vec3<f64>) -> Vec3<f64> {
    let [x, y, z] = road.to_body([v.x, v.y, v.z]);
    Vec3::new(x, y, z)
}
