//! Pedals that keep a speed, and steering that keeps a curvature.

use skidpad_core::math::Real;

use crate::manoeuvre::Turning;

/// Feet that keep a speed by throttle and brake.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SpeedKeeper {
    /// Sum of the speed errors, m.
    integral_m: f64,
}

/// Pedals, and the acceleration for a model that takes it in their place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pedals {
    pub throttle: f64,
    pub brake: f64,
    pub acceleration_m_s2: f64,
}

impl SpeedKeeper {
    /// Pedals by which a car comes to a speed and keeps it, for the next `dt_s` seconds.
    pub fn pedals(&mut self, target_m_s: f64, speed_m_s: f64, dt_s: f64) -> Pedals {
        let error = target_m_s - speed_m_s;
        // Full pedal from 2.5 m/s, or what the sum of the past asks for.
        let wish = 0.4 * error + 0.4 * self.integral_m;
        let is_full = Real::abs(wish) > 1.0 && wish * error > 0.0;
        self.integral_m += if is_full { 0.0 } else { error * dt_s };
        Pedals {
            throttle: Real::clamp(wish, 0.0, 1.0),
            brake: Real::clamp(-0.5 * (wish + 0.1), 0.0, 1.0),
            acceleration_m_s2: Real::clamp(10.0 * wish, -8.0, 8.0),
        }
    }
}

/// Hands that keep a curvature of the path: the kinematic angle, and an integral over the yaw rate that is lacking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CurvatureKeeper {
    pub wheelbase_m: f64,
    /// Steering angle at the lock, rad.
    pub lock_rad: f64,
    pub integral_rad: f64,
}

impl CurvatureKeeper {
    /// Steering angle of the front wheels for a curvature, positive to the left, 1/m, for the next `dt_s` seconds.
    pub fn steer_rad(&mut self, curvature_1_m: f64, now: &Turning<f64>, dt_s: f64) -> f64 {
        let speed = now.speed_m_s();
        // Below 1 m/s the yaw rate of the curvature is compared: a car at rest lacks nothing, and the integral stays.
        let (wanted, yaw) =
            (curvature_1_m * Real::min(speed, 1.0), now.yaw_rate_rad_s / Real::max(speed, 1.0));
        let lacking = (wanted - yaw) * self.wheelbase_m;
        let steer = curvature_1_m * self.wheelbase_m + self.integral_rad + 0.5 * lacking;
        let is_at_lock = Real::abs(steer) >= self.lock_rad && steer * lacking > 0.0;
        self.integral_rad += if is_at_lock { 0.0 } else { 2.0 * lacking * dt_s };
        steer
    }
}
