//! Paths in files: resolved from the folder of the file that has them, and confined to it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{folder, preset, refused, skidpad, stderr, success, text};

const SCENARIO: &str = r#"
car = "cars/mine.toml"
model = "two_track"
dt_s = 0.01
duration_s = 0.5
[[ground]]
map = "maps/lake.csv"
[[controls]]
t_s = 0
throttle = 0.3
"#;
const MAP: &str = "x_m,y_m,grip\n-50,-50,0.5\n50,-50,0.5\n-50,50,0.5\n50,50,0.5\n";

/// A scenario with its car, its tyre and its map in folders of their own.
fn project(name: &str) -> PathBuf {
    let top = folder(name);
    for inner in ["cars/tyres", "maps"] {
        fs::create_dir_all(top.join(inner)).expect("a folder");
    }
    let tyre = Path::new(env!("CARGO_MANIFEST_DIR")).join("../skidpad-formats/tyres/summer-205-55r16.tir");
    fs::copy(tyre, top.join("cars/tyres/summer.tir")).expect("a tyre");
    let tyres = "[tyres]\nfront = \"tyres/summer.tir\"\nrear = \"tyres/summer.tir\"\n";
    fs::write(top.join("cars/mine.toml"), format!("{}\n{tyres}", preset("fr-s-2013"))).expect("a car");
    fs::write(top.join("maps/lake.csv"), MAP).expect("a map");
    fs::write(top.join("s.toml"), SCENARIO).expect("a scenario");
    top
}

/// `car` was looked up from the current folder, `map` beside the scenario: no scenario with both could be run from
/// anywhere but its own folder.
#[test]
fn a_scenario_finds_its_car_and_its_map_from_any_folder() {
    let top = project("paths_any");
    let (scenario, out) = (top.join("s.toml"), top.join("out.csv"));
    let log = top.join("logs/run.skidlog");
    fs::create_dir(top.join("logs")).expect("a folder");
    let output = skidpad(&["run", text(&scenario), "--out", text(&out), "--record", text(&log)]);
    assert!(output.status.success(), "{}", stderr(&output));
    success(&["compare", text(&scenario), "--json"]);
    // The log names the car from its own folder, which is above it here.
    let message =
        refused(&["replay", text(&log)], &["../cars/mine.toml: outside the folder", "--allow-outside"]);
    assert!(message.contains("--car"), "{message}");
    success(&["replay", text(&log), "--allow-outside"]);
    success(&["replay", text(&log), "--car", text(&top.join("cars/mine.toml"))]);
    let beside = top.join("run.skidlog");
    let output = skidpad(&["run", text(&scenario), "--out", text(&out), "--record", text(&beside)]);
    assert!(output.status.success(), "{}", stderr(&output));
    success(&["replay", text(&beside)]);
}

/// A stranger's scenario could name any file of the machine, by `..` or as an absolute path, and so could a stranger's
/// vehicle file and log.
#[test]
fn files_outside_the_folder_are_read_only_where_they_are_allowed() {
    let top = project("paths_outside");
    let inner = top.join("inner");
    fs::create_dir_all(inner.join("maps")).expect("a folder");
    fs::write(inner.join("maps/lake.csv"), MAP).expect("a map");
    let (scenario, out) = (inner.join("s.toml"), inner.join("out.csv"));
    let absolute = text(&top.join("cars/mine.toml")).to_owned();
    let run = ["run", text(&scenario), "--out", text(&out)];
    for (from, to, says) in [
        ("cars/mine.toml", "../cars/mine.toml", "../cars/mine.toml: outside the folder"),
        ("cars/mine.toml", absolute.as_str(), "outside the folder"),
        ("maps/lake.csv", "../maps/lake.csv", "../maps/lake.csv: outside the folder"),
        ("maps/lake.csv", "/etc/hostname", "/etc/hostname: outside the folder"),
    ] {
        fs::write(&scenario, SCENARIO.replace(from, to)).expect("a scenario");
        refused(&run, &[says, "--allow-outside"]);
    }
    fs::write(&scenario, SCENARIO.replace("maps/", "../maps/").replace("cars/", "../cars/"))
        .expect("a scenario");
    let output = skidpad(&["run", text(&scenario), "--out", text(&out), "--allow-outside"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let car = inner.join("car.toml");
    let mine = fs::read_to_string(top.join("cars/mine.toml")).expect("a car");
    fs::write(&car, mine.replace("tyres/summer", "../cars/tyres/summer")).expect("a car");
    for command in [&["cars", "check", text(&car)][..], &["cars", "show", text(&car)]] {
        refused(command, &["tyres.front", "outside the folder", "--allow-outside"]);
        success(&[command, &["--allow-outside"]].concat());
    }
    // A person may type any path.
    success(&["cars", "show", &absolute]);
}
