//! `skidpad compare`: the same inputs through several models.
#![allow(clippy::disallowed_methods)]

use crate::common;

use std::fs;
use std::path::Path;

use common::{folder, json, refused, success, text};

const STRAIGHT: &str = r#"
car = "boxster-s"
model = "straight_line"
dt_s = 0.01
duration_s = 3
[initial]
speed_m_s = 10
[[controls]]
t_s = 0
throttle = 0.5
gear = 2
"#;

const TURN: &str = r#"
car = "boxster-s"
model = "w1"
dt_s = 0.01
duration_s = 4
[initial]
velocity_x_m_s = 20
[[controls]]
t_s = 0
[[controls]]
t_s = 1
steer_rad = 0.02
"#;

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("written");
    text(&path).to_owned()
}

#[test]
fn each_model_drives_each_car_that_it_takes() {
    let folder = folder("compare_runs");
    let scenario = write(&folder, "s.toml", STRAIGHT);
    let arguments = [
        "compare",
        &scenario,
        "--models",
        "point-mass,straight_line",
        "--cars",
        "boxster-s,corvette-c5",
        "--json",
    ];
    let document = json(&arguments);
    let runs = document["runs"].as_array().expect("runs");
    let names: Vec<(&str, &str)> =
        runs.iter().map(|run| (run["model"].as_str().unwrap(), run["car"].as_str().unwrap())).collect();
    let expected = [
        ("point_mass", "boxster-s"),
        ("point_mass", "corvette-c5"),
        ("straight_line", "boxster-s"),
        ("straight_line", "corvette-c5"),
    ];
    assert_eq!(names, expected);
    for run in runs {
        assert_eq!((run["ending"].as_str(), run["time_s"].as_f64()), (Some("complete"), Some(3.0)));
        let value = |name: &str| run["final"][name].as_f64().unwrap();
        let (x, speed) = (value("x_m"), value("velocity_x_m_s"));
        assert!((31.0..50.0).contains(&x) && (12.0..22.0).contains(&speed), "{run}");
        assert!(run["peak"]["acceleration_x_m_s2"]["value"].as_f64().unwrap() > 1.0, "{run}");
        // What a model does not know is null, not 0.
        assert!(run["final"]["front_slip_angle_rad"].is_null() && run["peak"]["rear_force_y_n"].is_null());
    }
    let table = success(&arguments[..6]);
    assert!(expected.iter().all(|(model, car)| table.contains(&format!("{model}, {car}"))), "{table}");
}

/// What is compared is what `skidpad run` gives.
#[test]
fn a_run_compared_is_the_run_alone() {
    let folder = folder("compare_run");
    let scenario = write(&folder, "s.toml", TURN);
    let out = folder.join("run.csv");
    let _ = common::skidpad(&["run", &scenario, "--out", text(&out)]);
    let csv = fs::read_to_string(out).expect("a run");
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let last: Vec<f64> = csv.lines().last().unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
    let document = json(&["compare", &scenario, "--json"]);
    for name in ["x_m", "y_m", "yaw_rad", "velocity_x_m_s", "yaw_rate_rad_s", "front_slip_angle_rad"] {
        let at = names.iter().position(|column| *column == name).unwrap();
        assert_eq!(document["runs"][0]["final"][name].as_f64(), Some(last[at]), "{name}");
    }
    // The accelerometer shows the forces over the mass: C = 80000 N/rad at both axles of 1500 kg.
    let value = |name: &str| document["runs"][0]["final"][name].as_f64().unwrap();
    let front = -80_000.0 * value("front_slip_angle_rad");
    let rear = -80_000.0 * value("rear_slip_angle_rad");
    let across = (front * 0.02_f64.cos() + rear) / 1500.0;
    assert!((value("acceleration_y_m_s2") - across).abs() < 1e-9 && across > 1.0);
    assert!((value("acceleration_x_m_s2") + front * 0.02_f64.sin() / 1500.0).abs() < 1e-9);
}

#[test]
fn the_page_opens_without_a_network() {
    let folder = folder("compare_page");
    let scenario = write(&folder, "s<b>.toml", STRAIGHT);
    let out = folder.join("out");
    let models = "point_mass,straight_line";
    let arguments =
        ["compare", &scenario, "--models", models, "--channels", "engine_rad_s", "--out", text(&out)];
    let output = common::skidpad(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", common::stderr(&output));
    let page = fs::read_to_string(out.join("compare.html")).expect("a page");
    for loads in ["src=", "href=\"http", "url(", "@import", "<script", "<link", "<img", "<b>"] {
        assert!(!page.contains(loads), "{loads}");
    }
    assert!(page.contains("<svg ") && page.contains("straight_line") && !page.contains("NaN"));
    for name in ["path.svg", "motion.svg", "slip-angles.svg", "channel-engine_rad_s.svg"] {
        let picture = fs::read_to_string(out.join(name)).expect(name);
        assert!(picture.contains("point_mass") && !picture.contains("NaN"), "{name}");
    }
}

#[test]
fn a_model_is_not_asked_for_what_it_cannot_do() {
    let folder = folder("compare_refused");
    let says = |content: &str, models: &str, says: &[&str]| {
        let scenario = write(&folder, "s.toml", content);
        let out = folder.join("out");
        refused(&["compare", &scenario, "--models", models, "--out", text(&out)], says);
        assert!(!out.exists());
    };
    let able = "models that can: ";
    says(TURN, "point_mass,w1", &["point_mass cannot steer", "0.0200 at 1 s", able, "w1"]);
    says(STRAIGHT, "w1", &["w1 has no pedals", "throttle is 0.5 at 0 s", able, "straight_line"]);
    let asked = STRAIGHT.replace("throttle = 0.5", "acceleration_m_s2 = 1");
    says(&asked, "straight_line", &["straight_line takes no acceleration", "w1"]);
    let ice = TURN.replace("[initial]", "[surface]\ngrip = 0.1\n[initial]");
    says(&ice, "w1", &["w1 does not model grip", "surface.grip is 0.1"]);
    let says_of_ice =
        ["kinematic does not model grip: it would roll where the car slides", "surface.grip is 0.1"];
    says(&ice, "kinematic", &says_of_ice);
    // CommonRoad's tyres have the grip of their parameter set, whatever the road.
    let drift = ice.replace("boxster-s", "commonroad-2");
    says(&drift, "commonroad_std", &["commonroad_std does not model grip"]);
    says(TURN, "commonroad_st", &["commonroad_st takes none of the cars boxster-s", "commonroad-1"]);
    let hill = TURN.replace("[initial]", "[surface]\nbank = \"5 deg\"\n[initial]");
    says(&hill, "w1", &["w1 does not model slopes"]);
    // Dry, but more than any tyre holds.
    let hard = TURN.replace("0.02", "0.15");
    says(&hard, "w1", &["w1 does not slide, and at ", "hold 1.00 g"]);
    // Those that can are those that drive this car.
    let kinematic = "models that can: single_track, two_track, two_track_sprung, two_track_brush, two_track_fiala, \
                     two_track_tmeasy, two_track_pacejka89, two_track_magic, two_track_sprung_magic, spatial, \
                     spatial_magic, ackermann, slip_vector\n";
    says(&hard, "kinematic", &["kinematic does not slide, and at ", kinematic]);
    let parameters = hard.replace("boxster-s", "commonroad-2");
    let can = "can: commonroad_std, commonroad_mb\n";
    says(&parameters, "commonroad_ks", &["commonroad_ks does not slide, and at ", can]);
}

#[test]
fn a_scenario_that_makes_no_sense_is_refused() {
    let folder = folder("compare_bad");
    let says = |content: &str, more: &[&str], says: &[&str]| {
        let scenario = write(&folder, "s.toml", content);
        refused(&[&["compare", &scenario], more].concat(), says);
    };
    says(&TURN.replace("t_s = 1", "t_s = 0"), &[], &["controls[1].t_s", "later than the row before"]);
    says(&TURN.replace("t_s = 1", "t_s = -1"), &[], &["controls[1].t_s", "from 0 to"]);
    says(TURN, &["--models", "w2"], &["--models", "did you mean `w1`?"]);
    says(TURN, &["--models", "w1,"], &["--models", "unknown model"]);
    says(TURN, &["--channels", "yaw_rat_rad_s"], &["--channels", "did you mean `yaw_rate_rad_s`?"]);
    says(STRAIGHT, &["--cars", "boxter-s"], &["--cars", "did you mean `boxster-s`?"]);
    says(&STRAIGHT.replace("boxster-s", "boxter-s"), &[], &["car: got", "did you mean `boxster-s`?"]);
    says(&TURN.replace("\"w1\"", "\"w2\""), &[], &["s.toml:3:9: model", "one of point_mass"]);
    says(TURN, &["--cars", "corvette-c5"], &["none of these models takes corvette-c5"]);
    let odd = TURN.replace("velocity_x_m_s", "velocity_q_m_s");
    says(&odd, &[], &["initial.velocity_q_m_s", "did you mean `velocity_x_m_s`?"]);
    says(&TURN.replace("= 20", "= 2000"), &[], &["initial.velocity_x_m_s", "between 0 and 100 m/s for w1"]);
    // A speed under the name that another model has for it is wrong where it stands.
    let other = TURN.replace("velocity_x_m_s = 20", "speed_m_s = 2000");
    says(&other, &[], &["s.toml:7:13: initial.speed_m_s: got 2000", "between 0 and 100 m/s for w1"]);
    says(TURN, &["--models", "nope"], &["unknown model `nope`; must be one of: point_mass"]);
    let long = TURN.replace("duration_s = 4", "duration_s = 1e5").replace("0.01", "0.001");
    says(&long, &[], &["at most", "steps"]);
}

/// Rounding noise is no slip angle, and a car on a motorcycle's model is said to be one.
#[test]
fn the_table_is_plain_and_names_what_does_not_fit() {
    let folder = folder("compare_plain");
    let scenario = write(&folder, "s.toml", TURN);
    let models = "ackermann,motorcycle";
    let arguments = ["compare", &scenario, "--models", models, "--cars", "boxster-s,cbr1000rr"];
    let output = common::skidpad(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", common::stderr(&output));
    assert!(!common::stdout(&output).contains("e-1"), "{}", common::stdout(&output));
    for says in ["boxster-s is a car: motorcycle", "cbr1000rr is a motorcycle: ackermann"] {
        assert!(common::stderr(&output).contains(says), "{says}");
    }
}
