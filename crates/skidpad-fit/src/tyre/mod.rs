//! Coefficients of the Magic Formula from measured forces and moments.

mod error;
mod measured;
mod numbers;
mod plan;
mod point;
mod problem;
mod result;

use skidpad_core::math::Real;
use skidpad_core::tyre::magic_formula::{Coefficients, Limits};

use crate::least_squares::SolverOptions;
use measured::{Row, Varied};
use plan::Planned;

pub use error::TyreFitError;
pub use point::{TyreChannel, TyrePoint};
pub use result::{ChannelFit, FitNote, FittedCoefficient, PointResidual, TyreFit};

/// Slip ratios and slip angles (rad) below this are pure slip of the other direction.
const PURE: f64 = 0.005;

/// Options of [`fit_tyre`].
#[derive(Clone, Debug, PartialEq)]
pub struct TyreFitOptions {
    /// Channels that are fitted; the coefficients of the others stay as in the start.
    pub channels: Vec<TyreChannel>,
    /// Coefficients that stay as in the start, by their names in tyre property files: `pcy1`, in either case.
    pub held: Vec<String>,
    /// Limits of each search.
    pub solver: SolverOptions,
}

impl Default for TyreFitOptions {
    /// All channels, no coefficient held.
    fn default() -> Self {
        Self { channels: TyreChannel::ALL.to_vec(), held: Vec::new(), solver: SolverOptions::default() }
    }
}

/// A tyre's coefficients, fitted to measured points from a start.
///
/// Each channel is fitted with those before it as found: longitudinal force, lateral force, aligning moment; and within a
/// channel pure slip first, then combined slip, then both together. The points decide which coefficients are fitted: those
/// of load need several loads, and so on for camber, pressure and combined slip. All others stay as in the start, and so
/// does a coefficient that the points do not determine. The range of validity becomes that of the points.
///
/// The search goes downhill from the start and may end in a minimum that is not the least. Where residuals are larger than
/// the measurement's scatter, or a coefficient is at its bound ([`FittedCoefficient::is_at_bound`]), another start or a
/// coefficient held ([`TyreFitOptions::held`]) may end lower.
///
/// An example is at the [crate's page](crate).
///
/// # Errors
/// Points or a start that are no numbers, an unknown name of a coefficient, too few points for what they vary, and points that vary
/// nothing that a force depends on.
pub fn fit_tyre(
    start: &Coefficients<f64>,
    points: &[TyrePoint],
    options: &TyreFitOptions,
) -> Result<TyreFit, TyreFitError> {
    measured::check(points)?;
    plan::check(start)?;
    let held = plan::known(&options.held)?;
    let (points, ignored) = measured::of_version(points, start.version);
    let mut fit = TyreFit { coefficients: *start, channels: Vec::new(), notes: Vec::new() };
    fit.notes.extend(ignored.then_some(FitNote::PressureIgnored));
    for channel in TyreChannel::ALL.into_iter().filter(|channel| options.channels.contains(channel)) {
        let rows = measured::rows(&points, channel);
        if rows.is_empty() {
            fit.notes.push(FitNote::NotMeasured(channel));
            continue;
        }
        let varied = Varied::new(&rows);
        let mut plan = Vec::new();
        if varied.has_slip(channel) {
            plan = plan::coefficients(channel, &varied, start.version);
            plan.retain(|planned| !held.contains(&planned.index));
            fit.coefficients = in_stages(&fit.coefficients, channel, &rows, &plan, &options.solver)?;
        } else {
            fit.notes.push(FitNote::NotOverSlip(channel));
        }
        fit.channels.push(ChannelFit::new(&fit.coefficients, channel, &rows, &plan));
    }
    if fit.channels.iter().all(|channel| channel.coefficients.is_empty()) {
        return Err(TyreFitError::NothingToFit);
    }
    fit.coefficients.limits = limits(&fit.coefficients, &points);
    Ok(fit)
}

/// Pure slip first, then combined slip, then both together: the second would else bend the first.
fn in_stages(
    base: &Coefficients<f64>,
    channel: TyreChannel,
    rows: &[Row],
    plan: &[Planned],
    solver: &SolverOptions,
) -> Result<Coefficients<f64>, TyreFitError> {
    if rows.len() <= plan.len() {
        return Err(TyreFitError::TooFewPoints { channel, points: rows.len(), coefficients: plan.len() });
    }
    let (combined, pure): (Vec<Planned>, Vec<Planned>) = plan.iter().partition(|planned| planned.is_combined);
    let is_pure = |row: &&Row| match channel {
        TyreChannel::Longitudinal => Real::abs(row.point.alpha_rad) < PURE,
        TyreChannel::Lateral | TyreChannel::Aligning => Real::abs(row.point.kappa) < PURE,
    };
    let alone: Vec<Row> = rows.iter().filter(is_pure).copied().collect();
    let fitted = |base: &Coefficients<f64>, rows: &[Row], plan: &[Planned]| {
        problem::fit(base, channel, rows, plan, solver).map_err(|error| TyreFitError::Solver(channel, error))
    };
    let mut coefficients = *base;
    if alone.len() > pure.len() {
        coefficients = fitted(&coefficients, &alone, &pure)?;
    }
    if !combined.is_empty() {
        coefficients = fitted(&coefficients, rows, &combined)?;
    }
    fitted(&coefficients, rows, plan)
}

/// The range of validity: the range of the points.
fn limits(c: &Coefficients<f64>, points: &[TyrePoint]) -> Limits<f64> {
    let range = |number: &dyn Fn(&TyrePoint) -> f64| measured::range(points.iter().map(number));
    let (load_low_n, load_high_n) = range(&|point| point.fz_n);
    let (kappa_low, kappa_high) = range(&|point| point.kappa);
    let (alpha_low, alpha_high) = range(&|point| point.alpha_rad);
    let (gamma_low, gamma_high) = range(&|point| point.gamma_rad);
    let pressure_pa = c.size.inflation_pressure_pa;
    let (pressure_low_pa, pressure_high_pa) = range(&|point| point.pressure_pa.unwrap_or(pressure_pa));
    Limits {
        pressure_low_pa,
        pressure_high_pa,
        load_low_n,
        load_high_n,
        kappa_low: Real::min(kappa_low, 0.0),
        kappa_high: Real::max(kappa_high, 0.0),
        alpha_low_rad: Real::min(alpha_low, 0.0),
        alpha_high_rad: Real::max(alpha_high, 0.0),
        gamma_low_rad: Real::min(gamma_low, 0.0),
        gamma_high_rad: Real::max(gamma_high, 0.0),
    }
}
