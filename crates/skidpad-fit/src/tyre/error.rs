//! Errors of a fit.

use std::fmt;

use super::point::TyreChannel;
use crate::least_squares::SolverError;

/// Reason for which a tyre cannot be fitted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TyreFitError {
    /// A number of a point is not finite, or a load or pressure is not above 0.
    Point {
        /// The index of the point.
        point: usize,
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// The start's coefficient of this name is not finite.
    Start(&'static str),
    /// No coefficient of the forces or the aligning moment has this name.
    UnknownCoefficient(String),
    /// A channel has no more points than coefficients to fit.
    TooFewPoints {
        /// The channel.
        channel: TyreChannel,
        /// Number of its points.
        points: usize,
        /// Number of the coefficients.
        coefficients: usize,
    },
    /// No channel was measured over the slip that its force depends on.
    NothingToFit,
    /// The search of a channel cannot begin.
    Solver(TyreChannel, SolverError),
}

impl fmt::Display for TyreFitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point { point, field, value } => {
                let must = if ["fz_n", "pressure_pa"].contains(field) { " above 0" } else { "" };
                write!(f, "point {point}: {field} = {value}: must be a finite number{must}")
            }
            Self::Start(name) => write!(f, "{name} of the start: must be a finite number"),
            Self::UnknownCoefficient(name) => {
                write!(f, "unknown coefficient `{name}` (use a name of the forces or the aligning moment, such as pcy1)")
            }
            Self::TooFewPoints { channel, points, coefficients } => write!(
                f,
                "{} has {points} points for {coefficients} coefficients; it must have more than that, or vary less at \
                 once",
                channel.name()
            ),
            Self::NothingToFit => f.write_str(
                "the points vary neither slip ratio with fx_n nor slip angle with fy_n or mz_nm; there is nothing to \
                 fit",
            ),
            Self::Solver(channel, error) => write!(f, "{}: {error}", channel.name()),
        }
    }
}

impl std::error::Error for TyreFitError {}
