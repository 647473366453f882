//! Ten seconds of everything.

use skidpad_core::controls::Gear;

use super::definition::{HeldControls, Script};

/// Steps a second.
const RATE_HZ: u32 = 240;

const FULL: [f64; 3] = [1.0, 0.0, 0.0];
const HALF: [f64; 3] = [0.5, 0.0, 0.0];
const OFF: [f64; 3] = [0.0, 0.0, 0.0];
const BRAKE: [f64; 3] = [0.0, 0.8, 0.0];
const HANDBRAKE: [f64; 3] = [0.2, 0.0, 1.0];

/// From a time on, tenths of a second.
const fn from(tenths: u32, pedals: [f64; 3], stick: f64, gear: u8) -> HeldControls {
    HeldControls { from_step: tenths * RATE_HZ / 10, pedals, stick, gear: Gear::Forward(gear) }
}

/// Off the line through three gears, to the left and to the right, through the cones, round by the handbrake, on the brakes,
/// into a wall and away again; with three ghosts, which pass through everything.
pub(super) const DEMO: Script = Script {
    name: "demo",
    scene: "walls",
    cars: &[
        ("two_track", "boxster-s"),
        ("single_track", "boxster-s"),
        ("two_track", "corvette-c5"),
        ("kinematic", "boxster-s"),
    ],
    rate_hz: RATE_HZ,
    steps: 10 * RATE_HZ,
    held: &[
        from(0, OFF, 0.0, 1),
        from(2, FULL, 0.0, 1),
        from(20, FULL, 0.0, 2),
        from(26, FULL, 0.25, 2),
        from(31, FULL, -0.5, 2),
        from(36, FULL, 0.25, 2),
        from(40, FULL, 0.0, 3),
        from(48, HALF, -0.4, 2),
        from(54, HALF, 0.5, 2),
        from(60, HANDBRAKE, 0.6, 2),
        from(65, BRAKE, 0.0, 2),
        from(68, FULL, -0.3, 2),
        from(78, FULL, 0.0, 1),
    ],
};
