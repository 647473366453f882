//! `skidpad bench`: its rows, what it refuses, and what a program says that was built without it.

use crate::common;

use common::refused;
#[cfg(feature = "bench")]
use common::{json, success};

#[cfg(not(feature = "bench"))]
#[test]
fn a_program_without_benchmarks_says_how_to_build_one_with_them() {
    let says = ["--features bench -- bench --model w1"];
    refused(&["bench", "--model", "w1"], &says);
}

#[cfg(feature = "bench")]
#[test]
fn a_benchmark_has_a_row_per_number_and_mode() {
    // Speeds of a build that is not optimised across functions are not passed off as the library's.
    let table = success(&["bench", "--model", "w1", "--cars", "64", "--seconds", "0.01"]);
    assert_eq!(table.contains("without --release"), cfg!(debug_assertions), "{table}");
    let rows = json(&["bench", "--json", "--model", "w1", "--cars", "64", "--seconds", "0.01"]);
    let rows = rows.as_array().expect("rows");
    let shape: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["number"].as_str().unwrap(), row["mode"].as_str().unwrap())).collect();
    let modes = ["scalar", "lanes", "threads"];
    let expected: Vec<(&str, &str)> =
        ["f64", "f32"].into_iter().flat_map(|number| modes.map(|mode| (number, mode))).collect();
    assert_eq!(shape, expected);
    for row in rows {
        assert!(row["car_steps_per_s"].as_f64().unwrap() > 0.0);
        assert_eq!((&row["model"], &row["cars"]), (&"w1".into(), &64.into()));
        // In f32 the step is the number nearest to 0.01.
        let dt_s = row["dt_s"].as_f64().expect("a step");
        assert!(row["integrator"] == "rk4" && (dt_s - 0.01).abs() < 1e-9, "{row}");
        assert_eq!(row["mode"] == "scalar", row["lanes"] == 1);
        assert!(row["threads"].as_u64().unwrap() >= 1);
    }
}

#[cfg(feature = "bench")]
#[test]
fn counts_out_of_their_range_name_the_option() {
    refused(&["bench", "--model", "w2"], &["--model", "did you mean `w1`?", "straight_line"]);
    refused(&["bench", "--cars", "0"], &["--cars"]);
    refused(&["bench", "--cars", "-1"], &["--cars"]);
    refused(&["bench", "--seconds", "nan"], &["--seconds"]);
    refused(&["bench", "--seconds", "-1"], &["--seconds"]);
    refused(&["bench", "--threads", "1e9"], &["--threads"]);
}
