//! Tyres, fitted to measured forces.

use std::path::{Path, PathBuf};

use numpy::{AllowTypeChange, PyArrayLike1};
use pyo3::prelude::*;
use skidpad::fit::{ChannelFit, TyreFitOptions, TyrePoint, fit_tyre as fit};
use skidpad::formats::tyre::{self, TyreFile};
use skidpad::world::names;

use crate::error::{in_file, refused, unknown};
use crate::interrupt::beside;

/// Columns of measured points.
const COLUMNS: [&str; 8] =
    ["fz_n", "kappa", "alpha_rad", "gamma_rad", "pressure_pa", "fx_n", "fy_n", "mz_nm"];

/// Channel, root of the mean square of its residuals, share of its variance that is explained, residuals by point, and coefficients with
/// their values, true at a bound.
type Channel = (&'static str, f64, Option<f64>, Vec<(usize, f64)>, Vec<(&'static str, f64, bool)>);

/// The Magic Formula fitted to points: the text of a tyre file, its channels, and notes.
#[pyfunction]
#[pyo3(signature = (start, points, held))]
pub fn fit_tyre<'py>(
    py: Python<'py>,
    start: PathBuf,
    points: Vec<(String, PyArrayLike1<'py, f64, AllowTypeChange>)>,
    held: Vec<String>,
) -> PyResult<(String, Vec<Channel>, Vec<String>)> {
    let file = tyre::load(Path::new(&start)).map_err(in_file)?;
    let points = rows(&points)?;
    let coefficients = file.coefficients;
    let options = TyreFitOptions { held, ..TyreFitOptions::default() };
    let found = beside(py, move || fit(&coefficients, &points, &options))?.map_err(refused)?;
    let fitted =
        TyreFile { coefficients: found.coefficients, taken: Vec::new(), warnings: Vec::new(), ..file };
    let text = tyre::write(&fitted, &["Fitted by Skidpad to measured points".to_owned()]);
    Ok((
        text,
        found.channels.iter().map(channel).collect(),
        found.notes.iter().map(ToString::to_string).collect(),
    ))
}

fn channel(found: &ChannelFit) -> Channel {
    let residuals = found.residuals.iter().map(|entry| (entry.point, entry.residual)).collect();
    let coefficients =
        found.coefficients.iter().map(|entry| (entry.name, entry.value, entry.is_at_bound)).collect();
    (found.channel.name(), found.rms(), found.r_squared, residuals, coefficients)
}

/// Points from columns of one length; NaN was not measured.
fn rows(columns: &[(String, PyArrayLike1<'_, f64, AllowTypeChange>)]) -> PyResult<Vec<TyrePoint>> {
    let mut points =
        vec![TyrePoint::default(); columns.first().map_or(0, |(_, column)| column.as_array().len())];
    for (name, column) in columns {
        if !COLUMNS.contains(&name.as_str()) {
            return Err(unknown(names::unknown("column of points", name, &COLUMNS)));
        }
        for (point, number) in points.iter_mut().zip(column.as_array()) {
            let measured = (!number.is_nan()).then_some(*number);
            match name.as_str() {
                "fz_n" => point.fz_n = *number,
                "kappa" => point.kappa = *number,
                "alpha_rad" => point.alpha_rad = *number,
                "gamma_rad" => point.gamma_rad = *number,
                "pressure_pa" => point.pressure_pa = measured,
                "fx_n" => point.fx_n = measured,
                "fy_n" => point.fy_n = measured,
                _ => point.mz_nm = measured,
            }
        }
    }
    Ok(points)
}
