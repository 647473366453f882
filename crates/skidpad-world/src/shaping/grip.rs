//! Steering and pedals that ask for a share of the grip, not for an angle or a torque.
//!
//! On a pad full lock means "as much as the tyres give". A limit on the angle alone makes steering binary at speed;
//! a share of the slip angle at the tyre's peak does not: the wheels are turned that far out of the direction in
//! which the front axle moves, and so follow a slide by themselves.

use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// Steering by a share of the front tyres' slip angle.
    pub struct GripSteering {
        /// Share of the peak's slip angle that a full stick asks for; typical 0.8 to 1.05.
        fraction: "-" [0.0, 2.0],
        /// Slip angle at the peak of the front tyres' force; typical 0.08 to 0.2 (5 to 11 degrees).
        peak_slip_rad: "rad" [0.0, 1.0],
        /// Share of the front axle's own direction that the wheels follow: 1 all, so that a free stick steers against
        /// a slide; 0 none of what comes of sliding and turning.
        following: "-" [0.0, 1.0],
        /// From this speed on the grip is the limit, below it more and more the lock. Full lock does not reach the
        /// tyres' limit below sqrt(mu g L / tan(lock)); typical 5 to 7.
        low_speed_m_s: "m/s" [0.1, 50.0],
        /// The largest angle of the wheel in the middle.
        lock_rad: "rad" [0.0, 1.5],
        /// The fastest that it turns; typical 1 to 3 for pads, faster than hands.
        rate_rad_s: "rad/s" [0.0, 1e6],
        /// Distance of the front axle before the point whose velocity is given.
        front_arm_m: "m" [-10.0, 20.0],
    }

    /// Motion of the body over the road, in its own axes.
    pub struct BodyMotion {
        /// Forwards.
        velocity_x_m_s: "m/s" [-200.0, 200.0],
        /// To the left.
        velocity_y_m_s: "m/s" [-200.0, 200.0],
        /// Yaw rate, positive to the left.
        yaw_rate_rad_s: "rad/s" [-50.0, 50.0],
    }
}

impl<R: Real> GripSteering<R> {
    /// The angle that a stick asks for, rad, positive to the left.
    ///
    /// The front axle moves along phi = atan((v_y + a psi') / v_x), as a line, whichever way along it. A wheel
    /// at delta has the slip angle phi - delta, forwards; so delta = phi + s f alpha_peak. In reverse a wheel turned
    /// to the left still pushes the front to the left of the way that the car faces less the way it comes from:
    /// the same line, the same sign of the stick.
    ///
    /// ```
    /// use skidpad_world::shaping::{BodyMotion, GripSteering};
    /// let pad = GripSteering { fraction: 0.9, peak_slip_rad: 0.1, following: 1.0, low_speed_m_s: 6.0,
    ///     lock_rad: 0.6, rate_rad_s: 2.0, front_arm_m: 1.2 };
    /// let straight = BodyMotion { velocity_x_m_s: 30.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
    /// let asked: f64 = pad.asked_rad(1.0, &straight);
    /// assert!((asked - 0.09).abs() < 1e-15);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn asked_rad(&self, stick: R, motion: &BodyMotion<R>) -> R {
        let (zero, one) = (R::zero(), R::one());
        let ahead = motion.velocity_x_m_s;
        let across = motion.velocity_y_m_s + motion.yaw_rate_rad_s * self.front_arm_m;
        let moves = ahead.eq(zero) & across.eq(zero);
        // Without motion there is no direction, and the weight below is 0.
        let path = R::select(moves, zero, across.atan_quotient(R::select(moves, one, ahead)));
        let speed = ahead.hypot(across) / self.low_speed_m_s;
        let weight = speed.min(one).square();
        let by_grip = self.following * path + stick * self.fraction * self.peak_slip_rad;
        let by_lock = stick * self.lock_rad;
        (by_lock + weight * (by_grip - by_lock)).clamp(-self.lock_rad, self.lock_rad)
    }

    /// The angle a sub-step later, rad: towards what is asked for, no faster than the rate.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(&self, steer_rad: R, stick: R, motion: &BodyMotion<R>, dt_s: R) -> R {
        let most = self.rate_rad_s * dt_s;
        let asked = self.asked_rad(stick, motion);
        let way = asked - steer_rad;
        R::select(way.abs().le(most), asked, steer_rad + way.clamp(-most, most))
    }
}

/// The pedal, [0, 1], with which a full stick uses a fraction of the force that the tyres can give, and no more:
/// `available_n` is what they can give, `full_n` what the full pedal would ask of them now.
///
/// ```
/// use skidpad_world::shaping::grip_share;
/// assert_eq!(grip_share(0.5, 0.8, 5000.0, 10_000.0), 0.2); // half of 80 % of 5 kN, of 10 kN
/// assert_eq!(grip_share(0.5, 0.8, 5000.0, 2000.0), 0.5); // the engine is the limit
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn grip_share<R: Real>(stick: R, fraction: R, available_n: R, full_n: R) -> R {
    let (zero, one) = (R::zero(), R::one());
    let asks = full_n.gt(zero);
    let share = (fraction * available_n.max(zero) / R::select(asks, full_n, one)).min(one);
    stick.clamp(zero, one) * R::select(asks, share, one)
}

/// Longitudinal force that is left to tyres that are used laterally, N: sqrt(peak^2 - used^2).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn longitudinal_left_n<R: Real>(peak_n: R, used_lateral_n: R) -> R {
    (peak_n.square() - used_lateral_n.square()).max(R::zero()).sqrt()
}
