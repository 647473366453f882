//! Recordings to test with, and what is done to their bytes.
#![allow(dead_code, missing_docs, reason = "each test file uses a part")]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Vec2;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_testing::Random;
use skidpad_world::contact::{Barrier, Wall};
use skidpad_world::ground::Ground;
use skidpad_world::hands::Handed;
use skidpad_world::replay::{Recorder, Recording, ReplayError, replay_all};
use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};
use skidpad_world::scenario::Script;
use skidpad_world::shaping::{GripSteering, Hands, StickShape};
use skidpad_world::world::{Keeps, Obstacles, Participant, body_of, run_world};

/// A car of a model's own that is steered a little, with another acceleration each ten steps.
pub fn recorded(model: &str, car: &str, steps: u32, keeps_every: u32) -> Recording {
    let model = MODELS.by_name(model).expect("a model");
    let initial = [(model.speed, 20.0)];
    let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
    let rolling = model.begin(&CarChoice::Own(car), &begin).expect("its car");
    let mut recorder = Recorder::new(model, car, rolling, keeps_every);
    for step in 0..steps {
        let steer_rad = f64::from(step / 10 % 5) * 0.01;
        let (command, _) = sanitise(&Controls { steer_rad, ..Controls::default() });
        let acceleration_m_s2 = f64::from(step / 20 % 3);
        let request = Request { acceleration_m_s2, ..Request::from_command(command) };
        recorder.step(&request, (&Surface::asphalt()).into(), Dt::new(0.01).expect("a step"));
    }
    recorder.finish()
}

/// The same on a pad that asks for a share of the grip, with its stick to and fro.
pub fn recorded_by_hands(model: &str, car: &str, steps: u32) -> Recording {
    let model = MODELS.by_name(model).expect("a model");
    let initial = [(model.speed, 20.0)];
    let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
    let rolling = model.begin(&CarChoice::Own(car), &begin).expect("its car");
    let grip = GripSteering {
        fraction: 0.9,
        peak_slip_rad: 0.1,
        following: 1.0,
        low_speed_m_s: 6.0,
        lock_rad: 0.0,
        rate_rad_s: 2.0,
        front_arm_m: 1.2,
    };
    let hands = Hands::new(StickShape::pad(), 0.47).by_grip(grip);
    let mut recorder = Recorder::new(model, car, Box::new(Handed::new(rolling, hands)), 1);
    for step in 0..steps {
        let steer_rad = f64::from(step / 10 % 3) * 0.2;
        let (command, _) = sanitise(&Controls { steer_rad, ..Controls::default() });
        recorder.step(
            &Request::from_command(command),
            (&Surface::asphalt()).into(),
            Dt::new(0.01).expect("a step"),
        );
    }
    recorder.finish()
}

/// Three cars of the model `w1` that hit each other and a wall.
pub fn recorded_crash(steps: u32) -> Recording {
    let (model, car) = (MODELS.by_name("w1").expect("a model"), CarChoice::Own("w1"));
    let start = |x: f64, y: f64, yaw: f64, speed: f64| {
        [("x_m", x), ("y_m", y), ("yaw_rad", yaw), ("velocity_x_m_s", speed)]
    };
    let starts = [start(0.0, 0.0, 0.0, 25.0), start(30.0, 1.0, 3.0, 20.0), start(15.0, -10.0, 1.5, 12.0)];
    let participants: Vec<Participant> = ["car", "ram", "side"]
        .into_iter()
        .zip(&starts)
        .map(|(name, initial)| Participant {
            name,
            model,
            car,
            car_name: "w1".to_owned(),
            friction: None,
            script: Script {
                method: None,
                dt: Dt::new(0.01).expect("a step"),
                duration_s: f64::from(steps) * 0.01,
                initial,
                surface: Surface::asphalt(),
                ground: Ground::plain(),
                controls: &|t_s| Controls {
                    steer_rad: if t_s < 0.5 { 0.01 } else { 0.0 },
                    ..Controls::default()
                },
                acceleration: &|_| 0.5,
                hands: None,
            },
            body: body_of(model, &car, 0.25, 0.5),
        })
        .collect();
    let mut walls = Wall::line(&[[40.0, -20.0], [40.0, 20.0]], 0.5, 0.4);
    walls.push(Wall::arena([-30.0, -15.0], [50.0, 15.0], 0.25, 0.5)[1]);
    walls.push(Wall {
        barrier: Barrier::Post { centre_m: Vec2::new(20.0, 8.0), radius_m: 0.3 },
        restitution: 0.1,
        friction: 0.6,
    });
    let run = run_world(
        &participants,
        Obstacles { walls: &walls, cones: &[] },
        Keeps::Recording { every: 4 },
        &mut |_| ControlFlow::Continue(()),
    );
    run.expect("a run").recording.expect("a recording")
}

/// Replays a recording with the cars that it names, each a model's own.
pub fn replayed(recording: &Recording) -> Result<u64, ReplayError> {
    let others: Vec<CarChoice> =
        recording.others().iter().map(|other| CarChoice::Own(&other.recording.car)).collect();
    replay_all(recording, &CarChoice::Own(&recording.car), &others)
}

/// The same bytes with a length and checksum that fit: FNV-1a, written once more.
pub fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() < 26 {
        return bytes;
    }
    let length = bytes.len() as u64;
    bytes[10..18].copy_from_slice(&length.to_le_bytes());
    let end = bytes.len() - 8;
    let sum = bytes[..end].iter().fold(14_695_981_039_346_656_037_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211)
    });
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// One to four changes: a bit, a byte, a piece cut out, doubled or moved, a number that hurts.
pub fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const NUMBERS: [f64; 6] = [f64::NAN, f64::INFINITY, -0.0, f64::MAX, 5e-324, -1.0];
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let end = usize::min(at + 1 + random.below(20), bytes.len());
        match random.below(7) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.bits() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let place = random.below(bytes.len());
                bytes.splice(place..place, piece);
            }
            4 => bytes.truncate(at),
            5 => {
                let number = NUMBERS[random.below(6)].to_le_bytes();
                let end = usize::min(at + 8, bytes.len());
                bytes[at..end].copy_from_slice(&number[..end - at]);
            }
            _ => bytes[at] = 0xff,
        }
        if bytes.is_empty() {
            return bytes;
        }
    }
    bytes
}

/// A file of the corpus of a fuzz target.
pub fn corpus_path(target: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target).join(name)
}

/// Its bytes.
pub fn corpus(target: &str, name: &str) -> Vec<u8> {
    let path = corpus_path(target, name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bytes of the corpus, by folder and name: small, sound and broken in one way each.
pub fn corpus_bytes() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    use skidpad_formats::{recording, snapshot};
    let short = recorded("w1", "w1", 12, 4);
    let long = recorded("commonroad_std", "commonroad-2", 25, 1);
    let hands = recorded_by_hands("commonroad_std", "commonroad-2", 25);
    let saved = snapshot::encode_saved(&short.start);
    let recording = recording::encode(&short);
    let mut status = saved.clone();
    let place = status.len() - 8 - 33;
    status[place] = 9;
    vec![
        ("snapshot", "good-w1", saved.clone()),
        ("snapshot", "good-commonroad-std", snapshot::encode_saved(&long.start)),
        ("snapshot", "good-hands", snapshot::encode_saved(&hands.start)),
        ("recording", "good-hands", recording::encode(&hands)),
        ("recording", "good-scene", recording::encode(&recorded_crash(60))),
        ("snapshot", "bad-cut", saved[..saved.len() / 2].to_vec()),
        ("snapshot", "bad-status", resealed(status)),
        ("recording", "good-w1", recording.clone()),
        ("recording", "good-commonroad-std", recording::encode(&long)),
        ("recording", "bad-cut", recording[..40].to_vec()),
        ("recording", "bad-snapshot", saved),
    ]
}
