//! Steering: from the steering wheel to the angles of the four wheels.
//!
//! The angle of a car's steering is that of the one wheel in the middle of the front axle that would run on the same
//! circle; angles are positive to the left (ISO 8855), in reverse, too: geometry does not know which way it is
//! driven.

use crate::math::{Direction, Real, Vec2};
use crate::record;
use crate::wheels::Wheels;

record! {
    /// The steering of a car.
    pub struct Steering {
        /// Angle of the steering wheel over that of the wheels; typical 12 to 20, racing cars 8 to 12.
        ratio: "-" [0.1, 100.0],
        /// The largest angle of the wheel in the middle.
        lock_rad: "rad" [0.0, 1.5],
        /// The fastest that this angle changes; a driver reaches 0.6 to 1.2 rad/s (10 to 20 rad/s at the wheel). 0 at
        /// once.
        rate_rad_s: "rad/s" [0.0, 1e6],
        /// Share of Ackermann's steering times half the front track over the wheelbase: 0 steers in parallel.
        ackermann_offset: "-" [-2.0, 2.0],
        /// Sine of the toe of each front wheel: positive where the wheels point towards each other in front.
        front_toe_sin: "-" [-0.2, 0.2],
        /// Its cosine.
        front_toe_cos: "-" [0.9, 1.0],
        /// Sine of the toe of each rear wheel, alike; typical 0 to 0.005.
        rear_toe_sin: "-" [-0.2, 0.2],
        /// Its cosine.
        rear_toe_cos: "-" [0.9, 1.0],
    }
}

impl<R: Real> Steering<R> {
    /// Steering without a limit of its rate, in parallel and without toe.
    pub fn parallel(ratio: R, lock_rad: R) -> Self {
        Self {
            ratio,
            lock_rad,
            rate_rad_s: R::zero(),
            ackermann_offset: R::zero(),
            front_toe_sin: R::zero(),
            front_toe_cos: R::one(),
            rear_toe_sin: R::zero(),
            rear_toe_cos: R::one(),
        }
    }

    /// Returns the steering with a share of Ackermann's geometry, on a wheelbase and with a distance between the front wheels,
    /// m: 0 is parallel, 1 lets all wheels roll about one centre, below 0 the outer wheel steers more; cars for the
    /// road have 0.4 to 0.8.
    pub fn with_ackermann(self, share: R, wheelbase_m: R, front_track_m: R) -> Self {
        Self { ackermann_offset: share * R::lit(0.5) * front_track_m / wheelbase_m, ..self }
    }

    /// Returns the steering with toe of each front and of each rear wheel, rad, positive inwards.
    pub fn with_toe(self, front_rad: R, rear_rad: R) -> Self {
        let (front_toe_sin, front_toe_cos) = Real::sin_cos(front_rad);
        let (rear_toe_sin, rear_toe_cos) = Real::sin_cos(rear_rad);
        Self { front_toe_sin, front_toe_cos, rear_toe_sin, rear_toe_cos, ..self }
    }
}

impl<R: Real> Steering<R> {
    /// The angle of the wheels that an angle of the steering wheel asks for, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn asked_rad(&self, steering_wheel_rad: R) -> R {
        steering_wheel_rad / self.ratio
    }

    /// The angle of the steering wheel at an angle of the wheels, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn steering_wheel_rad(&self, steer_rad: R) -> R {
        steer_rad * self.ratio
    }

    /// An angle within the lock, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within_lock(&self, asked_rad: R) -> R {
        asked_rad.clamp(-self.lock_rad, self.lock_rad)
    }

    /// The angle a sub-step later, rad: towards the one that is asked for, no faster than the rate and no farther
    /// than the lock. A straight ramp, so that the division into sub-steps does not matter.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(&self, steer_rad: R, asked_rad: R, dt_s: R) -> R {
        let most = self.rate_rad_s * dt_s;
        let asked = self.within_lock(asked_rad);
        self.now_rad(asked.clamp(steer_rad - most, steer_rad + most), asked)
    }

    /// The angle at an instant, rad: with a limit of the rate as far as it has followed, without what is asked for,
    /// within the lock.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn now_rad(&self, followed_rad: R, asked_rad: R) -> R {
        R::select(self.rate_rad_s.gt(R::zero()), followed_rad, self.within_lock(asked_rad))
    }

    /// Directions of the four wheels in the body's frame, in a row, with the wheel in the middle at an angle delta.
    ///
    /// Of Ackermann's steering the wheels have the share a of its difference: cot(delta_l) = cot(delta) - a T / (2 L)
    /// and cot(delta_r) = cot(delta) + a T / (2 L) (Gillespie, "Fundamentals of Vehicle Dynamics", 8-1, for small
    /// angles). Written as the direction (sin, cos - a T / (2 L) sin), without a division by zero straight ahead; a
    /// centre between the wheels turns the inner one by more than a right angle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn directions(&self, middle: Direction<R>) -> [Direction<R>; 4] {
        let Direction { sin, cos } = middle;
        let offset = self.ackermann_offset * sin;
        let left = Direction::along(Vec2 { x: cos - offset, y: sin });
        let right = Direction::along(Vec2 { x: cos + offset, y: sin });
        // Steered in parallel, both have the mean's angle to the bit.
        let parallel = self.ackermann_offset.eq(R::zero());
        let left = Direction::select(parallel, middle, left);
        let right = Direction::select(parallel, middle, right);
        // Toe turns the left wheels to the right and the right ones to the left.
        [
            left.plus(Direction { sin: -self.front_toe_sin, cos: self.front_toe_cos }),
            right.plus(Direction { sin: self.front_toe_sin, cos: self.front_toe_cos }),
            Direction { sin: -self.rear_toe_sin, cos: self.rear_toe_cos },
            Direction { sin: self.rear_toe_sin, cos: self.rear_toe_cos },
        ]
    }

    /// The angles of the four wheels, rad.
    ///
    /// ```
    /// use skidpad_core::steering::Steering;
    /// let wheels = Steering::parallel(15.0, 0.6).with_ackermann(1.0, 2.7, 1.5).angles_rad(0.3);
    /// assert!(wheels.front_left > 0.3 && wheels.front_right < 0.3 && wheels.rear_left == 0.0);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn angles_rad(&self, steer_rad: R) -> Wheels<R> {
        let [front_left, front_right, rear_left, rear_right] =
            self.directions(Direction::at_angle(steer_rad));
        Wheels {
            front_left: front_left.angle_rad(),
            front_right: front_right.angle_rad(),
            rear_left: rear_left.angle_rad(),
            rear_right: rear_right.angle_rad(),
        }
    }
}
