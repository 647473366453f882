//! A measured run of a BMW M8: launch, coast in second gear, full stop (ROADVIEW project; see the
//! NOTICE beside the data).
//!
//! The measured speed is the recorded acceleration, integrated from standstill. The coast agrees.
//! The stop is 7 % harder than measured, since the rule that gives all presets their grip gives
//! this one too much. The launch does not agree, and cannot with the engine's published torque: from 20 to 22 m/s
//! the measured car accelerates by 5.3 m/s^2, which takes about three quarters of that torque; it
//! was held back in the low gears. The times of both parameter sets are printed for the record.
#![allow(clippy::disallowed_methods)]

use std::path::PathBuf;

use skidpad::controls::{Controls, Gear, sanitise};
use skidpad::model::{StraightLine, StraightLineMode, StraightLineState};
use skidpad::spec::Vehicle;
use skidpad::step::{Dt, Simulation};
use skidpad::surface::Surface;

/// An instant of the recording.
struct Instant {
    time_s: f64,
    speed_m_s: f64,
    brake_torque_nm: f64,
}

struct Recording(Vec<Instant>);

impl Recording {
    /// `None` where the reference data is not there.
    fn load() -> Option<Self> {
        let data = std::env::var_os("SKIDPAD_REFERENCE_DATA").map_or_else(
            || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
            PathBuf::from,
        );
        let path = data.join("real/bmw_m8/car_2049.csv");
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: {} is not there; set SKIDPAD_REFERENCE_DATA", path.display());
            return None;
        };
        let rows: Vec<[f64; 3]> = text.lines().skip(1).map(columns).collect();
        let mut speed = 0.0;
        let mut instants = Vec::new();
        // Before 0.9 s the car stands.
        for pair in rows.windows(2).filter(|pair| pair[1][0] > 0.9) {
            speed += (pair[1][0] - pair[0][0]) * 0.5 * (pair[0][1] + pair[1][1]);
            instants.push(Instant { time_s: pair[1][0], speed_m_s: speed, brake_torque_nm: -pair[1][2] });
        }
        Some(Self(instants))
    }

    fn at(&self, time_s: f64) -> &Instant {
        self.0.iter().find(|instant| instant.time_s >= time_s).expect("within the recording")
    }
}

/// Time, acceleration and brake torque of a row.
fn columns(line: &str) -> [f64; 3] {
    let all: Vec<f64> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
    [all[0], all[7], all[13]]
}

fn vehicle(name: &str) -> Vehicle<f64> {
    let mut spec = skidpad_formats::presets::preset(name).expect("a preset").spec;
    // As weighed for the run.
    (spec.body.kerb_mass_kg, spec.body.load_mass_kg) = (2074.4, 0.0);
    spec.validate().expect("valid")
}

/// How far the simulated speed is from the measured, in units of what is allowed: 3 % or 0.3 m/s,
/// whichever is larger.
fn deviation(simulated: f64, measured: f64) -> f64 {
    (simulated - measured).abs() / (0.03 * measured).max(0.3)
}

const STEP_S: f64 = 0.002;

/// What following the recording came to.
struct Followed {
    /// The largest departure of the speed, in units of what is allowed.
    worst: f64,
    /// Simulated speeds, each with its time.
    speeds: Vec<(f64, f64)>,
}

impl Followed {
    /// The mean deceleration between two times, m/s^2.
    fn deceleration(&self, from_s: f64, to_s: f64) -> f64 {
        let at =
            |time_s: f64| self.speeds.iter().find(|entry| entry.0 >= time_s).expect("within the drive").1;
        (at(from_s) - at(to_s)) / (to_s - from_s)
    }
}

/// Drives in second gear from the measured speed at one time to another, with the recorded brake
/// torque; an anti-lock system lets go of it where a wheel slips beyond its peak.
fn follow(recording: &Recording, car: &Vehicle<f64>, from_s: f64, to_s: f64) -> Followed {
    let start = recording.at(from_s).speed_m_s;
    let state = StraightLineState::rolling(car, start, 2.0);
    let mut ride = Simulation::<StraightLine>::new(*car, StraightLineMode::in_gear(2.0), state);
    let surface = Surface::asphalt();
    let mut controls = Controls { gear: Gear::Forward(2), ..Controls::default() };
    let most = car.front().brake_torque_nm + car.rear().brake_torque_nm;
    let mut followed = Followed { worst: 0.0, speeds: Vec::new() };
    let steps = ((to_s - from_s) / STEP_S) as usize;
    for step in 0..steps {
        let now = recording.at(from_s + step as f64 * STEP_S);
        let trace = ride.look(&sanitise(&controls).0, &surface).1;
        let speed = ride.state().speed_m_s;
        let slip = trace.front_slip.min(trace.rear_slip) * speed;
        let lets_go =
            (1.0 + 4.0 * (1.0 + slip / (0.9 * car.front().peak_slip * speed + 0.2))).clamp(0.0, 1.0);
        controls.brake = (now.brake_torque_nm / most).clamp(0.0, 1.0) * lets_go;
        ride.step(&sanitise(&controls).0, &surface, Dt::new(STEP_S).expect("a step"));
        let time_s = from_s + (step + 1) as f64 * STEP_S;
        let speed = ride.state().speed_m_s;
        followed.worst = followed.worst.max(deviation(speed, recording.at(time_s).speed_m_s));
        followed.speeds.push((time_s, speed));
    }
    followed
}

#[test]
fn the_coast_in_second_gear_agrees() {
    let Some(recording) = Recording::load() else { return };
    let worst = follow(&recording, &vehicle("bmw-m8"), 5.0, 6.6).worst;
    assert!(worst < 1.0, "the coast departs by {worst:.2} times what is allowed");
}

#[test]
fn the_stop_is_harder_than_measured_by_what_the_rule_for_grip_gives_too_much() {
    let Some(recording) = Recording::load() else { return };
    let stop = follow(&recording, &vehicle("bmw-m8"), 6.9, 8.3);
    let simulated = stop.deceleration(7.4, 8.2);
    let measured = (recording.at(7.4).speed_m_s - recording.at(8.2).speed_m_s) / 0.8;
    println!(
        "stop: departs by {:.2} times what is allowed; {simulated:.2} m/s^2 simulated, {measured:.2} measured",
        stop.worst
    );
    // Both brake at their limit; 1.22 times the skidpad's 1.03 g is some 8 % too much for this car.
    assert!((1.04..1.12).contains(&(simulated / measured)), "{simulated} against {measured} m/s^2");
}

/// Times from 0.5 m/s to 10, 15, 20 and 22 m/s at full throttle, s.
fn launch(car: &Vehicle<f64>) -> [f64; 4] {
    let state = StraightLineState::at_rest(car);
    let mut ride = Simulation::<StraightLine>::new(*car, StraightLineMode::in_gear(1.0), state);
    let surface = Surface::asphalt();
    let mut marks = [0.5, 10.0, 15.0, 20.0, 22.0].map(|speed| (speed, f64::NAN));
    while marks[4].1.is_nan() && ride.time_s() < 20.0 {
        // The recorded car changed gear 2.2 s after the pedal went down.
        let gear = if ride.time_s() < 2.2 { 1 } else { 2 };
        let controls = Controls { throttle: 1.0, gear: Gear::Forward(gear), ..Controls::default() };
        ride.step(&sanitise(&controls).0, &surface, Dt::new(STEP_S).expect("a step"));
        for mark in marks.iter_mut().filter(|mark| mark.1.is_nan() && ride.state().speed_m_s >= mark.0) {
            mark.1 = ride.time_s();
        }
    }
    [1, 2, 3, 4].map(|index| marks[index].1 - marks[0].1)
}

#[test]
fn the_launch_is_quicker_than_measured_by_the_torque_that_was_held_back() {
    const MEASURED_S: [f64; 4] = [1.529, 2.263, 3.083, 3.458];
    for name in ["bmw-m8", "bmw-m8-measured"] {
        let times = launch(&vehicle(name));
        let differences = [0, 1, 2, 3].map(|index| 100.0 * (times[index] / MEASURED_S[index] - 1.0));
        println!("{name}: {times:.3?} s, {differences:+.1?} %");
        // With all of the published torque the car is quicker, and still within what its power allows.
        assert!(times[3] < MEASURED_S[3] && times[3] > 0.7 * MEASURED_S[3], "{name}: {times:?}");
    }
}
