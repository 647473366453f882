//! Velocities of the wheel hubs, from the estimated motion of the body.

use super::sensed::{CarFacts, Sensed};
use crate::math::{Direction, Real, Vec2};

/// Least cosine of the steering angle that a front wheel's speed is divided by: beyond 70 degrees of steering it
/// contains little of the car's longitudinal speed.
const LEAST_COSINE: f64 = 0.34;

/// Velocity of the centre of mass over the ground in the body's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanarMotion<R> {
    /// Longitudinal, m/s, positive forwards.
    pub(super) x_m_s: R,
    /// Lateral, m/s, positive to the left.
    pub(super) y_m_s: R,
}

/// Velocity of a wheel's hub over the ground in the wheel's own axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hub<R> {
    /// Longitudinal, m/s: the tread speed at which the wheel rolls freely.
    pub(super) along_m_s: R,
    /// Lateral, m/s, positive to the wheel's left.
    pub(super) across_m_s: R,
}

impl<R: Real> Hub<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(velocity_m_s: Vec2<R>) -> Self {
        Self { along_m_s: velocity_m_s.x, across_m_s: velocity_m_s.y }
    }
}

/// Yaw rate and steering, prepared for the hubs' velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct YawAndSteer<R> {
    /// Yaw rate times half the track at front and rear, m/s.
    sway_m_s: [R; 2],
    /// Lateral speed of the front and the rear axle that the yaw rate adds, m/s.
    swing_m_s: [R; 2],
    /// Direction of the front wheels in the body's frame.
    steer: Direction<R>,
}

impl<R: Real> YawAndSteer<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(car: &CarFacts<R>, sensed: &Sensed<R>) -> Self {
        let yaw = R::lit(0.5) * sensed.yaw_rate_rad_s;
        let whole = sensed.yaw_rate_rad_s;
        Self {
            sway_m_s: [yaw * car.front_track_m, yaw * car.rear_track_m],
            swing_m_s: [whole * car.to_front_m, whole * (car.to_front_m - car.wheelbase_m)],
            steer: Direction::at_angle(sensed.steer_rad),
        }
    }

    /// Lateral speed at which the rear axle does not slide, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn gripping_y_m_s(&self) -> R {
        -self.swing_m_s[1]
    }

    /// Hubs in the order of [`Wheels::in_a_row`](crate::wheels::Wheels::in_a_row): a hub at (x, y) moves with
    /// (v_x - psi' y, v_y + psi' x), which steering turns into the wheel's axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn hubs(&self, motion: &PlanarMotion<R>) -> [Hub<R>; 4] {
        let [front, rear] = self.sway_m_s;
        let front_y = motion.y_m_s + self.swing_m_s[0];
        let rear_y = motion.y_m_s + self.swing_m_s[1];
        [
            Hub::new(Vec2::new(motion.x_m_s - front, front_y).to_child(self.steer)),
            Hub::new(Vec2::new(motion.x_m_s + front, front_y).to_child(self.steer)),
            Hub::new(Vec2::new(motion.x_m_s - rear, rear_y)),
            Hub::new(Vec2::new(motion.x_m_s + rear, rear_y)),
        ]
    }

    /// Longitudinal speed of the centre of mass that follows from each tread speed where that wheel rolls, m/s: the
    /// assumed one, and what the wheel's hub lacks of its tread's speed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn implied_m_s(
        &self,
        motion: &PlanarMotion<R>,
        hubs: &[Hub<R>; 4],
        treads_m_s: &[R; 4],
    ) -> [R; 4] {
        let cos = self.steer.cos.max(R::lit(LEAST_COSINE));
        [
            motion.x_m_s + (treads_m_s[0] - hubs[0].along_m_s) / cos,
            motion.x_m_s + (treads_m_s[1] - hubs[1].along_m_s) / cos,
            motion.x_m_s + (treads_m_s[2] - hubs[2].along_m_s),
            motion.x_m_s + (treads_m_s[3] - hubs[3].along_m_s),
        ]
    }
}

/// 1 forwards, -1 backwards, 1 at 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sense<R: Real>(speed_m_s: R) -> R {
    R::select(speed_m_s.lt(R::zero()), -R::one(), R::one())
}
