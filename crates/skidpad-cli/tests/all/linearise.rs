//! `skidpad linearise`: the document, the point that `evaluate` reads back, and what wrong input is told.
#![allow(clippy::disallowed_methods)]

use crate::common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::{json, refused, success};
use serde_json::Value;

const TRIM: &str = "speed=20 m/s, lateral_acceleration=4 m/s^2";

fn document(arguments: &[&str]) -> Value {
    json(&[&["linearise"], arguments, &["--json"]].concat())
}

#[test]
fn the_document_has_every_row_and_column_by_name_and_unit() {
    let found = document(&["boxster-s", "--model", "single_track", "--trim", TRIM, "--by", "body.kerb_mass"]);
    let count = |key: &str| found[key].as_array().expect(key).len();
    for (matrix, rows, columns) in
        [("A", "state", "state"), ("B", "state", "input"), ("C", "output", "state"), ("D", "output", "input")]
    {
        assert_eq!(count(matrix), count(rows), "{matrix}");
        assert!(
            found[matrix]
                .as_array()
                .unwrap()
                .iter()
                .all(|row| row.as_array().unwrap().len() == count(columns)),
            "{matrix}"
        );
    }
    for key in ["state", "input", "output"] {
        assert_eq!(found["units"][key].as_array().unwrap().len(), count(key));
    }
    assert_eq!(count("eigenvalues"), count("state"));
    assert!(
        found["characteristic_speed_m_s"].as_f64().unwrap() > 20.0 && found["critical_speed_m_s"].is_null()
    );
    assert_eq!(
        (found["parameter"][0]["name"].as_str(), found["parameter"][0]["unit"].as_str()),
        (Some("body.kerb_mass"), Some("kg"))
    );
    assert_eq!((count("E"), count("F")), (count("state"), count("output")));
}

/// What stands still has one row for all of it: of the car in space there were 36, and no screen holds them.
#[test]
fn neutral_modes_have_one_row() {
    for (model, times) in [("two_track_sprung", "neutral, 4 times"), ("spatial", "neutral, 36 times")] {
        let text = success(&["linearise", "boxster-s", "--model", model, "--trim", "speed=20 m/s"]);
        assert_eq!(text.matches("neutral").count(), 1, "{text}");
        assert!(text.contains(times), "{text}");
    }
}

/// The point is a question of `evaluate`; the answer is a steady state, and the point gives the same matrices again.
#[test]
fn the_point_is_read_back() {
    let found = document(&["boxster-s", "--model", "single_track", "--trim", TRIM]);
    let mut program = Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .arg("evaluate")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    writeln!(program.stdin.take().expect("a pipe"), "{}", found["point"]).expect("taken");
    let output = program.wait_with_output().expect("it ends");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    for (name, rate) in answer["derivative"].as_object().expect("rates") {
        let is_place = ["x_m", "y_m", "yaw_rad"].contains(&name.as_str());
        assert!(is_place || rate.as_f64().unwrap().abs() < 1e-4, "{name} {rate}");
    }
    assert!((answer["trace"]["acceleration_y_m_s2"].as_f64().unwrap() - 4.0).abs() < 1e-6);
    let again = document(&["boxster-s", "--model", "single_track", "--at", &found["point"].to_string()]);
    assert_eq!(again["A"], found["A"]);
}

#[test]
fn wrong_input_says_what_to_write() {
    for (arguments, says) in [
        (&["boxster-s"] as &[&str], "--trim \"speed=20 m/s\" for a steady state, or --at POINT"),
        (&["boxter-s", "--trim", "speed=20 m/s"], "did you mean `boxster-s`?"),
        (&["boxster-s", "--model", "two_trak", "--trim", "speed=20 m/s"], "did you mean `two_track`?"),
        (&["boxster-s", "--trim", "sped=20 m/s"], "did you mean `speed`?"),
        (&["boxster-s", "--trim", "speed=20"], "has no unit"),
        (&["boxster-s", "--trim", "speed=2000 m/s"], "must be between -30 and 120 m/s"),
        (&["boxster-s", "--trim", "speed=20 m/s, speed=30 m/s"], "speed appears twice"),
        (&["boxster-s", "--trim", "lateral_acceleration=4 m/s^2"], "the speed is missing"),
        (&["boxster-s", "--trim", "speed=20 m/s, gear=99"], "must be 1 to 12, R or N"),
        (&["boxster-s", "--trim", "speed=20 m/s, grip=-1"], "must be a number from 0 to 3"),
        (&["boxster-s", "--model", "straight_line", "--trim", TRIM], "the model does not turn"),
        (
            &[
                "boxster-s",
                "--model",
                "single_track",
                "--trim",
                "speed=20 m/s, lateral_acceleration=30 m/s^2",
            ],
            "no steady state found",
        ),
        (&["boxster-s", "--at", "nofile.json"], "--at: file not found: nofile.json"),
        (&["boxster-s", "--at", "{\"state\": {}}"], "state lacks"),
        (&["boxster-s", "--at", "{\"model\": \"w1\", \"state\": {}}"], "the point's model is \"w1\""),
        (&["boxster-s", "--trim", "speed=20 m/s", "--by", "body.kerb_mas"], "did you mean `body.kerb_mass`?"),
        (
            &["commonroad-2", "--model", "commonroad_st", "--trim", "speed=20 m/s", "--by", "body.kerb_mass"],
            "has a car of its own",
        ),
    ] {
        refused(&[&["linearise"], arguments].concat(), &[says]);
    }
}

/// The file of an operating point had no limit: a long one was read to its end.
#[test]
fn a_point_in_a_file_is_read_up_to_the_limit_of_all_inputs() {
    let folder = common::folder("linearise-at");
    let found = document(&["boxster-s", "--model", "single_track", "--trim", TRIM]);
    let path = folder.join("point.json");
    std::fs::write(&path, found["point"].to_string()).unwrap();
    let path = path.to_str().unwrap();
    let again = document(&["boxster-s", "--model", "single_track", "--at", path]);
    assert_eq!(again["A"], found["A"]);
    std::fs::write(path, " ".repeat(skidpad_formats::MAX_FILE_BYTES + 1)).unwrap();
    refused(&["linearise", "boxster-s", "--at", path], &["1 MiB"]);
}
