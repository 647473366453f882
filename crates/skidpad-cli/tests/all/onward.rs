//! Scenarios that go on from a log, and cars that drivers drive.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{CRASH, folder, json, preset, refused, skidpad, stderr, text};

/// One car alone.
const ALONE: &str = r#"
car = "mine.toml"
model = "two_track"
dt_s = 0.01
duration_s = 1
[initial]
velocity_x_m_s = 20
[[controls]]
t_s = 0
throttle = 0.3
gear = 3
"#;

/// A folder with a log of a scenario and its table, `crash.skidlog` and `crash.csv`.
fn logged(name: &str, scenario: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("mine.toml"), preset("fr-s-2013")).expect("a vehicle");
    let [path, out, log] = ["crash.toml", "crash.csv", "crash.skidlog"].map(|name| folder.join(name));
    fs::write(&path, scenario).expect("a scenario");
    let output = skidpad(&["run", text(&path), "--out", text(&out), "--record", text(&log)]);
    assert!(output.status.success(), "{}", stderr(&output));
    folder
}

/// The arguments that run a scenario of a folder.
fn arguments(folder: &Path, scenario: &str) -> Vec<String> {
    let (path, out) = (folder.join("on.toml"), folder.join("on.csv"));
    fs::write(&path, scenario).expect("a scenario");
    ["run", text(&path), "--out", text(&out)].map(str::to_owned).to_vec()
}

fn run(folder: &Path, scenario: &str, more: &[&str]) -> String {
    let arguments = arguments(folder, scenario);
    let all: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let output = skidpad(&all);
    assert!(output.status.success(), "{}", stderr(&output));
    fs::read_to_string(folder.join("on.csv")).expect("a table")
}

fn refuses(folder: &Path, scenario: &str, more: &[&str], says: &[&str]) {
    let arguments = arguments(folder, scenario);
    let all: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    refused(&all, says);
}

/// A column of a table.
fn column(table: &str, name: &str) -> Vec<f64> {
    let mut lines = table.lines();
    let mut names = lines.next().expect("a heading").split(',');
    let place = names.position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"));
    lines.map(|line| line.split(',').nth(place).expect("a cell").parse().expect("a number")).collect()
}

const ON: &str = "dt_s = 0.01\nduration_s = 1.5\n[start]\nlog = \"crash.skidlog\"\ntime = \"0.5 s\"\n";

/// Without controls of its own all goes on as in the log: the rows of the run, digit by digit, and the same end.
#[test]
fn a_scenario_without_controls_goes_on_as_its_log() {
    let folder = logged("onward_same", CRASH);
    let again = folder.join("again.skidlog");
    let table = run(&folder, ON, &["--record", text(&again)]);
    let logged = fs::read_to_string(folder.join("crash.csv")).expect("a table");
    let lines: Vec<&str> = logged.lines().collect();
    assert!(table.lines().eq(lines[..1].iter().chain(&lines[51..]).copied()));
    // The log of both has the whole story.
    let [first, second] =
        [folder.join("crash.skidlog"), again].map(|log| json(&["replay", text(&log), "--json"]));
    assert_eq!((second["same"].as_bool(), second["steps"].as_u64()), (Some(true), Some(200)));
    assert_eq!(first["hash"], second["hash"]);
}

/// A log that is taken over at its start is drawn as the scenario that it was recorded of: the same cars, walls, cones, contacts
/// and frames, to the byte.
#[test]
fn a_run_from_a_log_is_drawn_as_its_scenario() {
    let folder = folder("onward_drawn");
    let path = |name: &str, ending: &str| folder.join(format!("{name}.{ending}"));
    let plan = |scenario: &str, name: &str, more: &[&str]| {
        let [file, out, log, plots] = ["toml", "csv", "skidlog", "plots"].map(|ending| path(name, ending));
        fs::write(&file, scenario).expect("a scenario");
        let files = ["--out", text(&out), "--record", text(&log), "--plot", text(&plots)];
        let output = skidpad(&[&["run", text(&file)], &files[..], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        fs::read_to_string(plots.join("scene.svg")).expect("a plan")
    };
    let film = |name: &str| fs::read(path(name, "png")).expect("an animation");
    let [of_first, of_on] = ["crash", "on"].map(|name| path(name, "png"));
    let with_cone = format!("{CRASH}[[cone]]\nx = 8\ny = 0.3\n");
    let first = plan(&with_cone, "crash", &["--animate", text(&of_first)]);
    assert!(first != plan(CRASH, "without", &[]));
    let on = "dt_s = 0.01\nduration_s = 2\n[start]\nlog = \"crash.skidlog\"\ntime = 0\n";
    assert!(plan(on, "on", &["--animate", text(&of_on)]) == first && film("on") == film("crash"));
    // The other car ahead: it has the columns without a name, and the contacts are its own.
    let turned = plan(&format!("{on}car = \"ahead\"\n"), "turned", &[]);
    let times = |svg: &str| svg.matches(" s</text>").count();
    assert!(turned != first && times(&turned) == times(&first) && times(&first) > 0, "{turned}");
}

/// The stick is let go and the brake pressed instead: the first row is where the log was, later ones are elsewhere, and the
/// other car is asked for what the log asked.
#[test]
fn other_controls_take_the_car_elsewhere() {
    let folder = logged("onward_brake", CRASH);
    let logged = fs::read_to_string(folder.join("crash.csv")).expect("a table");
    let brake = format!("{ON}[[controls]]\nt_s = 0\nbrake = 1\ngear = 3\n");
    let table = run(&folder, &brake, &[]);
    for name in ["x_m", "velocity_x_m_s", "ahead.yaw_rad"] {
        assert_eq!(column(&table, name)[0], column(&logged, name)[50], "{name}");
    }
    let [stopped, driven] =
        [&table, &logged].map(|table| *column(table, "velocity_x_m_s").last().expect("rows"));
    assert!(stopped < driven - 5.0, "{stopped} m/s, logged {driven} m/s");
    let steer = column(&table, "ahead.steer_rad");
    assert!(steer[69] == 0.0 && steer[70] > 0.08 && steer == column(&logged, "ahead.steer_rad")[50..]);
    // A row without a gear does not shift.
    assert_eq!(run(&folder, &brake.replace("gear = 3\n", ""), &[]), table);
    // The other car of the log, and the first goes on as it was.
    let ahead = brake.replace("time", "car = \"ahead\"\ntime");
    let table = run(&folder, &ahead, &[]);
    assert!(
        table.starts_with("time_s,") && table.lines().next().is_some_and(|line| line.contains(",car.x_m,"))
    );
    assert_eq!(column(&table, "car.asked_steer_rad"), column(&logged, "asked_steer_rad")[50..]);
}

/// From the end of a log, by a driver, in another step.
#[test]
fn a_driver_takes_over_at_the_end_of_a_log() {
    let folder = logged("onward_driver", ALONE);
    let on = "dt = \"5 ms\"\nduration = \"8 s\"\n[start]\nlog = \"crash.skidlog\"\n[driver]\nspeed = \"54 km/h\"\n\
              path = \"circle\"\nradius = \"-40 m\"\n";
    let table = run(&folder, on, &[]);
    let (time, speed) = (column(&table, "time_s"), column(&table, "velocity_x_m_s"));
    assert!((time[0] - 1.0).abs() < 1e-9 && time.len() == 1601, "{} rows from {} s", time.len(), time[0]);
    let rate = *column(&table, "yaw_rate_rad_s").last().expect("rows");
    let last = *speed.last().expect("rows");
    assert!((last - 15.0).abs() < 0.2 && (rate + last / 40.0).abs() < 0.01, "{last} m/s, {rate} rad/s");
}

#[test]
fn what_a_log_cannot_give_is_refused() {
    let folder = logged("onward_refused", CRASH);
    let with = |from: &str, to: &str, says: &[&str]| refuses(&folder, &ON.replace(from, to), &[], says);
    with("crash.skidlog", "none.skidlog", &["none.skidlog", "file not found"]);
    with("0.5 s", "2.5 s", &["crash.skidlog: time 2.5 s is outside the log; must be 0 to 2 s"]);
    with("0.5 s", "-1 s", &["start.time: got \"-1 s\"; must be a time from 0 to"]);
    with(
        "time =",
        "car = \"ahed\"\ntime =",
        &["on.toml:5:7: start.car: got \"ahed\"", "did you mean `ahead`?"],
    );
    with(
        "dt_s",
        "car = \"boxster-s\"\ndt_s",
        &["on.toml:1:7: car: got", "left out with [start], as the log has it"],
    );
    with("log = \"crash.skidlog\"", "", &["start.log: missing", "must be given: the path of a log"]);
    with("crash.skidlog", "../crash.skidlog", &["outside the folder", "--allow-outside"]);
    with("crash.skidlog", "crash.csv", &["crash.csv", "no log"]);
    refuses(
        &folder,
        ON,
        &["--set", "body.kerb_mass=1400"],
        &["--set body.kerb_mass: the cars are those of the log"],
    );
    refuses(
        &folder,
        ON,
        &["--sweep", "dt=0.01,0.02"],
        &["start.log", "only a single run goes on from a log"],
    );
    let long = ON.replace("duration_s = 1.5", "duration_s = 90");
    refuses(&folder, &long, &["--animate", text(&folder.join("on.png"))], &["the run lasts 90 s"]);
    let elsewhere = common::folder("onward_elsewhere").join("on.skidlog");
    refuses(&folder, ON, &["--record", text(&elsewhere)], &["--record: ", "must be in the folder of"]);
    let compared = folder.join("on.toml");
    refused(&["compare", text(&compared), "--out", text(&folder.join("x"))], &["has a log to start from"]);
}

/// The vehicle's file has changed since the log.
#[test]
fn a_log_of_another_vehicle_is_refused() {
    let folder = logged("onward_other", ALONE);
    let mine = folder.join("mine.toml");
    fs::write(&mine, preset("boxster-s")).expect("a vehicle");
    refuses(&folder, ON, &[], &["crash.skidlog: car 0 of the log: the car is not the recorded one"]);
    fs::remove_file(&mine).expect("removed");
    refuses(&folder, ON, &[], &["crash.skidlog: file not found", "mine.toml (check the path)\n"]);
}

#[test]
fn drivers_that_cannot_drive_are_refused() {
    let folder = folder("onward_drivers");
    fs::write(folder.join("mine.toml"), preset("fr-s-2013")).expect("a vehicle");
    let with = |driver: &str| format!("{ALONE}[driver]\n{driver}\n").replace("throttle = 0.3\n", "");
    let circle = with("speed = 10\npath = \"circle\"\nradius = 30");
    run(&folder, &circle.replace("duration_s = 1", "duration_s = 0.1"), &[]);
    for (driver, says) in [
        ("path = \"line\"", "driver.speed: missing"),
        ("speed = -3", "driver.speed: got -3; must be a speed from 0 to 150 m/s"),
        ("speed = 3\npath = \"cirle\"", "did you mean `circle`?"),
        ("speed = 3\npath = \"circle\"", "driver.radius: missing"),
        ("speed = 3\npath = \"circle\"\nradius = 0.5", "driver.radius: got 0.5; must be at least 1 m"),
        ("speed = 3\nradius = 30", "driver.radius: got 30; must be left out, or path = \"circle\" given"),
        ("speed = 3\npath = \"lane-change\"\nfrom = 3\noffset = 3", "driver.length: missing"),
    ] {
        refuses(&folder, &with(driver), &[], &[says]);
    }
    let says = ["controls[0].throttle: got 0.3; must be left out, as the driver has it"];
    refuses(&folder, &circle.replace("gear = 3", "throttle = 0.3"), &[], &says);
    let says = ["controls[0].steer: got 0.1; must be left out, as the driver has it"];
    refuses(&folder, &circle.replace("gear = 3", "steer = 0.1"), &[], &says);
    let says = ["driver.path: got \"circle\"; must be left out with the model straight_line"];
    let straight = circle.replace("two_track", "straight_line").replace("velocity_x_m_s", "speed_m_s");
    refuses(&folder, &straight, &[], &says);
    let keys = circle.replace("[initial]", "[shaping]\nkind = \"keyboard\"\n[initial]");
    refuses(&folder, &keys, &[], &["shaping: got", "left out with [driver]"]);
}

/// The vehicle that was changed for the first run is carried by its log, and by the log of both.
#[test]
fn a_changed_vehicle_goes_on_without_its_file() {
    let folder = logged("onward_changed", ALONE);
    let [path, out, log] = ["crash.toml", "crash.csv", "crash.skidlog"].map(|name| folder.join(name));
    let changed =
        ["run", text(&path), "--out", text(&out), "--record", text(&log), "--set", "body.kerb_mass=1600"];
    assert!(skidpad(&changed).status.success());
    fs::remove_file(folder.join("mine.toml")).expect("removed");
    let again = folder.join("again.skidlog");
    let on = ON.replace("1.5", "0.5") + "[driver]\nspeed = 12\npath = \"line\"\n";
    run(&folder, &on, &["--record", text(&again)]);
    assert_eq!(json(&["replay", text(&again), "--json"])["same"].as_bool(), Some(true));
}

/// Weather moves a car that is coasting, by a seed and in every run alike.
#[test]
fn gusts_push_a_car_aside() {
    let folder = folder("onward_gusts");
    fs::write(folder.join("mine.toml"), preset("fr-s-2013")).expect("a vehicle");
    let gusts = "[weather]\nwind = [0, \"8 m/s\"]\ngusts = { deviation = \"3 m/s\", time_scale = \"2 s\", seed = 5 }\n";
    let aside = |scenario: &str| *column(&run(&folder, scenario, &[]), "y_m").last().expect("rows");
    let (calm, windy) = (aside(ALONE), aside(&format!("{ALONE}{gusts}")));
    assert!(calm.abs() < 1e-6 && windy > 0.005, "{calm} m, in wind {windy} m");
    assert_eq!(aside(&format!("{ALONE}{gusts}")), windy);
    assert_ne!(aside(&format!("{ALONE}{gusts}").replace("seed = 5", "seed = 6")), windy);
    let strong = format!("{ALONE}{gusts}").replace("\"8 m/s\"", "70");
    refuses(&folder, &strong, &[], &["weather.wind[1]: got 70; must be a speed from -60 to 60 m/s"]);
    refuses(
        &folder,
        &format!("{ALONE}[weather]\ngusts = {{ deviation = 2 }}\n"),
        &[],
        &["weather.gusts.time_scale: missing"],
    );
}
