//! The shapes of what `--json` prints: other programs read them.

use crate::common;
use crate::road_test_names;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use common::{folder, json, keys, refused, skidpad, success};
use road_test_names::TESTS;
use serde_json::Value;

/// The keys of a row that are always there, sorted as the JSON library keeps them.
const ROW: [&str; 6] = ["difference_percent", "published", "source", "test", "unit", "value"];

fn row<'v>(document: &'v Value, test: &str) -> &'v Value {
    let rows = document["results"].as_array().expect("rows");
    rows.iter().find(|row| row["test"] == test).expect("the test")
}

/// Manoeuvres that are driven within half a second each: no driver searches for the fastest run.
const QUICK: [&str; 9] = [
    "skidpad", "step steer", "ramp steer", "sine sweep", "lift-off", "handbrake turn", "braking in a turn",
    "power-on", "ABS stop dry",
];

/// The road test in turns as JSON, or the tests of it that are named, and the folder of its report.
fn turns_into(name: &str, tests: &[&str]) -> (String, PathBuf) {
    let folder = folder(name).join("deep/er");
    let mut given =
        vec!["roadtest", "boxster-s", "--json", "--model", "single_track", "--out", common::text(&folder)];
    given.extend(tests.iter().flat_map(|test| ["--test", test]));
    let output = skidpad(&given);
    assert!(output.status.success());
    (common::stdout(&output), folder)
}

/// The quick tests in turns. Driven once for all who look at it, by the model that drives all manoeuvres in half of the time.
fn turns_and_report() -> &'static (String, PathBuf) {
    static DONE: LazyLock<(String, PathBuf)> = LazyLock::new(|| turns_into("report", &QUICK));
    &DONE
}

/// Parts of the road test as JSON, each by a model that is quick at it. Driven once for all who look at it.
fn parts() -> &'static [Value; 3] {
    static DONE: LazyLock<[Value; 3]> = LazyLock::new(|| {
        let turns = serde_json::from_str(&turns_and_report().0).expect("JSON alone on standard output");
        let straight = json(&["roadtest", "boxster-s", "--json", "--model", "straight_line"]);
        let split = json(&["roadtest", "boxster-s", "--json", "--test", "split-mu braking"]);
        [straight, turns, split]
    });
    &DONE
}

fn names(document: &Value) -> Vec<&str> {
    document["results"].as_array().expect("rows").iter().filter_map(|row| row["test"].as_str()).collect()
}

#[test]
fn a_road_test_has_the_documented_keys_in_the_documented_order() {
    let text = &turns_and_report().0;
    let places = ["\"car\"", "\"model\"", "\"dt_s\"", "\"results\""].map(|key| text.find(key));
    assert!(places.is_sorted() && places.iter().all(Option::is_some));
    let parts = parts();
    assert!(QUICK.iter().all(|test| names(&parts[1]).contains(test)));
    for (document, model) in parts.iter().zip(["straight_line", "single_track", "two_track"]) {
        assert_eq!(keys(document), ["car", "dt_s", "model", "results"]);
        assert_eq!((&document["car"], &document["model"]), (&"boxster-s".into(), &model.into()));
        assert!(document["dt_s"].as_f64().is_some_and(|dt| dt > 0.0 && dt <= 0.002));
        assert_documented_order(document);
        document["results"].as_array().expect("rows").iter().for_each(assert_row);
    }
}

fn assert_documented_order(document: &Value) {
    let names = names(document);
    let places: Vec<_> = names.iter().map(|name| TESTS.iter().position(|test| test == name)).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{names:?}");
}

/// The searches for the fastest slalom, lane change and moose test take most of the time, so `cargo xtask ci` drives it.
#[test]
#[ignore = "soak: all manoeuvres in turns, 16 s"]
fn the_whole_road_test_drives_every_documented_test_once() {
    let [straight, _, split] = parts();
    let (turns, folder) = turns_into("whole", &[]);
    let turns = serde_json::from_str(&turns).expect("JSON alone on standard output");
    let all = [straight, &turns, split];
    let mut driven: Vec<&str> = all.iter().flat_map(|document| names(document)).collect();
    driven.sort_by_key(|name| TESTS.iter().position(|test| test == name));
    assert_eq!(driven, TESTS);
    all.iter().for_each(|document| assert_documented_order(document));
    for picture in ["ggv-envelope.svg", "moose-test.svg"] {
        assert!(folder.join(picture).is_file(), "{picture}");
    }
}

/// Tests that are named come in the order of the documents, each once, and along the straight as in turns.
#[test]
fn several_tests_may_be_named() {
    let given = ["step steer: overshoot", "60 ft", "step steer", "60 ft"];
    let options: Vec<&str> = given.iter().flat_map(|test| ["--test", test]).collect();
    let document = json(&[&["roadtest", "fr-s-2013", "--json"], &options[..]].concat());
    let (names, steers) = (names(&document), |name: &&&str| name.starts_with("step steer"));
    assert_documented_order(&document);
    assert_eq!(names[0], "60 ft");
    assert_eq!(names[1..], TESTS.iter().filter(steers).copied().collect::<Vec<_>>());
}

/// A step was taken for a run in turns, where it changed nothing.
#[test]
fn the_step_along_the_straight_is_refused_in_turns() {
    common::refused(
        &["roadtest", "boxster-s", "--test", "step steer", "--dt", "0.001"],
        &["--dt: it is the step along the straight", "--rate"],
    );
}

fn assert_row(row: &Value) {
    for key in ROW {
        assert!(row.get(key).is_some(), "{key} in {row}");
    }
    assert_eq!(row["value"].is_null(), row.get("reason").is_some(), "{row}");
    assert_eq!(row["published"].is_null(), row["source"].is_null(), "{row}");
    let units = ["s", "m", "km/h", "g", "deg", "deg/g", "deg/s", "deg.s", "g/deg", "%", "1/s", "Hz", "-"];
    assert!(units.contains(&row["unit"].as_str().expect("a unit")), "{row}");
}

/// A manoeuvre's name stands for all of its results; a published skidpad figure that the tyres were made
/// from is said to be no test.
#[test]
fn a_manoeuvre_brings_all_of_its_results() {
    let document = json(&["roadtest", "fr-s-2013", "--json", "--test", "skidpad"]);
    let rows = document["results"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["test"].as_str()).collect();
    assert_eq!(names, TESTS[17..20]);
    assert_eq!(rows[0]["unit"], "g");
    assert!((rows[0]["published"].as_f64().expect("a figure") - 0.93).abs() < 1e-9);
    assert!(
        rows[0]["note"].as_str().is_some_and(|note| note.contains("calibrated to this figure")),
        "{}",
        rows[0]
    );
    let model = document["model"].as_str().expect("a model");
    assert!(rows[1]["note"].as_str().is_some_and(|note| note.ends_with(&format!("model {model}"))));
    assert_ne!(model, "straight_line");
    let one = json(&["roadtest", "fr-s-2013", "--json", "--test", "step steer: overshoot"]);
    assert_eq!(one["results"].as_array().map(Vec::len), Some(1));
    // The motorcycle leans.
    let bike = json(&["roadtest", "cbr1000rr", "--json", "--test", "slalom"]);
    assert!(bike["results"][0]["reason"].as_str().is_some_and(|reason| reason.contains("leans")), "{bike}");
}

/// A model drives what it can: the rest is left out, or refused where it is asked for by name.
#[test]
fn a_model_drives_the_tests_that_it_can() {
    let straight = json(&["roadtest", "boxster-s", "--json", "--model", "point-mass"]);
    assert_eq!(straight["results"].as_array().map(Vec::len), Some(17));
    common::refused(
        &["roadtest", "boxster-s", "--model", "point_mass", "--test", "skidpad"],
        &["--model", "point_mass cannot drive the test skidpad", "models that can: "],
    );
}

#[test]
fn a_difference_counts_from_the_value_that_is_compared() {
    let [document, ..] = parts();
    let row = row(document, "0-100 km/h");
    let (value, published) = (row["value"].as_f64().unwrap(), row["published"].as_f64().unwrap());
    let difference = row["difference_percent"].as_f64().unwrap();
    assert!((difference - 100.0 * (value / published - 1.0)).abs() < 1e-9);
    let others = row["other_published"].as_array().expect("a second figure was published");
    assert!(others.iter().all(|other| other["test"] == "0-100 km/h" && other["published"].is_number()));
}

#[test]
fn a_rollout_is_taken_off_where_the_source_takes_it_off() {
    let [document, fastest] =
        ["0-60 mph", "top speed"].map(|test| json(&["roadtest", "corvette-c5", "--json", "--test", test]));
    let row = row(&document, "0-60 mph");
    let (value, rolled) = (row["value"].as_f64().unwrap(), row["value_with_rollout"].as_f64().unwrap());
    assert!((row["rollout_m"].as_f64().unwrap() - 0.3048).abs() < 1e-9);
    assert!(rolled < value && value - rolled < 0.6, "{row}");
    let difference = 100.0 * (rolled / row["published"].as_f64().unwrap() - 1.0);
    assert!((row["difference_percent"].as_f64().unwrap() - difference).abs() < 1e-9);
    let top = self::row(&fastest, "top speed");
    assert!(top.get("rollout_m").is_none() && top.get("value_with_rollout").is_none());
}

#[test]
fn the_mass_of_a_published_test_is_used() {
    let folder = common::folder("test_mass");
    let path = folder.join("heavy.toml");
    let heavy =
        "\n[[published]]\ntest = \"60 ft\"\nvalue = \"3 s\"\nsource = \"palmer\"\ntest_mass = \"2500 kg\"\n";
    std::fs::write(&path, common::preset("boxster-s") + heavy).unwrap();
    let light = json(&["roadtest", "boxster-s", "--json", "--test", "60 ft"]);
    let heavy = json(&["roadtest", common::text(&path), "--json", "--test", "60 ft"]);
    let (light, heavy) = (row(&light, "60 ft"), row(&heavy, "60 ft"));
    assert_eq!(heavy["test_mass_kg"], 2500.0);
    assert!(light.get("test_mass_kg").is_none());
    assert!(heavy["value"].as_f64().unwrap() > 1.05 * light["value"].as_f64().unwrap());
}

#[test]
fn one_test_alone_gives_the_same_value() {
    let all = json(&["roadtest", "leaf-2011", "--json", "--model", "point_mass"]);
    for test in &TESTS[..17] {
        let one = json(&["roadtest", "leaf-2011", "--json", "--model", "point-mass", "--test", test]);
        assert_eq!(one["results"].as_array().map(Vec::len), Some(1));
        assert_eq!(row(&one, test), row(&all, test));
    }
}

/// Table 8-2's car in his air and as a point mass: 75.34 m/s (8.26d).
#[test]
fn a_vehicle_file_may_name_its_model_and_its_air() {
    let document = json(&["roadtest", "boxster-s-palmer", "--json", "--test", "top speed"]);
    assert_eq!(document["model"], "point_mass_palmer");
    let top = row(&document, "top speed");
    assert!((top["equilibrium_km_h"].as_f64().unwrap() - 3.6 * 75.34).abs() < 0.04, "{top}");
    let other =
        json(&["roadtest", "boxster-s-palmer", "--json", "--model", "straight_line", "--test", "60 ft"]);
    assert_eq!(other["model"], "straight_line");
    let folder = common::folder("model_key");
    let path = folder.join("car.toml");
    std::fs::write(
        &path,
        common::preset("boxster-s-palmer").replace("\"point_mass_palmer\"", "\"point_mas\""),
    )
    .expect("written");
    common::refused(&["roadtest", common::text(&path)], &["`model`", "did you mean `point_mass`?"]);
}

#[test]
fn a_run_that_fails_says_so_and_is_no_failure() {
    let document = json(&["roadtest", "leaf-2011", "--json", "--test", "0-200 km/h"]);
    let row = row(&document, "0-200 km/h");
    assert!(row["value"].is_null() && row["reason"].as_str().is_some_and(|reason| reason.len() > 10));
    assert!(success(&["roadtest", "leaf-2011", "--test", "0-200 km/h"]).contains("was not reached"));
}

#[test]
fn a_step_that_is_too_large_is_a_result() {
    // Which tests: the whole straight of a model that is quick, and of the standard model one of each kind.
    let which: [[&str; 2]; 5] = [
        ["--model", "straight_line"],
        ["--test", "0-100 km/h"],
        ["--test", "top speed"],
        ["--test", "braking 100-0 km/h"],
        ["--test", "coast-down"],
    ];
    for integrator in ["euler", "semi-implicit-euler", "heun", "rk4", "dopri5"] {
        for which in which {
            let given = ["roadtest", "boxster-s", "--json", "--dt", "1", "--integrator", integrator];
            let text = success(&[&given[..], &which].concat());
            let document: Value = serde_json::from_str(&text).expect("JSON");
            for row in document["results"].as_array().expect("rows") {
                assert_eq!(row["value"].is_null(), row.get("reason").is_some(), "{row}");
            }
        }
    }
}

/// The header names the integrator for turns, too.
#[test]
fn the_integrator_is_that_of_every_test() {
    for test in ["0-100 km/h", "step steer"] {
        let [rk4, euler] = ["rk4", "euler"].map(|integrator| {
            let of = json(&["roadtest", "fr-s-2013", "--json", "--test", test, "--integrator", integrator]);
            row(&of, test)["value"].as_f64().expect("a value")
        });
        assert!(rk4 != euler && (rk4 / euler - 1.0).abs() < 0.02, "{test}: {rk4} {euler}");
    }
}

#[test]
fn a_report_opens_by_itself() {
    let (_, folder) = turns_and_report();
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(page.contains("<svg") && page.contains("step steer") && !page.contains("NaN"));
    assert!(!page.contains("<script") && !page.contains("<link"));
    let names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    assert!(names.iter().filter(|name| name.ends_with(".svg")).count() >= QUICK.len(), "{names:?}");
    assert!(names.iter().all(|name| !name.starts_with('.')), "nothing half-written: {names:?}");
}

#[test]
fn every_car_is_listed_and_shown() {
    let list = json(&["cars", "list", "--json"]);
    let rows = list.as_array().expect("rows");
    assert!(rows.len() >= 9);
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        assert!(row["kerb_mass_kg"].as_f64().is_some() && row["power_w"].as_f64().is_some(), "{row}");
        let car = json(&["cars", "show", name, "--json"]);
        assert_eq!(car["name"], name);
        let fields = car["fields"].as_array().expect("fields");
        assert!(fields.len() >= 45, "{name}");
        let value =
            |field: &str| fields.iter().find(|entry| entry["field"] == field).map(|entry| &entry["value"]);
        assert!(value("engine.cylinders").is_none() || value("engine.motor").is_none(), "{name}");
        assert!(
            name != "boxster-s" || value("engine.cylinders").and_then(|count| count.as_f64()) == Some(6.0)
        );
        for field in fields {
            assert!(!field["value"].is_null(), "{field}");
            let explained = match field["how"].as_str().expect("how it is known") {
                "published" => car["sources"].get(field["source"].as_str().unwrap()).is_some(),
                "derived" => field["rule"].is_string(),
                "estimate" => field["why"].is_string(),
                how => how == "given",
            };
            assert!(explained, "{field}");
        }
        assert!(success(&["cars", "show", name]).contains("body.kerb_mass"));
    }
    assert_eq!(success(&["cars", "list"]).lines().count(), rows.len() + 2);
}

#[test]
fn every_model_names_its_channels() {
    let models = json(&["models", "--json"]);
    let rows = models.as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert!(["point_mass", "straight_line", "w1"].iter().all(|name| names.contains(name)), "{names:?}");
    let find = |name: &str| rows.iter().find(|row| row["name"] == name).expect("the model");
    assert!(find("straight_line")["road_test"] == true && find("w1")["road_test"] == false);
    assert_eq!(find("w1")["can"], serde_json::json!(["steers", "acceleration"]));
    assert_eq!(find("point_mass")["cars"], serde_json::json!(["vehicles"]));
    for row in rows {
        assert!(row["can"].as_array().is_some_and(|can| !can.is_empty()) && row["road_test"].is_boolean());
        let is_four_wheeled = row["name"]
            .as_str()
            .is_some_and(|name| name.starts_with("two_track") || name.starts_with("spatial"));
        assert_eq!(row["integrator"], if is_four_wheeled { "heun" } else { "rk4" });
        for group in ["states", "inputs", "trace"] {
            for channel in row[group].as_array().expect("channels") {
                let [low, high] = [0, 1].map(|end| channel["range"][end].as_f64().expect("a bound"));
                assert!(low < high && channel["unit"].is_string(), "{channel}");
                assert!(channel["description"].as_str().is_some_and(|text| !text.is_empty()), "{channel}");
            }
            assert!(!row[group].as_array().unwrap().is_empty());
        }
    }
    let text = success(&["models"]);
    assert!(names.iter().all(|name| text.contains(name)) && text.contains("speed_m_s"));
}

#[test]
fn the_curves_of_the_sources_are_pictures_and_tables() {
    let out = folder("source-curves");
    let output = skidpad(&["sources", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    // The page that lists the figures names the files.
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/source-figures.md"))
        .unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let listed = rows.filter_map(|row| row.split(" | ").nth(1)?.strip_prefix('`')?.strip_suffix('`'));
    let expected: BTreeSet<String> =
        listed.flat_map(|name| [format!("{name}.svg"), format!("{name}.csv")]).collect();
    let found: BTreeSet<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, expected);
    assert!(expected.len() >= 80, "{}", expected.len());
    for name in &found {
        let text = std::fs::read_to_string(out.join(name)).unwrap();
        if name.ends_with(".svg") {
            assert!(text.starts_with("<svg"), "{name}");
            continue;
        }
        assert!(text.starts_with("line,kind,\""), "{name}: {}", text.lines().next().unwrap());
        assert!(text.lines().count() > 100, "{name}");
        for row in text.lines().skip(1) {
            let numbers =
                row.rsplit(',').take(2).all(|number| number.parse::<f64>().is_ok_and(f64::is_finite));
            assert!(numbers, "{name}: {row}");
        }
    }
    refused(&["sources", "--out", ""], &["--out"]);
}

#[test]
fn the_sources_have_a_verdict_each() {
    let rows = json(&["sources", "--json"]);
    let rows = rows.as_array().expect("rows");
    assert!(rows.len() >= 80, "{}", rows.len());
    for row in rows {
        let mut expected =
            ["id", "source", "where", "quantity", "printed", "computed", "unit", "verdict", "why"];
        expected.sort_unstable();
        assert_eq!(keys(row), expected);
        assert!(row["computed"].is_number(), "{row}");
        let verdicts = ["reproduced", "rounded", "erratum"];
        assert!(row["verdict"].as_str().is_some_and(|verdict| verdicts.contains(&verdict)), "{row}");
        let is_erratum = row["verdict"] == "erratum";
        assert!(!is_erratum || row["why"].as_str().is_some_and(|why| why.len() > 10), "{row}");
    }
    let errata = json(&["sources", "--json", "--verdict", "erratum"]);
    assert!(errata.as_array().expect("rows").iter().all(|row| row["verdict"] == "erratum"));
    assert!(success(&["sources"]).contains("reproduced"));
}

#[test]
fn the_stability_table_has_a_limit_per_integrator() {
    let rows = json(&["stability", "--json"]);
    let rows = rows.as_array().expect("rows");
    for row in rows {
        assert!(row["limit"].as_f64().unwrap() >= 2.0 && row["dt_s"].as_f64().unwrap() > 0.0);
    }
    assert!(rows.iter().any(|row| row["settles"] == true) && rows.iter().any(|row| row["settles"] == false));
    assert!(success(&["stability"]).contains("dopri5"));
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// A row of the table is its test's name, value and unit, as JSON has them.
    #[test]
    #[ignore = "long: some seconds"]
    fn the_table_shows_what_the_json_says() {
        let [straight, _, split] = parts();
        let of = |options: [&str; 2]| success(&[&["roadtest", "boxster-s"], &options[..]].concat());
        let tables = [of(["--model", "straight_line"]), of(["--test", "split-mu braking"])];
        for (table, document) in tables.iter().zip([straight, split]) {
            for row in document["results"].as_array().expect("rows") {
                let (test, unit) =
                    (row["test"].as_str().expect("a name"), row["unit"].as_str().expect("a unit"));
                let is_it = |line: &&str| line.strip_prefix(test).is_some_and(|rest| rest.starts_with("  "));
                let line = table.lines().find(is_it).expect(test);
                let mut words = line[test.len()..].split_whitespace();
                match row["value"].as_f64() {
                    Some(value) => {
                        let shown: f64 = words.next().and_then(|word| word.parse().ok()).expect(line);
                        let places =
                            line[test.len()..].trim_start().split_once(' ').map_or(0, |(number, _)| {
                                number.split_once('.').map_or(0, |(_, decimals)| decimals.len())
                            });
                        let half = 0.5 * 10.0_f64.powi(-i32::try_from(places).expect("few places"));
                        assert!((shown - value).abs() <= half * (1.0 + 1e-9), "{line}: {value}");
                    }
                    None => assert_eq!(words.next(), Some("-"), "{line}"),
                }
                assert_eq!(words.next(), Some(unit), "{line}");
            }
        }
        let text = tables.concat();
        for part in ["published", "difference", "source", "drag limits it", "palmer: Grant Palmer"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf "));
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn top_speed_and_coast_down_say_more() {
        let [document, ..] = parts();
        let top = row(document, "top speed");
        assert_eq!(top["limited_by"], "drag");
        assert_eq!(top["gear"], 6);
        let (driven, balance) = (top["value"].as_f64().unwrap(), top["equilibrium_km_h"].as_f64().unwrap());
        assert!((driven / balance - 1.0).abs() < 0.02, "{top}");
        let load = &row(document, "coast-down")["coefficients"];
        assert_eq!(keys(load), ["a_n", "b_n_s_m", "c_n_s2_m2"]);
        assert!(load["a_n"].as_f64().unwrap() > 50.0 && load["c_n_s2_m2"].as_f64().unwrap() > 0.1);
    }
}
