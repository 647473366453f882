//! `skidpad validate`, with small folders of reference data that are made here: agreeing, disagreeing and broken.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::{folder, keys, refused, stderr, stdout};
use serde_json::Value;

/// Runs `skidpad validate` with a folder of reference data.
fn validate(data: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .arg("validate")
        .args(arguments)
        .env("SKIDPAD_REFERENCE_DATA", data)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// Exit code, JSON document, standard error.
fn validated(data: &Path, arguments: &[&str]) -> (Option<i32>, Value, String) {
    let output = validate(data, &[arguments, &["--json"]].concat());
    let document = serde_json::from_str(&stdout(&output)).expect("one JSON document");
    (output.status.code(), document, stderr(&output))
}

const TRAIL: &str = "vectors/chrono/tmeasy_align.csv";
const KS: &str = "commonroad/test_vectors_generated_3.0.2.json";
const LIMITS: &str = "commonroad/test_vectors_constraints_3.0.2.json";

/// Without slip the trail is its share of the contact's length: 0.2 of 0.1 m, under 100 N.
const GOOD_TRAIL: &str = "force,slip,share,zero,end,length,moment\n100,0,0.2,0.2,0.5,0.1,-2\n";
/// A car that drives straight on at 10 m/s, steers by 0.1 rad/s and accelerates by 1 m/s^2.
const GOOD_KS: &str = r#"{"vectors": [{"model": "KS", "vehicle": 2, "x": [1, 2, 0, 10, 0], "u": [0.1, 1], "f": [10, 0, 0.1, 1, 0]}]}"#;
/// An acceleration that no limit concerns.
const GOOD_LIMITS: &str = r#"{"rows": [["acc", 2, 3, 1.5, 1.5], ["steer", 2, 0, 0.1, 0.1]]}"#;

/// A folder with some files.
fn data(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    folder
}

fn check<'d>(document: &'d Value, name: &str, source: &str) -> &'d Value {
    let checks = document["checks"].as_array().expect("checks");
    let found = checks.iter().find(|check| check["name"] == name && check["source"] == source);
    found.unwrap_or_else(|| panic!("no {name} with {source}: {document:#}"))
}

#[test]
fn data_that_agree_end_with_0_and_say_by_how_much() {
    let files = [(TRAIL, GOOD_TRAIL), (KS, GOOD_KS), (LIMITS, GOOD_LIMITS)];
    let folder = data("validate_agrees", &files);
    let only = ["--only", "chrono/tmeasy-trail", "--only", "commonroad/ks", "--only", "commonroad/limits"];
    let (code, document, said) = validated(&folder, &only);
    assert_eq!((code, &said[..]), (Some(0), ""), "{document:#}");
    assert_eq!(keys(&document), ["agrees", "checks", "data", "disagrees", "model", "skipped", "unusable"]);
    assert_eq!(document["data"]["is_there"], true);
    for (name, source, cases) in
        [("chrono/tmeasy-trail", TRAIL, 1), ("commonroad/ks", KS, 5), ("commonroad/limits", LIMITS, 2)]
    {
        let check = check(&document, name, source);
        assert_eq!((check["outcome"].as_str(), check["cases"].as_u64()), (Some("agrees"), Some(cases)));
        assert!(check["worst"].as_f64() <= check["bound"].as_f64(), "{check}");
    }
    // The other files of KS are not there, which is said and is no failure.
    let skipped = check(&document, "commonroad/ks", "commonroad/test_vectors_published.json");
    assert_eq!(skipped["outcome"], "skipped");
    assert!(skipped["reason"].as_str().unwrap().contains("is not there"), "{skipped}");
    let shown = stdout(&validate(&folder, &only));
    for part in ["commonroad/ks", "1e-12 of the largest term", "3 agree, 2 skipped", "is not there"] {
        assert!(shown.contains(part), "`{part}` is missing in: {shown}");
    }
}

#[test]
fn data_that_disagree_end_with_1_and_name_the_number() {
    let trail = GOOD_TRAIL.replace("-2\n", "-2.5\n");
    let ks = GOOD_KS.replace("[10, 0, 0.1", "[10.001, 0, 0.1");
    let folder = data("validate_disagrees", &[(TRAIL, &trail), (KS, &ks), (LIMITS, GOOD_LIMITS)]);
    let (code, document, _) = validated(&folder, &["--only", "chrono", "--only", "ks"]);
    assert_eq!(code, Some(1), "{document:#}");
    let wrong = check(&document, "commonroad/ks", KS);
    assert_eq!((wrong["outcome"].as_str(), wrong["beyond_bound"].as_u64()), (Some("disagrees"), Some(1)));
    let departure = 0.001 / 10.001;
    assert!((wrong["worst"].as_f64().unwrap() - departure).abs() < 1e-9, "{wrong}");
    assert_eq!(wrong["worst_case"], wrong["examples"][0]);
    assert!(wrong["examples"][0].as_str().unwrap().contains("set 2, rate 0: 10, not 10.001"), "{wrong}");
    let shown = stdout(&validate(&folder, &["--only", "tmeasy-trail"]));
    assert!(shown.contains("chrono/tmeasy-trail disagrees: 1 of 1 beyond the bound"), "{shown}");
    assert!(shown.contains("-2, not -2.5"), "{shown}");
}

/// Whatever is broken is named, with its file; nothing of it counts as agreement.
#[test]
fn broken_data_end_with_1_and_name_the_file() {
    for (index, (file, name, text, says)) in [
        (TRAIL, "tmeasy-trail", "", "columns"),
        (TRAIL, "tmeasy-trail", "a,b\n1,2\n", "2 columns; must be 7"),
        (TRAIL, "tmeasy-trail", "a,b,c,d,e,f,g\n", "nothing in it to compare"),
        (TRAIL, "tmeasy-trail", "a,b,c,d,e,f,g\n1,2,3\n", "line 2 has not 7 columns"),
        (TRAIL, "tmeasy-trail", "a,b,c,d,e,f,g\n1,2,3,4,5,six,7\n", "line 2: `six` is no finite number"),
        (TRAIL, "tmeasy-trail", "a,b,c,d,e,f,g\n1,2,3,4,5,NaN,7\n", "line 2: `NaN` is no finite number"),
        (KS, "commonroad/ks", &GOOD_KS[..40], "EOF"),
        (KS, "commonroad/ks", "[]", "is no array"),
        (KS, "commonroad/ks", &GOOD_KS.replace("\"KS\"", "\"KZ\"")[..], "unknown model KZ"),
        (KS, "commonroad/ks", &GOOD_KS.replace("[1, 2, 0,", "[1, 2,")[..], "another length than the model's"),
        (KS, "commonroad/ks", &GOOD_KS.replace(": 2,", ": 7,")[..], "7 is no parameter set"),
        (KS, "commonroad/ks", &GOOD_KS.replace("[10,", "[null,")[..], "`null` is no number"),
        (LIMITS, "limits", r#"{"rows": [["jump", 2, 3, 1, 1]]}"#, "unknown constraint"),
        ("tyres/mfeval_julia/MagicFormula61_Parameters.tir", "mfeval/61", "[MDI_HEADER]\n", "must be"),
    ]
    .into_iter()
    .enumerate()
    {
        let answers = "vectors/mfeval/MagicFormula61_Parameters_mfeval.csv";
        let folder = data(&format!("validate_broken_{index}"), &[(file, text), (answers, "case,useMode\n")]);
        let (code, document, _) = validated(&folder, &["--only", name]);
        assert_eq!((code, document["unusable"].as_u64()), (Some(1), Some(1)), "{file}: {document:#}");
        let checks = document["checks"].as_array().unwrap();
        let reason = checks.iter().find(|check| check["outcome"] == "unusable").unwrap()["reason"].as_str();
        let reason = reason.unwrap();
        assert!(reason.contains(file) && reason.contains(says), "`{says}` is missing in: {reason}");
    }
}

#[test]
fn a_folder_that_is_not_there_is_skipped_loudly() {
    let nowhere = folder("validate_nowhere").join("data");
    let output = validate(&nowhere, &["--only", "commonroad", "--only", "mfeval", "--only", "measured"]);
    assert_eq!(output.status.code(), Some(0));
    let said = stderr(&output);
    for part in ["reference data not found", "validate_nowhere", "SKIDPAD_REFERENCE_DATA"] {
        assert!(said.contains(part), "`{part}` is missing in: {said}");
    }
    let shown = stdout(&output);
    for part in ["skipped:", "commonroad/mb: ", "mfeval/61: ", "measured/bmw-m8-coast: ", "is not there"] {
        assert!(shown.contains(part), "`{part}` is missing in: {shown}");
    }
    assert!(!shown.contains(" agree,"), "{shown}");
    let (code, document, _) = validated(&nowhere, &["--only", "commonroad"]);
    assert_eq!(code, Some(0));
    assert!(document["data"]["is_there"] == false && document["agrees"] == 0, "{document:#}");
    assert!(document["skipped"].as_u64() > Some(8), "{document:#}");
}

/// The presets' published figures are in the tree.
#[test]
fn published_figures_need_no_data() {
    let nowhere = folder("validate_road_tests").join("data");
    let only = ["--only", "road-tests/tesla-model-3-rwd", "--only", "hlavacs"];
    let (code, document, said) = validated(&nowhere, &only);
    assert_eq!((code, &said[..]), (Some(0), ""), "{document:#}");
    let checks = document["checks"].as_array().unwrap();
    let named = |name: &str| checks.iter().find(|check| check["name"] == name).unwrap();
    let real = named("road-tests/tesla-model-3-rwd");
    assert_eq!(real["outcome"], "agrees", "{real}");
    assert!(real["cases"].as_u64() > Some(0) && real["worst"].as_f64() < Some(3.0), "{real}");
    let text = named("road-tests/hlavacs");
    assert!(text["reason"].as_str().unwrap().contains("a car of a text"), "{text}");
}

/// A figure that is missed is shown with what it should be, and by how much.
#[test]
fn missed_figures_are_listed_with_their_deviation() {
    let nowhere = folder("validate_missed").join("data");
    let output = validate(&nowhere, &["--only", "bmw-m8", "--model", "straight-line"]);
    let shown = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("0-60 mph: 2.8") && shown.contains("published 2.50 (+14."), "{shown}");
}

#[test]
fn wrong_names_are_refused() {
    refused(
        &["validate", "--only", "comonroad"],
        &["unknown comparison `comonroad`", "did you mean `commonroad`?"],
    );
    refused(&["validate", "--only", ""], &["unknown comparison ``"]);
    refused(&["validate", "--model", "kinematic"], &["straight_line", "two_track"]);
    refused(&["validate", "--model", "two_trak"], &["did you mean `two_track`?"]);
    refused(&["validate", "boxster-s"], &["unexpected argument"]);
}
