//! Driver inputs of a car at an instant.

use skidpad_core::controls::{Command, Controls, sanitise};

/// Request to a car at an instant: driver inputs, or an acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Driver inputs.
    pub command: Command<f64>,
    /// Acceleration along the car's own axis, m/s^2, for a model that takes it instead of pedals.
    pub acceleration_m_s2: f64,
}

impl Request {
    /// Request of driver inputs, without an acceleration.
    pub fn from_command(command: Command<f64>) -> Self {
        Self { command, acceleration_m_s2: 0.0 }
    }

    /// Request with all controls released, in first gear.
    pub fn untouched() -> Self {
        Self::from_command(sanitise(&Controls::default()).0)
    }
}
