//! Recordings of earlier versions, `.skidplay`: they are read as logs and replay to the bit, and any other bytes end in an
//! error by name.
//!
//! Nothing writes them any more, so the files of the fuzz target's corpus stand in for those that people have.

use skidpad_core::math::Vec2;
use skidpad_formats::ByteError;
use skidpad_formats::log::{self, CarMismatch, LogError, LogFile};
use skidpad_models::MODELS;
use skidpad_testing::Random;
use skidpad_world::contact::Barrier;
use skidpad_world::log::{LogReplay, Verified, VerifyError, WorldChange, WorldLog};
use skidpad_world::rolling::CarChoice;

use crate::snapshot_support::{corpus, mutated, resealed};

fn read(name: &str) -> LogFile {
    log::decode(&corpus("recording", name), &MODELS).expect(name)
}

/// The log with the cars that it names, each a model's own.
fn opened(file: LogFile) -> Result<WorldLog, LogError> {
    let names: Vec<String> = file.cars().iter().map(|car| car.car.clone()).collect();
    let choices: Vec<CarChoice> = names.iter().map(|name| CarChoice::Own(name)).collect();
    file.into_log(&choices)
}

fn error_of(bytes: Vec<u8>) -> String {
    log::decode(&resealed(bytes), &MODELS).err().expect("it is refused").to_string()
}

/// Cars alone, on a pad and in a crash, of all versions that are read.
#[test]
fn recordings_replay_to_the_bit() {
    for (name, steps, keyframes) in [
        ("good-w1", 12, 3),
        ("good-commonroad-std", 25, 25),
        ("good-hands", 25, 25),
        ("good-scene", 60, 15),
        ("good-version-2", 25, 25),
        ("good-version-3", 12, 3),
    ] {
        let log = opened(read(name)).expect(name);
        let hashes = steps + 1;
        assert_eq!(LogReplay::new(log).verify(), Ok(Verified { steps, hashes, keyframes }), "{name}");
    }
}

#[test]
fn a_recording_becomes_the_log_of_its_world() {
    let file = read("good-scene");
    let names: Vec<(&str, &str)> = file.cars().iter().map(|car| (&*car.name, &*car.car)).collect();
    assert_eq!(names, [("", "w1"), ("ram", "w1"), ("side", "w1")]);
    assert!(file.cars().iter().all(|car| car.body.is_some() && car.friction.is_none()));
    let log = opened(file).expect("its cars");
    let site = log.start().site();
    assert_eq!(site.walls.list().len(), 3);
    let Barrier::Post { centre_m, radius_m } = site.walls.list()[2].barrier else { panic!("a post") };
    assert_eq!((centre_m, radius_m), (Vec2::new(20.0, 8.0), 0.3));
    assert!((log.time_s(60) - 0.6).abs() < 1e-12);
    // Each car is steered until 0.5 s.
    let steered = log.changes().map(|(step, change)| match change {
        WorldChange::Requested { id, request } => (step, id.index(), request.command.steer_rad),
        _ => panic!("requests alone"),
    });
    let both = |step: u64, steer_rad: f64| (0..3).map(move |car| (step, car, steer_rad));
    assert_eq!(steered.collect::<Vec<_>>(), both(0, 0.01).chain(both(50, 0.0)).collect::<Vec<_>>());
    // From there on it is a log as any: it is written as one, and driven on.
    let bytes = log::encode(&log, &MODELS).expect("it is written");
    assert!(log::is_log(&bytes));
    let again = opened(log::decode(&bytes, &MODELS).expect("a log")).expect("its cars");
    assert_eq!(log::encode(&again, &MODELS).expect("it is written"), bytes);
    let mut replay = LogReplay::new(again);
    replay.seek(30).expect("a sound log");
    assert_eq!(replay.take_over().steps(), 30);
}

/// Place of the steering angle that `good-w1` takes after ten steps: steps since the last change, the changed number, its value.
fn steering(bytes: &[u8]) -> usize {
    let change = [&[10, 8][..], &0.01_f64.to_le_bytes()].concat();
    bytes.windows(10).position(|window| window == change).expect("the change") + 2
}

/// Steered another way from the tenth step on, a car is elsewhere in the next one, which the next kept state names.
#[test]
fn another_control_is_found_in_its_step() {
    let mut bytes = corpus("recording", "good-w1");
    let steer = steering(&bytes);
    bytes[steer..steer + 8].copy_from_slice(&0.011_f64.to_le_bytes());
    let log = opened(log::decode(&resealed(bytes), &MODELS).expect("a recording")).expect("its car");
    let Err(VerifyError::Diverged(divergence)) = LogReplay::new(log).verify() else { panic!("it differs") };
    assert_eq!((divergence.step, divergence.same_until, divergence.compared_step), (11, 10, Some(12)));
    assert!(!divergence.parties[0].differences.is_empty(), "{divergence}");
}

#[test]
fn another_car_is_refused() {
    let refusal = |choice: CarChoice| read("good-commonroad-std").into_log(&[choice]).expect_err("refused");
    let other = refusal(CarChoice::Own("commonroad-1"));
    assert!(matches!(other, LogError::Car(0, CarMismatch::OtherNumbers { .. })), "{other}");
    assert!(other.to_string().contains("the car is not the recorded one"), "{other}");
    assert_eq!(refusal(CarChoice::Own("w1")), LogError::Car(0, CarMismatch::NotTaken));
    let error = read("good-scene").into_log(&[CarChoice::Own("w1")]).err();
    assert_eq!(error, Some(LogError::Cars { logged: 3, found: 1 }));
}

#[test]
fn versions_that_are_not_read_are_named() {
    let mut bytes = corpus("recording", "good-version-2");
    bytes[8] = 1;
    let error = error_of(bytes);
    assert!(error.contains("a recording of format version 1; must be of version 4"), "{error}");
}

#[test]
fn a_recording_cut_or_altered_at_any_byte_is_an_error() {
    for name in ["good-w1", "good-scene"] {
        let bytes = corpus("recording", name);
        for at in 0..bytes.len() {
            assert!(log::decode(&bytes[..at], &MODELS).is_err(), "{name} cut at {at}");
            let mut altered = bytes.clone();
            altered[at] ^= 0x10;
            assert!(log::decode(&altered, &MODELS).is_err(), "{name} altered at {at}");
        }
    }
    for name in ["bad-cut", "bad-snapshot"] {
        assert!(log::decode(&corpus("recording", name), &MODELS).is_err(), "{name}");
    }
}

/// A shape of requests that no hands have.
#[test]
fn impossible_hands_are_refused() {
    let bytes = corpus("recording", "good-hands");
    let place = bytes.windows(8).position(|window| window == 0.47_f64.to_le_bytes()).expect("the lock");
    for number in [f64::NAN, 0.0, -1.0, 9.0] {
        let mut other = bytes.clone();
        other[place..place + 8].copy_from_slice(&number.to_le_bytes());
        let error = error_of(other);
        assert!(error.contains("a wrong shape of the hands"), "{error}");
    }
}

/// Bodies and walls that cannot be, more walls than a scenario has, cars with other steps.
#[test]
fn a_crash_that_no_scenario_describes_is_refused() {
    let bytes = corpus("recording", "good-scene");
    let at = |number: f64| {
        let place = bytes.windows(8).position(|window| window == number.to_le_bytes());
        place.unwrap_or_else(|| panic!("{number}"))
    };
    let with = |place: usize, number: f64| {
        let mut other = bytes.clone();
        other[place..place + 8].copy_from_slice(&number.to_le_bytes());
        error_of(other)
    };
    // The first wall is a segment from (40, -20) to (40, 20): four numbers, then restitution and friction.
    let wall = at(-20.0) - 8;
    assert_eq!(&bytes[wall - 2..wall], [3, 0], "three walls, the first a segment");
    for (place, number) in [(wall + 32, 1.5), (wall + 40, f64::NAN), (wall, f64::INFINITY)] {
        assert!(with(place, number).contains("a wrong wall"), "{place} {number}");
    }
    // The body before the walls: kind, three lengths, mass, yaw inertia, restitution and friction.
    let body = wall - 2 - 7 * 8;
    for (place, number) in [(body, f64::INFINITY), (body + 24, 0.0), (body + 48, -1.0)] {
        assert!(with(place, number).contains("a wrong body"), "{place} {number}");
    }
    let mut many = bytes[..wall - 2].to_vec();
    many.extend([0xe9, 0x07]);
    (0..1001).for_each(|_| many.extend(&bytes[wall - 1..wall + 48]));
    many.extend(&bytes[wall + 48..]);
    assert!(error_of(many).contains("a wrong wall"));
    let name = bytes.windows(4).position(|window| window == b"\x03ram").expect("a name");
    let mut other = bytes.clone();
    other[name + 1] = 0x1b;
    assert!(error_of(other).contains("a wrong car of a log"));
    // The last car takes longer steps than the others: the length is the last number of its first change, the 14th after the
    // steering angle, which has the same value.
    let steer = bytes.windows(8).enumerate().filter(|(_, window)| *window == 0.01_f64.to_le_bytes());
    let places: Vec<usize> = steer.map(|(place, _)| place).collect();
    let mut pairs = places.windows(2).filter(|pair| pair[1] - pair[0] == 14 * 8);
    let step = pairs.next_back().expect("its first change")[1];
    assert!(with(step, 0.02).contains("a wrong car of a log"));
}

/// Each recording has one form: a number given as changed that had not, and a difference with a zero byte more than it needs,
/// were once read.
#[test]
fn a_recording_has_one_form() {
    let bytes = corpus("recording", "good-w1");
    // Steered by 0.01 rad after ten steps; with the number that it was before, nothing has changed.
    let steer = steering(&bytes);
    let mut idle = bytes.clone();
    idle[steer..steer + 8].copy_from_slice(&0.0_f64.to_le_bytes());
    assert!(error_of(idle).contains("a wrong change at byte"));
    // The last state that is kept ends in the difference of a number that did not change: no byte, written as one 0. No
    // friction function and no scene follow it.
    let mut long = bytes[..bytes.len() - 11].to_vec();
    assert_eq!(bytes[bytes.len() - 11..bytes.len() - 8], [0, 0, 0]);
    long.extend([1, 0, 0, 0]);
    long.extend([0; 8]);
    assert!(error_of(long).contains("a wrong state that is kept"));
}

/// A count in the bytes is never believed: the memory taken is that of what is there.
#[test]
fn counts_without_bounds_take_no_memory() {
    let bytes = corpus("recording", "good-w1");
    // Wherever a count may stand, the largest count.
    for at in 18..bytes.len() - 8 {
        let mut other = bytes[..at].to_vec();
        other.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
        other.extend(&bytes[at + 1..]);
        assert!(log::decode(&resealed(other), &MODELS).is_err(), "at {at}");
    }
}

/// 20,000 changes, half of them sealed again: a log that can be replayed, or an error; never a panic, and quickly.
#[test]
fn twenty_thousand_mutations_end_in_a_log_or_an_error() {
    let recordings = ["good-w1", "good-hands", "good-scene"].map(|name| corpus("recording", name));
    let mut random = Random::new(0x1f83_d9ab_fb41_bd6b);
    let (mut sound, mut refused) = (0, 0);
    for round in 0..20_000 {
        let mut bytes = mutated(&recordings[round / 2 % 3], &mut random);
        if round % 2 == 0 {
            bytes = resealed(bytes);
        }
        let log: Result<WorldLog, String> = log::decode(&bytes, &MODELS)
            .map_err(|error: ByteError| error.to_string())
            .and_then(|file| opened(file).map_err(|error| error.to_string()));
        match log {
            Ok(log) => {
                sound += 1;
                // It is replayed without a panic, whatever stands in it, and written as a log.
                let _ = LogReplay::new(log.clone()).verify();
                let bytes = log::encode(&log, &MODELS).expect("it is written");
                assert!(log::decode(&bytes, &MODELS).is_ok(), "what was written");
            }
            Err(message) => {
                refused += 1;
                assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
            }
        }
    }
    assert!(sound > 500 && refused > 10_000, "{sound} sound, {refused} refused: both are reached");
}
