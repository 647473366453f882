//! The residuals of measured points, with their derivatives with respect to the coefficients.

use skidpad_core::math::{Dual, Real};
use skidpad_core::tyre::magic_formula::{Answer, Coefficients, MagicFormula, Mode, Question};

use super::measured::Row;
use super::numbers::{numbers, with_numbers};
use super::plan::Planned;
use super::point::{TyreChannel, TyrePoint};
use crate::least_squares::{Parameter, Residuals, SolverError, SolverOptions, least_squares};

/// Number of derivatives that are computed at once.
const WIDTH: usize = 4;
/// A coefficient that the points do not determine stays at its start: it is pulled there with this share of a typical
/// residual.
const PULL: f64 = 1e-3;

/// The question that a point answers.
fn question<R: Real>(tyre: &MagicFormula<R>, point: &TyrePoint) -> Question<R> {
    let plain = tyre.plain_question(R::lit(point.fz_n));
    Question {
        kappa: R::lit(point.kappa),
        alpha_rad: R::lit(point.alpha_rad),
        gamma_rad: R::lit(point.gamma_rad),
        pressure_pa: point.pressure_pa.map_or(plain.pressure_pa, R::lit),
        ..plain
    }
}

fn value<R: Copy>(channel: TyreChannel, answer: &Answer<R>) -> R {
    match channel {
        TyreChannel::Longitudinal => answer.fx_n,
        TyreChannel::Lateral => answer.fy_n,
        TyreChannel::Aligning => answer.mz_nm,
    }
}

/// The tyre's value of a channel at each of its points.
#[inline(never)]
pub fn answers<R: Real>(c: &Coefficients<R>, channel: TyreChannel, rows: &[Row]) -> Vec<R> {
    // The equations of the common program without its limits, but with E at most 1.
    let tyre = MagicFormula::new(c, Mode::Driving);
    rows.iter().map(|row| value(channel, &tyre.answer(&question(&tyre, &row.point)))).collect()
}

/// Points of one channel, and the coefficients that are fitted to them.
struct Problem<'a> {
    base: &'a Coefficients<f64>,
    channel: TyreChannel,
    rows: &'a [Row],
    plan: &'a [Planned],
    starts: &'a [Parameter],
    /// A typical value of the channel.
    scale: f64,
}

impl Problem<'_> {
    fn all(&self, parameters: &[f64]) -> Vec<f64> {
        let mut all = numbers(self.base);
        for (planned, value) in self.plan.iter().zip(parameters) {
            all[planned.index] = *value;
        }
        all
    }

    /// The residual of each point, and then the pull of each coefficient to its start.
    fn residual(&self, answers: &[f64], parameters: &[f64]) -> Vec<f64> {
        let off = answers.iter().zip(self.rows).map(|(answer, row)| answer - row.value);
        let pull =
            self.starts.iter().zip(parameters).map(|(start, value)| (value - start.value) * self.pull(start));
        off.chain(pull).collect()
    }

    fn pull(&self, start: &Parameter) -> f64 {
        PULL * self.scale / (start.high - start.low)
    }
}

impl Residuals for Problem<'_> {
    fn residuals(&self, parameters: &[f64]) -> Vec<f64> {
        let coefficients = with_numbers(self.base, &self.all(parameters));
        self.residual(&answers(&coefficients, self.channel, self.rows), parameters)
    }

    fn derivatives(&self, parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        type D = Dual<f64, WIDTH>;
        let all = self.all(parameters);
        let mut slopes = vec![vec![0.0; parameters.len()]; self.rows.len()];
        for (chunk, plan) in self.plan.chunks(WIDTH).enumerate() {
            let mut seeded: Vec<D> = all.iter().map(|value| D::constant(*value)).collect();
            for (index, planned) in plan.iter().enumerate() {
                seeded[planned.index] = D::variable(all[planned.index], index);
            }
            let answers = answers(&with_numbers(self.base, &seeded), self.channel, self.rows);
            for (row, answer) in slopes.iter_mut().zip(&answers) {
                row[chunk * WIDTH..][..plan.len()].copy_from_slice(&answer.derivative[..plan.len()]);
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

/// The coefficients with those of a plan fitted to points of a channel.
pub fn fit(
    base: &Coefficients<f64>,
    channel: TyreChannel,
    rows: &[Row],
    plan: &[Planned],
    solver: &SolverOptions,
) -> Result<Coefficients<f64>, SolverError> {
    let mut all = numbers(base);
    let start = |planned: &Planned| {
        let Planned { low, high, .. } = *planned;
        Parameter { value: Real::clamp(all[planned.index], low, high), low, high }
    };
    let starts: Vec<Parameter> = plan.iter().map(start).collect();
    let squares = rows.iter().map(|row| row.value * row.value).sum::<f64>();
    let scale = Real::max(Real::sqrt(squares / rows.len().max(1) as f64), 1e-3);
    let problem = Problem { base, channel, rows, plan, starts: &starts, scale };
    let found = least_squares(&problem, &starts, solver)?.parameters;
    for (planned, value) in plan.iter().zip(found) {
        all[planned.index] = value;
    }
    Ok(with_numbers(base, &all))
}
