//! Hills under a track: heights by place, so that stretches beside each other are at about one height.

use core::f64::consts::TAU;

use skidpad_core::math::Real;

use super::draw::Draw;

/// Number of waves.
const WAVES: usize = 6;
/// The steepest rise along the line.
const STEEPEST: f64 = 0.09;

/// Heights at points in a row, m: within `hills_m`, the first one at 0.
pub(super) fn heights(positions_m: &[[f64; 2]], length_m: f64, hills_m: f64, draw: &mut Draw) -> Vec<f64> {
    let waves: Vec<_> = (0..WAVES)
        .map(|_| {
            let (sin, cos) = Real::sin_cos(draw.between(0.0, TAU));
            let wave_m = length_m * draw.between(0.09, 0.3);
            (cos * TAU / wave_m, sin * TAU / wave_m, draw.between(0.0, TAU), wave_m)
        })
        .collect();
    let height = |[x, y]: &[f64; 2]| -> f64 {
        waves.iter().map(|(a, b, phase, size)| size * Real::sin(a * x + b * y + phase)).sum()
    };
    let heights: Vec<_> = positions_m.iter().map(height).collect();
    let (low, high) = heights.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), of| {
        (Real::min(*of, low), Real::max(*of, high))
    });
    let grade = |place: usize| {
        let [x, y] = [0, 1].map(|axis| positions_m[place + 1][axis] - positions_m[place][axis]);
        Real::abs(heights[place + 1] - heights[place]) / Real::hypot(x, y)
    };
    let steepest = (0..heights.len() - 1).map(grade).fold(0.0, Real::max);
    let scale = Real::min(hills_m / (high - low), STEEPEST / steepest);
    // On one place there are no hills.
    let scale = if Real::abs(scale) < f64::INFINITY { scale } else { 0.0 };
    heights.iter().map(|height| scale * (height - heights[0])).collect()
}
