//! The Magic Formula against MFeval's answers, and real tyre property files: reference data that is not part of the
//! project (see the NOTICE beside it).
//!
//! How they are compared stands in `skidpad_reference::mfeval`: to 1e-6 of the reference, or 1e-3 N,
//! 1e-3 N m, 1e-9 of what is counted in m or is a pure number.
#![allow(clippy::disallowed_methods)]

use crate::reference_support;

use reference_support::{agrees, data, there};
use skidpad_core::tyre::magic_formula::{Answer, MagicFormula, Mode, Question, Version};
use skidpad_formats::tyre::{self, TyreFile};
use skidpad_reference::mfeval::{self, PURE, PURE_TYRE, VERSIONS};
use skidpad_reference::{Check, Outcome};

/// Forces, moments, trail, frictions, stiffnesses and relaxation lengths, mode by mode; radius and patch.
#[test]
fn answers_are_those_of_mfeval() {
    for version in VERSIONS {
        let mut compared = 0;
        for check in mfeval::checks(&data(), version, version) {
            agrees(&check, 13 * 20);
            compared += check.cases;
            let is_left_out = matches!(check.outcome, Outcome::Skipped(_));
            assert!(!is_left_out || check.name.ends_with("turn-slip") || !data().is_there(), "{check:?}");
        }
        assert!(compared > 13 * 450 || !data().is_there(), "{version}: {compared}");
    }
}

/// A PAC2002 file that leaves out combined slip and has a scaled nominal load.
#[test]
fn a_pac2002_tyre_has_the_pure_forces_of_mfeval() {
    agrees(&Check::new("pac2002", PURE, mfeval::pure(&data())), 4 * 100);
    let Some(file) = there(data().tyre(PURE_TYRE)) else { return };
    assert_eq!(file.coefficients.version, Version::V5_2);
    assert_eq!(file.coefficients.scaling.lfzo, 0.81);
}

/// Files that are refused, each with a part of the reason.
const REFUSED: [(&str, &str); 5] = [
    ("briann92/example.tir", "DIMENSION.UNLOADED_RADIUS: missing; must be given"),
    (
        "chrono/feda_tires_335_65R22_5_G275MSA_60psi.tir",
        "DEFLECTION_LOAD_CURVE: got the section a second time",
    ),
    ("teasit/obfuscated.tir", "VERTICAL_FORCE_RANGE.FZMAX: missing; must be a number"),
    ("teasit/obfuscated_v52.tir", "LATERAL_COEFFICIENTS.PHY3: missing; must be given"),
    ("tread/params-test.tir", "OVERTURNING_COEFFICIENTS.QSX1: missing; must be given"),
];

#[test]
fn real_files_are_read_or_refused_with_the_reason() {
    if there(data().text("tyres/NOTICE.md")).is_none() {
        return;
    }
    let (root, mut count) = (data().path("tyres"), 0);
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

/// One call for all, so that the formula is compiled once.
fn answer(file: &TyreFile, mode: Mode, asked: &Question<f64>) -> Answer<f64> {
    MagicFormula::new(&file.coefficients, mode).answer(asked)
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
