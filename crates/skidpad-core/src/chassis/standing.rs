//! Standing tyres: the dry friction by which they hold a body in the plane.

use crate::friction::{holding_torque, released, stopped};
use crate::math::{Real, Vec2};

/// Force and yaw moment on a body in the plane, in its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarForce<R> {
    /// Longitudinal force, N.
    pub x_n: R,
    /// Lateral force, N.
    pub y_n: R,
    /// Yaw moment, N.m.
    pub yaw_nm: R,
}

/// Senses of a body's motion in the plane, each -1, 0 or 1, held over a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarSenses<R> {
    /// Sense of the longitudinal velocity.
    pub x: R,
    /// Sense of the lateral velocity.
    pub y: R,
    /// Sense of the yaw rate.
    pub yaw: R,
}

impl<R: Real> PlanarSenses<R> {
    /// The senses of a motion.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of(velocity_m_s: Vec2<R>, yaw_rate_rad_s: R) -> Self {
        Self { x: velocity_m_s.x.sign(), y: velocity_m_s.y.sign(), yaw: yaw_rate_rad_s.sign() }
    }

    /// The senses in the coming sub-step: a body at rest starts where the free force is more than what can hold it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn released(&self, free: &PlanarForce<R>, capacity: &PlanarForce<R>) -> Self {
        Self {
            x: released(self.x, free.x_n, capacity.x_n),
            y: released(self.y, free.y_n, capacity.y_n),
            yaw: released(self.yaw, free.yaw_nm, capacity.yaw_nm),
        }
    }

    /// The force of friction in these senses: against the motion, or, at rest, against the free force as far as it can.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn held(&self, free: &PlanarForce<R>, capacity: &PlanarForce<R>) -> PlanarForce<R> {
        PlanarForce {
            x_n: holding_torque(capacity.x_n, self.x, free.x_n),
            y_n: holding_torque(capacity.y_n, self.y, free.y_n),
            yaw_nm: holding_torque(capacity.yaw_nm, self.yaw, free.yaw_nm),
        }
    }

    /// Velocity, m/s, and yaw rate, rad/s, at the end of a sub-step: 0 where they came to zero and the tyres hold,
    /// those of one axle along the car (`along`), those of both axles to the side and in yaw (`across`).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stopped(
        &self,
        along: R::Mask,
        across: R::Mask,
        velocity_m_s: Vec2<R>,
        yaw_rate_rad_s: R,
    ) -> (Vec2<R>, R) {
        let Vec2 { x, y } = velocity_m_s;
        let velocity =
            Vec2 { x: R::select(along, stopped(self.x, x), x), y: R::select(across, stopped(self.y, y), y) };
        (velocity, R::select(across, stopped(self.yaw, yaw_rate_rad_s), yaw_rate_rad_s))
    }
}

/// Hysteresis of the standing tyres of two axles ([`standing_hysteresis`](crate::friction::standing_hysteresis)), and
/// where the axles are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandingAxles<R> {
    /// Share of the weight on the front axle, at rest on the level.
    pub front_share: R,
    /// Share of the weight on the rear axle.
    pub rear_share: R,
    /// Distance between the axles, m.
    pub wheelbase_m: R,
    /// Longitudinal force that the front tyres can hold, N.
    pub front_n: R,
    /// Longitudinal force that the rear tyres can hold, N.
    pub rear_n: R,
}

impl<R: Real> StandingAxles<R> {
    /// Force and moment on the body that the axles can hold. Each can hold as much to the side as along the car; one
    /// half of that is for the lateral motion, whose forces at the axles are as their shares of the weight are, and the
    /// other for the yaw motion, a couple.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn capacity(&self) -> PlanarForce<R> {
        let half = R::lit(0.5);
        let Self { front_share, rear_share, wheelbase_m, front_n, rear_n } = *self;
        PlanarForce {
            x_n: front_n + rear_n,
            y_n: (half / front_share * front_n).min(half / rear_share * rear_n),
            yaw_nm: half * wheelbase_m * front_n.min(rear_n),
        }
    }

    /// Longitudinal force of the front and of the rear axle where both hold `x_n` together, N: in the ratio of their
    /// weights, as far as each can; the other has room for the rest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn along(&self, x_n: R) -> [R; 2] {
        let Self { front_share, front_n, rear_n, .. } = *self;
        let front = (x_n * front_share).clamp((x_n - rear_n).max(-front_n), (x_n + rear_n).min(front_n));
        [front, x_n - front]
    }

    /// Forces of the front and of the rear axle in the body's axes, N, that hold the body together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn by_axle(&self, held: &PlanarForce<R>) -> [Vec2<R>; 2] {
        let couple = held.yaw_nm / self.wheelbase_m;
        let [front, rear] = self.along(held.x_n);
        [
            Vec2 { x: front, y: self.front_share * held.y_n + couple },
            Vec2 { x: rear, y: self.rear_share * held.y_n - couple },
        ]
    }
}
