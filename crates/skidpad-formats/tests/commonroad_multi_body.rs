//! CommonRoad's multi-body model against the numbers of its own package, version 3.0.2, and the vector that
//! its authors published (see the NOTICE beside the data).
//!
//! A derivative may depart by 1e-12 of the largest term of its equation, and of 1. The largest term is taken
//! from below, as the result itself or, for a wheel, as the largest that a tyre does to one.
#![allow(clippy::disallowed_methods)]

use std::path::{Path, PathBuf};

use serde_json::Value;
use skidpad::model::commonroad::{CommonRoadMb, CommonRoadStState, FromParameters, MultiBodyCar, parameters};
use skidpad::model::{Fixed, Model};
use skidpad::record::{Channels, Record};
use skidpad::surface::Surface;

fn json(path: &str) -> Option<Value> {
    let data = std::env::var_os("SKIDPAD_REFERENCE_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let path = data.join(path);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there; set SKIDPAD_REFERENCE_DATA", path.display());
    }
    Some(serde_json::from_str(&text?).expect("JSON"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("an array").iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn car(set: u64) -> MultiBodyCar<f64> {
    FromParameters::from_parameters(parameters(set as u32).expect("a set")).expect("all figures")
}

/// Rates and trace.
fn evaluated(set: u64, state: &[f64], input: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (state, input) = (Record::load(&state), Record::load(&input));
    let (rates, trace) = CommonRoadMb::evaluate(&car(set), &Fixed, &state, &input, &Surface::asphalt());
    (stored(&rates), stored(&trace))
}

fn stored<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// A right-hand side of the reference.
struct Row {
    set: u64,
    state: Vec<f64>,
    input: Vec<f64>,
    rates: Vec<f64>,
    note: String,
}

/// The right-hand sides of MB in a file.
fn rows(file: &Value, rates: &str) -> Vec<Row> {
    let row = |vector: &Value| Row {
        set: vector["vehicle"].as_u64().expect("a number"),
        state: numbers(&vector["x"]),
        input: numbers(&vector["u"]),
        rates: numbers(&vector[rates]),
        note: vector["note"].as_str().expect("a note").to_owned(),
    };
    let vectors = file["vectors"].as_array().expect("vectors").iter();
    vectors.filter(|vector| vector["model"] == "MB").map(row).collect()
}

/// R_w F_x / I_w of the tyre that pushes most.
fn largest_wheel_term(set: u64, trace: &[f64]) -> f64 {
    let body = parameters(set as u32).and_then(|set| set.body).expect("wheels");
    let channels = <CommonRoadMb as Model>::Trace::<f64>::CHANNELS.iter();
    let forces = channels.zip(trace).filter(|(channel, _)| channel.name.ends_with("_force_x_n"));
    let largest_n = forces.map(|(_, force)| force.abs()).fold(0.0, f64::max);
    body.wheel_radius_m * largest_n / body.wheel_inertia_kg_m2
}

fn check(file: &Value, rates: &str, least_rows: usize) {
    let rows = rows(file, rates);
    let mut worst: f64 = 0.0;
    for Row { set, state, input, rates, note } in &rows {
        let (found, trace) = evaluated(*set, state, input);
        let wheel = largest_wheel_term(*set, &trace);
        let channels = <CommonRoadMb as Model>::State::<f64>::CHANNELS;
        for ((found, expected), channel) in found.iter().zip(rates).zip(channels) {
            let term = if channel.name.ends_with("wheel_rad_s") { wheel } else { 0.0 };
            let departure = (found - expected).abs() / expected.abs().max(term).max(1.0);
            assert!(departure < 1e-12, "set {set} {note}: {}: {found} {expected}", channel.name);
            worst = worst.max(departure);
        }
    }
    println!("MB: {} right-hand sides, largest departure {worst:.1e}", rows.len());
    assert!(rows.len() >= least_rows, "{} rows", rows.len());
}

#[test]
fn right_hand_sides_are_those_of_the_package() {
    let Some(file) = json("commonroad/test_vectors_generated_3.0.2.json") else { return };
    check(&file, "f", 70);
}

#[test]
fn the_published_vector_is_met() {
    let Some(file) = json("commonroad/test_vectors_published.json") else { return };
    check(&file, "f_expected", 1);
}

/// The generated vectors begin where `init_mb` begins: steering 0.05 rad, yaw rate 0.1 rad/s, sideslip 0.01 rad.
#[test]
fn the_start_is_that_of_the_package() {
    let Some(file) = json("commonroad/test_vectors_generated_3.0.2.json") else { return };
    let mut count = 0;
    for Row { set, state: expected, note, .. } in rows(&file, "f") {
        let Some((_, rest)) = note.split_once("v=") else { continue };
        let speed_m_s: f64 = rest.split(',').next().and_then(|v| v.parse().ok()).expect("a speed");
        let core = CommonRoadStState {
            x_m: 1.0,
            y_m: 2.0,
            front_steer_rad: 0.05,
            speed_m_s,
            yaw_rad: 0.3,
            yaw_rate_rad_s: 0.1,
            sideslip_rad: 0.01,
        };
        for (found, expected) in stored(&car(set).init(&core)).into_iter().zip(expected) {
            assert!(
                (found - expected).abs() <= 4e-16 * expected.abs(),
                "set {set} {note}: {found} {expected}"
            );
        }
        count += 1;
    }
    assert!(count > 70, "{count} starts");
}

/// The parameter files, number by number.
#[test]
fn parameters_are_those_of_the_package() {
    let Some(file) = json("vectors/commonroad/parameters.json") else { return };
    const BODY: [&str; 8] = ["m_s", "I_Phi_s", "I_y_s", "I_xz_s", "K_ras", "K_rad", "K_zt", "K_lt"];
    const FRONT: [&str; 9] = ["m_uf", "I_uf", "K_sf", "K_sdf", "T_f", "K_tsf", "h_raf", "D_f", "E_f"];
    const REAR: [&str; 9] = ["m_ur", "I_ur", "K_sr", "K_sdr", "T_r", "K_tsr", "h_rar", "D_r", "E_r"];
    for (set, key) in ["vehicle1_FordEscort", "vehicle2_BMW320i", "vehicle3_VWVanagon"].iter().enumerate() {
        let ours = parameters(set as u32 + 1).and_then(|set| set.suspension).expect("axles");
        let theirs = |name: &&str| file[key][*name].as_f64().unwrap_or_else(|| panic!("{key}: {name}"));
        assert_eq!(stored(&ours.body), BODY.iter().map(theirs).collect::<Vec<_>>(), "{key}");
        assert_eq!(stored(&ours.front), FRONT.iter().map(theirs).collect::<Vec<_>>(), "{key}");
        assert_eq!(stored(&ours.rear), REAR.iter().map(theirs).collect::<Vec<_>>(), "{key}");
    }
}
