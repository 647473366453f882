//! The measured points of a channel, and what varies in them.

use std::borrow::Cow;

use skidpad_core::math::Real;
use skidpad_core::tyre::magic_formula::Version;

use super::error::TyreFitError;
use super::point::{TyreChannel, TyrePoint};

/// A point at which a channel was measured.
#[derive(Clone, Copy)]
pub struct Row {
    /// The index of the point.
    pub index: usize,
    /// The point.
    pub point: TyrePoint,
    /// The channel's value.
    pub value: f64,
}

/// The points at which a channel was measured.
pub fn rows(points: &[TyrePoint], channel: TyreChannel) -> Vec<Row> {
    let row = |(index, point): (usize, &TyrePoint)| {
        channel.value(point).map(|value| Row { index, point: *point, value })
    };
    points.iter().enumerate().filter_map(row).collect()
}

/// Refuses points that are no numbers.
pub fn check(points: &[TyrePoint]) -> Result<(), TyreFitError> {
    for (index, point) in points.iter().enumerate() {
        let optional = [
            ("pressure_pa", point.pressure_pa),
            ("fx_n", point.fx_n),
            ("fy_n", point.fy_n),
            ("mz_nm", point.mz_nm),
        ];
        let given = [
            ("fz_n", point.fz_n),
            ("kappa", point.kappa),
            ("alpha_rad", point.alpha_rad),
            ("gamma_rad", point.gamma_rad),
        ];
        let optional = optional.into_iter().filter_map(|(field, value)| Some((field, value?)));
        for (field, value) in given.into_iter().chain(optional) {
            let is_positive = !["fz_n", "pressure_pa"].contains(&field) || value > 0.0;
            if !value.is_finite() || !is_positive {
                return Err(TyreFitError::Point { point: index, field, value });
            }
        }
    }
    Ok(())
}

/// The points for a version of the formula, and whether they had a pressure that it does not know.
pub fn of_version(points: &[TyrePoint], version: Version) -> (Cow<'_, [TyrePoint]>, bool) {
    if version != Version::V5_2 || points.iter().all(|point| point.pressure_pa.is_none()) {
        return (Cow::Borrowed(points), false);
    }
    let without = |point: &TyrePoint| TyrePoint { pressure_pa: None, ..*point };
    (Cow::Owned(points.iter().map(without).collect()), true)
}

/// The least and the largest of some numbers.
pub fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut range = (f64::MAX, f64::MIN);
    for number in numbers {
        range = (Real::min(range.0, number), Real::max(range.1, number));
    }
    range
}

/// Quantities that vary in the points of a channel.
#[derive(Clone, Copy, Debug)]
pub struct Varied {
    /// Slip ratio.
    pub kappa: bool,
    /// Slip angle.
    pub alpha: bool,
    /// Load.
    pub load: bool,
    /// Camber.
    pub camber: bool,
    /// Pressure.
    pub pressure: bool,
}

impl Varied {
    /// The quantities that vary by more than a measurement's scatter.
    pub fn new(rows: &[Row]) -> Self {
        let spread = |number: &dyn Fn(&TyrePoint) -> f64| {
            let (low, high) = range(rows.iter().map(|row| number(&row.point)));
            high - low
        };
        let mean_n = rows.iter().map(|row| row.point.fz_n).sum::<f64>() / rows.len().max(1) as f64;
        Self {
            kappa: spread(&|point| point.kappa) > 0.02,
            alpha: spread(&|point| point.alpha_rad) > 0.01,
            load: spread(&|point| point.fz_n) > 0.2 * mean_n,
            camber: spread(&|point| point.gamma_rad) > 0.01,
            pressure: spread(&|point| point.pressure_pa.unwrap_or_default()) > 5e3,
        }
    }

    /// Tells if the slip varies without which a channel has nothing to fit.
    pub fn has_slip(&self, channel: TyreChannel) -> bool {
        match channel {
            TyreChannel::Longitudinal => self.kappa,
            TyreChannel::Lateral | TyreChannel::Aligning => self.alpha,
        }
    }
}
