//! Requests by pedals to cars of any model.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;

use super::info::ModelInfo;
use crate::rolling::Request;

/// Acceleration of a model without pedals at full throttle and at full brake, m/s^2: those of a sporty car.
const ACCELERATION_M_S2: f64 = 4.0;
const BRAKING_M_S2: f64 = 9.0;

/// Share of the full braking deceleration along the car's x axis, from -1 to 1, of a model whose brake is an acceleration: the
/// brake pedal against the longitudinal velocity, m/s; below 1 m/s in proportion to it, so that the car stops and is not
/// driven backwards. A car on a slope is not held.
///
/// ```
/// use skidpad_core::controls::{Controls, sanitise};
/// use skidpad_world::models::braking_share;
/// let (full, _) = sanitise(&Controls { brake: 1.0, ..Controls::default() });
/// assert_eq!([20.0, 0.5, 0.0, -20.0].map(|v_m_s| braking_share(&full, v_m_s)), [1.0, 0.5, 0.0, -1.0]);
/// ```
pub fn braking_share(command: &Command<f64>, forwards_m_s: f64) -> f64 {
    command.brake * Real::clamp(forwards_m_s, -1.0, 1.0)
}

impl ModelInfo {
    /// The request to a car of the model by a driver's pedals, at a longitudinal velocity, m/s. A model that takes an acceleration
    /// and no pedals gets one from them; its brake is [`braking_share`].
    ///
    /// ```
    /// use skidpad_core::controls::{Controls, sanitise};
    /// use skidpad_models::MODELS;
    /// let request = |model: &str, brake: f64, forwards_m_s: f64| {
    ///     let (command, _) = sanitise(&Controls { brake, ..Controls::default() });
    ///     MODELS.by_name(model).unwrap().request(&command, forwards_m_s)
    /// };
    /// let at = [20.0, 0.5, 0.0, -20.0].map(|v_m_s| request("w1", 1.0, v_m_s).acceleration_m_s2);
    /// assert_eq!(at, [-9.0, -4.5, 0.0, 9.0]);
    /// for model in ["two_track", "commonroad_ks"] {
    ///     let pedals = request(model, 1.0, 20.0);
    ///     assert_eq!((pedals.command.brake, pedals.acceleration_m_s2), (1.0, 0.0));
    /// }
    /// ```
    pub fn request(&self, command: &Command<f64>, forwards_m_s: f64) -> Request {
        if self.abilities.pedals || !self.abilities.acceleration {
            return Request::from_command(*command);
        }
        let brake = BRAKING_M_S2 * braking_share(command, forwards_m_s);
        let sense = if command.gear < 0.0 { -1.0 } else { 1.0 };
        let acceleration_m_s2 = sense * ACCELERATION_M_S2 * command.throttle - brake;
        Request { command: *command, acceleration_m_s2 }
    }
}
