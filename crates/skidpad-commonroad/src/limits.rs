//! What a car's steering and drive allow: `steering_constraints` and `acceleration_constraints`.

use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// The limits of a car's inputs.
    pub struct Limits {
        /// Least steering angle: CommonRoad's `steering.min`.
        steer_low_rad: "rad" [-1.5, 0.0],
        /// Largest steering angle: `steering.max`.
        steer_high_rad: "rad" [0.0, 1.5],
        /// Least steering rate: `steering.v_min`.
        steer_rate_low_rad_s: "rad/s" [-10.0, 0.0],
        /// Largest steering rate: `steering.v_max`.
        steer_rate_high_rad_s: "rad/s" [0.0, 10.0],
        /// Least velocity: `longitudinal.v_min`.
        speed_low_m_s: "m/s" [-100.0, 0.0],
        /// Largest velocity: `longitudinal.v_max`.
        speed_high_m_s: "m/s" [0.0, 200.0],
        /// Above it the power limits the acceleration, below it the tyres: `longitudinal.v_switch`.
        switch_speed_m_s: "m/s" [0.2, 100.0],
        /// Largest acceleration and deceleration: `longitudinal.a_max`.
        acceleration_m_s2: "m/s^2" [0.0, 50.0],
    }
}

impl<R: Real> Limits<R> {
    /// The steering rate that is left of what is asked for, rad/s: none beyond the end of the steering.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn steer_rate(&self, steer_rad: R, asked_rad_s: R) -> R {
        let zero = R::zero();
        let (low, high) = (self.steer_rate_low_rad_s, self.steer_rate_high_rad_s);
        let held = (steer_rad.le(self.steer_low_rad) & asked_rad_s.le(zero))
            | (steer_rad.ge(self.steer_high_rad) & asked_rad_s.ge(zero));
        R::select(held, zero, within(low, asked_rad_s, high))
    }

    /// The acceleration that is left of what is asked for, m/s^2: a_max, above the switching speed
    /// a_max v_switch / v forwards, and none beyond the least and the largest velocity.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn acceleration(&self, speed_m_s: R, asked_m_s2: R) -> R {
        let inverse = R::one() / speed_m_s.max(self.switch_speed_m_s);
        self.acceleration_with(speed_m_s, inverse, asked_m_s2)
    }

    /// [`acceleration`](Self::acceleration), given 1/v where v is above the switching speed; elsewhere
    /// the inverse may be any finite number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn acceleration_with(&self, speed_m_s: R, inverse_s_m: R, asked_m_s2: R) -> R {
        let zero = R::zero();
        let most = self.acceleration_m_s2;
        let by_power = most * self.switch_speed_m_s * inverse_s_m;
        let forwards = R::select(speed_m_s.gt(self.switch_speed_m_s), by_power, most);
        let held = (speed_m_s.le(self.speed_low_m_s) & asked_m_s2.le(zero))
            | (speed_m_s.ge(self.speed_high_m_s) & asked_m_s2.ge(zero));
        R::select(held, zero, within(-most, asked_m_s2, forwards))
    }
}

/// Held between two values; NaN stays NaN, so that it is found and not taken for a limit.
#[cfg_attr(not(debug_assertions), inline(always))]
fn within<R: Real>(low: R, value: R, high: R) -> R {
    R::select(value.le(low), low, R::select(value.ge(high), high, value))
}

#[cfg(test)]
mod tests {
    use skidpad_core::math::Real;

    #[test]
    fn what_is_not_a_number_stays_so() {
        let limits = super::super::SETS[1].limits;
        assert!(!Real::is_finite(limits.steer_rate(0.0, f64::NAN)));
        assert!(!Real::is_finite(limits.acceleration(30.0, f64::NAN)));
    }
}
