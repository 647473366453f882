//! Eight seconds by a script, driven through C, have the bits that the equations have in Rust, and the golden ones.

use std::path::Path;

use skidpad::core::controls::sanitise;
use skidpad::core::math::Real;
use skidpad::core::snapshot::StateHash;
use skidpad::core::step::Dt;
use skidpad::formats::vehicle;
use skidpad::prelude::*;
use skidpad::presets::preset;
use skidpad::world::ground::{Ground, Road};
use skidpad::world::models::STANDARD;
use skidpad::world::rolling::{Begin, CarChoice, Request};

use crate::c_program::{Linked, compiled, run};

/// Table of the hashes that every platform has.
const GOLDEN: &str = include_str!("../../../skidpad-workload/examples/golden/golden.txt");
/// Steps of a script, at 60 Hz.
const STEPS: u32 = 480;

/// Throttle, brake and steering angle at a time.
type Script = fn(f64) -> [f64; 3];

/// A drive of one of the workload's vehicles.
struct Drive {
    model: &'static str,
    /// Number of the vehicle.
    vehicle: u64,
    speed_m_s: f64,
    script: Script,
    /// Row of the golden table that hashes this drive; a model without one is held to its equations alone.
    row: Option<&'static str>,
}

fn wave(time_s: f64, rate_hz: f64) -> f64 {
    Real::sin(core::f64::consts::TAU * rate_hz * time_s)
}

fn launches_turns_and_stops(time_s: f64) -> [f64; 3] {
    [
        if time_s < 4.0 { 0.8 } else { 0.0 },
        if time_s > 6.0 { 0.9 } else { 0.0 },
        if time_s > 4.0 { 0.06 * wave(time_s, 0.4) } else { 0.0 },
    ]
}

fn slalom(time_s: f64) -> [f64; 3] {
    [0.4, 0.0, 0.05 * wave(time_s, 0.5)]
}

/// Gear at the start of each drive; the automatic gearbox changes it.
const GEAR: u8 = 1;

fn drives() -> [Drive; 5] {
    let launch =
        |model, row| Drive { model, vehicle: 4, speed_m_s: 0.0, script: launches_turns_and_stops, row };
    [
        launch("two_track", Some("two_track launches, turns and stops")),
        launch("two_track_sprung", None),
        launch("spatial", None),
        launch("kinematic", None),
        Drive {
            model: "single_track",
            vehicle: 2,
            speed_m_s: 20.0,
            script: slalom,
            row: Some("single_track in a slalom"),
        },
    ]
}

/// The hash after each step, by the model's equations, without the front door that the library for C stands on.
fn hashes_in_rust(drive: &Drive) -> Vec<u64> {
    let (vehicle, model) =
        (skidpad_workload::vehicle(drive.vehicle), STANDARD.by_name(drive.model).expect("a model"));
    let initial = [(model.speed, drive.speed_m_s)];
    let begin = Begin { gear: Gear::Forward(GEAR), initial: &initial, method: None };
    let mut car = model.begin(&CarChoice::Vehicle(&vehicle), &begin).expect("the model takes the car");
    let (surface, ground, dt) = (Surface::asphalt(), Ground::default(), Dt::try_from(1.0 / 60.0).unwrap());
    (0..STEPS)
        .map(|_| {
            let [throttle, brake, steer_rad] = (drive.script)(car.time_s());
            let controls =
                Controls { throttle, brake, steer_rad, gear: Gear::Automatic, ..Controls::default() };
            car.step(&Request::from_command(sanitise(&controls).0), Road::new(&surface, &ground), dt);
            car.hash()
        })
        .collect()
}

/// The hash after each step, by a program in C that reads vehicle and controls from files.
fn hashes_in_c(program: &Path, drive: &Drive) -> Vec<u64> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut file = preset("boxster-s").expect("a preset");
    file.spec = skidpad_workload::specification(drive.vehicle);
    // Its own figures, none by rules.
    file.provenance = ["front.peak_slip_angle", "rear.peak_slip_angle"]
        .map(|given| (given.to_owned(), vehicle::Provenance::Given))
        .into();
    file.published.clear();
    let (car, script) =
        (folder.join(format!("{}.toml", drive.model)), folder.join(format!("{}.txt", drive.model)));
    std::fs::write(&car, vehicle::write(&file)).expect("the folder of the tests can be written");
    let line = |step: u32| {
        let [throttle, brake, steer_rad] = (drive.script)(f64::from(step) * (1.0 / 60.0));
        format!("{throttle:?} {brake:?} {steer_rad:?}\n")
    };
    std::fs::write(&script, (0..STEPS).map(line).collect::<String>()).expect("the folder can be written");
    let (speed, gear) = (format!("{:?}", drive.speed_m_s), GEAR.to_string());
    let [car, script] = [&car, &script].map(|path| path.to_str().expect("paths are UTF-8"));
    let out = run(program, &[car, drive.model, &speed, &gear, script]);
    out.lines().map(|hash| u64::from_str_radix(hash, 16).expect("a hash a line")).collect()
}

#[test]
fn eight_seconds_through_c_have_the_golden_bits() {
    let program = compiled("replay.c", Linked::Static, "golden", &[]);
    let mut ends = Vec::new();
    for drive in drives() {
        let (in_c, in_rust) = (hashes_in_c(&program, &drive), hashes_in_rust(&drive));
        assert_eq!(in_c.len(), STEPS as usize, "{}", drive.model);
        let differs = in_c.iter().zip(&in_rust).position(|(c, rust)| c != rust);
        assert_eq!(differs, None, "{}: the first step with other bits", drive.model);
        if let Some(row) = drive.row {
            let mut hash = StateHash::default();
            in_c.iter().for_each(|step| hash.word(*step));
            let expected = format!("{row}\t0x{:016x}", hash.value());
            assert!(GOLDEN.lines().any(|line| line == expected), "not in the golden table: {expected}");
        }
        ends.push(in_c[in_c.len() - 1]);
    }
    // A car that stands still hashes nothing: no two drives are alike.
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends.len(), drives().len());
}
