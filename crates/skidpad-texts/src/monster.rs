//! Monster's straight-line car as the tutorial writes it down: traction given, drag and rolling
//! resistance, Euler's method.

use core::f64::consts::PI;

use skidpad_core::aero;
use skidpad_core::math::Real;

/// Monster's first car: a mass with an engine force that the user chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonsterCar<R> {
    /// Mass M, kg.
    pub mass_kg: R,
    /// Cdrag, N s^2/m^2.
    pub drag_factor: R,
    /// Crr, N s/m: about 30 times Cdrag.
    pub rolling_factor: R,
}

impl<R: Real> MonsterCar<R> {
    /// Flong = Ftraction + Fdrag + Frr, N.
    pub fn longitudinal_force(&self, traction_n: R, speed_m_s: R) -> R {
        traction_n
            + aero::drag(self.drag_factor, speed_m_s)
            + aero::linear_resistance(self.rolling_factor, speed_m_s)
    }

    /// a = F / M, m/s^2.
    pub fn acceleration(&self, traction_n: R, speed_m_s: R) -> R {
        self.longitudinal_force(traction_n, speed_m_s) / self.mass_kg
    }

    /// The speed at which drag and rolling resistance are equal, m/s: Crr / Cdrag.
    pub fn equal_resistance_speed(&self) -> R {
        self.rolling_factor / self.drag_factor
    }

    /// Drag and rolling resistance together at a speed, N.
    pub fn resistance(&self, speed_m_s: R) -> R {
        -self.longitudinal_force(R::zero(), speed_m_s)
    }

    /// "There is no need to put a maximum speed anywhere in the code": the speed at which a
    /// traction is balanced by the resistance, m/s. The positive root of
    /// Cdrag v^2 + Crr v = F.
    pub fn top_speed(&self, traction_n: R) -> R {
        let rolling = self.rolling_factor;
        let root = (rolling * rolling + R::lit(4.0) * self.drag_factor * traction_n).sqrt();
        // The form without a difference of nearly equal numbers.
        R::lit(2.0) * traction_n / (rolling + root)
    }

    /// One step of the tutorial's Euler method: v = v + dt a, then p = p + dt v with the new v.
    pub fn euler_step(&self, position_m: R, speed_m_s: R, traction_n: R, dt_s: R) -> (R, R) {
        let speed = speed_m_s + dt_s * self.acceleration(traction_n, speed_m_s);
        (position_m + dt_s * speed, speed)
    }
}

/// hp = torque rpm / 5252, with the torque in foot-pounds.
pub fn horsepower(torque_foot_pounds: f64, engine_rpm: f64) -> f64 {
    torque_foot_pounds * engine_rpm / 5252.0
}

/// The time of a full turn at a yaw rate, s: 2 pi / omega.
pub fn full_turn_time<R: Real>(yaw_rate_rad_s: R) -> R {
    R::lit(2.0 * PI) / yaw_rate_rad_s
}

/// "High Speed Turning" as printed: 1 / (2 pi omega), s.
pub fn full_turn_time_as_printed<R: Real>(yaw_rate_rad_s: R) -> R {
    R::one() / (R::lit(2.0 * PI) * yaw_rate_rad_s)
}

/// The sideslip angle arctan(vy / vx) where it is small, rad: vy / vx.
pub fn small_sideslip_angle<R: Real>(lateral_m_s: R, longitudinal_m_s: R) -> R {
    lateral_m_s / longitudinal_m_s
}

/// "High Speed Turning" as printed: arctan(vy / vx) is about vx / vy.
pub fn small_sideslip_angle_as_printed<R: Real>(lateral_m_s: R, longitudinal_m_s: R) -> R {
    longitudinal_m_s / lateral_m_s
}
