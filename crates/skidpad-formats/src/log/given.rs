//! Numbers that a car of a recording was given for a step. A log only names them.

use skidpad_core::controls::Command;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::surface::Surface;
use skidpad_world::rolling::Request;

const COMMAND: usize = <Command<f64> as Record<f64>>::LEN;
const SURFACE: usize = <Surface<f64> as Record<f64>>::LEN;

/// Channels besides those of command and surface.
const REST: [Channel; 2] =
    [Channel::new("acceleration_m_s2", "m/s^2", -1000.0, 1000.0), Channel::new("dt_s", "s", 0.0, 1.0)];

/// Request, road and length of a step of a car.
#[derive(Clone, Copy)]
pub(super) struct Given {
    pub(super) request: Request,
    /// Road and air.
    pub(super) surface: Surface<f64>,
    /// Length of the step, s.
    pub(super) dt_s: f64,
}

impl Given {
    /// Number of its numbers.
    pub(super) const LEN: usize = COMMAND + SURFACE + REST.len();

    /// Its channels: those of command and surface, the acceleration, the step.
    pub(super) fn channels() -> impl Iterator<Item = &'static Channel> {
        Command::<f64>::CHANNELS.iter().chain(Surface::<f64>::CHANNELS).chain(&REST)
    }

    /// The channels of a version of recordings, with their places among all.
    pub(super) fn places(version: u16) -> impl Iterator<Item = (usize, &'static Channel)> {
        // Before version 3 nobody turned a key.
        Self::channels().enumerate().filter(move |(_, channel)| version > 2 || channel.name != "starter")
    }

    pub(super) fn from_numbers(numbers: &[f64; Self::LEN]) -> Self {
        let command = Command::load(&&numbers[..COMMAND]);
        let acceleration_m_s2 = numbers[COMMAND + SURFACE];
        Self {
            request: Request { acceleration_m_s2, ..Request::from_command(command) },
            surface: Surface::load(&&numbers[COMMAND..COMMAND + SURFACE]),
            dt_s: numbers[COMMAND + SURFACE + 1],
        }
    }
}
