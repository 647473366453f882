//! The Magic Formula against its own closed forms, and what every tyre law must keep.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod curves;
mod law;
mod numbers;

use skidpad_core::math::Vec2;
use skidpad_core::record::Record;
use skidpad_core::tyre::magic_formula::{Answer, Coefficients, MagicFormula, Mode, Question};
use skidpad_core::tyre::{Footprint, SteadyTyre, TyreForce};

const PLAIN: Mode = Mode::Common { is_limited: false, uses_tangents: false };

fn tyre(coefficients: &Coefficients<f64>, mode: Mode) -> MagicFormula<f64> {
    MagicFormula::new(coefficients, mode)
}

fn asked(tyre: &MagicFormula<f64>, load_n: f64, kappa: f64, alpha_rad: f64) -> Question<f64> {
    Question { kappa, alpha_rad, ..tyre.plain_question(load_n) }
}

/// The formula is inlined wherever it is called: here once for all tests, or they take minutes to compile.
#[inline(never)]
fn ask(tyre: &MagicFormula<f64>, question: &Question<f64>) -> Answer<f64> {
    tyre.answer(question)
}

#[inline(never)]
fn steady(tyre: &MagicFormula<f64>, at: &Footprint<f64>) -> TyreForce<f64> {
    tyre.steady(at)
}

#[inline(never)]
fn peak(tyre: &MagicFormula<f64>, at: &Footprint<f64>) -> Vec2<f64> {
    tyre.peak_n(at)
}

fn answers(answer: &Answer<f64>) -> Vec<f64> {
    let mut values = vec![0.0; Answer::<f64>::LEN];
    answer.store(&mut &mut values[..]);
    values
}

fn near(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * f64::max(a.abs(), b.abs())
}
