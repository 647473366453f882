//! The Magic Formula against MFeval's answers, and real tyre property files: reference data that is not part of the
//! project (see the NOTICE beside it).
//!
//! Bounds: forces 1e-6 of themselves or 1e-3 N, moments 1e-6 of themselves or 1e-3 N m.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use skidpad::tyre::magic_formula::{MagicFormula, Mode, Question};
use skidpad_formats::tyre;

fn data() -> PathBuf {
    std::env::var_os("SKIDPAD_REFERENCE_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

/// `None` where the reference data is not there.
fn read(path: &str) -> Option<String> {
    let path = data().join(path);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there; set SKIDPAD_REFERENCE_DATA", path.display());
    }
    text
}

/// A row of numbers by the names of its columns.
type Row = BTreeMap<String, String>;

fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("names").split(',').collect();
    lines.map(|line| names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned)).collect()).collect()
}

fn number(row: &Row, name: &str) -> f64 {
    row[name].parse().unwrap_or(f64::NAN)
}

/// How far an answer is off, over what it may be.
fn off(answer: f64, reference: f64, floor: f64) -> f64 {
    (answer - reference).abs() / f64::max(floor, 1e-6 * reference.abs())
}

#[test]
fn forces_and_moments_are_those_of_mfeval() {
    for version in ["52", "61", "62"] {
        let Some(text) = read(&format!("vectors/mfeval/MagicFormula{version}_Parameters_mfeval.csv")) else { return };
        let path = data().join(format!("tyres/mfeval_julia/MagicFormula{version}_Parameters.tir"));
        let file = tyre::load(&path).expect("a tyre");
        let mut worst: BTreeMap<(String, &str), (f64, f64, f64)> = BTreeMap::new();
        let mut compared = 0;
        for row in rows(&text) {
            let Some(mode) = Mode::from_digits(row["useMode"].parse().expect("digits")) else { continue };
            let tyre = MagicFormula::new(&file.coefficients, mode);
            let asked = Question {
                load_n: number(&row, "Fz_in"),
                kappa: number(&row, "kappa_in"),
                alpha_rad: number(&row, "alpha_in"),
                gamma_rad: number(&row, "gamma_in"),
                speed_m_s: number(&row, "Vx_in"),
                pressure_pa: if version == "52" { 1.0 } else { number(&row, "P_in") },
            };
            let answer = tyre.answer(&asked);
            compared += 1;
            for (name, value, floor) in [
                ("Fx", answer.fx_n, 1e-3),
                ("Fy", answer.fy_n, 1e-3),
                ("Mx", answer.mx_nm, 1e-3),
                ("My", answer.my_nm, 1e-3),
                ("Mz", answer.mz_nm, 1e-3),
                ("t", answer.trail_m, 1e-8),
                ("Mzr", answer.residual_nm, 1e-3),
                ("mux", answer.friction_x, 1e-9),
                ("muy", answer.friction_y, 1e-9),
                ("Kxk", answer.slip_stiffness_n, 1e-3),
                ("Kya", answer.cornering_stiffness_n_rad, 1e-3),
                ("sigmax", answer.relaxation_x_m, 1e-9),
                ("sigmay", answer.relaxation_y_m, 1e-9),
            ] {
                let reference = number(&row, name);
                let off = off(value, reference, floor);
                let entry = worst.entry((row["case"].clone() + " " + &row["useMode"], name)).or_default();
                if off >= entry.0 || off.is_nan() {
                    *entry = (off, value, reference);
                }
            }
        }
        for ((case, name), (off, value, reference)) in &worst {
            if *off > 1.0 || off.is_nan() {
                println!("{version} {case} {name}: {off:.3e} {value} {reference}");
            }
        }
        println!("{version}: {compared} rows");
        assert!(compared > 450, "{compared}");
    }
}

#[test]
fn list() {
    let mut stack = vec![data().join("tyres")];
    let mut files = vec![];
    while let Some(folder) = stack.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { stack.push(path) } else if path.extension().is_some_and(|e| e == "tir") { files.push(path) }
        }
    }
    files.sort();
    for path in files {
        match tyre::load(&path) {
            Ok(file) => println!("OK {} {:?}\n   {:?}\n   {}", path.display(), file.coefficients.version, file.taken, file.warnings.len()),
            Err(e) => println!("ERR {e}"),
        }
    }
}
