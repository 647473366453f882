//! `skidpad run --record` and `skidpad replay`.

use crate::common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::{CRASH, folder, json, preset, refused, skidpad, stdout, success, text};
use skidpad_formats::{choose, log};
use skidpad_models::MODELS;
use skidpad_world::log::{CarLabel, LogContents, LoggedCar, WorldChange, WorldLog, packed};
use skidpad_world::rolling::CarChoice;

const TURN: &str = r#"
car = "fr-s-2013"
model = "single_track"
dt_s = 0.01
duration_s = 2
[initial]
speed_m_s = 20
[[controls]]
t_s = 0
throttle = 0.3
gear = 3
[[controls]]
t_s = 0.5
steer = "3 deg"
"#;

/// Runs a scenario, logs it, and returns the log's path.
fn log_of(folder: &Path, scenario: &str, more: &[&str]) -> String {
    let path = folder.join("turn.toml");
    fs::write(&path, scenario).expect("written");
    let (out, log) = (folder.join("turn.csv"), folder.join("turn.skidlog"));
    let mut arguments = vec!["run", text(&path), "--out", text(&out), "--record", text(&log)];
    arguments.extend(more);
    // It may say what met what.
    assert!(skidpad(&arguments).status.success());
    assert!(out.is_file());
    text(&log).to_owned()
}

/// Another content of a log, with the hashes and states that it has.
fn alter(log: &str, car: &CarChoice, change: impl Fn(&mut LogContents)) {
    let path = Path::new(log);
    let read = log::read_file(path, &MODELS).expect("a log");
    let mut contents = read.into_log(&[*car]).expect("its car").contents().expect("parts");
    change(&mut contents);
    let altered = WorldLog::from_contents(contents).expect("a log");
    log::write(&mut fs::File::create(path).expect("a file"), &altered, &MODELS).expect("written");
}

/// A log of the simulator carries vehicles that are in no file.
#[test]
fn a_log_that_carries_its_vehicle_needs_no_file() {
    let folder = folder("replay_carried");
    let log = log_of(&folder, TURN, &[]);
    let carried = choose::car(&MODELS, MODELS.by_name("single_track").expect("a model"), "fr-s-2013")
        .expect("a preset");
    let text: Arc<str> = preset("fr-s-2013").into();
    alter(&log, &carried.choice(), |contents| {
        for other in &mut contents.others {
            if let WorldChange::Joined { car, .. } = other {
                let label = CarLabel { vehicle: Some(Arc::clone(&text)), ..CarLabel::named("tuned.toml") };
                *car = Arc::new(LoggedCar { label, member: car.member.clone() });
            }
        }
        for start in &mut contents.cars {
            let label = CarLabel { vehicle: Some(Arc::clone(&text)), ..CarLabel::named("tuned.toml") };
            start.car = Arc::new(LoggedCar { label, member: start.car.member.clone() });
        }
    });
    let said = success(&["replay", &log]);
    assert_eq!(said, "tuned.toml with single_track: 200 steps, all bit-identical\n");
}

#[test]
fn a_logged_run_replays_to_the_bit() {
    let folder = folder("replay_same");
    let log = log_of(&folder, TURN, &[]);
    let said = success(&["replay", &log]);
    assert_eq!(said, "fr-s-2013 with single_track: 200 steps, all bit-identical\n");
    let answer = json(&["replay", &log, "--json"]);
    assert_eq!((answer["same"].as_bool(), answer["steps"].as_u64()), (Some(true), Some(200)));
    assert!(answer["divergence"].is_null());
    assert!(answer["hash"].as_str().unwrap().starts_with("0x"));
    // Another integrator, few states, a model's own car.
    let euler = TURN.replace("duration_s = 2", "duration_s = 1\nintegrator = \"heun\"");
    success(&["replay", &log_of(&folder, &euler, &["--keep", "50"])]);
    let own = TURN.replace("fr-s-2013", "commonroad-2").replace("single_track", "commonroad_std");
    success(&["replay", &log_of(&folder, &own, &["--keep", "0"])]);
}

/// Keys that are shaped on their way replay to the bit, and the columns show them as they were and as they came.
#[test]
fn keys_replay_as_they_were_pressed() {
    let folder = folder("replay_keys");
    let keys = TURN
        .replace("[initial]", "[shaping]\nkind = \"keyboard\"\n[initial]")
        .replace("steer = \"3 deg\"", "stick = 1");
    let log = log_of(&folder, &keys, &[]);
    let said = success(&["replay", &log]);
    assert_eq!(said, "fr-s-2013 with single_track: 200 steps, all bit-identical\n");
    let table = fs::read_to_string(folder.join("turn.csv")).expect("a table");
    let names: Vec<&str> = table.lines().next().expect("a heading").split(',').collect();
    let at = |line: usize, name: &str| -> f64 {
        let row = table.lines().nth(line + 1).expect("a row");
        let place = names.iter().position(|column| *column == name).unwrap_or_else(|| panic!("{name}"));
        row.split(',').nth(place).expect("a cell").parse().expect("a number")
    };
    assert_eq!((at(49, "asked_steer_rad"), at(49, "steer_rad")), (0.0, 0.0));
    let (asked, given) = (at(52, "asked_steer_rad"), at(52, "steer_rad"));
    assert!(
        (asked - 35.0_f64.to_radians()).abs() < 1e-12 && given > 0.0 && given < 0.1 * asked,
        "{asked} {given}"
    );
    assert!(at(199, "steer_rad") > 2.0 * given && at(5, "throttle") < at(5, "asked_throttle"));
}

/// The driver of the log did not turn the wheel at 0.5 s.
#[test]
fn a_run_that_differs_ends_with_1_and_names_step_and_channel() {
    let folder = folder("replay_other");
    let own = TURN.replace("fr-s-2013", "commonroad-2").replace("single_track", "commonroad_std");
    let log = log_of(&folder, &own, &[]);
    alter(&log, &CarChoice::Own("commonroad-2"), |contents| {
        let all = WorldLog::from_contents(contents.clone()).expect("a log");
        (contents.packed, contents.others) = packed(all.changes().filter(|(step, _)| *step == 0));
    });
    let output = skidpad(&["replay", &log]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    assert!(
        said.contains("the replay differs from the log after step 51 (0.51 s); after step 51 "),
        "{said}"
    );
    assert!(said.contains(" is ") && said.contains("recorded as ") && said.contains("(0x"), "{said}");

    let output = skidpad(&["replay", &log, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(answer["same"].as_bool(), Some(false));
    let divergence = &answer["divergence"];
    assert_eq!((divergence["step"].as_u64(), divergence["compared_step"].as_u64()), (Some(51), Some(51)));
    let first = &divergence["differences"][0];
    assert!(first["field"].is_string() && first["found"] != first["recorded"], "{first}");
    assert_eq!(first["found_bits"].as_str().map(str::len), Some(18));
}

#[test]
fn a_file_that_cannot_be_used_ends_with_2() {
    let folder = folder("replay_bad");
    let log = log_of(&folder, TURN, &[]);
    let bytes = fs::read(&log).unwrap();
    let bad = folder.join("bad.skidlog");
    let with = |content: &[u8], says: &str| {
        fs::write(&bad, content).unwrap();
        refused(&["replay", text(&bad)], &["bad.skidlog", says]);
        refused(&["replay", text(&bad), "--json"], &[says]);
    };
    with(b"", "no log");
    with(b"car = \"boxster-s\"", "no log");
    with(&bytes[..bytes.len() / 2], "it was cut");
    with(&[&bytes[..100], &[bytes[100] ^ 4], &bytes[101..]].concat(), "it was altered");
    let mut version = bytes.clone();
    version[8] = 9;
    with(&version, "format version 9; must be of version 3");
    refused(&["replay", text(&folder.join("none.skidlog"))], &["file not found"]);
    refused(&["replay", text(&folder)], &["a folder"]);
}

/// The vehicle file has changed since: the numbers of the car are not the recorded ones.
#[test]
fn another_car_is_refused_by_name() {
    let folder = folder("replay_car");
    let (car, moved) = (folder.join("mine.toml"), folder.join("moved.toml"));
    let original = preset("fr-s-2013");
    fs::write(&car, &original).unwrap();
    let scenario = TURN.replace("fr-s-2013", text(&car));
    let log = log_of(&folder, &scenario, &["--keep", "0"]);
    success(&["replay", &log]);
    fs::rename(&car, &moved).unwrap();
    refused(&["replay", &log], &["file not found", "mine.toml", "--car"]);
    success(&["replay", &log, "--car", text(&moved)]);
    refused(
        &["replay", &log, "--car", "boxster-s"],
        &["turn.skidlog", "car 0 of the log", "not the recorded one"],
    );
    refused(&["replay", &log, "--car", "boxter-s"], &["did you mean `boxster-s`?"]);
}

/// Recordings of earlier versions are replayed as logs.
#[test]
fn a_recording_of_an_earlier_version_is_replayed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/recording");
    let folder = folder("replay_recording");
    for (name, says) in [
        ("good-hands", "commonroad-2 with commonroad_std: 25 steps, all bit-identical\n"),
        ("good-scene", "w1 and 2 further cars with w1: 60 steps, all bit-identical\n"),
    ] {
        let recording = folder.join(format!("{name}.skidplay"));
        fs::copy(corpus.join(name), &recording).expect("a copy");
        assert_eq!(success(&["replay", text(&recording)]), says);
    }
    let recording = folder.join("good-hands.skidplay");
    refused(&["replay", text(&recording), "--car", "commonroad-1"], &["car 0 of the log: "]);
}

#[test]
fn a_log_that_cannot_be_written_is_refused_before_the_run() {
    let folder = folder("replay_refused");
    let path = folder.join("turn.toml");
    fs::write(&path, TURN).unwrap();
    let out = folder.join("turn.csv");
    let with = |name: &str, says: &[&str]| {
        let there = folder.join(name);
        refused(&["run", text(&path), "--out", text(&out), "--record", text(&there)], says);
    };
    with("no/such/turn.skidlog", &["--record", "folder not found"]);
    // The format before logs, and none at all.
    with("turn.skidplay", &["turn.skidplay: must end in .skidlog; did you mean `", "turn.skidlog`?"]);
    with("turn", &["turn: must end in .skidlog; did you mean `", "turn.skidlog`?"]);
    refused(&["run", text(&path), "--out", text(&out), "--keep", "5"], &["--record"]);
    assert!(!out.exists());
}

#[test]
fn a_logged_world_replays_to_the_bit() {
    let folder = folder("replay_log");
    let log = log_of(&folder, CRASH, &[]);
    let said = success(&["replay", &log]);
    assert_eq!(said, "fr-s-2013 and 1 further car with single_track: 200 steps, all bit-identical\n");
    let answer = json(&["replay", &log, "--json"]);
    assert_eq!((answer["same"].as_bool(), answer["steps"].as_u64()), (Some(true), Some(200)));
    assert_eq!(answer["further_cars"][0].as_str(), Some("ahead"));
    // The table is the same without a log.
    let (scenario, out) = (folder.join("turn.toml"), folder.join("turn.csv"));
    let logged = fs::read(&out).expect("a table");
    assert!(skidpad(&["run", text(&scenario), "--out", text(&out)]).status.success());
    assert!(fs::read(&out).expect("a table") == logged);
}

#[test]
fn a_log_of_another_motion_ends_with_1_and_names_car_and_channel() {
    let folder = folder("replay_log_other");
    let own = TURN.replace("fr-s-2013", "commonroad-2").replace("single_track", "commonroad_std");
    let log = log_of(&folder, &own, &[]);
    alter(&log, &CarChoice::Own("commonroad-2"), |contents| {
        let kept = contents.states.iter_mut().find(|kept| kept.step == 50).expect("a state of each step");
        kept.cars[0].1.numbers[0] += 1e-9;
    });
    let output = skidpad(&["replay", &log]);
    assert_eq!(output.status.code(), Some(1));
    let (said, channel) = (stdout(&output), MODELS.by_name("commonroad_std").unwrap().states[0].name);
    assert!(said.contains("after step 50 (0.5 s)") && said.contains(channel), "{said}");
    let output = skidpad(&["replay", &log, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one document");
    let divergence = &answer["divergence"];
    assert_eq!((divergence["step"].as_u64(), divergence["compared_step"].as_u64()), (Some(50), Some(50)));
    assert_eq!(divergence["differences"][0]["field"].as_str(), Some(channel));
}

/// The table of a run with its log: by `run`, and again by `replay`.
fn tables(log: &str, more: &[&str]) -> [String; 2] {
    let folder = Path::new(log).parent().expect("a folder");
    let again = folder.join("again.csv");
    let mut arguments = vec!["replay", log, "--out", text(&again)];
    arguments.extend(more);
    success(&arguments);
    [folder.join("turn.csv"), again].map(|path| fs::read_to_string(path).expect("a table"))
}

/// The heading of a table and its rows from one on.
fn from_row(table: &str, row: usize) -> String {
    let lines: Vec<&str> = table.lines().collect();
    [&lines[..1], &lines[row + 1..]].concat().join("\n")
}

/// Two cars, keys that are shaped, a wall and impacts: all channels that the run had, in the same digits.
#[test]
fn a_replay_writes_the_table_of_its_run_from_any_time_on() {
    let folder = folder("replay_table");
    let log = log_of(&folder, CRASH, &[]);
    let [run, again] = tables(&log, &[]);
    assert!(run == again && run.contains(",ahead.x_m,") && run.lines().count() == 202);
    // Row 50 has the stick that is pressed at 0.5 s.
    let [run, again] = tables(&log, &["--at", "0.5 s"]);
    assert!(from_row(&run, 50) == again.trim_end());
    // Between two steps the earlier one counts; the log ends with the last row.
    let [run, again] = tables(&log, &["--at", "1.999"]);
    assert!(from_row(&run, 199) == again.trim_end());
    let [run, again] = tables(&log, &["--at", "2"]);
    assert!(from_row(&run, 200) == again.trim_end());
    refused(&["replay", &log, "--out", text(&folder.join("again.txt"))], &["--out", ".csv"]);
}

#[test]
fn a_replay_shows_all_channels_at_a_time() {
    let folder = folder("replay_at");
    let log = log_of(&folder, CRASH, &[]);
    let run = fs::read_to_string(folder.join("turn.csv")).expect("a table");
    let names: Vec<&str> = run.lines().next().expect("a heading").split(',').collect();
    let row: Vec<&str> = run.lines().nth(123 + 1).expect("a row").split(',').collect();
    let answer = json(&["replay", &log, "--at", "1.23s", "--json"]);
    assert_eq!((answer["step"].as_u64(), answer["steps"].as_u64()), (Some(123), Some(200)));
    let mut compared = 0;
    for car in answer["cars"].as_array().expect("cars") {
        let name = car["name"].as_str().expect("a name");
        let prefix = if name == "car" { String::new() } else { format!("{name}.") };
        for channel in car["channels"].as_array().expect("channels") {
            let column = format!("{prefix}{}", channel["name"].as_str().expect("a name"));
            let Some(place) = names.iter().position(|name| *name == column) else { continue };
            let logged: f64 = row[place].parse().expect("a number");
            assert_eq!(channel["value"].as_f64(), Some(logged), "{column}");
            compared += 1;
        }
    }
    // All columns but the impulses on both.
    assert_eq!(compared, names.len() - 2);
    let said = success(&["replay", &log, "--at", "1.23s"]);
    assert!(
        said.starts_with("1.23 s: after 123 of 200 steps\n\ncar: fr-s-2013 with single_track, running\n")
    );
    assert!(said.contains("\n\nahead: boxster-s with single_track, running\n"), "{said}");
    assert!(said.contains("\nvelocity_x_m_s "), "{said}");
}

#[test]
fn a_time_outside_a_log_is_refused() {
    let folder = folder("replay_outside");
    let log = log_of(&folder, TURN, &["--keep", "0"]);
    for (time, says) in [
        ("2.01", "time 2.01 s is outside the log; must be 0 to 2 s"),
        ("-0.5 s", "time -0.5 s is outside the log; must be 0 to 2 s"),
        ("1 min", "time 60 s is outside the log; must be 0 to 2 s"),
    ] {
        refused(&["replay", &log, "--at", time], &["turn.skidlog: ", says]);
    }
    refused(&["replay", &log, "--at", "12 m"], &["--at", "must be a time in the log, such as 12"]);
    refused(&["replay", text(&folder.join("none.skidlog")), "--at", "1"], &["file not found"]);
}

/// The numbers of the log are others than those of this arithmetic: who looks at a time is told.
#[test]
fn a_replay_that_differs_at_a_time_ends_with_1() {
    let folder = folder("replay_at_other");
    let own = TURN.replace("fr-s-2013", "commonroad-2").replace("single_track", "commonroad_std");
    let log = log_of(&folder, &own, &["--keep", "0"]);
    alter(&log, &CarChoice::Own("commonroad-2"), |contents| {
        let all = WorldLog::from_contents(contents.clone()).expect("a log");
        (contents.packed, contents.others) = packed(all.changes().filter(|(step, _)| *step == 0));
    });
    success(&["replay", &log, "--at", "0.5"]);
    // At the end the hash was not compared.
    for time in ["0.6", "2"] {
        let output = skidpad(&["replay", &log, "--at", time]);
        assert_eq!(output.status.code(), Some(1), "{time}");
        let said = common::stderr(&output);
        let says = format!("the replay differs from the log at {time} s; `skidpad replay ");
        assert!(said.contains(&says), "{said}");
    }
}
