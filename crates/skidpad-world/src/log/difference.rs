//! Numbers in which two states differ.

use core::fmt;

use skidpad_core::record::Channel;
use skidpad_core::snapshot::Saved;

/// A channel that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The logged value.
    pub expected: f64,
    /// The value found.
    pub found: f64,
}

/// Channels of a saved car besides those of its state, mode and hands: code of the status and parts of the clock.
const REST: [Channel; 4] = [
    Channel::new("status", "-", 0.0, 255.0),
    Channel::new("steps", "-", 0.0, 1e18),
    Channel::new("step_s", "s", 0.0, 1.0),
    Channel::new("time_before_s", "s", 0.0, 1e18),
];

/// Numbers of a saved car: of its channels, then of [`REST`].
fn numbers(saved: &Saved) -> impl Iterator<Item = f64> {
    let clock = saved.clock;
    let rest = [f64::from(saved.status.code()), clock.steps() as f64, clock.step_s(), clock.before_s()];
    saved.numbers.iter().copied().chain(rest)
}

/// The channels of a car that differ to the bit.
pub(super) fn car_differences(expected: &Saved, found: &Saved) -> Vec<Difference> {
    differences(expected.channels().chain(&REST).zip(numbers(expected).zip(numbers(found))))
}

/// The channels whose numbers, logged and found, differ to the bit.
pub(super) fn differences<'a>(numbers: impl Iterator<Item = (&'a Channel, (f64, f64))>) -> Vec<Difference> {
    let differs = |expected: f64, found: f64| {
        expected.to_bits() != found.to_bits() && !(expected.is_nan() && found.is_nan())
    };
    let found = numbers.filter(|(_, (expected, found))| differs(*expected, *found));
    found
        .map(|(Channel { name, unit, .. }, (expected, found))| Difference { name, unit, expected, found })
        .collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, expected, found, .. } = self;
        let (expected_bits, found_bits) = (expected.to_bits(), found.to_bits());
        write!(
            f,
            "{name} is {found:?} (0x{found_bits:016x}), recorded as {expected:?} (0x{expected_bits:016x})"
        )
    }
}
