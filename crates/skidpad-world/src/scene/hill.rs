//! The hill with a slope of 30 %: up the slope, over a level top, and gently down again.

use skidpad_core::math::Real;

use super::dimensions::GRADE;
use crate::ground::{Cell, Grid};
use crate::smooth_step::smooth_step;

/// Height of the top over the plane, m.
pub(super) const HEIGHT_M: f64 = 6.0;
/// Length of a bend at the slope's ends, and of the slope between them, m. A bend has half of the slope's rise.
const BEND_M: f64 = 3.0;
const SLOPE_M: f64 = HEIGHT_M / GRADE - BEND_M;
/// Length of the level top and of the descent, m.
const TOP_M: f64 = 11.0;
const DESCENT_M: f64 = 48.0;
/// Distances of the slope's two ends from the foot, its bends included, m.
pub(super) const UP_M: [f64; 2] = [6.0, 6.0 + 2.0 * BEND_M + SLOPE_M];
/// Distance of the descent from the foot, m.
const DOWN_M: f64 = UP_M[1] + TOP_M;
pub(super) const LENGTH_M: f64 = DOWN_M + DESCENT_M;
/// Half of the width that is not rounded off, and the width of what is, on either side, m.
pub(super) const HALF_WIDTH_M: f64 = 8.0;
const SHOULDER_M: f64 = 40.0;
/// Distance of nodes, m. The height is exactly even across where a car drives, as its edge lies on a node.
const SPACING_M: [f64; 2] = [0.25, 2.0];
/// Distance of the slope's middle from the foot, m; a car stands there with all wheels on the slope.
pub(super) const MIDDLE_M: f64 = 0.5 * (UP_M[0] + UP_M[1]);

/// Smooth step from 0 to 1.
fn smooth(share: f64) -> f64 {
    smooth_step(share)[0]
}

/// Integral of [`smooth`] from 0.
fn smooth_sum(share: f64) -> f64 {
    let inside = Real::clamp(share, 0.0, 1.0);
    inside * inside * inside * (1.0 - 0.5 * inside) + Real::max(share - 1.0, 0.0)
}

/// Height at a distance from the foot, m.
fn height_m(from_foot_m: f64) -> f64 {
    let up_m = from_foot_m - UP_M[0];
    // The grade rises from 0 over the bend, stays, and falls to 0 again.
    let rising = smooth_sum(up_m / BEND_M);
    let falling = smooth_sum((up_m - BEND_M - SLOPE_M) / BEND_M);
    GRADE * BEND_M * (rising - falling) - HEIGHT_M * smooth((from_foot_m - DOWN_M) / DESCENT_M)
}

/// The hill along x from its foot, its middle line at that y.
pub(super) fn hill(foot_m: [f64; 2]) -> Grid {
    let half_m = HALF_WIDTH_M + SHOULDER_M;
    let nodes = |length: f64, spacing: f64| (length / spacing + 0.5) as usize + 1;
    let (columns, rows) = (nodes(LENGTH_M, SPACING_M[0]), nodes(2.0 * half_m, SPACING_M[1]));
    let mut cells = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        let lateral = Real::abs(row as f64 * SPACING_M[1] - half_m);
        let share = smooth((half_m - lateral) / SHOULDER_M);
        for column in 0..columns {
            let height_m = share * height_m(column as f64 * SPACING_M[0]);
            cells.push(Cell { grip: 1.0, rolling: 1.0, height_m });
        }
    }
    let origin_m = [foot_m[0], foot_m[1] - half_m];
    Grid::new(origin_m, SPACING_M, columns, cells)
        .unwrap_or_else(|_| unreachable!("whole rows of nodes at even distances"))
}

#[cfg(test)]
mod tests {
    use super::{GRADE, HALF_WIDTH_M, HEIGHT_M, LENGTH_M, MIDDLE_M, SHOULDER_M, UP_M, hill};

    #[test]
    fn it_rises_by_its_grade_and_ends_gently() {
        let grid = hill([0.0, 0.0]);
        let at = |x: f64, y: f64| grid.at([x, y]).unwrap();
        // Under all wheels of a car with 3 m between its axles.
        for off in [-1.5, -0.7, 0.0, 0.9, 1.5] {
            let (_, rise) = at(MIDDLE_M + off, 3.0);
            assert!((rise[0] - GRADE).abs() < 1e-12 && rise[1].abs() < 1e-12, "{off}: {rise:?}");
        }
        assert!(at(UP_M[0] - 1.0, 0.0).0.height_m.abs() < 1e-12);
        let top = at(UP_M[1] + 2.0, 0.0);
        assert!((top.0.height_m - HEIGHT_M).abs() < 1e-12 && top.1[0].abs() < 1e-12);
        // No kink between two cells is steeper than a car's tyre rolls over.
        let mut before = 0.0;
        for step in 0..(4.0 * LENGTH_M) as usize {
            let (_, rise) = at(0.125 + 0.25 * step as f64, HALF_WIDTH_M - 0.1);
            assert!((rise[0] - before).abs() < 0.04, "{step}: {before} {rise:?}");
            before = rise[0];
        }
    }

    /// All around it ends at the height of the plane, so that there is no step in the road.
    #[test]
    fn its_edges_are_level_with_the_road() {
        let grid = hill([0.0, 0.0]);
        let half_m = HALF_WIDTH_M + SHOULDER_M;
        for step in 0..=200 {
            let share = f64::from(step) / 200.0;
            for x in [0.0, LENGTH_M] {
                assert!(grid.at([x, half_m * (2.0 * share - 1.0)]).unwrap().0.height_m.abs() < 1e-12);
            }
            for y in [-half_m, half_m] {
                assert!(grid.at([LENGTH_M * share, y]).unwrap().0.height_m.abs() < 1e-12);
            }
        }
    }
}
