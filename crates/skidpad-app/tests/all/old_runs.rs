//! Runs of earlier versions, `.skidrun`: they are driven to the bit and become logs, and other texts are refused by their line.
//!
//! Nothing writes them any more, so the files of the fuzz target's corpus stand in for those that people have.

use skidpad_app::drive::{Drive, read_run};
use skidpad_app::run::{MOST_STEPS, OldRun};
use skidpad_models::MODELS;
use skidpad_world::log::LogReplay;

use crate::saved::to_end;

fn kept(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/run/").to_owned() + name;
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// With hands, ghosts, tuned figures, another model and another rate; solid cars that collide; a motorcycle. The hashes of the
/// worlds at the end are those that the version had which wrote them.
#[test]
fn runs_of_earlier_versions_have_their_bits() {
    for (name, steps, hash) in [
        ("good-eventful", 2139, 0x4e81_66fe_058c_cf1a),
        ("good-solid", 1800, 0xc425_c628_900b_b112),
        ("good-motorcycle", 240, 0x39a9_04ba_a0d2_f2f8),
        ("good-kinematic", 48, 0x5529_ebef_8856_9038),
        ("good-sprung", 48, 0xa1a6_6f3b_07c5_15a9),
    ] {
        let run = read_run(&MODELS, kept(name).as_bytes()).unwrap();
        assert_eq!((run.steps(), run.log.end_hash()), (steps, Some(hash)), "{name}");
        let mut again = Drive::replay(&run).unwrap();
        to_end(&mut again, 0.05);
        assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, hash), "{name}");
        // Saved it is a log.
        let saved = read_run(&MODELS, &run.bytes().unwrap()).unwrap();
        assert_eq!((saved.setup.link(), saved.log.end_hash()), (run.setup.link(), Some(hash)), "{name}");
        assert!(LogReplay::new(saved.log).verify().is_ok(), "{name}");
    }
}

/// A run that has other bits now is found out, and when.
#[test]
fn a_run_that_parts_says_when() {
    let text = kept("good-solid").replacen("car=boxster-s", "car=fr-s-2013", 1);
    let mut again = Drive::replay(&read_run(&MODELS, text.as_bytes()).unwrap()).unwrap();
    assert_eq!(again.playback().unwrap().parted_s(), None, "not yet");
    to_end(&mut again, 0.05);
    // The first hash is that after 100 steps of 240 a second.
    assert!((again.playback().unwrap().parted_s().unwrap() - 100.0 / 240.0).abs() < 1e-9);
}

/// A file of a hundred bytes asked for more steps than anybody lives to see, and the window stood still in them.
#[test]
fn a_run_has_no_more_steps_than_can_be_driven() {
    for steps in [MOST_STEPS + 1, u64::MAX] {
        let text = format!("{{\"skidpad_run\":1,\"setup\":\"\",\"steps\":{steps}}}\n");
        let error = OldRun::read(&MODELS, &text).unwrap_err().to_string();
        assert!(error.contains(&format!("at most {MOST_STEPS}")), "{error}");
    }
    let text = format!("{{\"skidpad_run\":1,\"setup\":\"\",\"steps\":{MOST_STEPS}}}\n");
    assert_eq!(OldRun::read(&MODELS, &text).unwrap().steps, MOST_STEPS);
    // Each further car is as much again.
    let text = kept("good-solid").replacen("\"steps\":1800", &format!("\"steps\":{MOST_STEPS}"), 1);
    let error = read_run(&MODELS, text.as_bytes()).unwrap_err();
    assert!(error.contains(&format!("at most {MOST_STEPS} in all")), "{error}");
}

#[test]
fn broken_files_are_refused_by_their_line() {
    let text = kept("good-eventful");
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let steps = OldRun::read(&MODELS, &text).unwrap().steps;
    let last = |hash: &str| format!("{{\"after\":{steps},\"hash\":\"{hash}\"}}");
    let long = format!("{{\"at\":0,\"car\":\"{}\"}}", "x".repeat(2 << 20));
    let many = "{\"at\":0,\"rate\":60}\n".repeat(500_001);
    let cars = "{\"at\":0,\"car\":\"model=w1\"}\n".repeat(2_001);
    for (text, says) in [
        (String::new(), "line 1: an empty file is no run"),
        (String::from("name = 1"), "line 1: no run: "),
        (String::from("{}"), "line 1: no run: its first line has no `skidpad_run`"),
        (with(0, r#"{"skidpad_run":2}"#), "version 2; version 1 is read"),
        (with(0, r#"{"skidpad_run":1,"setup":"car=nobody","steps":9}"#), "unknown car `nobody`"),
        (with(1, r#"{"at":0,"rate":61}"#), "line 2: `rate` must be one of [30, 60"),
        (with(1, r#"{"at":0,"asked":[1,0]}"#), "line 2: `asked` must be the numbers of a command"),
        (with(1, r#"{"at":0,"asked":[9,0,0,0,0,1,1,0]}"#), "line 2: `asked` is out of its range"),
        (with(1, r#"{"at":0,"hands":[1]}"#), "line 2: `hands` must be the numbers of hands"),
        (with(1, r#"{"at":0}"#), "line 2: it says none of"),
        (with(1, r#"{"at":999999,"rate":60}"#), "and this lies beyond"),
        (with(1, r#"{"rate":60}"#), "neither `at` nor `after`"),
        (with(lines.len() - 1, r#"{"after":100,"hash":"zz"}"#), "stands after a later one"),
        (with(lines.len() - 1, &last("+123456789abcdef")), "`hash` must be 16 hexadecimal digits"),
        (with(lines.len() - 1, &last("123")), "`hash` must be 16 hexadecimal digits"),
        (with(1, &long), "line 2: the line has more than"),
        (format!("{}\n{many}", lines[0]), "more than 500000"),
        (format!("{}\n{cars}", lines[0]), "more than 2000 cars"),
        (with(5, "{"), "line 6: EOF"),
    ] {
        let error = OldRun::read(&MODELS, &text).unwrap_err().to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
    // Cut anywhere, it is a run or a message.
    for cut in (0..text.len()).step_by(text.len() / 16) {
        drop(OldRun::read(&MODELS, &text[..cut]));
    }
}
