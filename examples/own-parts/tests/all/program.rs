//! The program `skidpad` with this car in its list.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use own_parts::ELECTRIC_QUAD;
use skidpad_models::MODELS;

/// Whether a command of the program ends with an exit code.
fn ends(words: &[&str], code: u8) -> bool {
    let ended = skidpad_cli::run_with(&MODELS.with(&[&ELECTRIC_QUAD]), ["skidpad"].iter().chain(words));
    // Exit codes cannot be compared.
    format!("{ended:?}") == format!("{:?}", ExitCode::from(code))
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-parts");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_car_is_listed_run_compared_recorded_and_linearised() {
    let folder = folder();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/hairpin.toml");
    let (table, record, overlay) = (path("hairpin.csv"), path("hairpin.skidlog"), path("overlay"));
    assert!(ends(&["models", "electric_quad"], 0));
    assert!(ends(&["run", scenario, "--out", &table, "--record", &record], 0));
    assert!(ends(&["replay", &record], 0));
    let models = ["--models", "electric_quad,two_track_sprung"];
    assert!(ends(&["compare", scenario, models[0], models[1], "--out", &overlay], 0));
    let point = ["linearise", "tesla-model-s-60", "--trim", "speed=20 m/s", "--model", "electric_quad"];
    assert!(ends(&point, 0));

    let table = std::fs::read_to_string(&table).unwrap();
    let heading: Vec<_> = table.lines().next().unwrap().split(',').collect();
    let column = |name: &str| heading.iter().position(|column| *column == name).expect(name);
    let (battery, left, right) = (
        column("battery_power_w"),
        column("rear_left_drive_torque_nm"),
        column("rear_right_drive_torque_nm"),
    );
    let rows: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 801);
    assert!(rows[200][right] > rows[200][left], "in the bend to the left the right wheel drives more");
    assert!(rows[350][battery] > 50e3 && rows[600][battery] < -10e3, "driven, then braked");
}
