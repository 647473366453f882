//! Sixteen cars at a thousand steps a second: what the physics cost.

use skidpad_core::controls::Gear;

use super::definition::{HeldControls, Script};

const RATE_HZ: u32 = 1000;
const CAR: (&str, &str) = ("two_track", "boxster-s");

/// Off the line and through a bend, the player and fifteen ghosts of the four-wheel car.
pub(super) const SIXTEEN: Script = Script {
    name: "sixteen",
    scene: "endless",
    cars: &[CAR; 16],
    rate_hz: RATE_HZ,
    steps: 4 * RATE_HZ,
    held: &[
        HeldControls { from_step: 0, pedals: [1.0, 0.0, 0.0], stick: 0.0, gear: Gear::Forward(1) },
        HeldControls { from_step: 2 * RATE_HZ, pedals: [0.6, 0.0, 0.0], stick: 0.3, gear: Gear::Forward(2) },
    ],
};
