//! Sensor readings that the assists get, and the data of the car that they use.

use crate::each_wheel;
use crate::math::Real;
use crate::record;
use crate::wheels::Wheels;

record! {
    /// Data of a car that its assists use.
    pub struct CarFacts {
        /// Distance between the axles.
        wheelbase_m: "m" [0.1, 20.0],
        /// Distance from the centre of mass, where the accelerometers are, to the front axle.
        to_front_m: "m" [0.01, 20.0],
        /// Distance between the front wheels.
        front_track_m: "m" [0.0, 5.0],
        /// Distance between the rear wheels.
        rear_track_m: "m" [0.0, 5.0],
        /// Set where the front wheels are driven.
        drives_front: flag,
        /// Set where the rear wheels are driven.
        drives_rear: flag,
        /// Tangent of the slip angle beyond which every tyre of the car slides, whatever it is braked with: not below
        /// the tangent at the peak of its lateral force.
        slide_tangent: "-" [0.0, 10.0],
        /// 1 over the tangent of the slip angle at the peak of the front tyres' lateral force.
        front_inverse_peak: "-" [0.0, 1000.0],
        /// 1 over the tangent of the slip angle at the peak of the rear tyres' lateral force.
        rear_inverse_peak: "-" [0.0, 1000.0],
        /// Share of its load that a wheel on the inside of a turn loses per lateral acceleration: 2 h / (g t) with the
        /// height h of the centre of mass and the track t.
        moved_load_s2_m: "s^2/m" [0.0, 10.0],
    }
}

/// Readings of a car's sensors in a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensed<R> {
    /// Speed of the treads: spin times rolling radius, positive forwards, m/s.
    pub wheel_speed_m_s: Wheels<R>,
    /// Yaw rate, rad/s, positive to the left.
    pub yaw_rate_rad_s: R,
    /// Reading of a longitudinal accelerometer in the body, positive forwards, m/s^2: the acceleration, and uphill a
    /// share of gravity.
    pub acceleration_x_m_s2: R,
    /// Reading of a lateral accelerometer in the body, positive to the left, m/s^2: in a steady turn on the level,
    /// speed times yaw rate.
    pub acceleration_y_m_s2: R,
    /// Steering angle of the front wheels (of one in the middle), rad, positive to the left.
    pub steer_rad: R,
    /// Speed of the engine, rad/s.
    pub engine_rad_s: R,
}

impl<R: Real> Sensed<R> {
    /// Readings of a car at rest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at_rest() -> Self {
        let zero = R::zero();
        Self {
            wheel_speed_m_s: Wheels::all(zero),
            yaw_rate_rad_s: zero,
            acceleration_x_m_s2: zero,
            acceleration_y_m_s2: zero,
            steer_rad: zero,
            engine_rad_s: zero,
        }
    }

    /// Returns the readings within the range of a car's sensors, so that no finite number overflows later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bounded(&self) -> Self {
        let (fast, hard, turn) = (R::lit(500.0), R::lit(500.0), R::lit(100.0));
        let (lock, engine) = (R::lit(1.5), R::lit(1e4));
        let wheels = self.wheel_speed_m_s.in_a_row();
        Self {
            wheel_speed_m_s: Wheels::from_row(each_wheel!(W => wheels[W].clamp(-fast, fast))),
            yaw_rate_rad_s: self.yaw_rate_rad_s.clamp(-turn, turn),
            acceleration_x_m_s2: self.acceleration_x_m_s2.clamp(-hard, hard),
            acceleration_y_m_s2: self.acceleration_y_m_s2.clamp(-hard, hard),
            steer_rad: self.steer_rad.clamp(-lock, lock),
            engine_rad_s: self.engine_rad_s.clamp(-engine, engine),
        }
    }

    /// Returns the readings of the car's mirror image.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mirrored(&self) -> Self {
        Self {
            wheel_speed_m_s: self.wheel_speed_m_s.mirrored(),
            yaw_rate_rad_s: -self.yaw_rate_rad_s,
            acceleration_y_m_s2: -self.acceleration_y_m_s2,
            steer_rad: -self.steer_rad,
            ..*self
        }
    }
}

/// Driver inputs that the assists act on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pedals<R> {
    /// Accelerator, [0, 1].
    pub throttle: R,
    /// Brake, [0, 1].
    pub brake: R,
    /// Handbrake, [0, 1].
    pub handbrake: R,
    /// Clutch, [0, 1]: 1 opens it.
    pub clutch: R,
}
