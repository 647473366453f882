//! Scenarios with walls and further cars: what `run` writes, tells and draws of them, and their logs.

use crate::common;

use std::fs;
use std::path::Path;

use common::{folder, json, preset, refused, skidpad, stderr, stdout, success, text};

const CRASH: &str = r#"
car = "boxster-s"
model = "single_track"
dt_s = 0.01
duration_s = 3

[initial]
velocity_x_m_s = 20

[[wall]]
name = "pit"
from = [29, -5]
to = [29, 5]

[[traffic]]
name = "ram"
vehicle = "corvette-c5"
x = 25
y = 0.2
heading = "180 deg"
speed = 10

[[traffic]]
vehicle = "cars/mine.toml"
model = "two_track"
x = 0
y = 20

[[controls]]
t_s = 0
gear = "neutral"
"#;

/// A scenario in a folder that has its further car below it.
fn write(folder: &Path, scenario: &str) -> String {
    fs::create_dir_all(folder.join("cars")).expect("made");
    fs::write(folder.join("cars/mine.toml"), preset("fr-s-2013")).expect("written");
    let path = folder.join("crash.toml");
    fs::write(&path, scenario).expect("written");
    text(&path).to_owned()
}

#[test]
fn a_crash_is_written_told_and_drawn() {
    let folder = folder("crash_run");
    let (scenario, out, plots) = (write(&folder, CRASH), folder.join("crash.csv"), folder.join("plots"));
    let output = skidpad(&["run", &scenario, "--out", text(&out), "--plot", text(&plots)]);
    let said = stderr(&output);
    assert!(output.status.success(), "{said}");
    let event = said.lines().find(|line| line.starts_with("event: car hits ram at 0.6")).expect(&said);
    assert!(
        event.contains("approaching at 29.") && event.contains("N.s, ") && event.ends_with("kJ lost"),
        "{event}"
    );
    assert!(said.contains("hits pit at "), "{said}");
    let table = fs::read_to_string(&out).expect("a table");
    let names: Vec<&str> = table.lines().next().expect("a heading").split(',').collect();
    for name in
        ["time_s", "x_m", "contact_impulse_n_s", "ram.x_m", "ram.contact_impulse_n_s", "traffic1.yaw_rad"]
    {
        assert_eq!(names.iter().filter(|column| **column == name).count(), 1, "{name}");
    }
    assert!(!names.contains(&"ram.time_s"));
    let column = |name: &str| -> Vec<f64> {
        let at = names.iter().position(|column| *column == name).expect(name);
        table
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(at).expect("a cell").parse().expect("a number"))
            .collect()
    };
    // A blow falls on both; the car beside the road meets nothing.
    let (car, ram) = (column("contact_impulse_n_s"), column("ram.contact_impulse_n_s"));
    let first = car.iter().position(|impulse| *impulse > 0.0).expect("a crash");
    assert!(car[first] > 10_000.0 && car[first] == ram[first]);
    assert!(column("traffic1.contact_impulse_n_s").iter().all(|impulse| *impulse == 0.0));
    let picture = fs::read_to_string(plots.join("scene.svg")).expect("a picture");
    for shown in [">car<", ">ram<", ">traffic1<", ">walls<", ">0.70 s<"] {
        assert!(picture.contains(shown), "{shown}");
    }
}

#[test]
fn a_logged_crash_replays_to_the_bit() {
    let folder = folder("crash_replay");
    let (out, log) = (folder.join("crash.csv"), folder.join("crash.skidlog"));
    let scenario = write(&folder, CRASH);
    let output = skidpad(&["run", &scenario, "--out", text(&out), "--record", text(&log)]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!stderr(&output).contains("overlap"), "{}", stderr(&output));
    let said = success(&["replay", text(&log)]);
    assert_eq!(said, "boxster-s and 2 further cars with single_track: 300 steps, all bit-identical\n");
    let answer = json(&["replay", text(&log), "--json"]);
    assert_eq!(answer["further_cars"], serde_json::json!(["ram", "traffic1"]));
    // The further car's file has changed since.
    let mine = folder.join("cars/mine.toml");
    fs::write(&mine, preset("boxster-s")).expect("written");
    refused(&["replay", text(&log)], &["not the recorded one"]);
    fs::remove_file(&mine).expect("removed");
    refused(&["replay", text(&log)], &["in traffic1: ", "file not found"]);
}

#[test]
fn a_friction_function_is_driven_logged_and_refused_where_there_is_no_choice() {
    let folder = folder("crash_friction");
    let scenario = |friction: &str| {
        format!(
            "car = \"rars\"\nmodel = \"slip_vector\"\ndt_s = 0.01\nduration_s = 1\n{friction}\n\
             [initial]\nvelocity_x_m_s = 30\n[[controls]]\nt_s = 0\nbrake = 1\n"
        )
    };
    let (out, log) = (folder.join("run.csv"), folder.join("run.skidlog"));
    let mut distances = Vec::new();
    for friction in [
        "",
        "friction = \"hyperbolic\"",
        "friction = \"exponential\"",
        "friction = \"falling\"",
        "friction = { law = \"exponential\", largest = 1.8 }",
    ] {
        let path = write(&folder, &scenario(friction));
        success(&["run", &path, "--out", text(&out), "--record", text(&log)]);
        assert!(success(&["replay", text(&log)]).contains("all bit-identical"), "{friction}");
        let table = fs::read_to_string(&out).expect("a table");
        let last = table.lines().last().expect("rows").to_owned();
        distances.push(last);
    }
    assert_eq!(distances[0], distances[1], "the text's own is the default");
    for other in 2..5 {
        assert!(distances[..other].iter().all(|before| *before != distances[other]), "{other}");
    }
    let path = write(&folder, &scenario("friction = \"falling\"").replace("slip_vector", "single_track"));
    refused(
        &["run", &path, "--out", text(&out)],
        &[
            "crash.toml:5:12: friction: got \"falling\"; must be left out with the model single_track",
            "slip_vector",
        ],
    );
    refused(&["compare", &path], &["friction: got \"falling\"; must be left out with single_track"]);
}

#[test]
fn what_cannot_crash_is_refused_with_its_place() {
    let folder = folder("crash_refused");
    let out = folder.join("out.csv");
    for (from, to, says) in [
        (
            "model = \"single_track\"",
            "model = \"kinematic\"",
            "model: got \"kinematic\"; must be a model whose cars meet walls and each other: single_track, two_track",
        ),
        (
            "model = \"two_track\"",
            "model = \"two_trak\"",
            "traffic[1].model: got \"two_trak\"; must be one of ",
        ),
        (
            "model = \"two_track\"",
            "model = \"slip_vector\"",
            "traffic[1].model: got \"slip_vector\"; must be a model whose cars meet",
        ),
        (
            "vehicle = \"corvette-c5\"",
            "vehicle = \"corvete-c5\"",
            "traffic[0].vehicle: got \"corvete-c5\"; must be one of ",
        ),
        ("cars/mine.toml", "cars/none.toml", "in traffic[1].vehicle: file not found"),
        ("cars/mine.toml", "../mine.toml", "in traffic[1].vehicle: ../mine.toml: outside the folder"),
        ("speed = 10", "speed = -160", "traffic[0].speed: got -160; must be"),
    ] {
        assert!(CRASH.contains(from), "{from}");
        let path = write(&folder, &CRASH.replacen(from, to, 1));
        refused(&["run", &path, "--out", text(&out)], &[says]);
    }
    let path = write(&folder, CRASH);
    refused(&["compare", &path], &["walls, cones or further cars, which a comparison does not drive"]);
    let output = skidpad(&["run", &path, "--out", text(&folder.join("cars/mine.toml"))]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let path = write(&folder, &CRASH.replace("x = 25", "x = 1"));
    let output = skidpad(&["run", &path, "--out", text(&out)]);
    assert!(stderr(&output).contains("note: bodies overlap at the start"), "{}", stderr(&output));
}
