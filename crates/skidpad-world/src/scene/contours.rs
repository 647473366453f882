//! Contours: lines of equal height on a map.

use crate::ground::Grid;

/// Most contours that cross one triangle.
const MOST_LEVELS: i64 = 1000;

/// A piece of a contour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contour {
    /// Height over the plane of the road, m.
    pub height_m: f64,
    /// The two ends, m.
    pub ends_m: [[f64; 2]; 2],
}

/// The least and the largest height of a map, m.
pub fn heights_m(grid: &Grid) -> [f64; 2] {
    grid.cells().iter().fold([f64::MAX, f64::MIN], |[low, high], cell| {
        [
            if cell.height_m < low { cell.height_m } else { low },
            if cell.height_m > high { cell.height_m } else { high },
        ]
    })
}

/// The contours of a map at odd multiples of half of `step_m`, so that the plane of the road has none.
///
/// Each cell is cut into the two triangles of its diagonal, on which the height is a plane, so that the lines join.
pub fn contours(grid: &Grid, step_m: f64) -> Vec<Contour> {
    let mut lines = Vec::new();
    if !(step_m.is_finite() && step_m > 0.0) {
        return lines;
    }
    for row in 0..grid.rows() - 1 {
        for column in 0..grid.columns() - 1 {
            let node = |up: usize, right: usize| node(grid, row + up, column + right);
            let corners = [node(0, 0), node(0, 1), node(1, 1), node(1, 0)];
            for triangle in [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]] {
                cut(&mut lines, &triangle, step_m);
            }
        }
    }
    lines
}

/// Position and height of a node, m.
fn node(grid: &Grid, row: usize, column: usize) -> [f64; 3] {
    let ([x, y], [dx, dy]) = (grid.origin_m(), grid.spacing_m());
    let height_m = grid.cells()[row * grid.columns() + column].height_m;
    [x + dx * column as f64, y + dy * row as f64, height_m]
}

/// Cuts a triangle at every level that it crosses.
fn cut(lines: &mut Vec<Contour>, triangle: &[[f64; 3]; 3], step_m: f64) {
    // One more to either side, for rounding: what is not crossed gives no line.
    let level_of = |height_m: f64| (height_m / step_m - 0.5).round() as i64;
    let levels = triangle.map(|corner| level_of(corner[2]));
    let (low, high) =
        levels.iter().fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
    for level in low.saturating_sub(1)..=high.saturating_add(1).min(low.saturating_add(MOST_LEVELS)) {
        let height_m = (level as f64 + 0.5) * step_m;
        let (mut ends, mut found) = ([[0.0; 2]; 3], 0);
        for edge in 0..3 {
            let (from, to) = (triangle[edge], triangle[(edge + 1) % 3]);
            if (from[2] > height_m) != (to[2] > height_m) {
                let share = (height_m - from[2]) / (to[2] - from[2]);
                ends[found] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
                found += 1;
            }
        }
        if found == 2 {
            lines.push(Contour { height_m, ends_m: [ends[0], ends[1]] });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{contours, heights_m};
    use crate::ground::{Cell, Grid};
    use skidpad_core::math::Real;

    fn grid(height: impl Fn(f64, f64) -> f64) -> Grid {
        let nodes = (0..11).flat_map(|row| (0..11).map(move |column| (f64::from(column), f64::from(row))));
        let cell = |(x, y)| Cell { grip: 1.0, rolling: 1.0, height_m: height(x, y) };
        Grid::new([0.0, 0.0], [1.0, 1.0], 11, nodes.map(cell).collect()).unwrap()
    }

    /// On a slope of 10 % along x they are straight lines across, at the places where the height is theirs.
    #[test]
    fn a_slope_has_lines_across_it() {
        let slope = grid(|x, _| 0.1 * x);
        assert_eq!(heights_m(&slope), [0.0, 1.0]);
        let lines = contours(&slope, 0.2);
        let levels: Vec<f64> = (0..5).map(|level| 0.1 + 0.2 * f64::from(level)).collect();
        for line in &lines {
            assert!(line.ends_m.iter().all(|end| (0.1 * end[0] - line.height_m).abs() < 1e-12), "{line:?}");
            assert!(levels.iter().any(|level| (level - line.height_m).abs() < 1e-12), "{line:?}");
        }
        // Each goes from side to side.
        let length: f64 = lines.iter().map(|line| (line.ends_m[1][1] - line.ends_m[0][1]).abs()).sum();
        assert!((length - 5.0 * 10.0).abs() < 1e-9, "{length}");
    }

    #[test]
    fn level_ground_has_none_and_a_dome_has_closed_ones() {
        assert!(contours(&grid(|_, _| 0.0), 0.1).is_empty());
        assert!(contours(&grid(|_, _| 1.0), f64::NAN).is_empty());
        let dome = contours(&grid(|x, y| -Real::hypot(x - 5.1, y - 4.9)), 1.0);
        // Where one piece ends another begins, but at the edge of the map.
        let ends: Vec<[f64; 2]> = dome.iter().flat_map(|line| line.ends_m).collect();
        for end in &ends {
            let inside = end.iter().all(|part| *part > 1e-9 && *part < 10.0 - 1e-9);
            let near =
                ends.iter().filter(|other| Real::hypot(end[0] - other[0], end[1] - other[1]) < 1e-9).count();
            assert!(!inside || near >= 2, "{end:?}");
        }
    }
}
