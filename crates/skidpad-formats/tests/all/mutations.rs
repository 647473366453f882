//! Any bytes end, quickly and without a panic, in a value or an error.

use crate::common;
use crate::tyred;

use std::time::{Duration, Instant};

use skidpad_formats::{FileError, MAX_FILE_BYTES, scenario, vehicle};
use skidpad_testing::Random;

/// What stands in the way of parsers.
const PIECES: &[&str] = &[
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-0.0",
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\n",
    "\r",
    "\t",
    "#",
    "\u{feff}",
    "\u{0}",
    "é",
    "\u{1F697}",
    "\\u0000",
    "0x7fffffffffffffff",
    "99999999999999999999",
    "1979-05-27",
    "\"derived\"",
    "\"3 kg\"",
    "\"225/40ZR18\"",
    "estimate",
    "range = [1, 2]",
    "[body]",
    "[[published]]",
    "value = ",
    "_",
    "1_0",
    "true",
    "\"1e308 N.m\"",
    "\"−5 deg\"",
    "[tyres]",
    "[tyres.brush.front]",
    "\"summer-205-55r16\"",
    "\"../x.tir\"",
];

fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let end = usize::min(at + random.below(40), bytes.len());
        match random.below(6) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.bits() as u8;
                }
            }
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())].bytes();
                let replaced = if random.below(2) == 0 { at..at } else { at..end };
                bytes.splice(replaced, piece);
            }
        }
    }
    bytes
}

fn check(error: &FileError, bytes: &[u8]) {
    assert!(!error.problems.is_empty());
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    for problem in &error.problems {
        assert!(problem.line <= lines && !problem.must.is_empty() && !problem.value.is_empty(), "{error}");
        assert!(problem.value.chars().count() < 100, "{error}");
    }
    assert!(!error.to_string().contains("from inf") && !error.to_string().is_empty());
}

fn sweep(samples: &[&str], count: usize) {
    let mut random = Random::new(0x5EED_CAFE);
    let mut read = 0;
    for index in 0..count {
        let bytes = mutated(samples[index % samples.len()].as_bytes(), &mut random);
        match vehicle::parse("car.toml", &bytes) {
            Ok(file) => {
                read += 1;
                assert!(file.spec.validate().is_ok());
                assert!(file.spec.body.kerb_mass_kg.is_finite());
            }
            Err(error) => check(&error, &bytes),
        }
        match scenario::parse("s.toml", &bytes) {
            Ok(scenario) => assert!(scenario.dt_s > 0.0 && scenario.controls.at(1.0).throttle <= 1.0),
            Err(error) => check(&error, &bytes),
        }
    }
    assert!(read > count / 100 && read < count, "{read} of {count} were still right");
}

const SCENARIO: &str = "car = \"c\"\nmodel = \"m\"\ndt_s = 0.01\nduration_s = 5\n[initial]\nspeed_m_s = 3\n\
                        [surface]\ngrip = 0.5\n[shaping]\nkind = \"pad\"\nlock = \"30 deg\"\nsteer = { attack = 2 }\n\
                        grip = { peak_slip = 0.1, front_arm = 1.2 }\n\
                        [contact]\nrestitution = 0.5\n[[wall]]\nfrom = [1, \"2 m\"]\nto = [3, 4]\n\
                        [[wall]]\npoint = [1, 2]\nnormal = [0, 1]\nfriction = 0.1\n[[cone]]\nx = 1\ny = 2\n\
                        [[cone]]\nfrom = [1, 2]\nto = [3, 4]\ncount = 3\n[[traffic]]\nname = \"a\"\n\
                        vehicle = \"c\"\nx = 1\ny = 2\nspeed = \"3 km/h\"\n[[traffic.controls]]\nt_s = 0\nbrake = 1\n\
                        [[controls]]\nt_s = 0\nthrottle = 1\nstick = -0.5\nstarter = 1\n[[controls]]\nt_s = 1\ngear = \"auto\"\n";

#[test]
#[ignore = "soak: 5 minutes"]
fn changed_files_never_panic_however_many() {
    sweep(
        &[
            common::sample(),
            &common::automatic(),
            &common::electric(),
            &common::in_full(),
            &tyred::tyred(),
            SCENARIO,
        ],
        1_000_000,
    );
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn the_worst_files_take_no_longer_than_a_second_or_two() {
        let filled = |head: &str, piece: &str, tail: &str| {
            let count = (MAX_FILE_BYTES - head.len() - tail.len()) / piece.len();
            format!("{head}{}{tail}", piece.repeat(count))
        };
        let keys: String = (0..80_000).map(|index| format!("k{index}=1\n")).collect();
        let on_one_line: String = (0..60_000).map(|index| format!("k{index}=nan,")).collect();
        let worst = [
            filled("", "[[published]]\n", ""),
            filled("published = [", "1,", "]"),
            filled("body = [", "{},", "]"),
            filled("title = \"", "x", "\""),
            filled("[body]\nkerb_mass = \"1", "0", " kg\""),
            filled("[engine]\ntorque = [", "[1,2],", "]"),
            filled("[engine]\ntorque_lines = { lines = [", "{},", "] }"),
            filled("[gearbox]\nratios = [", "nan,", "]"),
            filled("controls = [", "{},", "]"),
            filled("[[controls]]\nt_s=0\n", "[[controls]]\n", ""),
            filled("", "[", ""),
            filled("a = ", "{a=", ""),
            filled("", "=\n", ""),
            filled("", "\"", ""),
            filled("", "é", " = 1"),
            filled("x", "y", " = 1"),
            filled("", "#\n", ""),
            filled("", "a.", "a = 1"),
            filled("a=1", "\n", ""),
            keys.clone(),
            format!("[body]\n{keys}"),
            format!("[initial]\n{keys}"),
            format!("body = {{ {on_one_line} }}"),
            format!("initial = {{ {on_one_line} }}"),
            format!("sources = {{ {on_one_line} }}"),
        ];
        for text in worst {
            let start = Instant::now();
            let error = vehicle::parse("car.toml", text.as_bytes()).expect_err("an error");
            check(&error, text.as_bytes());
            assert!(error.problems.len() <= 501);
            let error = scenario::parse("s.toml", text.as_bytes()).expect_err("an error");
            check(&error, text.as_bytes());
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "{:?}: {}",
                start.elapsed(),
                &text[..30.min(text.len())].escape_debug()
            );
        }
    }

    /// A sample of what the fuzz targets do for longer.
    #[test]
    #[ignore = "long: some seconds"]
    fn changed_files_never_panic() {
        let tyred = tyred::tyred();
        sweep(
            &[common::sample(), &common::automatic(), &common::electric(), &common::in_full(), &tyred],
            3_000,
        );
        let mut random = Random::new(0xB0A7);
        for _ in 0..3_000 {
            let bytes = mutated(SCENARIO.as_bytes(), &mut random);
            if let Err(error) = scenario::parse("s.toml", &bytes) {
                check(&error, &bytes);
            }
        }
    }
}
