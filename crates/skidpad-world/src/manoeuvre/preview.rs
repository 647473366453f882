//! The previewing driver, who follows a line.
//!
//! C. C. MacAdam, "Application of an optimal preview control for simulation of closed-loop automobile driving", IEEE Trans.
//! Syst. Man Cybern. 11 (1981): of all steering angles that are kept over the preview time he takes the one whose path comes
//! closest to his line, in the mean of squares. His idea of the car is the simplest that serves: a lateral acceleration that
//! follows the steering with its steady gain and a delay.

use skidpad_core::math::{Direction, Real, Vec2};

use super::session::Subject;
use super::turning::Turning;

/// Driver's knowledge of the car: its understeer gradient and its response time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feel {
    /// Understeer gradient, rad s^2/m.
    pub understeer_rad_s2_m: f64,
    /// Response time of the lateral acceleration, s.
    pub response_s: f64,
}

/// Preview of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Preview {
    /// Driver's knowledge of the car.
    pub feel: Feel,
    /// Preview time, s.
    pub time_s: f64,
    /// Largest lateral acceleration that he steers for, over the tyres' limit.
    pub most: f64,
}

/// Velocity in the axes of the road, m/s.
pub(super) fn world_velocity(now: &Turning<f64>) -> Vec2<f64> {
    Vec2::new(now.velocity_x_m_s, now.velocity_y_m_s).to_parent(Direction::at_angle(now.yaw_rad))
}

impl Preview {
    /// Returns the steering angle, rad, that follows a line: lateral positions over distances along the road, m. With a delay T
    /// of the acceleration, gain G and preview time t the expected position is p + delta q, p = y + y' t + a T (t - T e),
    /// q = G (t^2 / 2 - T (t - T e)), e = 1 - exp(-t / T); delta is the sum of q (line - p) over that of q^2.
    pub fn steer(&self, subject: &Subject, now: &Turning<f64>, line: &dyn Fn(f64) -> f64) -> f64 {
        /// Number of points of the line in the preview.
        const PLACES: u32 = 10;
        /// Response time to 90 % of a step, over the delay (the time constant).
        const TO_90: f64 = core::f64::consts::LN_10;
        let Vec2 { x: along_m_s, y: across_m_s } = world_velocity(now);
        let acceleration_m_s2 = Vec2::new(now.acceleration_x_m_s2, now.acceleration_y_m_s2);
        let across_m_s2 = acceleration_m_s2.to_parent(Direction::at_angle(now.yaw_rad)).y;
        let v2 = Real::max(along_m_s * along_m_s, 1.0);
        let gain = v2 / (subject.wheelbase_m + Real::max(self.feel.understeer_rad_s2_m, 0.0) * v2);
        let delay = Real::max(self.feel.response_s, 0.02) / TO_90;
        let (mut above, mut below) = (0.0, 0.0);
        for place in 1..=PLACES {
            let t = self.time_s * f64::from(place) / f64::from(PLACES);
            let late = delay * (t - delay * (1.0 - Real::exp(-t / delay)));
            let expected = now.y_m + across_m_s * t + across_m_s2 * late;
            let per_steer = gain * (0.5 * t * t - late);
            above += per_steer * (line(now.x_m + along_m_s * t) - expected);
            below += per_steer * per_steer;
        }
        let most = self.most * subject.promised_m_s2() / gain;
        Real::clamp(above / below, -most, most)
    }
}
