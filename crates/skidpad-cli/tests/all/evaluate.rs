//! `skidpad evaluate`: one answer line per question line, whatever stands in it.
#![allow(clippy::disallowed_methods)]

use crate::common;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use common::{folder, preset, skidpad, success, text};
use serde_json::{Value, json};

/// Asks questions given as bytes; the answers.
fn ask(questions: &[u8]) -> Vec<Value> {
    ask_with(&[], questions)
}

fn ask_with(options: &[&str], questions: &[u8]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .arg("evaluate")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("a pipe");
    let questions = questions.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&questions));
    let output = program.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all was read");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(!text.contains("NaN") && !text.contains("Infinity"), "{text}");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn ask_one(question: &Value) -> Value {
    let answers = ask(format!("{question}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}

fn w1(state: Value) -> Value {
    json!({"model": "w1", "state": state, "input": {"steer_rad": 0.02}})
}

#[test]
fn the_derivative_goes_by_the_names_of_the_states() {
    let state = json!({"x_m": 1, "y_m": 2, "yaw_rad": 0, "velocity_x_m_s": 20, "velocity_y_m_s": 0, "yaw_rate_rad_s": 0});
    let answer = ask_one(&w1(state));
    // F = C 0.02 = 1600 N on the front axle of 1500 kg and 2250 kg m^2, 1.2 m before the centre of mass.
    let (across, along) = (1600.0 * 0.02_f64.cos(), -1600.0 * 0.02_f64.sin());
    for (name, expected) in [
        ("x_m", 20.0),
        ("velocity_x_m_s", along / 1500.0),
        ("velocity_y_m_s", across / 1500.0),
        ("yaw_rate_rad_s", 1.2 * across / 2250.0),
    ] {
        let value = answer["derivative"][name].as_f64().expect(name);
        assert!((value - expected).abs() < 1e-12, "{name}: {value} {expected}");
    }
    assert_eq!(answer["trace"]["front_slip_angle_rad"], -0.02);
    let named = answer["derivative"].as_object().unwrap();
    let ordered = ask_one(&w1(json!([1, 2, 0, 20, 0, 0])));
    let list = ordered["derivative"].as_array().expect("an array for an array");
    assert_eq!(list.len(), named.len());
    assert!(list.iter().all(|value| named.values().any(|other| other == value)));
    assert_eq!(ordered["trace"], answer["trace"]);
}

/// A row of a run, asked for again, is computed again to the last bit.
#[test]
fn what_a_run_records_is_what_evaluate_answers() {
    let folder = folder("evaluate_run");
    let scenario = folder.join("s.toml");
    let content = "car = \"boxster-s\"\nmodel = \"straight_line\"\ndt_s = 0.01\nduration_s = 3\n\
                   [[controls]]\nt_s = 0\nthrottle = 0.7\ngear = \"auto\"\n[surface]\ngrip = 0.8\nslope = \"3 %\"\n";
    fs::write(&scenario, content).expect("written");
    let out = folder.join("s.csv");
    success(&["run", text(&scenario), "--out", text(&out)]);
    let models: Value = serde_json::from_str(&success(&["models", "--json"])).unwrap();
    let model = models.as_array().unwrap().iter().find(|model| model["name"] == "straight_line").unwrap();
    let csv = fs::read_to_string(&out).unwrap();
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    for line in [1, 50, 150, 300] {
        let cells: Vec<f64> =
            csv.lines().nth(line).unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
        let group = |group: &str| -> Value {
            let channels = model[group].as_array().unwrap().iter();
            let entry = |channel: &Value| {
                let name = channel["name"].as_str().unwrap();
                let column = if group == "inputs" && name == "gear" { "requested_gear" } else { name };
                let at = names.iter().position(|other| *other == column).unwrap();
                (name.to_owned(), json!(cells[at]))
            };
            Value::Object(channels.map(entry).collect())
        };
        let question = json!({
            "model": "straight-line", "car": "boxster-s", "state": group("states"), "input": group("inputs"),
            "mode": group("modes"), "surface": {"grip": 0.8, "slope_rad": 0.03_f64.atan()},
        });
        let answer = ask_one(&question);
        assert_eq!(answer["trace"], group("trace"), "line {line}");
        assert_eq!(answer["mode"], group("modes"), "line {line}");
    }
}

/// The mode that is not given fits the state: the gear is in, the clutch joined where both sides turn
/// together, and the wheels turn as they do.
#[test]
fn a_mode_that_is_left_out_fits_the_state() {
    let question = |engine: f64| {
        json!({"model": "straight_line", "car": "boxster-s", "mode": {}, "input": {"throttle": 1, "gear": 2},
               "state": {"position_m": 0, "speed_m_s": 20, "front_spin_rad_s": 63, "rear_spin_rad_s": 63,
                         "engine_rad_s": engine, "front_deflection": 0, "rear_deflection": 0}})
    };
    let together = ask_one(&question(63.0 * 7.568));
    for (name, expected) in
        [("gear", 2.0), ("engaged", 1.0), ("front_direction", 1.0), ("body_direction", 1.0)]
    {
        assert_eq!(together["mode"][name], expected, "{name}: {together}");
    }
    assert_eq!(ask_one(&question(300.0))["mode"]["engaged"], 0.0);
}

/// A question by an object of states, all 0 but those given.
fn states_of(model: &str, given: &Value) -> Value {
    let models: Value = serde_json::from_str(&success(&["models", "--json"])).unwrap();
    let model = models.as_array().unwrap().iter().find(|entry| entry["name"] == model).unwrap();
    let names = model["states"].as_array().unwrap().iter().map(|channel| channel["name"].as_str().unwrap());
    Value::Object(names.map(|name| (name.to_owned(), given.get(name).cloned().unwrap_or(json!(0)))).collect())
}

/// Inputs that were left out were 0, the grip of the road under each wheel with them: a question to `two_track` that
/// gave throttle and steering alone drove on ice without a word.
#[test]
fn roads_that_are_left_out_were_ice() {
    let given = json!({"velocity_x_m_s": 20, "velocity_y_m_s": -2, "front_left_spin_rad_s": 62,
                       "front_right_spin_rad_s": 62, "rear_left_spin_rad_s": 62, "rear_right_spin_rad_s": 62});
    let question = |input: Value| json!({"model": "two_track", "car": "boxster-s", "state": states_of("two_track", &given), "input": input});
    let left_out = ask_one(&question(json!({"steer_rad": 0.05})));
    let mut all = json!({"steer_rad": 0.05});
    for wheel in ["front_left", "front_right", "rear_left", "rear_right"] {
        all[format!("{wheel}_grip")] = json!(1);
        all[format!("{wheel}_rolling")] = json!(1);
    }
    assert_eq!(left_out, ask_one(&question(all)), "left out is the surface itself");
    let side = |answer: &Value| answer["trace"]["acceleration_y_m_s2"].as_f64().unwrap();
    let mut icy = json!({});
    for wheel in ["front_left", "front_right", "rear_left", "rear_right"] {
        icy[format!("{wheel}_grip")] = json!(0);
    }
    let icy = ask_one(&question(icy));
    assert!(side(&icy).abs() < 0.05, "without grip nothing pushes to the side: {icy}");
}

/// A wheel of CommonRoad's models that turned backwards, by a thousandth of a rad/s, was refused, though their equations
/// take it and an integrator without their clipping comes by it.
#[test]
fn wheels_that_turn_backwards_were_refused() {
    for (model, car, wheel) in [
        ("commonroad_std", "commonroad-2", "front_wheel_rad_s"),
        ("commonroad_mb", "commonroad-2", "rear_left_wheel_rad_s"),
    ] {
        for spin in [-0.001, -50.0] {
            let mut given = json!({"velocity_x_m_s": 10, "speed_m_s": 10});
            given[wheel] = json!(spin);
            let answer = ask_one(&json!({"model": model, "car": car, "state": states_of(model, &given)}));
            assert!(answer.get("derivative").is_some(), "{model} {wheel} = {spin}: {answer}");
        }
    }
}

/// Steering beyond the lock was cut without a word, here and in scenarios.
#[test]
fn steering_beyond_the_lock_was_cut_in_silence() {
    let question = |steer: f64| {
        json!({"model": "single_track", "car": "boxster-s", "input": {"steer_rad": steer},
               "state": states_of("single_track", &json!({"velocity_x_m_s": 5}))})
    };
    let within = ask_one(&question(0.2));
    assert!(within.get("notes").is_none(), "{within}");
    let beyond = ask_one(&question(-1.2));
    let lock = beyond["trace"]["front_steer_rad"].as_f64().unwrap();
    let note = beyond["notes"][0].as_str().expect("a note");
    assert!(note.starts_with("input.steer_rad is -1.200 rad (-68.8 deg): beyond the lock; "), "{note}");
    assert!(note.contains(&format!("{lock:.3} rad")), "{note}: {lock}");

    let folder = folder("beyond_the_lock");
    let scenario = folder.join("s.toml");
    let content = "car = \"boxster-s\"\nmodel = \"single_track\"\ndt_s = 0.01\nduration_s = 0.1\n\
                   [[controls]]\nt_s = 0\nsteer = \"2 deg\"\n[[controls]]\nt_s = 0.05\nsteer = \"60 deg\"\n";
    fs::write(&scenario, content).expect("written");
    let output = skidpad(&["run", text(&scenario), "--out", text(&folder.join("s.csv"))]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("note: the steering at 0.05 s is 1.047 rad (60.0 deg): beyond the lock; "),
        "{told}"
    );
}

/// Each line that cannot be answered, with what the error says of it.
#[test]
fn a_bad_line_is_answered_by_an_error() {
    let state = "\"state\": [0, 0, 0, 20, 0, 0]";
    let cases: Vec<(Vec<u8>, &str)> = [
        (String::new(), "blank"),
        ("   \t".into(), "blank"),
        ("{".into(), "the line is not JSON: EOF"),
        ("hello".into(), "the line is not JSON: "),
        ("[1]".into(), "an object with the keys model"),
        ("{}".into(), "the model is missing"),
        (format!("{{\"model\": \"w2\", {state}}}"), "did you mean `w1`?"),
        (format!("{{\"moddel\": \"w1\", {state}}}"), "did you mean `model`?"),
        (format!("{{\"model\": \"w1\", \"model\": \"w1\", {state}}}"), "appears twice"),
        ("{\"model\": \"w1\"}".into(), "the state is missing; w1's states are x_m (m), y_m (m)"),
        ("{\"model\": \"w1\", \"state\": {\"x_m\": 0}}".into(), "lacks y_m, yaw_rad, velocity_x_m_s"),
        ("{\"model\": \"w1\", \"state\": {\"x_m\": 0, \"x_m\": 1}}".into(), "state.x_m appears twice"),
        ("{\"model\": \"w1\", \"state\": {\"velocity_m_s\": 0}}".into(), "did you mean `velocity_x_m_s`?"),
        ("{\"model\": \"w1\", \"state\": [1, 2]}".into(), "state has 2 numbers; it must have 6"),
        (
            "{\"model\": \"w1\", \"state\": [0, 0, 0, 1e99, 0, 0]}".into(),
            "velocity_x_m_s is 1e99; it must be between 0 and 100 m/s",
        ),
        (
            "{\"model\": \"point_mass\", \"car\": \"boxster-s\", \"state\": [0, 1], \"input\": {\"gear\": 2.5}}".into(),
            "input.gear is 2.5; it must be a whole number",
        ),
        (
            "{\"model\": \"kinematic\", \"car\": \"boxster-s\", \"state\": [0, 0, 0, 1], \"surface\": {\"grip\": 0.1}}".into(),
            "kinematic does not model grip",
        ),
        (
            format!("{{\"model\": \"w1\", {state}, \"surface\": {{\"slope_rad\": 0.1}}}}"),
            "models that can: point_mass",
        ),
        ("{\"model\": \"w1\", \"state\": [0, 0, 0, 1e999, 0, 0]}".into(), "out of range"),
        ("{\"model\": \"w1\", \"state\": [0, 0, 0, NaN, 0, 0]}".into(), "expected value"),
        ("{\"model\": \"w1\", \"state\": [0, 0, 0, null, 0, 0]}".into(), "null"),
        ("{\"model\": \"w1\", \"state\": \"x\"}".into(), "an object of numbers by name, or an array"),
        (
            "{\"model\": \"w1\", \"state\": [0, 0, 0, 0, 0, 0]}".into(),
            "yaw_rate_rad_s is not a finite number",
        ),
        (format!("{{\"model\": \"w1\", {state}, \"input\": {{\"steer\": 1}}}}"), "did you mean `steer_rad`?"),
        (
            format!("{{\"model\": \"w1\", {state}, \"input\": {{\"steer_rad\": 9}}}}"),
            "between -0.5 and 0.5 rad",
        ),
        (
            format!("{{\"model\": \"w1\", {state}, \"surface\": {{\"slope\": 0}}}}"),
            "did you mean `slope_rad`?",
        ),
        (format!("{{\"model\": \"w1\", {state}, \"mode\": {{\"gear\": 0}}}}"), "mode.gear is not known"),
        (format!("{{\"model\": \"w1\", {state}}} x"), "trailing characters"),
        (
            "{\"model\": \"point_mass\", \"state\": [0, 1]}".into(),
            "the car is missing; write one of acura-tsx-2007, alfa-romeo",
        ),
        (
            "{\"model\": \"point_mass\", \"car\": \"boxter-s\", \"state\": [0, 1]}".into(),
            "did you mean `boxster-s`?",
        ),
        (
            "{\"model\": \"point_mass\", \"car\": \"no.toml\", \"state\": [0, 1]}".into(),
            "file not found: no.toml (check the path)",
        ),
        ("[".repeat(100_000), "an object with the keys model"),
        (format!("{{\"model\": \"w1\", \"state\": {}", "[".repeat(100_000)), "expected"),
        (format!("{{\"{}\": 1}}", "m".repeat(100_000)), "is not known"),
        ("x".repeat((1 << 20) + 1), "too long"),
    ]
    .into_iter()
    .map(|(line, says)| (line.into_bytes(), says))
    .chain([(b"{\"model\": \"\xff\"}".to_vec(), "not UTF-8 from byte 12 on")])
    .collect();
    let mut lines: Vec<u8> = Vec::new();
    for (line, _) in &cases {
        lines.extend(line);
        lines.push(b'\n');
    }
    // The last line has no end.
    lines.extend(format!("{{\"model\": \"w1\", {state}}}").as_bytes());
    let answers = ask(&lines);
    assert_eq!(answers.len(), cases.len() + 1);
    for ((line, says), answer) in cases.iter().zip(&answers) {
        let line = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(error.contains(says), "{line}: {error}");
        assert!(error.len() < 2000, "{line}: {}", error.len());
    }
    assert!(answers[cases.len()]["derivative"].is_object() || answers[cases.len()]["derivative"].is_array());
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .arg("evaluate")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("a pipe");
    let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        writeln!(input, "{}", w1(json!([0, 0, 0, 20, 0, 0]))).expect("it reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("it answers");
        assert!(answer.starts_with("{\"derivative\""), "{answer}");
    }
    drop(input);
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn numbers_are_read_and_written_to_the_last_bit() {
    for value in [0.1 + 0.2, 1.0 / 3.0, 9_007_199_254_740_993.0 * 1e-15, 5e-324, 8.442_911_165_684_89] {
        let answer = ask_one(&json!({"model": "w1", "state": [0, 0, 0, value + 1.0, 0, 0]}));
        assert_eq!(answer["derivative"][0].as_f64().map(f64::to_bits), Some((value + 1.0_f64).to_bits()));
    }
    let answer = ask(b"{\"model\": \"w1\", \"state\": [0, 0, 0, 8.44291116568489012345, 0, 0]}\n");
    assert_eq!(answer[0]["derivative"][0].as_f64(), Some(8.442_911_165_684_89));
}

/// The lines come from a program, which may pass on a stranger's: of any folder of the machine only where it is allowed.
#[test]
fn a_car_may_be_a_file() {
    let folder = folder("evaluate_file");
    let path = folder.join("mine.toml");
    let question = |car: &str| json!({"model": "point_mass", "car": car, "state": [0, 20], "input": {"gear": 3, "throttle": 1}});
    fs::write(&path, preset("boxster-s")).expect("written");
    let refused = ask_one(&question(text(&path)));
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("outside the folder")), "{refused}");
    let allowed =
        |car: &str| ask_with(&["--allow-outside"], format!("{}\n", question(car)).as_bytes())[0].clone();
    let own = allowed(text(&path));
    assert_eq!(own, ask_one(&question("boxster-s")));
    assert!(own["derivative"][1].as_f64().is_some_and(|acceleration| acceleration > 1.0));
    fs::write(&path, "title = 3").expect("written");
    let error = allowed(text(&path));
    assert!(error["error"].as_str().is_some_and(|error| error.contains("mine.toml:")), "{error}");
}

#[test]
fn without_questions_there_are_no_answers() {
    assert_eq!(success(&["evaluate"]), "");
    assert_eq!(skidpad(&["evaluate", "x"]).status.code(), Some(2));
}

/// Some shells begin what they pipe with a byte order mark.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let answers = ask(b"\xef\xbb\xbf{\"model\": \"w1\", \"state\": [0, 0, 0, 20, 0, 0]}\n");
    assert_eq!(answers[0]["derivative"][0], 20.0);
}
