//! Cars to test with, and what is done to their bytes.
#![allow(dead_code, missing_docs, reason = "each test file uses a part")]

use std::fs;
use std::path::{Path, PathBuf};

use skidpad_core::controls::Gear;
use skidpad_models::MODELS;
use skidpad_testing::Random;
use skidpad_world::hands::Handed;
use skidpad_world::rolling::{Begin, CarChoice, Rolling};
use skidpad_world::shaping::{GripSteering, Hands, StickShape};

/// A model's own car at 20 m/s.
pub fn car(model: &str, name: &str) -> Box<dyn Rolling> {
    let model = MODELS.by_name(model).expect("a model");
    let initial = [(model.speed, 20.0)];
    let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
    model.begin(&CarChoice::Own(name), &begin).expect("its car")
}

/// The same car on a pad, whose steering is a share of the grip.
pub fn car_by_hands(model: &str, name: &str) -> Box<dyn Rolling> {
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
    Box::new(Handed::new(car(model, name), hands))
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

/// The bytes of the corpus of snapshots, by name: small, sound and broken in one way each.
pub fn snapshots() -> Vec<(&'static str, Vec<u8>)> {
    use skidpad_formats::snapshot::encode_saved;
    let saved = encode_saved(&car("w1", "w1").save());
    let mut status = saved.clone();
    let place = status.len() - 8 - 33;
    status[place] = 9;
    vec![
        ("good-w1", saved.clone()),
        ("good-commonroad-std", encode_saved(&car("commonroad_std", "commonroad-2").save())),
        ("good-hands", encode_saved(&car_by_hands("commonroad_std", "commonroad-2").save())),
        ("bad-cut", saved[..saved.len() / 2].to_vec()),
        ("bad-status", resealed(status)),
    ]
}
