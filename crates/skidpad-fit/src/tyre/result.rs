//! Result of a fit.

use std::fmt;

use skidpad_core::math::Real;
use skidpad_core::tyre::magic_formula::Coefficients;

use super::measured::Row;
use super::numbers::numbers;
use super::plan::Planned;
use super::point::TyreChannel;
use super::problem::answers;

/// A fitted tyre.
#[derive(Clone, Debug, PartialEq)]
pub struct TyreFit {
    /// All coefficients: those that were fitted, and the others as in the start.
    pub coefficients: Coefficients<f64>,
    /// The channels that were measured, in the order in which they are fitted.
    pub channels: Vec<ChannelFit>,
    /// Data that were not used, and channels that keep the start's coefficients.
    pub notes: Vec<FitNote>,
}

/// Agreement of a fitted tyre with one measured channel.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelFit {
    /// The channel.
    pub channel: TyreChannel,
    /// The residual of every point at which the channel was measured; never empty.
    pub residuals: Vec<PointResidual>,
    /// 1 less the share of the measured variance that is left; `None` where the values do not vary.
    pub r_squared: Option<f64>,
    /// The coefficients that were fitted; empty where the points vary no slip.
    pub coefficients: Vec<FittedCoefficient>,
}

/// Difference of a fitted tyre from a measured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointResidual {
    /// The index of the point.
    pub point: usize,
    /// The fitted tyre's value less the measured one, N or N m.
    pub residual: f64,
}

/// A fitted coefficient.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedCoefficient {
    /// Its name in tyre property files, in lower case: `pcy1`.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// True at one of its bounds, beyond which the points would have it.
    pub is_at_bound: bool,
}

/// Data that a fit does not use, or a channel that it leaves as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FitNote {
    /// The points have a pressure, which version 5.2 of the formula does not know.
    PressureIgnored,
    /// The channel was measured at no point.
    NotMeasured(TyreChannel),
    /// The channel was measured at no varying slip.
    NotOverSlip(TyreChannel),
}

impl fmt::Display for FitNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PressureIgnored => f.write_str("Magic Formula 5.2 has no pressure: pressure_pa is ignored"),
            Self::NotMeasured(channel) => {
                write!(f, "{} was not measured: its coefficients are those of the start", channel.name())
            }
            Self::NotOverSlip(channel) => {
                let name = channel.name();
                write!(f, "{name} was not measured over slip: its coefficients are those of the start")
            }
        }
    }
}

impl ChannelFit {
    /// The residuals of a channel's points, and the values of the coefficients that were fitted to them.
    pub(super) fn new(c: &Coefficients<f64>, channel: TyreChannel, rows: &[Row], plan: &[Planned]) -> Self {
        let answers = answers(c, channel, rows);
        let residuals: Vec<PointResidual> = rows
            .iter()
            .zip(&answers)
            .map(|(row, answer)| PointResidual { point: row.index, residual: answer - row.value })
            .collect();
        let mean = rows.iter().map(|row| row.value).sum::<f64>() / rows.len().max(1) as f64;
        let spread = rows.iter().map(|row| Real::square(row.value - mean)).sum::<f64>();
        let all = numbers(c);
        let fitted = |planned: &Planned| {
            let value = all[planned.index];
            let is_at_bound = value <= planned.low || value >= planned.high;
            FittedCoefficient { name: planned.name, value, is_at_bound }
        };
        let r_squared = 1.0 - sum_of_squares(&residuals) / spread;
        Self {
            channel,
            residuals,
            r_squared: r_squared.is_finite().then_some(r_squared),
            coefficients: plan.iter().map(fitted).collect(),
        }
    }

    /// The root of the mean square of the residuals, N or N m.
    pub fn rms(&self) -> f64 {
        Real::sqrt(sum_of_squares(&self.residuals) / self.residuals.len().max(1) as f64)
    }

    /// The residual that is largest in magnitude; the first of them.
    pub fn largest(&self) -> Option<PointResidual> {
        let larger = |largest: PointResidual, other: PointResidual| {
            if Real::abs(other.residual) > Real::abs(largest.residual) { other } else { largest }
        };
        self.residuals.iter().copied().reduce(larger)
    }
}

fn sum_of_squares(residuals: &[PointResidual]) -> f64 {
    residuals.iter().map(|entry| Real::square(entry.residual)).sum()
}
