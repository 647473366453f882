//! The manoeuvres of the standards on the command line: errors first.

#![allow(clippy::disallowed_methods)]

use crate::common;

use common::{folder, json, refused};
use serde_json::Value;

fn value(document: &Value, test: &str) -> f64 {
    let rows = document["results"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["test"] == test).unwrap_or_else(|| panic!("{test} in {document}"));
    row["value"].as_f64().unwrap_or_else(|| panic!("{row}"))
}

#[test]
fn an_unknown_manoeuvre_is_answered_with_the_nearest_and_a_short_list() {
    let test = |name: &'static str| ["roadtest", "fr-s-2013", "--test", name];
    let message = refused(&test("mose test"), &["unknown test `mose test`", "did you mean `moose test`?"]);
    assert!(message.contains("slope hold") && !message.contains("slope hold: uphill"), "{message}");
    refused(&test("slope hold: uphil"), &["did you mean `slope hold: uphill`?"]);
}

#[test]
fn a_model_that_cannot_is_refused() {
    let split = ["roadtest", "fr-s-2013", "--test", "split-mu braking", "--model", "ackermann"];
    refused(&split, &["ackermann cannot drive the test split-mu braking", "models that can: "]);
    let slope = ["roadtest", "fr-s-2013", "--test", "slope hold", "--model", "point_mass"];
    refused(&slope, &["point_mass cannot drive the test slope hold", "single_track"]);
}

#[test]
fn a_rate_that_is_none_is_refused() {
    for rate in ["0", "-60", "nan", "1e9", "fast"] {
        refused(&["roadtest", "fr-s-2013", "--rate", rate], &["--rate", "from 1 to 10000, such as 60"]);
    }
}

#[test]
#[ignore = "soak: ten minutes on each of three slopes, 9 s, part of `cargo xtask ci`"]
fn a_parked_car_stays_and_says_so() {
    let document = json(&["roadtest", "fr-s-2013", "--json", "--test", "slope hold", "--rate", "20"]);
    for test in ["slope hold", "slope hold: uphill", "slope hold: across"] {
        assert!(value(&document, test) < 1e-6, "{document}");
    }
}

/// In the frames of a slow and of a quick caller the car answers its steering alike.
#[test]
fn the_rate_does_not_change_the_result() {
    let at = |rate: &str| {
        let document =
            json(&["roadtest", "fr-s-2013", "--json", "--test", "one-period sine", "--rate", rate]);
        ["one-period sine", "one-period sine: yaw-rate gain"].map(|test| value(&document, test))
    };
    for (slow, quick) in at("30").into_iter().zip(at("1000")) {
        assert!((slow / quick - 1.0).abs() < 1e-3, "{slow} {quick}");
    }
}

#[test]
fn pictures_are_drawn_of_what_was_driven() {
    for (test, file) in [("lift-off", "lift-off.svg"), ("drift hold", "drift-hold.svg")] {
        let out = folder(&format!("manoeuvre-{}", file.trim_end_matches(".svg")));
        let path = out.to_str().expect("a path of letters");
        let output = common::skidpad(&["roadtest", "fr-s-2013", "--test", test, "--out", path]);
        assert_eq!(output.status.code(), Some(0), "{}", common::stderr(&output));
        let svg = std::fs::read_to_string(out.join(file)).expect("the picture");
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{test}");
        assert!(std::fs::read_to_string(out.join("report.html")).expect("the page").contains("<svg"));
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// The envelope's points go from the hardest braking to the strongest drive at each speed, in the row of its name.
    #[test]
    #[ignore = "long: some seconds"]
    fn the_envelope_has_its_points() {
        let envelope = ["--test", "g-g-v envelope", "--model", "single_track"];
        let document = json(&[&["roadtest", "fr-s-2013", "--json"], &envelope[..]].concat());
        let rows = document["results"].as_array().expect("rows");
        let points = rows[0]["envelope"].as_array().expect("points");
        let number = |point: &Value, key: &str| point[key].as_f64().expect("a number");
        assert!(points.len() > 30 && rows[1].get("envelope").is_none());
        let first = number(&points[0], "along_g");
        assert!((-1.3..-0.9).contains(&first) && number(&points[0], "lateral_g") == 0.0, "{first}");
        for pair in points.windows(2).filter(|pair| pair[0]["speed_km_h"] == pair[1]["speed_km_h"]) {
            assert!(number(&pair[0], "along_g") <= number(&pair[1], "along_g"));
        }
        let most = points.iter().map(|point| number(point, "lateral_g")).fold(0.0, f64::max);
        assert!((0.93..1.02).contains(&most) && most >= value(&document, "g-g-v envelope"));
    }
}
