//! What a car is given for a step, as numbers.

use skidpad_core::controls::Command;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::surface::Surface;

use crate::rolling::Request;

/// What a car is given for a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// What is asked of it.
    pub request: Request,
    /// Road and air.
    pub surface: Surface<f64>,
    /// The step, s.
    pub dt_s: f64,
}

/// What a car is given from a step on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The number of steps before.
    pub step: u64,
    /// What it is given.
    pub given: Given,
}

const COMMAND: usize = <Command<f64> as Record<f64>>::LEN;
const SURFACE: usize = <Surface<f64> as Record<f64>>::LEN;

/// What is neither command nor surface.
const REST: [Channel; 2] = [
    Channel { name: "acceleration_m_s2", unit: "m/s^2", low: -1000.0, high: 1000.0 },
    Channel { name: "dt_s", unit: "s", low: 0.0, high: 1.0 },
];

impl Given {
    /// How many numbers it has.
    pub const LEN: usize = COMMAND + SURFACE + REST.len();

    /// The names of its numbers: of the command, of the surface, the acceleration, the step.
    pub fn channels() -> impl Iterator<Item = &'static Channel> {
        Command::<f64>::CHANNELS.iter().chain(Surface::<f64>::CHANNELS).chain(&REST)
    }

    /// Its numbers.
    pub fn numbers(&self) -> [f64; Self::LEN] {
        let mut numbers = [0.0; Self::LEN];
        self.request.command.store(&mut &mut numbers[..COMMAND]);
        self.surface.store(&mut &mut numbers[COMMAND..COMMAND + SURFACE]);
        numbers[COMMAND + SURFACE] = self.request.acceleration_m_s2;
        numbers[COMMAND + SURFACE + 1] = self.dt_s;
        numbers
    }

    /// What the numbers say.
    pub fn from_numbers(numbers: &[f64; Self::LEN]) -> Self {
        let command = Command::load(&&numbers[..COMMAND]);
        let acceleration_m_s2 = numbers[COMMAND + SURFACE];
        Self {
            request: Request { acceleration_m_s2, ..Request::from_command(command) },
            surface: Surface::load(&&numbers[COMMAND..COMMAND + SURFACE]),
            dt_s: numbers[COMMAND + SURFACE + 1],
        }
    }

    /// Whether all bits are equal.
    pub fn has_bits_of(&self, other: &Self) -> bool {
        self.numbers().map(f64::to_bits) == other.numbers().map(f64::to_bits)
    }
}
