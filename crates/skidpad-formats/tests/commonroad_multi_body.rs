//! CommonRoad's multi-body model against the numbers of its own package, version 3.0.2, and the vector that
//! its authors published (see the NOTICE beside the data).
//!
//! A derivative may depart by 1e-12 of the largest term of its equation, and of 1. The largest term is taken
//! from below, as the result itself or as what the largest force of an axle does there.
#![allow(clippy::disallowed_methods)]

use std::path::{Path, PathBuf};

use serde_json::Value;
use skidpad::model::commonroad::{CommonRoadMb, FromParameters, MultiBodyCar, parameters};
use skidpad::model::{Fixed, Model};
use skidpad::record::{Channels, Record};
use skidpad::surface::Surface;

/// The least number of right-hand sides that a file of vectors has.
const LEAST_ROWS: usize = 1;

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

/// The right-hand sides of MB in a file.
fn rows<'a>(file: &'a Value, rates: &str) -> Vec<(u64, Vec<f64>, Vec<f64>, Vec<f64>, &'a Value)> {
    let vectors = file["vectors"].as_array().expect("vectors").iter();
    vectors
        .filter(|vector| vector["model"] == "MB")
        .map(|vector| {
            let set = vector["vehicle"].as_u64().expect("a number");
            let [state, input, rates] = ["x", "u", rates].map(|name| numbers(&vector[name]));
            (set, state, input, rates, &vector["note"])
        })
        .collect()
}

fn check(file: &Value, rates: &str, least_rows: usize) {
    let rows = rows(file, rates);
    let mut worst: f64 = 0.0;
    for (set, state, input, expected, note) in &rows {
        let (found, _) = evaluated(*set, state, input);
        for ((found, expected), channel) in
            found.iter().zip(expected).zip(<CommonRoadMb as Model>::State::<f64>::CHANNELS)
        {
            let departure = (found - expected).abs() / expected.abs().max(1.0);
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
    check(&file, "f_expected", LEAST_ROWS);
}
