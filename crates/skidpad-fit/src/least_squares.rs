//! Bounded nonlinear least squares, by Levenberg and Marquardt's method: D. W. Marquardt, "An Algorithm for Least-Squares
//! Estimation of Nonlinear Parameters", J. SIAM 11(2), 1963, with parameters held at the bounds that they would leave.

mod normal;
mod parameter;

use std::fmt;

use skidpad_core::math::Real;

use normal::NormalEquations;

pub use parameter::Parameter;

/// Residuals that depend on parameters.
pub trait Residuals {
    /// All residuals.
    fn residuals(&self, parameters: &[f64]) -> Vec<f64>;
    /// All residuals, and the derivative of each with respect to every parameter, row by row.
    fn derivatives(&self, parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>);
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverOptions {
    /// The most rounds, each with one evaluation of the derivatives.
    pub rounds: usize,
    /// The search has settled when three rounds in a row each lower the sum of squares by less than this share.
    pub settled: f64,
}

impl Default for SolverOptions {
    /// 200 rounds, settled at 1e-12.
    fn default() -> Self {
        Self { rounds: 200, settled: 1e-12 }
    }
}

/// Reason for which a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The sum of squares no longer falls by the share of [`SolverOptions::settled`].
    Settled,
    /// No step lowers the sum of squares: a minimum to rounding, or a point that the bounds allow no step from.
    NoLower,
    /// All rounds are used.
    OutOfRounds,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The parameters, within their bounds.
    pub parameters: Vec<f64>,
    /// The residuals there.
    pub residuals: Vec<f64>,
    /// The sum of the residuals' squares, at most that of the start.
    pub sum_of_squares: f64,
    /// Number of rounds that lowered the sum of squares.
    pub rounds: usize,
    /// Reason for which the search ended.
    pub ending: Ending,
}

/// Problem that cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SolverError {
    /// The parameter of this index has no start, or a lower bound above the upper one.
    Parameter(usize, Parameter),
    /// The residual of this index is not finite at the start.
    NotFinite(usize),
    /// The derivatives are not a row for each residual with a number for each parameter.
    Shape,
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(index, Parameter { value, low, high }) => {
                write!(
                    f,
                    "parameter {index} = {value}: must be a number with bounds in order, not {low} to {high}"
                )
            }
            Self::NotFinite(index) => {
                write!(f, "residual {index} is not finite at the start (start from other parameters)")
            }
            Self::Shape => {
                f.write_str("the derivatives must have a row per residual and a column per parameter")
            }
        }
    }
}

impl std::error::Error for SolverError {}

/// The most steps that are tried in a round, each shorter than the one before.
const TRIES: usize = 12;

/// The parameters with the least sum of squares that can be reached downhill from the start.
///
/// ```
/// use skidpad_fit::{Parameter, Residuals, SolverOptions, least_squares};
///
/// /// Points (0, 1), (1, 3), (2, 5) about the line a + b x.
/// struct Line;
/// impl Residuals for Line {
///     fn residuals(&self, p: &[f64]) -> Vec<f64> {
///         [(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)].map(|(x, y)| p[0] + p[1] * x - y).to_vec()
///     }
///     fn derivatives(&self, p: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
///         (self.residuals(p), [0.0, 1.0, 2.0].map(|x| vec![1.0, x]).to_vec())
///     }
/// }
///
/// let unbounded = Parameter { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
/// let line = least_squares(&Line, &[unbounded; 2], &SolverOptions::default())?;
/// assert!((line.parameters[0] - 1.0).abs() < 1e-9 && (line.parameters[1] - 2.0).abs() < 1e-9);
///
/// let flat = Parameter { high: 1.5, ..unbounded };
/// assert_eq!(least_squares(&Line, &[unbounded, flat], &SolverOptions::default())?.parameters[1], 1.5);
/// # Ok::<(), skidpad_fit::SolverError>(())
/// ```
///
/// # Errors
/// A parameter without a start or with bounds out of order, a residual that is not finite at the start, and derivatives
/// of another shape than the residuals and parameters.
pub fn least_squares(
    problem: &impl Residuals,
    parameters: &[Parameter],
    options: &SolverOptions,
) -> Result<Solution, SolverError> {
    let mut at = start(parameters)?;
    let (mut values, mut slopes) = problem.derivatives(&at);
    check(&values, &slopes, parameters.len())?;
    let mut damping = 1e-3;
    let mut cost = square(&values);
    let (mut settled, mut rounds) = (0, 0);
    let ending = loop {
        if rounds == options.rounds {
            break Ending::OutOfRounds;
        }
        let normal = NormalEquations::new(&values, &slopes, &at, parameters);
        let Some((next, now)) = lowered(problem, &normal, &at, cost, &mut damping) else {
            break Ending::NoLower;
        };
        settled = if cost - now < options.settled * cost { settled + 1 } else { 0 };
        rounds += 1;
        at = next;
        (values, slopes) = problem.derivatives(&at);
        cost = square(&values);
        if settled >= 3 {
            break Ending::Settled;
        }
    };
    Ok(Solution { parameters: at, residuals: values, sum_of_squares: cost, rounds, ending })
}

/// The parameters' starts, within their bounds.
fn start(parameters: &[Parameter]) -> Result<Vec<f64>, SolverError> {
    let value = |(index, parameter): (usize, &Parameter)| {
        let Parameter { value, low, high } = *parameter;
        let value = Real::clamp(value, low, high);
        let is_valid = low <= high && parameter.value.is_finite() && value.is_finite();
        if is_valid { Ok(value) } else { Err(SolverError::Parameter(index, *parameter)) }
    };
    parameters.iter().enumerate().map(value).collect()
}

fn check(values: &[f64], slopes: &[Vec<f64>], count: usize) -> Result<(), SolverError> {
    if slopes.len() != values.len() || slopes.iter().any(|row| row.len() != count) {
        return Err(SolverError::Shape);
    }
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(SolverError::NotFinite(index)),
        None => Ok(()),
    }
}

/// A step to a lower sum of squares, and that sum. A step that does not lower it is tried again, shorter.
fn lowered(
    problem: &impl Residuals,
    normal: &NormalEquations,
    at: &[f64],
    cost: f64,
    damping: &mut f64,
) -> Option<(Vec<f64>, f64)> {
    for _ in 0..TRIES {
        let next = normal.step(at, *damping);
        let values = problem.residuals(&next);
        let now = square(&values);
        // A problem without an answer there is not a better one.
        if now < cost && values.len() == normal.residuals() {
            *damping = Real::max(*damping * 0.2, 1e-12);
            return Some((next, now));
        }
        *damping = Real::min(*damping * 4.0, 1e12);
    }
    None
}

fn square(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum()
}
