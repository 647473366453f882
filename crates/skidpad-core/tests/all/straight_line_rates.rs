//! The result of a manoeuvre does not depend on how often the caller calls.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use support::{Car, at_rest, automatic, automatic_throttle, build, coast, dt, electric, manual, rolling};

const RATES_HZ: [f64; 4] = [30.0, 60.0, 240.0, 1000.0];

/// Drives until the speed passes a mark, and answers time and distance at which it did: between two
/// steps on the cubic through speeds and accelerations.
fn until_speed(car: &mut Car, command: &Command<f64>, rate_hz: f64, mark_m_s: f64) -> [f64; 2] {
    let step = dt(1.0 / rate_hz);
    for _ in 0..(60.0 * rate_hz) as u32 {
        let before = (*car.state(), car.look(command, &Surface::asphalt()).1.acceleration_m_s2);
        assert_eq!(car.step(command, &Surface::asphalt(), step), Status::Running);
        let (start, end) = (before.0.speed_m_s - mark_m_s, car.state().speed_m_s - mark_m_s);
        if start * end <= 0.0 && start != 0.0 {
            let share = start / (start - end);
            let h = step.seconds();
            let passed = before.0.position_m + share * h * (before.0.speed_m_s + 0.5 * share * h * before.1);
            return [car.time_s() - (1.0 - share) * h, passed];
        }
    }
    panic!("{mark_m_s} m/s was not reached: {:?}", car.state());
}

fn assert_alike(what: &str, found: &[[f64; 2]], tolerance: f64) {
    for part in 0..2 {
        let values: Vec<f64> = found.iter().map(|pair| pair[part]).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!(high - low <= tolerance * high, "{what}: {values:?}");
    }
}

fn every_car() -> [VehicleSpec; 3] {
    [manual(), automatic(), electric()]
}

#[test]
fn standing_start() {
    for spec in every_car() {
        let vehicle = build(&spec);
        // On half a throttle the wheels do not spin in first gear; full throttle is another test.
        for throttle in [0.5, 1.0] {
            let found = RATES_HZ.map(|rate| {
                until_speed(&mut at_rest(&vehicle, 1.0), &automatic_throttle(throttle), rate, 100.0 / 3.6)
            });
            assert_alike(&format!("{} at {throttle}", spec.name), &found, 1e-3);
        }
    }
}

#[test]
fn stop_from_60_mph() {
    for spec in every_car() {
        let vehicle = build(&spec);
        for brake in [0.5, 1.0] {
            let command = Command { brake, ..coast(0.0) };
            let found =
                RATES_HZ.map(|rate| until_speed(&mut rolling(&vehicle, 26.8224, 0.0), &command, rate, 1e-9));
            assert_alike(&format!("{} braking {brake}", spec.name), &found, 1e-3);
        }
    }
}

#[test]
fn coast_down() {
    for spec in every_car() {
        let vehicle = build(&spec);
        let found =
            RATES_HZ.map(|rate| until_speed(&mut rolling(&vehicle, 14.0, 0.0), &coast(0.0), rate, 11.0));
        assert_alike(&spec.name, &found, 1e-3);
        let gear = spec.ratios.len().min(3) as f64;
        let found =
            RATES_HZ.map(|rate| until_speed(&mut rolling(&vehicle, 20.0, gear), &coast(gear), rate, 14.0));
        assert_alike(&format!("{} in gear", spec.name), &found, 1e-3);
    }
}
