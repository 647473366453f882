//! What is asked of a car at an instant.

use skidpad_core::controls::{Command, Controls, sanitise};

/// What is asked of a car at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Hands and feet.
    pub command: Command<f64>,
    /// Acceleration along the car's own axis, m/s^2, for a model that takes it instead of pedals.
    pub acceleration_m_s2: f64,
}

impl Request {
    /// Hands and feet alone.
    pub fn from_command(command: Command<f64>) -> Self {
        Self { command, acceleration_m_s2: 0.0 }
    }

    /// Nobody touches the controls.
    pub fn untouched() -> Self {
        Self::from_command(sanitise(&Controls::default()).0)
    }
}
