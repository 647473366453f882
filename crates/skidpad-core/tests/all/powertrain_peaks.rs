//! The largest torque and power of an engine, and the drive that models without gears make of them.
#![allow(clippy::disallowed_methods)]

use crate::support;
use skidpad_special::drive::EnginePeaks;

use skidpad_core::spec::{TorqueLine, TorqueSpec, Vehicle};
use skidpad_special::KinematicCar;
use skidpad_special::drive::ideal_drive;
use skidpad_texts::ackermann::AckermannCar;
use skidpad_texts::slip_vector::SlipVectorCar;
use support::{Numbers, build, electric, manual};

fn with_lines(lines: &[(f64, f64, f64)]) -> Vehicle<f64> {
    let line = |&(from_rad_s, intercept_nm, slope_nm_s): &(f64, f64, f64)| TorqueLine {
        from_rad_s,
        intercept_nm,
        slope_nm_s,
    };
    let mut spec = manual();
    spec.engine.idle_rad_s = 100.0;
    spec.engine.redline_rad_s = 700.0;
    spec.torque = TorqueSpec::Lines(lines.iter().map(line).collect());
    build(&spec)
}

/// T = 400 - 0.5 w: its power is largest, 400^2 / (4 * 0.5) = 80 kW, at 400 rad/s, between all points.
#[test]
fn the_vertex_of_a_falling_line() {
    let peaks = EnginePeaks::new(&with_lines(&[(0.0, 400.0, -0.5)]));
    assert!((peaks.power_w - 80_000.0).abs() < 1e-9 && peaks.torque_nm == 350.0, "{peaks:?}");
}

/// Where Palmer's lines jump down, the first still holds at its end: 100 + 0.5 * 400 = 300 N.m, 120 kW.
#[test]
fn the_end_of_a_line_above_the_next() {
    let peaks = EnginePeaks::new(&with_lines(&[(0.0, 100.0, 0.5), (400.0, 150.0, 0.0)]));
    assert!((peaks.torque_nm / 300.0 - 1.0).abs() < 1e-11, "{peaks:?}");
    assert!((peaks.power_w / 120_000.0 - 1.0).abs() < 1e-11, "{peaks:?}");
}

/// Past the redline nobody drives.
#[test]
fn nothing_beyond_the_redline() {
    let peaks = EnginePeaks::new(&with_lines(&[(0.0, 100.0, 0.5), (750.0, 9000.0, 0.0)]));
    assert_eq!((peaks.torque_nm, peaks.power_w), (450.0, 450.0 * 700.0));
}

/// A motor whose redline stands below its base speed does not reach its power.
#[test]
fn a_motor_gives_what_its_redline_leaves() {
    let mut spec = electric();
    assert_eq!(EnginePeaks::new(&build(&spec)).power_w, 110_000.0);
    spec.torque = TorqueSpec::Motor { torque_nm: 300.0, power_w: 1e8 };
    let vehicle = build(&spec);
    let peaks = EnginePeaks::new(&vehicle);
    assert_eq!((peaks.torque_nm, peaks.power_w), (300.0, 300.0 * vehicle.engine().redline_rad_s));
}

/// Any curve: no speed gives more, and some speed gives as much.
#[test]
fn no_speed_gives_more() {
    let mut numbers = Numbers::new(5);
    for _ in 0..200 {
        let mut from = 0.0;
        let count = 1 + (numbers.bits() % 6) as usize;
        let lines: Vec<(f64, f64, f64)> = (0..count)
            .map(|_| {
                let line = (from, numbers.between(0.0, 600.0), numbers.between(-1.0, 1.0));
                from += numbers.between(10.0, 300.0);
                line
            })
            .collect();
        let vehicle = with_lines(&lines);
        let (engine, peaks) = (vehicle.engine(), EnginePeaks::new(&vehicle));
        let (mut torque, mut power) = (0.0_f64, 0.0_f64);
        for step in 0..=60_000 {
            let speed = 100.0 + 0.01 * f64::from(step);
            let here = engine.full_load_torque(vehicle.torque_curve(), speed);
            (torque, power) = (torque.max(here), power.max(here * speed));
        }
        assert!(torque <= peaks.torque_nm * (1.0 + 1e-11), "{torque} {peaks:?} {lines:?}");
        assert!(power <= peaks.power_w * (1.0 + 1e-11), "{power} {peaks:?} {lines:?}");
        // The grid misses an end of a line by at most 0.01 rad/s.
        assert!(torque >= peaks.torque_nm - 0.011 && power >= peaks.power_w - 0.011 * 2000.0, "{lines:?}");
    }
}

/// All models without gears take the same of it.
#[test]
fn every_model_takes_the_same() {
    let vehicle = build(&manual());
    let peaks = EnginePeaks::new(&vehicle);
    let (first, efficiency) = (vehicle.gears().overall(1.0), vehicle.body().efficiency);
    let power = peaks.power_w * efficiency;
    assert_eq!(AckermannCar::from_vehicle(&vehicle).drive().largest_power_w, power);
    assert_eq!(
        AckermannCar::from_vehicle(&vehicle).drive().largest_torque_nm,
        peaks.torque_nm * first * efficiency
    );
    assert_eq!(KinematicCar::new(&vehicle).power_w, power);
    assert_eq!(SlipVectorCar::new(&vehicle).power_w, power);
}

/// The drive: never more power than there is, odd in the gear, even in the speed, and whole at rest.
#[test]
fn the_ideal_drive_keeps_to_torque_and_power() {
    let open = 1.0_f64;
    for speed in [-50.0_f64, -3.0, 0.0, 3.0, 20.0, 50.0] {
        let drive = ideal_drive(open, 3000.0, 60e3, speed);
        assert!((drive - 3000.0_f64.min(60e3 / speed.abs())).abs() < 1e-9);
        assert_eq!(ideal_drive(open, -3000.0, 60e3, speed), -drive);
        assert_eq!(ideal_drive(0.5, 3000.0, 60e3, speed), 0.5 * drive);
        assert!(drive * speed.abs() <= 60e3 * (1.0 + 1e-15));
    }
    assert_eq!(ideal_drive(open, 0.0, 60e3, 20.0), 0.0);
}
