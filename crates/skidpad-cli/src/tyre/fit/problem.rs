//! The residuals of measured points, with their derivatives to the coefficients.

use skidpad_core::math::{Dual, Real};
use skidpad_core::record::Record;
use skidpad_core::tyre::magic_formula::{
    Aligning, Answer, Coefficients, LateralCoefficients, LongitudinalCoefficients, MagicFormula, Mode,
    Question,
};
use skidpad_formats::tyre::Point;

use super::plan::{Fitted, Measured};
use skidpad_world::least_squares::{Residuals, Start, least_squares};

/// How many derivatives are computed at once.
const WIDTH: usize = 4;
/// A coefficient that the points say nothing about stays at its start: it is pulled there with this share of a
/// typical residual.
const PULL: f64 = 1e-3;

/// All coefficients of the three sections that are fitted, in the order of their names.
pub fn numbers(c: &Coefficients<f64>) -> Vec<f64> {
    let mut all = Vec::new();
    let mut append = |count: usize, store: &dyn Fn(&mut &mut [f64])| {
        let start = all.len();
        all.resize(start + count, 0.0);
        store(&mut &mut all[start..]);
    };
    append(LongitudinalCoefficients::<f64>::LEN, &|sink| c.longitudinal.store(sink));
    append(LateralCoefficients::<f64>::LEN, &|sink| c.lateral.store(sink));
    append(Aligning::<f64>::LEN, &|sink| c.aligning.store(sink));
    all
}

/// The coefficients with those of the three sections replaced.
pub fn with_numbers<R: Real>(base: &Coefficients<f64>, all: &[R]) -> Coefficients<R> {
    let (longitudinal, rest) = all.split_at(LongitudinalCoefficients::<f64>::LEN);
    let (lateral, aligning) = rest.split_at(LateralCoefficients::<f64>::LEN);
    Coefficients {
        longitudinal: Record::load(&longitudinal),
        lateral: Record::load(&lateral),
        aligning: Record::load(&aligning),
        ..base.map(&mut R::lit)
    }
}

/// The question that a point answers.
fn question<R: Real>(tyre: &MagicFormula<R>, point: &Point) -> Question<R> {
    let plain = tyre.plain_question(R::lit(point.fz_n));
    Question {
        kappa: R::lit(point.kappa),
        alpha_rad: R::lit(point.alpha_rad),
        gamma_rad: R::lit(point.gamma_rad),
        pressure_pa: point.pressure_pa.map_or(plain.pressure_pa, R::lit),
        ..plain
    }
}

fn channel<R: Copy>(measured: Measured, answer: &Answer<R>) -> R {
    match measured {
        Measured::Longitudinal => answer.fx_n,
        Measured::Lateral => answer.fy_n,
        Measured::Aligning => answer.mz_nm,
    }
}

/// What a tyre answers at each point of a channel.
#[inline(never)]
pub fn answers<R: Real>(c: &Coefficients<R>, measured: Measured, points: &[&Point]) -> Vec<R> {
    // The equations of the common program without its limits, but with E at most 1.
    let tyre = MagicFormula::new(c, Mode::Driving);
    points.iter().map(|point| channel(measured, &tyre.answer(&question(&tyre, point)))).collect()
}

/// Points of one channel, and the coefficients that are fitted to them.
struct Problem<'a> {
    base: &'a Coefficients<f64>,
    measured: Measured,
    points: &'a [&'a Point],
    fitted: &'a [Fitted],
    starts: &'a [Start],
    /// A typical residual.
    scale: f64,
}

impl Problem<'_> {
    fn all(&self, parameters: &[f64]) -> Vec<f64> {
        let mut all = numbers(self.base);
        for (fitted, value) in self.fitted.iter().zip(parameters) {
            all[fitted.index] = *value;
        }
        all
    }

    /// Measured values, and then the pull of each coefficient to its start.
    fn residual(&self, answers: &[f64], parameters: &[f64]) -> Vec<f64> {
        let measured = self.points.iter().map(|point| self.measured.value(point).unwrap_or_default());
        let off = answers.iter().zip(measured).map(|(answer, measured)| answer - measured);
        let pull =
            self.starts.iter().zip(parameters).map(|(start, value)| (value - start.value) * self.pull(start));
        off.chain(pull).collect()
    }

    fn pull(&self, start: &Start) -> f64 {
        PULL * self.scale / (start.high - start.low)
    }
}

impl Residuals for Problem<'_> {
    fn residuals(&self, parameters: &[f64]) -> Vec<f64> {
        let coefficients = with_numbers(self.base, &self.all(parameters));
        self.residual(&answers(&coefficients, self.measured, self.points), parameters)
    }

    fn derivatives(&self, parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        type D = Dual<f64, WIDTH>;
        let all = self.all(parameters);
        let mut slopes = vec![vec![0.0; parameters.len()]; self.points.len()];
        for (chunk, fitted) in self.fitted.chunks(WIDTH).enumerate() {
            let mut seeded: Vec<D> = all.iter().map(|value| D::constant(*value)).collect();
            for (index, fitted) in fitted.iter().enumerate() {
                seeded[fitted.index] = D::variable(all[fitted.index], index);
            }
            let answers = answers(&with_numbers(self.base, &seeded), self.measured, self.points);
            for (row, answer) in slopes.iter_mut().zip(&answers) {
                row[chunk * WIDTH..][..fitted.len()].copy_from_slice(&answer.derivative[..fitted.len()]);
            }
        }
        for (index, start) in self.starts.iter().enumerate() {
            let mut row = vec![0.0; parameters.len()];
            row[index] = self.pull(start);
            slopes.push(row);
        }
        (self.residuals(parameters), slopes)
    }
}

/// The coefficients after some of them are fitted to points of a channel.
pub fn fit(
    base: &Coefficients<f64>,
    measured: Measured,
    points: &[&Point],
    fitted: &[Fitted],
) -> Coefficients<f64> {
    let mut all = numbers(base);
    let starts: Vec<Start> = fitted
        .iter()
        .map(|fitted| {
            let value = all[fitted.index].clamp(fitted.low, fitted.high);
            Start { value, low: fitted.low, high: fitted.high }
        })
        .collect();
    let mean =
        points.iter().filter_map(|point| measured.value(point)).map(|value| value * value).sum::<f64>();
    let scale = f64::max((mean / points.len().max(1) as f64).sqrt(), 1e-3);
    let problem = Problem { base, measured, points, fitted, starts: &starts, scale };
    let found = least_squares(&problem, &starts);
    for (fitted, value) in fitted.iter().zip(found) {
        all[fitted.index] = value;
    }
    with_numbers(base, &all)
}
