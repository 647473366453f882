//! Steering: from the steering wheel to the angles of the four wheels.
//!
//! The angle of a car's steering is that of the one wheel in the middle of the front axle that would run on the same
//! circle; angles are positive to the left (ISO 8855), in reverse, too: geometry does not know which way it is
//! driven.

use crate::math::Real;
use crate::record;
use crate::wheels::Wheels;

record! {
    /// The steering of a car.
    pub struct Steering {
        /// Angle of the steering wheel over that of the wheels; typical 12 to 20, racing cars 8 to 12.
        ratio: "-" [0.1, 100.0],
        /// The largest angle of the wheel in the middle.
        lock_rad: "rad" [0.0, 1.5],
        /// The fastest that this angle changes; a driver reaches 0.6 to 1.2 rad/s (10 to 20 rad/s at the wheel).
        rate_rad_s: "rad/s" [0.0, 1e6],
        /// Share of the difference between inner and outer wheel that lets all wheels roll on one centre: 0 parallel,
        /// 1 Ackermann, below 0 the outer wheel steers more; cars for the road 0.4 to 0.8.
        ackermann: "-" [-2.0, 2.0],
        /// Distance between the axles.
        wheelbase_m: "m" [0.1, 20.0],
        /// Distance between the front wheels.
        track_m: "m" [0.0, 5.0],
        /// Toe of each front wheel: positive where the wheels point towards each other in front.
        front_toe_rad: "rad" [-0.2, 0.2],
        /// Toe of each rear wheel, alike; typical 0 to 0.005.
        rear_toe_rad: "rad" [-0.2, 0.2],
    }
}

impl<R: Real> Steering<R> {
    /// The angle of the wheels that an angle of the steering wheel asks for, rad.
    #[inline(always)]
    pub fn asked_rad(&self, steering_wheel_rad: R) -> R {
        steering_wheel_rad / self.ratio
    }

    /// The angle of the steering wheel at an angle of the wheels, rad.
    #[inline(always)]
    pub fn steering_wheel_rad(&self, steer_rad: R) -> R {
        steer_rad * self.ratio
    }

    /// The angle a sub-step later, rad: towards the one that is asked for, no faster than the rate and no farther
    /// than the lock. A straight ramp, so that the division into sub-steps does not matter.
    #[inline(always)]
    pub fn advance(&self, steer_rad: R, asked_rad: R, dt_s: R) -> R {
        let target = asked_rad.clamp(-self.lock_rad, self.lock_rad);
        let most = self.rate_rad_s * dt_s;
        let away = target - steer_rad;
        let arrives = away.abs().le(most);
        R::select(arrives, target, steer_rad + away.clamp(-most, most))
    }

    /// The angles of the four wheels, rad.
    #[inline(always)]
    pub fn angles_rad(&self, steer_rad: R) -> Wheels<R> {
        let [left, right] = rolling_angles(steer_rad, self.wheelbase_m, self.track_m);
        Wheels {
            front_left: steer_rad + self.ackermann * (left - steer_rad) - self.front_toe_rad,
            front_right: steer_rad + self.ackermann * (right - steer_rad) + self.front_toe_rad,
            rear_left: -self.rear_toe_rad,
            rear_right: self.rear_toe_rad,
        }
    }
}

/// The angles of the left and the right front wheel whose axes meet in the centre of the turn, rad
/// (Ackermann; Gillespie, "Fundamentals of Vehicle Dynamics", 8-1 for small angles):
/// cot(delta_l) = cot(delta) - T / (2 L) and cot(delta_r) = cot(delta) + T / (2 L).
///
/// Written as tan(delta_l) = L sin / (L cos - T / 2 sin), without a division by zero straight ahead.
#[inline(always)]
pub fn rolling_angles<R: Real>(steer_rad: R, wheelbase_m: R, track_m: R) -> [R; 2] {
    let (sin, cos) = steer_rad.sin_cos();
    let (across, along) = (wheelbase_m * sin, wheelbase_m * cos);
    let half_track = R::lit(0.5) * track_m * sin;
    // A centre between the wheels turns the inner one by more than a right angle.
    [across.atan2(along - half_track), across.atan2(along + half_track)]
}
