//! Points of lines.

use skidpad_core::math::Real;

/// Values from one to another, both included.
pub(super) fn steps(from: f64, to: f64, parts: u32) -> impl Iterator<Item = f64> {
    (0..=parts).map(move |part| from + (to - from) * f64::from(part) / f64::from(parts))
}

/// The highest point of a line.
pub(super) fn peak(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    points.iter().copied().filter(|point| point.1.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The point of a line nearest to a value of the lower axis.
pub(super) fn at(points: &[(f64, f64)], x: f64) -> Option<(f64, f64)> {
    let away = |point: &(f64, f64)| Real::abs(point.0 - x);
    let finite = points.iter().copied().filter(|point| point.1.is_finite());
    finite.min_by(|a, b| away(a).total_cmp(&away(b)))
}
