//! The Magic Formula against MFeval's answers, and real tyre property files: reference data that is not part of the
//! project (see the NOTICE beside it).
//!
//! Bounds: 1e-6 of the reference, or 1e-3 N, 1e-3 N m, 1e-9 of what is counted in m or is a pure number. The files
//! are MFeval's answers for its own example tyres of the three versions; rows with turn slip are left out.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use skidpad::tyre::magic_formula::{Answer, MagicFormula, Mode, Question, Version};
use skidpad_formats::tyre::{self, TyreFile};

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
    let row = |line: &str| {
        names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

fn number(row: &Row, name: &str) -> f64 {
    row[name].parse().unwrap_or(f64::NAN)
}

/// How far an answer is off, over what it may be.
fn off(answer: f64, reference: f64, floor: f64) -> f64 {
    (answer - reference).abs() / f64::max(floor, 1e-6 * reference.abs())
}

/// One call for all, so that the formula is compiled once.
fn answer(file: &TyreFile, mode: Mode, asked: &Question<f64>) -> Answer<f64> {
    MagicFormula::new(&file.coefficients, mode).answer(asked)
}

#[test]
fn forces_and_moments_are_those_of_mfeval() {
    for version in ["52", "61", "62"] {
        let Some(text) = read(&format!("vectors/mfeval/MagicFormula{version}_Parameters_mfeval.csv")) else {
            return;
        };
        let path = data().join(format!("tyres/mfeval_julia/MagicFormula{version}_Parameters.tir"));
        let file = tyre::load(&path).expect("a tyre");
        let mut worst: BTreeMap<&str, f64> = BTreeMap::new();
        let mut compared = 0;
        for row in rows(&text) {
            let Some(mode) = Mode::from_digits(row["useMode"].parse().expect("digits")) else { continue };
            let asked = Question {
                load_n: number(&row, "Fz_in"),
                kappa: number(&row, "kappa_in"),
                alpha_rad: number(&row, "alpha_in"),
                gamma_rad: number(&row, "gamma_in"),
                speed_m_s: number(&row, "Vx_in"),
                pressure_pa: if version == "52" { 1.0 } else { number(&row, "P_in") },
            };
            let answer = answer(&file, mode, &asked);
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
                let what = format!(
                    "{version} {} {} {name}: {value}, MFeval {reference}",
                    row["case"], row["useMode"]
                );
                assert!(off <= 1.0, "{what}, {off} of what it may be");
                let most = worst.entry(name).or_default();
                *most = f64::max(*most, off);
            }
        }
        println!("MFeval {version}: {compared} rows, largest error over its bound {worst:?}");
        assert!(compared > 450, "{compared}");
    }
}

#[test]
fn effective_radius_and_patch_are_those_of_mfeval() {
    for version in ["61", "62"] {
        let Some(text) = read(&format!("vectors/mfeval/MagicFormula{version}_Parameters_mfeval.csv")) else {
            return;
        };
        let path = data().join(format!("tyres/mfeval_julia/MagicFormula{version}_Parameters.tir"));
        let file = tyre::load(&path).expect("a tyre");
        let (size, vertical) = (&file.coefficients.size, &file.vertical);
        for row in rows(&text).iter().filter(|row| row["case"] == "pure_lat") {
            let (load_n, speed_m_s, pressure_pa) =
                (number(row, "Fz_in"), number(row, "Vx_in"), number(row, "P_in"));
            let radius_m = vertical.effective_radius_m(size, load_n, speed_m_s, pressure_pa);
            let (length_m, width_m) = vertical.patch_m(size, load_n, pressure_pa);
            assert!((radius_m - number(row, "Re")).abs() < 1e-9, "{radius_m} {}", row["Re"]);
            assert!((2.0 * length_m - number(row, "two_a")).abs() < 1e-12);
            assert!((2.0 * width_m - number(row, "two_b")).abs() < 1e-12);
        }
    }
}

/// A PAC2002 file that leaves out combined slip and has a scaled nominal load.
#[test]
fn a_pac2002_tyre_has_the_pure_forces_of_mfeval() {
    let Some(text) = read("vectors/mfeval/Chrono_Sedan_Pac02Tire_as_MF52_pure.csv") else { return };
    let file = tyre::load(&data().join("tyres/chrono/sedan_tire_Sedan_Pac02Tire.tir")).expect("a tyre");
    assert_eq!(file.coefficients.version, Version::V5_2);
    assert_eq!(file.coefficients.scaling.lfzo, 0.81);
    for row in rows(&text) {
        let asked = Question {
            load_n: number(&row, "Fz"),
            kappa: number(&row, "kappa"),
            alpha_rad: number(&row, "alpha"),
            gamma_rad: number(&row, "gamma"),
            speed_m_s: number(&row, "Vx"),
            pressure_pa: 1.0,
        };
        let answer = answer(&file, Mode::COMMON, &asked);
        let (force_n, friction, stiffness, length_m) = if row["case"] == "pure_long" {
            (answer.fx_n, answer.friction_x, answer.slip_stiffness_n, answer.relaxation_x_m)
        } else {
            (answer.fy_n, answer.friction_y, answer.cornering_stiffness_n_rad, answer.relaxation_y_m)
        };
        for (name, value, floor) in [
            ("F_pure", force_n, 1e-3),
            ("mu", friction, 1e-9),
            ("K0", stiffness, 1e-3),
            ("sigma", length_m, 1e-9),
        ] {
            let reference = number(&row, name);
            assert!(off(value, reference, floor) <= 1.0, "{row:?}: {name} {value}");
        }
    }
}

/// Files that are refused, each with a part of the reason.
const REFUSED: [(&str, &str); 5] = [
    ("briann92/example.tir", "DIMENSION.UNLOADED_RADIUS: got nothing; must be given"),
    (
        "chrono/feda_tires_335_65R22_5_G275MSA_60psi.tir",
        "DEFLECTION_LOAD_CURVE: got the section a second time",
    ),
    ("teasit/obfuscated.tir", "VERTICAL_FORCE_RANGE.FZMAX: got nothing; must be a number"),
    ("teasit/obfuscated_v52.tir", "LATERAL_COEFFICIENTS.PHY3: got nothing; must be given"),
    ("tread/params-test.tir", "OVERTURNING_COEFFICIENTS.QSX1: got nothing; must be given"),
];

#[test]
fn real_files_are_read_or_refused_with_the_reason() {
    if read("tyres/NOTICE.md").is_none() {
        return;
    }
    let (root, mut count) = (data().join("tyres"), 0);
    for folder in ["briann92", "chrono", "mfeval_julia", "teasit", "tread"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_none_or(|extension| extension != "tir") {
                continue;
            }
            count += 1;
            let name = format!("{folder}/{}", path.file_name().expect("a name").to_string_lossy());
            let refused = REFUSED.iter().find(|(file, _)| *file == name);
            match (tyre::load(&path), refused) {
                (Err(error), Some((_, says))) => assert!(error.to_string().contains(says), "{error}"),
                (Ok(file), None) => sound(&name, &file),
                (Ok(_), Some(_)) => panic!("{name} was read"),
                (Err(error), None) => panic!("{error}"),
            }
        }
    }
    assert!(count >= 25, "{count}");
}

/// A tyre that was read pushes against its slip, and is written so that it reads back the same.
fn sound(name: &str, file: &TyreFile) {
    let load_n = file.coefficients.size.nominal_load_n;
    let tyre = MagicFormula::new(&file.coefficients, Mode::Driving);
    let plain = tyre.plain_question(load_n);
    let drives = answer(file, Mode::Driving, &Question { kappa: 0.05, ..plain });
    let slides = answer(file, Mode::Driving, &Question { alpha_rad: 0.08, ..plain });
    assert!(drives.fx_n > 0.2 * load_n && slides.fy_n < -0.2 * load_n, "{name} {drives:?} {slides:?}");
    let text = tyre::write(file, &[name.to_owned()]);
    let again = tyre::parse(name, text.as_bytes()).expect("what was written");
    assert_eq!(again.coefficients, file.coefficients, "{name}");
    assert_eq!((again.vertical, again.side), (file.vertical, file.side), "{name}");
}
