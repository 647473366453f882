//! Points from the recorded rows of a manoeuvre, and the figure that shows them.

use skidpad_core::math::Real;
use skidpad_core::units::{self, STANDARD_GRAVITY_M_S2};
use skidpad_world::manoeuvre::Turning;

use crate::figures::Drawing;
use crate::svg::Plot;

/// The figure of a manoeuvre: higher than a road test's with each further plot.
pub(crate) fn figure(file: &str, title: &str, plots: Vec<Plot>, caption: String) -> Drawing {
    let height = if plots.len() > 1 { 60.0 + 170.0 * plots.len() as f64 } else { 400.0 };
    Drawing { file: file.to_owned(), title: title.to_owned(), plots, height, caption }
}

/// Points of rows that are finite.
pub(crate) fn points(rows: &[Turning<f64>], pick: impl Fn(&Turning<f64>) -> (f64, f64)) -> Vec<(f64, f64)> {
    rows.iter().map(pick).filter(|point| point.0.is_finite() && point.1.is_finite()).collect()
}

/// A number over the time since an event, from that on.
pub(crate) fn points_from(
    rows: &[Turning<f64>],
    from_s: f64,
    pick: fn(&Turning<f64>) -> f64,
) -> Vec<(f64, f64)> {
    let after = points(rows, |now| (now.time_s - from_s, pick(now)));
    after
        .into_iter()
        .filter(|point| point.0 > -1e-9)
        .map(|(time, value)| (Real::max(time, 0.0), value))
        .collect()
}

/// Lateral acceleration, g.
pub(crate) fn lateral_g(now: &Turning<f64>) -> f64 {
    now.acceleration_y_m_s2 / STANDARD_GRAVITY_M_S2
}

/// An angle in degrees.
pub(crate) fn degrees(angle_rad: f64) -> f64 {
    units::to_degrees(angle_rad)
}
