//! The hill: up a slope of 30 %, over a level top, and down another.

use skidpad::math::Real;
use skidpad_world::ground::{Cell, Grid};

/// Rise over run of its slopes.
pub(super) const GRADE: f64 = skidpad_world::manoeuvre::GRADE;
/// Length over which a slope begins and ends, of the slope itself, and of the top, m.
const BEND_M: f64 = 10.0;
const SLOPE_M: f64 = 16.0;
const TOP_M: f64 = 12.0;
/// Half of the width that is not rounded off, and the width of what is, on either side, m.
pub(super) const HALF_WIDTH_M: f64 = 8.0;
const SHOULDER_M: f64 = 40.0;
/// Distance of nodes, m. The height is exactly even across where a car drives, as its edge lies on a node.
const SPACING_M: [f64; 2] = [0.5, 4.0];
/// Length of one side, m.
pub(super) const SIDE_M: f64 = BEND_M + SLOPE_M + BEND_M;
/// Length of the whole, m.
pub(super) const LENGTH_M: f64 = 2.0 * SIDE_M + TOP_M;

/// Share between 0 and 1 without a kink at either.
fn smooth(share: f64) -> f64 {
    let share = Real::clamp(share, 0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Integral of [`smooth`] from 0.
fn smooth_sum(share: f64) -> f64 {
    let inside = Real::clamp(share, 0.0, 1.0);
    inside * inside * inside * (1.0 - 0.5 * inside) + Real::max(share - 1.0, 0.0)
}

/// Height so far from the foot, m: the grade rises from 0 over the bend, stays, and falls to 0 again.
fn height_m(from_foot_m: f64) -> f64 {
    let rising = smooth_sum(from_foot_m / BEND_M);
    let falling = smooth_sum((from_foot_m - BEND_M - SLOPE_M) / BEND_M);
    GRADE * BEND_M * (rising - falling)
}

/// The place in the middle of the slope up, from the foot, m.
pub(super) const MIDDLE_M: f64 = BEND_M + 0.5 * SLOPE_M;

/// The hill along x from its foot, its middle line at that y.
pub(super) fn hill(foot_m: [f64; 2]) -> Grid {
    let half_m = HALF_WIDTH_M + SHOULDER_M;
    let nodes = |length: f64, spacing: f64| (length / spacing + 0.5) as usize + 1;
    let (columns, rows) = (nodes(LENGTH_M, SPACING_M[0]), nodes(2.0 * half_m, SPACING_M[1]));
    let mut cells = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        let aside = Real::abs(row as f64 * SPACING_M[1] - half_m);
        let share = smooth((half_m - aside) / SHOULDER_M);
        for column in 0..columns {
            let x = column as f64 * SPACING_M[0];
            let from_foot = Real::min(x, LENGTH_M - x);
            cells.push(Cell { grip: 1.0, rolling: 1.0, height_m: share * height_m(from_foot) });
        }
    }
    let origin_m = [foot_m[0], foot_m[1] - half_m];
    Grid::new(origin_m, SPACING_M, columns, cells)
        .unwrap_or_else(|_| unreachable!("whole rows of nodes at even distances"))
}

#[cfg(test)]
mod tests {
    use super::{GRADE, HALF_WIDTH_M, LENGTH_M, MIDDLE_M, SIDE_M, height_m, hill};

    #[test]
    fn it_rises_by_its_grade_and_ends_gently() {
        let grid = hill([0.0, 0.0]);
        let at = |x: f64, y: f64| grid.at([x, y]).unwrap();
        assert!((at(MIDDLE_M, 0.0).1[0] - GRADE).abs() < 1e-12);
        assert!((at(MIDDLE_M, 3.0).1[1]).abs() < 1e-12, "even across");
        assert!((at(LENGTH_M - MIDDLE_M, 0.0).1[0] + GRADE).abs() < 1e-12);
        let top = at(0.5 * LENGTH_M, 0.0);
        assert!((top.0.height_m - GRADE * (10.0 + 16.0)).abs() < 1e-12 && top.1[0].abs() < 1e-12);
        // No kink between two cells is steeper than a car's tyre rolls over.
        let mut before = 0.0;
        for step in 0..(2.0 * LENGTH_M) as usize {
            let rise = at(0.25 + 0.5 * step as f64, HALF_WIDTH_M - 0.1).1[0];
            assert!((rise - before).abs() < 0.025, "{step}: {before} {rise}");
            before = rise;
        }
    }

    /// All around it ends at the height of the plane, so that there is no step in the road.
    #[test]
    fn its_edges_are_level_with_the_road() {
        let grid = hill([0.0, 0.0]);
        for step in 0..=200 {
            let share = f64::from(step) / 200.0;
            for place in [[0.0, 96.0 * share - 48.0], [LENGTH_M, 96.0 * share - 48.0]] {
                assert!(grid.at(place).unwrap().0.height_m.abs() < 1e-12);
            }
            for y in [-48.0, 48.0] {
                assert!(grid.at([LENGTH_M * share, y]).unwrap().0.height_m.abs() < 1e-12);
            }
        }
        assert!((height_m(SIDE_M) - height_m(SIDE_M + 5.0)).abs() < 1e-12);
    }
}
