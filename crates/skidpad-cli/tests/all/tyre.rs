//! `skidpad tyre`: facts and curves, questions and answers, fits.

#![allow(clippy::disallowed_methods, reason = "measures points with the standard library")]

use crate::common;
use skidpad_testing::Random;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use common::{folder, json, refused, skidpad, stderr, stdout, success, text};
use serde_json::Value;

const TYRE: &str = "summer-205-55r16";

/// Asks a tyre line by line.
fn eval(arguments: &[&str], questions: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .args(["tyre", "eval"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let questions = questions.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&questions));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("no panic").expect("written");
    output
}

fn answers(arguments: &[&str], questions: &[u8]) -> Vec<Value> {
    let output = eval(arguments, questions);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn number(answer: &Value, key: &str) -> f64 {
    answer[key].as_f64().unwrap_or_else(|| panic!("{key} in {answer}"))
}

#[test]
fn facts_are_shown_and_curves_are_drawn() {
    let folder = folder("tyre_show");
    let shown = success(&["tyre", "show", TYRE, "--out", text(&folder)]);
    for says in ["Magic Formula 6.1, left side", "peak friction, driving", "lateral relaxation length"] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
    let picture = fs::read_to_string(folder.join("tyre-curves.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("Aligning moment") && picture.contains("4.0 kN"));
    let document = json(&["tyre", "show", TYRE, "--json"]);
    let nominal = &document["loads"][1];
    assert_eq!(number(nominal, "fz_n"), 4000.0);
    // mu F_z and what the shifts add: pdx1 + pvx1 and pdy1 + pvy1
    assert!((number(nominal, "peak_friction_x") - 1.1508).abs() < 1e-4, "{nominal}");
    assert!((number(nominal, "peak_friction_y") - 1.008).abs() < 1e-4, "{nominal}");
    assert!((number(nominal, "relaxation_y_m") - 59349.24078 / 140e3).abs() < 1e-9, "{nominal}");
}

#[test]
fn every_question_has_one_line_of_answer() {
    let questions = b"{\"fz_n\": 4000, \"kappa\": 0.02, \"alpha_rad\": 0.05}\n{\"fz_n\": 4000, \"kapa\": 1}\n\nx\n\
        {\"fz_n\": 1e999}\n{\"fz_n\": NaN}\n{\"fz_n\": 0, \"vx_m_s\": 0}\n{\"kappa\": 1}\n{\"fz_n\": 1, \"fz_n\": 1}\n\
        {\"fz_n\": 4000, \"alpha_rad\": 5}\n{\"fz_n\": null}\n[1]\n\xff\n{\"fz_n\": 4000}";
    let answers = answers(&[TYRE], questions);
    assert_eq!(answers.len(), 14);
    let is_error = |index: usize, says: &str| {
        let error = answers[index]["error"].as_str().unwrap_or_else(|| panic!("{}", answers[index]));
        assert!(error.contains(says), "{says}: {error}");
    };
    assert!(number(&answers[0], "fx_n") > 1000.0 && number(&answers[0], "fy_n") < -1000.0, "{}", answers[0]);
    for key in ["mx_nm", "my_nm", "mz_nm", "trail_m", "friction_x", "relaxation_y_m"] {
        number(&answers[0], key);
    }
    is_error(1, "did you mean `kappa`?");
    is_error(2, "the line is blank");
    is_error(3, "not JSON");
    is_error(4, "number out of range");
    is_error(5, "not JSON");
    assert_eq!(number(&answers[6], "fx_n"), 0.0);
    is_error(7, "fz_n is missing");
    is_error(8, "appears twice");
    is_error(9, "alpha_rad is 5e0; it must be between");
    is_error(10, "invalid type");
    is_error(11, "invalid type");
    is_error(12, "not UTF-8");
    assert!(number(&answers[13], "my_nm") < 0.0);
}

#[test]
fn modes_differ_where_their_texts_do() {
    let question =
        b"{\"fz_n\": 6000, \"kappa\": 0.03, \"alpha_rad\": 0.2, \"gamma_rad\": 0.03, \"vx_m_s\": 16.7}\n";
    let of = |mode: &str| answers(&[TYRE, "--mode", mode], question).remove(0);
    assert_eq!(of("mfeval"), of("111"));
    assert_eq!(number(&of("221"), "fy_n"), number(&of("book"), "fy_n"));
    assert_ne!(number(&of("211"), "fy_n"), number(&of("221"), "fy_n"));
    let share = number(&of("book"), "my_nm") / number(&of("221"), "my_nm");
    assert!((share - 1.5).abs() < 1e-12, "{share}");
    refused(&["tyre", "eval", TYRE, "--mode", "112"], &["--mode", "must be book, mfeval"]);
}

/// Points of a tyre that differs from the start, with the noise of a fixed sequence.
fn measured(folder: &std::path::Path, noise_n: f64) -> (std::path::PathBuf, Vec<[f64; 3]>) {
    let preset = concat!(env!("CARGO_MANIFEST_DIR"), "/../skidpad-formats/tyres/summer-205-55r16.tir");
    let mut truth = fs::read_to_string(preset).expect("the preset");
    for (from, to) in [
        ("PCX1                     = 1.6", "PCX1 = 1.45"),
        ("PDX1                     = 1.15", "PDX1 = 1.3"),
        ("PKX1                     = 22.0", "PKX1 = 28"),
        ("PDY1                     = 1.0", "PDY1 = 1.12"),
        ("PEY1                     = -0.8", "PEY1 = -1.5"),
        ("PKY1                     = -18.0", "PKY1 = -23"),
        ("PKY2                     = 1.9", "PKY2 = 2.4"),
        ("RBX1                     = 12.4", "RBX1 = 9"),
        ("RBY1                     = 10.5", "RBY1 = 15"),
        ("QDZ1                     = 0.1", "QDZ1 = 0.08"),
    ] {
        assert!(truth.contains(from), "{from}");
        truth = truth.replace(from, to);
    }
    let path = folder.join("truth.tir");
    fs::write(&path, truth).expect("written");
    let mut rows: Vec<[f64; 4]> = Vec::new();
    let parts =
        |count: i32, most: f64| (-count..=count).map(move |part| most * f64::from(part) / f64::from(count));
    for load_n in [1500.0, 3000.0, 4500.0, 6500.0] {
        for gamma in [0.0, 0.05, -0.05] {
            rows.extend(parts(15, 0.3).map(|kappa| [load_n, kappa, 0.0, gamma]));
            rows.extend(parts(15, 0.26).map(|alpha| [load_n, 0.0, alpha, gamma]));
        }
        for alpha in [-0.1, -0.04, 0.04, 0.1] {
            rows.extend(parts(10, 0.3).map(|kappa| [load_n, kappa, alpha, 0.0]));
        }
    }
    let question = |[fz, kappa, alpha, gamma]: &[f64; 4]| {
        format!("{{\"fz_n\":{fz},\"kappa\":{kappa},\"alpha_rad\":{alpha},\"gamma_rad\":{gamma}}}\n")
    };
    let questions: String = rows.iter().map(question).collect();
    let answers = answers(&[text(&path), "--mode", "driving"], questions.as_bytes());
    let mut random = Random::new(0x5EED);
    let mut table = "fz_n,kappa,alpha_rad,gamma_rad,fx_n,fy_n,mz_nm\n".to_owned();
    let mut clean = Vec::new();
    for ([fz, kappa, alpha, gamma], answer) in rows.iter().zip(&answers) {
        let forces = ["fx_n", "fy_n", "mz_nm"].map(|key| number(answer, key));
        let [x, y, z] = [
            forces[0] + noise_n * random.noise(),
            forces[1] + noise_n * random.noise(),
            forces[2] + 0.05 * noise_n * random.noise(),
        ];
        table += &format!("{fz},{kappa},{alpha},{gamma},{x},{y},{z}\n");
        clean.push(forces);
    }
    let points = folder.join("points.csv");
    fs::write(&points, table).expect("written");
    (points, clean)
}

#[test]
fn a_fit_recovers_the_tyre_within_the_noise() {
    let folder = folder("tyre_fit");
    let (points, clean) = measured(&folder, 20.0);
    let out = folder.join("fitted.tir");
    let report = json(&["tyre", "fit", text(&points), "--out", text(&out), "--json"]);
    for (index, (channel, noise)) in [("fx_n", 20.0), ("fy_n", 20.0), ("mz_nm", 1.0)].into_iter().enumerate()
    {
        let fit = &report["channels"][index];
        assert_eq!(fit["channel"], channel);
        let rms = number(fit, "rms");
        assert!(rms < 1.05 * noise && rms > 0.85 * noise, "{channel}: {rms}");
        assert!(number(fit, "r_squared") > 0.998, "{fit}");
    }
    // Against the forces without the noise: closer than the noise by far.
    let table = fs::read_to_string(&points).expect("points");
    let rows: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect())
        .collect();
    let questions: String = rows
        .iter()
        .map(|row| {
            format!(
                "{{\"fz_n\":{},\"kappa\":{},\"alpha_rad\":{},\"gamma_rad\":{}}}\n",
                row[0], row[1], row[2], row[3]
            )
        })
        .collect();
    let answers = answers(&[text(&out), "--mode", "driving"], questions.as_bytes());
    for (index, (key, noise)) in [("fx_n", 20.0), ("fy_n", 20.0), ("mz_nm", 1.0)].into_iter().enumerate() {
        let sum: f64 = answers
            .iter()
            .zip(&clean)
            .map(|(answer, clean)| (number(answer, key) - clean[index]).powi(2))
            .sum();
        let rms = (sum / clean.len() as f64).sqrt();
        assert!(rms < 0.5 * noise, "{key}: {rms}");
    }
    let shown = success(&["tyre", "show", text(&out)]);
    assert!(shown.contains("fitted: Magic Formula 6.1") && !shown.contains("not in the file"), "{shown}");
}

#[test]
fn channels_that_were_not_measured_stay_as_in_the_start() {
    let folder = folder("tyre_fit_some");
    let points = folder.join("points.csv");
    let row = |part: i32| {
        let alpha = 0.02 * f64::from(part);
        format!("4000,{alpha},{}\n", -4000.0 * (1.3 * (11.0 * alpha).atan()).sin())
    };
    let rows: String = (-10..=10).map(row).collect();
    fs::write(&points, format!("fz_n,alpha_rad,fy_n\n{rows}")).expect("written");
    let report = success(&["tyre", "fit", text(&points)]);
    for says in ["fx_n was not measured", "gamma_rad is not given: taken as 0", "PKY1"] {
        assert!(report.contains(says), "{says}: {report}");
    }
    assert!(!report.contains("PDY2") && !report.contains("RBY1"), "{report}");
}

#[test]
fn bad_input_is_refused_with_one_message() {
    let folder = folder("tyre_bad");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        text(&path).to_owned()
    };
    let out = folder.join("out.tir");
    let cut = write("cut.tir", b"[UNITS]\nLENGTH = 'me");
    for arguments in [
        vec!["tyre", "show", &cut],
        vec!["tyre", "eval", &cut],
        vec!["tyre", "fit", "x.csv", "--start", &cut],
    ] {
        refused(&arguments, &["cut.tir", "closed with '", "MODEL.FITTYP"]);
    }
    refused(&["tyre", "show", "nothing.tir"], &["file not found: nothing.tir", TYRE]);
    refused(&["tyre", "show", TYRE, "--out", ""], &["--out"]);
    refused(&["tyre", "fit", "nothing.csv"], &["file not found: nothing.csv"]);
    for (name, bytes, says) in [
        ("empty.csv", &b""[..], "an empty file"),
        (
            "cells.csv",
            b"fz_n,alpha_rad,fy_n\n4000,0.1,1\n4000,x,1\n4000,0.1,nan\n",
            "line 3: alpha_rad: got `x`",
        ),
        ("none.csv", b"fz_n,alpha_rad\n4000,0.1\n", "at least one of the columns fx_n, fy_n or mz_nm"),
        ("few.csv", b"fz_n,alpha_rad,fy_n\n4000,0.1,1\n4000,0.2,1\n", "fy_n has 2 points for"),
        ("flat.csv", b"fz_n,alpha_rad,fy_n\n4000,0.1,1\n4000,0.1,1\n", "nothing to fit"),
    ] {
        let path = write(name, bytes);
        refused(&["tyre", "fit", &path, "--out", text(&out)], &[says]);
    }
    let points = write("points.csv", b"fz_n,alpha_rad,fy_n\n4000,0.1,1\n");
    refused(&["tyre", "fit", &points, "--out", text(&folder)], &["--out", "is a folder; name a file"]);
    assert!(!out.exists());
    let output = skidpad(&["tyre"]);
    assert_eq!(output.status.code(), Some(2));
}
