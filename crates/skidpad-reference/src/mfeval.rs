//! The Magic Formula against MFeval's answers for its own example tyres of the three versions, and for a PAC2002
//! tyre. Rows with turn slip are left out.

use std::collections::BTreeMap;

use skidpad_core::math::Real;
use skidpad_core::tyre::magic_formula::{Answer, MagicFormula, Mode, Question};
use skidpad_formats::reference::{Data, Lack, NumberRow};
use skidpad_formats::tyre::TyreFile;

use crate::check::{Check, Tally};

/// MFeval's example tyres by their versions, as they stand in the names of files.
pub const VERSIONS: [&str; 3] = ["52", "61", "62"];
/// A PAC2002 tyre that leaves out combined slip and has a scaled nominal load, in pure slip.
pub const PURE: &str = "vectors/mfeval/Chrono_Sedan_Pac02Tire_as_MF52_pure.csv";
/// That tyre.
pub const PURE_TYRE: &str = "tyres/chrono/sedan_tire_Sedan_Pac02Tire.tir";

/// The bound of a departure, in words.
const MEASURE: &str = "times 1e-6 of it, 1e-3 N or N.m, or 1e-9 m";

/// The file of answers of a version.
pub fn answers(version: &str) -> String {
    format!("vectors/mfeval/MagicFormula{version}_Parameters_mfeval.csv")
}

/// The tyre of a version.
pub fn tyre(version: &str) -> String {
    format!("tyres/mfeval_julia/MagicFormula{version}_Parameters.tir")
}

/// Departure of a value, over the departure that is allowed.
fn off(value: f64, reference: f64, floor: f64) -> f64 {
    (value - reference).abs() / Real::max(floor, 1e-6 * reference.abs())
}

/// One call for all, so that the formula is compiled once.
fn answer(file: &TyreFile, mode: Mode, asked: &Question<f64>) -> Answer<f64> {
    MagicFormula::new(&file.coefficients, mode).answer(asked)
}

/// Columns and values of an answer, each with the least that it may be off.
fn columns(answer: &Answer<f64>) -> [(&'static str, f64, f64); 13] {
    [
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
    ]
}

/// Forces, moments, trail, frictions, stiffnesses and relaxation lengths: a tally for each `useMode`, and the
/// rows that were left out.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn forces(data: &Data, version: &str) -> Result<(BTreeMap<u32, Tally>, usize), Lack> {
    let source = answers(version);
    let (table, file) = (data.table(&source)?, data.tyre(&tyre(version))?);
    let (mut tallies, mut left_out) = (BTreeMap::new(), 0);
    for row in table.rows() {
        let digits = row.text("useMode")?;
        let wrong = || Lack::broken(&source, format!("line {}: useMode {digits}", row.line()));
        let digits: u32 = digits.parse().map_err(|_| wrong())?;
        let Some(mode) = Mode::from_digits(digits) else {
            left_out += 1;
            continue;
        };
        let answer = answer(&file, mode, &question(&row, version)?);
        let tally = tallies.entry(digits).or_insert_with(|| Tally::new(1.0, MEASURE));
        for (name, value, floor) in columns(&answer) {
            let reference = row.number(name)?;
            let line = row.line();
            let what = || format!("line {line}, {name}: {value}, MFeval {reference}");
            tally.meet(off(value, reference, floor), what);
        }
    }
    Ok((tallies, left_out))
}

/// Version 5.2 has no pressure.
fn question(row: &NumberRow, version: &str) -> Result<Question<f64>, Lack> {
    Ok(Question {
        load_n: row.number("Fz_in")?,
        kappa: row.number("kappa_in")?,
        alpha_rad: row.number("alpha_in")?,
        gamma_rad: row.number("gamma_in")?,
        speed_m_s: row.number("Vx_in")?,
        pressure_pa: if version == "52" { 1.0 } else { row.number("P_in")? },
    })
}

/// Effective radius and half the patch, of versions that have them.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn radii(data: &Data, version: &str) -> Result<Tally, Lack> {
    let (table, file) = (data.table(&answers(version))?, data.tyre(&tyre(version))?);
    let (size, vertical) = (&file.coefficients.size, &file.vertical);
    let mut tally = Tally::new(1.0, "times 1e-9 m, for the patch 1e-12 m");
    for row in table.rows() {
        if row.text("case")? != "pure_lat" {
            continue;
        }
        let [load_n, speed_m_s, pressure_pa] =
            [row.number("Fz_in")?, row.number("Vx_in")?, row.number("P_in")?];
        let (length_m, width_m) = vertical.patch_m(size, load_n, pressure_pa);
        for (name, value, bound) in [
            ("Re", vertical.effective_radius_m(size, load_n, speed_m_s, pressure_pa), 1e-9),
            ("two_a", 2.0 * length_m, 1e-12),
            ("two_b", 2.0 * width_m, 1e-12),
        ] {
            let reference = row.number(name)?;
            let line = row.line();
            let what = || format!("line {line}, {name}: {value}, MFeval {reference}");
            tally.meet((value - reference).abs() / bound, what);
        }
    }
    Ok(tally)
}

/// The PAC2002 tyre.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn pure(data: &Data) -> Result<Tally, Lack> {
    let (table, file) = (data.table(PURE)?, data.tyre(PURE_TYRE)?);
    let mut tally = Tally::new(1.0, MEASURE);
    for row in table.rows() {
        let asked = Question {
            load_n: row.number("Fz")?,
            kappa: row.number("kappa")?,
            alpha_rad: row.number("alpha")?,
            gamma_rad: row.number("gamma")?,
            speed_m_s: row.number("Vx")?,
            pressure_pa: 1.0,
        };
        let found = answer(&file, Mode::COMMON, &asked);
        let values = if row.text("case")? == "pure_long" {
            [found.fx_n, found.friction_x, found.slip_stiffness_n, found.relaxation_x_m]
        } else {
            [found.fy_n, found.friction_y, found.cornering_stiffness_n_rad, found.relaxation_y_m]
        };
        for ((name, floor), value) in
            [("F_pure", 1e-3), ("mu", 1e-9), ("K0", 1e-3), ("sigma", 1e-9)].into_iter().zip(values)
        {
            let reference = row.number(name)?;
            let line = row.line();
            let what = || format!("line {line}, {name}: {value}, MFeval {reference}");
            tally.meet(off(value, reference, floor), what);
        }
    }
    Ok(tally)
}

/// A version, mode by mode, and its radii.
pub fn checks(data: &Data, name: &str, version: &str) -> Vec<Check> {
    let source = answers(version);
    let mut checks = Vec::new();
    match forces(data, version) {
        Err(lack) => return vec![Check::lacking(name, &source, lack)],
        Ok((tallies, left_out)) => {
            let check = |(mode, tally): (u32, Tally)| tally.into_check(&format!("{name}/{mode}"), &source);
            checks.extend(tallies.into_iter().map(check));
            if left_out > 0 {
                let why = format!("{left_out} rows with turn slip, which the Magic Formula here leaves out");
                checks.push(Check::skipped(&format!("{name}/turn-slip"), &source, why));
            }
        }
    }
    if version != "52" {
        checks.push(Check::new(&format!("{name}/radius"), &source, radii(data, version)));
    }
    checks
}
