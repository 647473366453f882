//! `skidpad run --set` and `--sweep`: single fields changed, and variants side by side.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{folder, json, preset, refused, skidpad, stderr, stdout, success, text};
use serde_json::Value;

const BEND: &str = r#"
car = "boxster-s"
model = "single_track"
dt = "10 ms"
duration = "1.5 s"

[initial]
speed_m_s = 25

[[controls]]
t_s = 0
gear = 4
throttle = 0.3

[[controls]]
t_s = 0.3
steer = "3 deg"
"#;
const CHANNELS: [&str; 3] = ["yaw_rate_rad_s", "velocity_x_m_s", "front_slip_angle_rad"];

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("written");
    text(&path).to_owned()
}

fn bend(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    let scenario = write(&folder, "bend.toml", BEND);
    (folder, scenario)
}

/// Final, least and largest value of each channel of a scenario that is run by itself.
fn by_hand(folder: &Path, scenario: &str) -> Vec<[f64; 3]> {
    let out = folder.join("by-hand.csv");
    success(&["run", scenario, "--out", text(&out)]);
    let content = fs::read_to_string(&out).expect("a table");
    let mut lines = content.lines();
    let names: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect()).collect();
    let numbers = |channel: &str| {
        let index = names.iter().position(|name| *name == channel).expect(channel);
        let values = || rows.iter().map(|row| row[index]);
        let last = values().next_back().expect("a row");
        [last, values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)]
    };
    CHANNELS.iter().map(|channel| numbers(channel)).collect()
}

fn swept(scenario: &str, sweep: &str) -> Vec<Value> {
    let mut arguments = vec!["run", scenario, "--json", "--sweep", sweep];
    arguments.extend(CHANNELS.iter().flat_map(|channel| ["--column", channel]));
    json(&arguments)["variants"].as_array().expect("variants").clone()
}

fn numbers(variant: &Value) -> Vec<[f64; 3]> {
    let number = |name: String| variant["results"][&name].as_f64().expect("a number");
    let of = |channel: &&str| ["final", "min", "max"].map(|which| number(format!("{which}_{channel}")));
    CHANNELS.iter().map(of).collect()
}

/// A vehicle file with other friction, run by hand, has the numbers of the sweep to the last bit.
#[test]
fn a_sweep_of_friction_is_the_runs_of_edited_vehicle_files() {
    let (folder, scenario) = bend("sweep_by_hand");
    let variants = swept(&scenario, "front.friction,rear.friction=1.04:1.2:5");
    assert_eq!(variants.len(), 5);
    let car = preset("boxster-s");
    let old = "\nfriction = { estimate = 1.119, range = [1.030, 1.209]";
    assert_eq!(car.matches(old).count(), 2);
    let edited = write(&folder, "by-hand.toml", &BEND.replace("\"boxster-s\"", "\"mine.toml\""));
    let mut different = Vec::new();
    for variant in &variants {
        let value = variant["values"]["front.friction, rear.friction"].as_f64().expect("the swept value");
        let new = format!("\nfriction = {{ estimate = {value}, range = [1.030, 1.209]");
        write(&folder, "mine.toml", &car.replace(old, &new));
        let by_hand = by_hand(&folder, &edited);
        assert_eq!(numbers(variant), by_hand, "{value}");
        different.push(format!("{by_hand:?}"));
    }
    different.dedup();
    assert_eq!(different.len(), 5, "the friction matters");
    let values: Vec<f64> = variants
        .iter()
        .map(|variant| variant["values"]["front.friction, rear.friction"].as_f64().expect("one"))
        .collect();
    assert_eq!(values, [1.04, 1.08, 1.12, 1.16, 1.2]);
}

/// The same of the scenario's own fields.
#[test]
fn a_sweep_of_grip_is_the_runs_of_edited_scenarios() {
    let (folder, scenario) = bend("sweep_grip");
    let variants = swept(&scenario, "surface.grip=0.3,0.6,1.1");
    for (variant, grip) in variants.iter().zip(["0.3", "0.6", "1.1"]) {
        let edited = BEND.replace("[initial]", &format!("[surface]\ngrip = {grip}\n\n[initial]"));
        assert_eq!(numbers(variant), by_hand(&folder, &write(&folder, "edited.toml", &edited)), "{grip}");
    }
}

#[test]
fn the_bytes_are_the_same_whatever_the_threads() {
    let (folder, scenario) = bend("sweep_threads");
    let out = folder.join("table.csv");
    let run = |threads: &str, more: &[&str]| {
        let mut arguments = vec![
            "run",
            &scenario,
            "--sweep",
            "surface.grip=0.5:1:4",
            "--sweep",
            "body.kerb_mass=1200 kg,1400 kg,10 g",
            "--threads",
            threads,
            "--out",
            text(&out),
        ];
        arguments.extend(more);
        let output = skidpad(&arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        (stdout(&output), stderr(&output), fs::read_to_string(&out).expect("a table"))
    };
    for more in [&[][..], &["--json"]] {
        let one = run("1", more);
        assert!(one.0.lines().count() > 12 && one.2.lines().count() == 13);
        for threads in ["2", "3", "64", "0"] {
            assert_eq!(run(threads, more), one, "{threads} {more:?}");
        }
    }
}

/// A run with `--set` is the run of the edited files.
#[test]
fn set_fields_are_those_of_edited_files() {
    let (folder, scenario) = bend("set_fields");
    let out = folder.join("set.csv");
    let changed = success(&[
        "run",
        &scenario,
        "--out",
        text(&out),
        "--set",
        "body.kerb_mass=1400 kg",
        "--set",
        "front.tyre=205/50R17",
        "--set",
        "surface.grip=0.7",
        "--set",
        "duration=1 s",
        "--set",
        "chassis.roll_inertia=500 kg.m2",
    ]);
    assert!(changed.contains("101 rows"), "{changed}");
    let car = preset("boxster-s")
        .replace("kerb_mass = { value = \"1323 kg\"", "kerb_mass = { value = \"1400 kg\"")
        .replace("225/40ZR-18", "205/50R17")
        .replace("roll_inertia = \"derived\"", "roll_inertia = \"500 kg.m2\"");
    write(&folder, "mine.toml", &car);
    let edited = BEND
        .replace("\"boxster-s\"", "\"mine.toml\"")
        .replace("1.5 s", "1 s")
        .replace("[initial]", "[surface]\ngrip = 0.7\n[initial]");
    let by_hand = folder.join("by-hand.csv");
    success(&["run", &write(&folder, "edited.toml", &edited), "--out", text(&by_hand)]);
    assert_eq!(fs::read(&out).expect("a table"), fs::read(&by_hand).expect("a table"));
}

#[test]
fn a_variant_that_cannot_be_driven_has_the_reason_in_its_row() {
    let (folder, scenario) = bend("sweep_failed");
    let out = folder.join("table.csv");
    let output =
        skidpad(&["run", &scenario, "--sweep", "body.kerb_mass=0.01 kg,1300 kg", "--out", text(&out)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "error: 1 of 2 variants could not be driven; the reasons stand in their rows\n"
    );
    let reason = "failed: --sweep body.kerb_mass: got \"0.01 kg\"; must be a mass from 0.5 to 100000 kg";
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert!(
        lines[0].starts_with("body.kerb_mass [kg]  time_s  distance_m  final_velocity_x_m_s"),
        "{lines:?}"
    );
    assert!(lines[2].contains(reason) && lines[3].ends_with("complete"), "{lines:?}");
    let table = fs::read_to_string(&out).expect("a table");
    assert!(table.lines().nth(1).expect("a row").contains(&reason.replace('"', "\"\"")), "{table}");
    // Where none can be driven, nothing is printed or written.
    fs::remove_file(&out).expect("removed");
    let arguments = ["run", &scenario, "--sweep", "body.kerb_mass=0.1 kg,0.2 kg", "--out", text(&out)];
    refused(&arguments, &["--sweep body.kerb_mass: got \"0.1 kg\""]);
    assert!(!out.exists());
}

/// Models have different channels: a cell without one is empty.
#[test]
fn models_and_cars_are_swept() {
    let (_, scenario) = bend("sweep_models");
    let table = json(&[
        "run",
        &scenario,
        "--sweep",
        "model=single_track,kinematic",
        "--sweep",
        "car=boxster-s,corvette-c5",
        "--column",
        "front_slip_angle_rad:peak",
        "--column",
        "yaw_rate_rad_s:max",
        "--json",
    ]);
    let variants = table["variants"].as_array().expect("variants");
    assert_eq!(variants.len(), 4);
    for (variant, (model, car)) in variants.iter().zip([
        ("single_track", "boxster-s"),
        ("single_track", "corvette-c5"),
        ("kinematic", "boxster-s"),
        ("kinematic", "corvette-c5"),
    ]) {
        assert_eq!((&variant["values"]["model"], &variant["values"]["car"]), (&model.into(), &car.into()));
        assert_eq!(variant["results"]["peak_front_slip_angle_rad"].is_null(), model == "kinematic");
        assert!(variant["results"]["max_yaw_rate_rad_s"].as_f64().is_some_and(|rate| rate > 0.1));
    }
}

#[test]
fn a_note_on_every_variant_is_said_once() {
    let (folder, _) = bend("sweep_notes");
    let late = write(&folder, "late.toml", &format!("{BEND}\n[[controls]]\nt_s = 2\nbrake = 1\n"));
    let said = |sweep: &str| stderr(&skidpad(&["run", &late, "--sweep", sweep]));
    let note = "warning: the row of controls at 2 s is after the end of the run at 1.5 s and has no effect";
    assert_eq!(said("surface.grip=0.5,1"), format!("{note}\n"));
    assert_eq!(said("duration=1.5,2.5"), format!("{note} (in 1 of 2 variants)\n"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (folder, scenario) = bend("sweep_wrong");
    let csv = text(&folder.join("out.csv")).to_owned();
    let parquet = text(&folder.join("out.parquet")).to_owned();
    let plot = text(&folder.join("plots")).to_owned();
    let grip = ["--sweep", "surface.grip=0.5,1"];
    let with = |more: &[&'static str]| [&grip[..], more].concat();
    let mut cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["--set", "body.mass=1400"], "--set body.mass: unknown field; near: body.kerb_mass"),
        (vec!["--set", "body.kerb_mass"], "--set body.kerb_mass: no `=`"),
        (vec!["--set", "body.kerb_mass=1400 m"], "`m` is a unit of length, not of mass"),
        (
            vec!["--set", "body.kerb_mass=nan"],
            "--set body.kerb_mass: got nan; must be a mass from 0.5 to 100000 kg",
        ),
        (vec!["--set", "surface.grip=-1"], "--set surface.grip: got -1; must be a number from 0 to 3"),
        (vec!["--set", "car=boxter-s"], "--set car: got \"boxter-s\"; must be"),
        (vec!["--set", "model=two_trak"], "did you mean `two_track`?"),
        (vec!["--set", "initial.yaw_rat=1"], "--set initial.yaw_rat: got 1"),
        (
            vec!["--set", "surface.grip=1", "--set", "surface.grip=2"],
            "--set surface.grip: --set gives this field, too",
        ),
        (vec!["--set", "traffic[0].speed=3"], "--set traffic[0].speed: the file has no traffic"),
        (vec!["--sweep", "surface.grip=0.5:1:0"], "COUNT is `0`; must be a whole number from 2 to 10000"),
        (vec!["--sweep", "surface.grip=0.5:1:1"], "COUNT is `1`"),
        (vec!["--sweep", "surface.grip=NaN:1:3"], "FROM is `NaN`; must be a number"),
        (vec!["--sweep", "surface.grip=1:1:3"], "both ends are 1; for one value write --set"),
        (vec!["--sweep", "surface.grip=1:0.5:3"], "1 is above 0.5; write 0.5:1:3"),
        (vec!["--sweep", "surface.grip"], "--sweep surface.grip: no `=`"),
        (vec!["--sweep", "grip=0.5,1"], "--sweep grip: unknown field; near: surface.grip"),
        (
            vec!["--set", "surface.grip=1", "--sweep", "surface.grip=0.5,1"],
            "--sweep surface.grip: --set gives this field, too; leave one of the two out",
        ),
        (with(&["--plot", "PLOT"]), "--plot draws one run, and --sweep drives many; leave --plot out"),
        (with(&["--record", "run.skidlog"]), "--record records one run, and --sweep drives many"),
        (
            with(&["--column", "yaw_rate_rads"]),
            "unknown channel `yaw_rate_rads`; did you mean `yaw_rate_rad_s`?",
        ),
        (with(&["--column", "x_m:mean"]), "unknown number of a channel `mean`"),
        (with(&["--threads", "-1"]), "--threads"),
        (with(&["--out", "PARQUET"]), "the table of a sweep has texts; end the name in .csv"),
        (
            with(&[
                "--set",
                "model=commonroad_st",
                "--set",
                "car=commonroad-2",
                "--set",
                "body.kerb_mass=1300",
            ]),
            "--set body.kerb_mass: the model commonroad_st has data of its own and reads no vehicle file",
        ),
        (vec!["--json"], "--sweep"),
        (vec!["--column", "x_m"], "--sweep"),
    ];
    for (arguments, _) in &mut cases {
        for argument in arguments.iter_mut() {
            match *argument {
                "PLOT" => *argument = &plot,
                "PARQUET" => *argument = &parquet,
                _ => {}
            }
        }
    }
    for (arguments, says) in &cases {
        let mut all = vec!["run", scenario.as_str()];
        if !arguments.contains(&"--out") {
            all.extend(["--out", &csv]);
        }
        all.extend(arguments);
        refused(&all, &[says]);
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing was written");
}

/// What belongs to the scenario is in the log itself, and the text of a vehicle that no file has.
#[test]
fn a_log_replays_with_fields_of_the_scenario_and_of_the_vehicle() {
    let (folder, scenario) = bend("set_recorded");
    let (out, record) = (folder.join("out.csv"), folder.join("run.skidlog"));
    let arguments = ["run", &scenario, "--out", text(&out), "--record", text(&record), "--set"];
    for changes in [&["body.kerb_mass=1400"][..], &["front.tyre=205/55R16", "--set", "surface.grip=0.6"]] {
        success(&[&arguments[..], changes].concat());
        assert!(success(&["replay", text(&record)]).contains("150 steps, all bit-identical"), "{changes:?}");
    }
    success(&[&arguments[..], &["surface.grip=0.5"]].concat());
    assert!(success(&["replay", text(&record)]).contains("150 steps, all bit-identical"));
}

#[test]
fn the_help_has_both_options_with_examples_that_run() {
    let (folder, _) = bend("sweep_help");
    let help = success(&["run", "--help"]);
    for part in ["--set <FIELD=VALUE>", "--sweep <FIELD=VALUES>", "--threads <N>", "--column <NAME>"] {
        assert!(help.contains(part), "{part}");
    }
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  skidpad run s.toml ")).collect();
    assert_eq!(examples.len(), 4);
    let scenario = write(&folder, "s.toml", BEND);
    for example in examples {
        let (run, table) = (folder.join("run.csv"), folder.join("table.csv"));
        // No word of an example has a space but inside quotes.
        let words = example.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
            0 => part.split_inclusive(' ').collect::<Vec<_>>(),
            _ => vec![part],
        });
        let joined: String = words
            .map(|word| if word.ends_with(' ') { format!("{}\n", word.trim_end()) } else { word.to_owned() })
            .collect();
        let mut arguments = vec!["run", scenario.as_str()];
        arguments.extend(joined.split('\n').filter(|word| !word.is_empty()).map(|word| match word {
            "run.csv" => text(&run),
            "table.csv" => text(&table),
            word => word,
        }));
        success(&arguments);
    }
}
