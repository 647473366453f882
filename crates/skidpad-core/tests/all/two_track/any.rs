//! What tests of the rigid level and of that on springs share: any states, roads and drivers, and how much of a soak runs.
#![allow(dead_code, reason = "each test file uses its part")]

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{TwoTrackMode, TwoTrackState, WheelState};
use skidpad_core::spec::{TyreLaw, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use crate::support::{Numbers, automatic, coast, electric, manual};

pub const LAWS: [TyreLaw; 3] = [TyreLaw::Linear, TyreLaw::LinearCapped, TyreLaw::Peaked];

/// Steps per second of callers.
pub const RATES_HZ: [f64; 4] = [20.0, 60.0, 240.0, 1000.0];

pub use crate::support::share_of;

pub fn every_car() -> [VehicleSpec; 3] {
    [manual(), automatic(), electric()]
}

/// Roads of 30 % up, down and to either side, and of both at once.
pub fn steep() -> [Surface<f64>; 5] {
    let angle = 0.3_f64.atan();
    [(angle, 0.0), (-angle, 0.0), (0.0, angle), (0.0, -angle), (-0.7 * angle, 0.7 * angle)]
        .map(|(slope_rad, bank_rad)| Surface { slope_rad, bank_rad, ..Surface::asphalt() })
}

pub fn sense(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

/// Of any size up to one, either way; each tenth is none.
pub fn any_speed(numbers: &mut Numbers, most: f64) -> f64 {
    let size = if numbers.unit() < 0.1 { 0.0 } else { numbers.spread(1e-6, most) };
    size * numbers.pick(&[-1.0, 1.0])
}

/// Commands of a driver who bends, slides, stops and reverses.
pub fn any_command(numbers: &mut Numbers) -> Command<f64> {
    Command {
        throttle: numbers.pick(&[0.0, 1.0]) * numbers.unit(),
        brake: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.unit(),
        handbrake: numbers.pick(&[0.0, 0.0, 0.0, 1.0]),
        steer_rad: numbers.between(-0.4, 0.4),
        gear: numbers.pick(&[1.0, 1.0, 0.0, -1.0]),
        ..coast(1.0)
    }
}

/// Says in the mode which way everything of a state moves.
pub fn note_directions(mode: &mut TwoTrackMode<f64>, state: &TwoTrackState<f64>) {
    let body = &state.body;
    mode.body.x_direction = sense(body.velocity_x_m_s);
    mode.body.y_direction = sense(body.velocity_y_m_s);
    mode.body.yaw_direction = sense(body.yaw_rate_rad_s);
    mode.body.heave_direction = sense(body.heave_rate_m_s);
    mode.body.roll_direction = sense(body.roll_rate_rad_s);
    mode.body.pitch_direction = sense(body.pitch_rate_rad_s);
    let directions = state.wheels.in_a_row().map(|wheel| sense(wheel.spin_rad_s));
    mode.driveline = mode.driveline.with_wheel_directions(&Wheels::from_row(directions));
}

/// The same in a mirror along the car's axis.
pub fn mirrored(state: &TwoTrackState<f64>) -> TwoTrackState<f64> {
    let mut other = *state;
    let body = &mut other.body;
    for value in [
        &mut body.y_m,
        &mut body.yaw_rad,
        &mut body.velocity_y_m_s,
        &mut body.yaw_rate_rad_s,
        &mut body.roll_rad,
        &mut body.roll_rate_rad_s,
    ] {
        *value = -*value;
    }
    let turned =
        state.wheels.in_a_row().map(|wheel| WheelState { deflection_y: -wheel.deflection_y, ..wheel });
    other.wheels = Wheels::from_row(turned).mirrored();
    other
}
