//! `skidpad run`: scenarios, and what they write.

use crate::common;

use std::fs;
use std::path::Path;

use common::{folder, refused, skidpad, stderr, stdout, text};

const LAUNCH: &str = r#"
car = "boxster-s"
model = "straight_line"
dt_s = 0.01
duration_s = 2

[[controls]]
t_s = 0
throttle = 0.6
gear = "auto"

[[controls]]
t_s = 1.5
throttle = 0
brake = 1
"#;

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("written");
    text(&path).to_owned()
}

/// Column names and rows of a CSV.
fn csv(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let content = fs::read_to_string(path).expect("a file was written");
    let mut lines = content.lines();
    let names = lines.next().expect("a heading").split(',').map(str::to_owned).collect();
    let row = |line: &str| line.split(',').map(|cell| cell.parse().expect("a number")).collect();
    (names, lines.map(row).collect())
}

fn column(table: &(Vec<String>, Vec<Vec<f64>>), name: &str) -> Vec<f64> {
    let index = table.0.iter().position(|column| column == name).expect(name);
    table.1.iter().map(|row| row[index]).collect()
}

#[test]
fn a_scenario_gives_a_column_per_channel() {
    let folder = folder("run_columns");
    let scenario = write(&folder, "launch.toml", LAUNCH);
    let out = folder.join("launch.csv");
    let output = skidpad(&["run", &scenario, "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("201 rows"), "{}", stdout(&output));
    let table = csv(&out);
    let mut names = table.0.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), table.0.len(), "each name once");
    assert_eq!(table.1.len(), 201);
    assert!(table.1.iter().flatten().all(|value| value.is_finite()));
    let (time, speed, brake) =
        (column(&table, "time_s"), column(&table, "speed_m_s"), column(&table, "brake"));
    assert_eq!((time[0], time[200], speed[0]), (0.0, 2.0, 0.0));
    assert!(speed[150] > 3.0 && speed[200] < speed[150]);
    assert_eq!((brake[149], brake[150]), (0.0, 1.0));
}

#[test]
fn controls_are_interpolated_where_asked() {
    let folder = folder("run_linear");
    let linear = LAUNCH.replace("duration_s = 2", "duration_s = 2\ninterpolate = \"linear\"");
    let scenario = write(&folder, "linear.toml", &linear);
    let out = folder.join("linear.csv");
    assert!(skidpad(&["run", &scenario, "--out", text(&out)]).status.success());
    let throttle = column(&csv(&out), "throttle");
    assert!((throttle[75] - 0.3).abs() < 1e-12, "{}", throttle[75]);
}

#[test]
fn parquet_holds_what_the_ending_says() {
    let folder = folder("run_parquet");
    let scenario = write(&folder, "launch.toml", LAUNCH);
    let out = folder.join("launch.parquet");
    assert!(skidpad(&["run", &scenario, "--out", text(&out)]).status.success());
    let bytes = fs::read(&out).expect("a file was written");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn channels_are_drawn_where_asked() {
    let folder = folder("run_plot");
    let scenario = write(&folder, "launch.toml", LAUNCH);
    let (out, plots) = (folder.join("launch.csv"), folder.join("plots"));
    assert!(skidpad(&["run", &scenario, "--out", text(&out), "--plot", text(&plots)]).status.success());
    let drawn = fs::read_dir(&plots).expect("a folder").count();
    assert!(drawn >= 5, "{drawn}");
}

#[test]
fn every_model_runs() {
    let folder = folder("run_models");
    for (model, initial, moved) in [
        ("point_mass", "speed_m_s = 20", "position_m"),
        ("straight-line", "speed_m_s = 20\nposition_m = 5", "position_m"),
        ("w1", "velocity_x_m_s = 20", "x_m"),
    ] {
        let content = format!(
            "car = \"corvette-c5\"\nmodel = \"{model}\"\ndt_s = 0.01\nduration_s = 1\n[initial]\n{initial}\n\
             [[controls]]\nt_s = 0\nsteer_rad = 0.01\ngear = 4\n"
        );
        let scenario = write(&folder, &format!("{model}.toml"), &content);
        let out = folder.join(format!("{model}.csv"));
        let output = skidpad(&["run", &scenario, "--out", text(&out)]);
        assert!(output.status.success(), "{model}: {}", stderr(&output));
        let table = csv(&out);
        let distance = column(&table, moved);
        let driven = distance[100] - distance[0];
        assert!((18.0..=20.5).contains(&driven), "{model}: {driven}");
        let is_named = stderr(&output).contains("acceleration_m_s2");
        assert_eq!(is_named, model == "w1", "{}", stderr(&output));
    }
}

/// Controls after the end were once ignored without a word.
#[test]
fn controls_after_the_end_are_warned_of() {
    let folder = folder("run_late");
    let out = folder.join("late.csv");
    let scenario = write(&folder, "late.toml", &LAUNCH.replace("duration_s = 2", "duration_s = 1"));
    for command in [vec!["run", &scenario, "--out", text(&out)], vec!["compare", &scenario, "--json"]] {
        let output = skidpad(&command);
        assert!(output.status.success(), "{}", stderr(&output));
        let said = stderr(&output);
        assert!(
            said.contains("warning: the row of controls at 1.5 s is after the end of the run at 1 s"),
            "{said}"
        );
    }
}

#[test]
fn a_blown_engine_ends_the_run_by_name() {
    let folder = folder("run_blown");
    let content = "car = \"boxster-s\"\nmodel = \"point_mass\"\ndt_s = 0.01\nduration_s = 5\n\
                   [initial]\nspeed_m_s = 60\n[[controls]]\nt_s = 0\ngear = 6\n[[controls]]\nt_s = 1\ngear = 1\n";
    let scenario = write(&folder, "blown.toml", content);
    let out = folder.join("blown.csv");
    let output = skidpad(&["run", &scenario, "--out", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("event: engine blown at 1."), "{}", stderr(&output));
    let table = csv(&out);
    assert!(table.1.len() < 300);
    assert_eq!(column(&table, "blown").last(), Some(&1.0));
}

#[test]
fn what_a_scenario_gets_wrong_is_named_with_its_place() {
    let folder = folder("run_wrong");
    let out = folder.join("out.csv");
    let with = |from: &str, to: &str| LAUNCH.replace(from, to);
    for (content, says) in [
        (with("boxster-s", "boxter-s"), vec!["car", "did you mean `boxster-s`?", "corvette-c5"]),
        (with("straight_line", "strait_line"), vec!["model", "did you mean `straight_line`?", "w1"]),
        (with("dt_s = 0.01", "dt_s = 0"), vec!["dt_s", "above 0 and at most 1 s"]),
        (with("dt_s = 0.01", "dt_s = nan"), vec!["dt_s", "above 0 and at most 1 s"]),
        (with("dt_s = 0.01", "dt_s = -1"), vec!["dt_s"]),
        (with("dt_s = 0.01", "dt_s = 3600"), vec!["dt_s"]),
        (with("duration_s = 2", "duration_s = inf"), vec!["duration_s"]),
        (
            with("duration_s = 2", "duration_s = 1e5\nintegrator = \"rk4\"").replace("0.01", "0.001"),
            vec!["duration_s", "at most"],
        ),
        (
            with("duration_s = 2", "duration_s = 2\nintegrator = \"rk5\""),
            vec!["integrator", "did you mean `rk4`?"],
        ),
        (with("throttle = 0.6", "throttle = nan"), vec!["throttle"]),
        (with("throttle = 0.6", "throtle = 1"), vec!["throtle", "did you mean `throttle`?"]),
        (
            LAUNCH.replacen("[[controls]]", "[initial]\nsped_m_s = 1\n[[controls]]", 1),
            vec!["initial.sped_m_s", "did you mean `speed_m_s`?"],
        ),
        (
            LAUNCH.replacen("[[controls]]", "[initial]\nspeed_m_s = 1e300\n[[controls]]", 1),
            vec!["initial.speed_m_s", "between -150 and 150 m/s"],
        ),
    ] {
        let scenario = write(&folder, "wrong.toml", &content);
        let mut says = says;
        says.push(&scenario);
        refused(&["run", &scenario, "--out", text(&out)], &says);
        assert!(!out.exists());
    }
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_run() {
    let folder = folder("run_output");
    let scenario = write(&folder, "launch.toml", LAUNCH);
    let file = write(&folder, "file", "a file");
    let below = format!("{file}/out.csv");
    let missing = text(&folder.join("missing/out.csv")).to_owned();
    refused(&["run", &scenario, "--out", &below], &["--out", &file]);
    refused(&["run", &scenario, "--out", &missing], &["--out", "create it first"]);
    refused(&["run", &scenario, "--out", text(&folder)], &["--out"]);
    refused(&["run", &scenario, "--out", "out.xlsx"], &["--out", ".csv, .parquet, .mcap or .ld"]);
    refused(&["run", &scenario], &["--out"]);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing was left behind");
}

/// A road that a model does not feel is refused with those that do; what it cannot do with its
/// controls is said.
#[test]
fn a_model_is_not_run_on_a_road_that_it_does_not_feel() {
    let folder = folder("run_road");
    let out = folder.join("out.csv");
    let scenario = |model: &str, road: &str| {
        let content = format!(
            "car = \"boxster-s\"\nmodel = \"{model}\"\ndt_s = 0.01\nduration_s = 1\n[initial]\nspeed_m_s = 20\n\
             [surface]\n{road}\n[[controls]]\nt_s = 0\nsteer = \"1 deg\"\ngear = 4\n"
        );
        write(&folder, &format!("{model}.toml"), &content)
    };
    let ice = scenario("kinematic", "grip = 0.1");
    let says = ["kinematic does not model grip", "surface.grip is 0.1", "slip_vector"];
    common::refused(&["run", &ice, "--out", text(&out)], &says);
    let hill = scenario("w1", "slope = \"5 %\"");
    common::refused(&["run", &hill, "--out", text(&out)], &["w1 does not model slopes", "kinematic"]);
    assert!(!out.exists());
    let straight = scenario("straight_line", "grip = 0.5");
    let output = skidpad(&["run", &straight, "--out", text(&out)]);
    assert!(output.status.success() && stderr(&output).contains("straight_line cannot steer"));
    // A speed is a speed under the name that another model has for it.
    let slip = scenario("slip_vector", "grip = 0.5");
    let output = skidpad(&["run", &slip, "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(column(&csv(&out), "velocity_x_m_s")[0], 20.0);
}

/// The example in `--help` is a scenario that runs.
#[test]
fn the_scenario_in_the_help_runs() {
    let folder = folder("run_help");
    let help = common::success(&["run", "--help"]);
    let example: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("  car = "))
        .take_while(|line| line.starts_with("  ") || line.is_empty())
        .map(str::trim)
        .collect();
    let scenario = write(&folder, "s.toml", &example.join("\n"));
    let out = folder.join("out.csv");
    let output = skidpad(&["run", &scenario, "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(csv(&out).1.len(), 1601);
}

/// A vehicle file whose engine stalls and whose clutch obeys the pedal: let go on the brake it dies, and the starter in a
/// row of the scenario brings it back.
#[test]
fn a_stalled_engine_is_started_again() {
    let folder = folder("run_starter");
    let stalling = "[stalling]\nclutch_by_pedal = 1\nstall_speed = \"400 rpm\"\nstanding_torque = \"derived\"\n\
                    starter_torque = \"derived\"\nstarter_speed = \"derived\"\nstarts_itself = \"derived\"\n";
    let car = write(&folder, "mine.toml", &format!("{}\n{stalling}", common::preset("fr-s-2013")));
    let row = |t_s: f64, what: &str| format!("[[controls]]\nt_s = {t_s}\n{what}\n");
    let rows = [
        row(0.0, "clutch = 1\ngear = 1"),
        row(1.0, "clutch = 0\nbrake = 1"),
        row(2.0, "clutch = 1\nthrottle = 1"),
        row(3.0, "throttle = 0\nstarter = 1\nbrake = 0"),
        // Gas, and the pedal let go by and by.
        row(4.5, "starter = 0\nthrottle = 0.5"),
        row(5.0, "clutch = 0.8"),
        row(6.0, "clutch = 0.7"),
        row(7.5, "clutch = 0"),
    ];
    let head = format!(
        "car = \"{car}\"\nmodel = \"two_track\"\ndt = \"10 ms\"\nduration = \"9 s\"\n{}",
        rows.concat()
    );
    let (scenario, out) = (write(&folder, "s.toml", &head), folder.join("out.csv"));
    let output = skidpad(&["run", &scenario, "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = csv(&out);
    let [starter, stalled, engine, speed] =
        ["starter", "stalled", "engine_rad_s", "velocity_x_m_s"].map(|name| column(&table, name));
    let at = |time_s: f64| (time_s * 100.0) as usize;
    assert_eq!((stalled[at(0.9)], starter[at(0.9)]), (0.0, 0.0));
    assert_eq!((stalled[at(2.9)], engine[at(2.9)]), (1.0, 0.0), "no accelerator starts it");
    assert_eq!((stalled[at(4.4)], starter[at(4.4)]), (0.0, 1.0));
    assert!(engine[at(4.4)] > 60.0 && speed[at(8.9)] > 5.0, "{} {}", engine[at(4.4)], speed[at(8.9)]);
}
