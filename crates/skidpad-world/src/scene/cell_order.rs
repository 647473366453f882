//! Points sorted by the square cell that they lie in, so that a search near a position visits few of them.
//!
//! Cells are sorted by row and then by column. A search goes through the rows within reach, and finds the first column of
//! each by bisection. Unlike an array of cells the list has no edge and no empty cells, so points may be, and move to,
//! anywhere.

use skidpad_core::math::Vec2;

/// Width of a cell, m: about the distance within which cars and cones meet in a step.
const CELL_M: f64 = 4.0;
/// Addition to the radius of a search, m, against rounding at the edges of cells: within 1e7 m positions have 2e-9 m.
const ROUNDING_M: f64 = 1e-3;

/// Row and column of a cell.
type Cell = (i64, i64);

/// Indices of points, sorted by cell.
#[derive(Clone, Debug, Default)]
pub(super) struct CellOrder {
    /// Sorted by cell, then by index.
    entries: Vec<(Cell, usize)>,
}

/// Row or column of a coordinate, m; coordinates beyond all cells are in the last ones.
fn line(coordinate_m: f64) -> i64 {
    (coordinate_m / CELL_M).floor() as i64
}

fn cell(position_m: Vec2<f64>) -> Cell {
    (line(position_m.y), line(position_m.x))
}

impl CellOrder {
    /// The order of points with the indices 0, 1, ...
    pub fn new(positions_m: impl Iterator<Item = Vec2<f64>>) -> Self {
        let mut entries: Vec<_> = positions_m.map(cell).zip(0..).collect();
        entries.sort_unstable();
        Self { entries }
    }

    /// Takes a point from one position to another.
    pub fn shift(&mut self, index: usize, from_m: Vec2<f64>, to_m: Vec2<f64>) {
        let (old, new) = ((cell(from_m), index), (cell(to_m), index));
        if old == new {
            return;
        }
        let at = self.entries.partition_point(|entry| *entry < old);
        let to = self.entries.partition_point(|entry| *entry < new);
        if at < to {
            self.entries[at..to].rotate_left(1);
            self.entries[to - 1] = new;
        } else {
            self.entries[to..=at].rotate_right(1);
            self.entries[to] = new;
        }
    }

    /// Calls `visit` with the index of each point within a radius of a position, and of some points beyond it.
    pub fn visit_near(&self, position_m: Vec2<f64>, radius_m: f64, visit: &mut impl FnMut(usize)) {
        let reach = radius_m + ROUNDING_M;
        let lines = |coordinate_m: f64| (line(coordinate_m - reach), line(coordinate_m + reach));
        let ((low, high), (left, right)) = (lines(position_m.y), lines(position_m.x));
        let mut row = low;
        while row <= high {
            let from = self.entries.partition_point(|entry| entry.0 < (row, left));
            let Some(((next, _), _)) = self.entries.get(from) else { return };
            if *next > row {
                // This row has no more points: go on with the next one that has any.
                row = *next;
                continue;
            }
            let in_row = self.entries[from..].iter().take_while(|entry| entry.0 <= (row, right));
            in_row.for_each(|(_, index)| visit(*index));
            let Some(next) = row.checked_add(1) else { return };
            row = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CELL_M, CellOrder};
    use skidpad_core::math::Vec2;

    /// Indices near a position, sorted.
    fn near(order: &CellOrder, position_m: Vec2<f64>, radius_m: f64) -> Vec<usize> {
        let mut found = Vec::new();
        order.visit_near(position_m, radius_m, &mut |index| found.push(index));
        found.sort_unstable();
        found
    }

    /// A field of 300 by 300 points, 1 m apart, then moved elsewhere: a search visits the cells within reach and no others.
    #[test]
    fn a_search_visits_few_points() {
        let at = |index: usize| Vec2::new((index % 300) as f64, (index / 300) as f64);
        let mut order = CellOrder::new((0..90_000).map(at));
        let across_m = 2.0 * (5.0 + CELL_M + 1.0);
        let most = (across_m * across_m) as usize;
        let found = near(&order, Vec2::new(150.2, 90.7), 5.0);
        assert!((70..=most).contains(&found.len()), "{}", found.len());
        assert!(near(&order, Vec2::new(-1000.0, 90.7), 5.0).is_empty());
        // Everything to the other side, in an order of its own.
        let away = |index: usize| Vec2::new(-1.0, -1.0) - at(index).scale(1.5);
        for index in (0..90_000).map(|index| index * 7 % 90_000) {
            order.shift(index, at(index), away(index));
        }
        assert!(near(&order, Vec2::new(150.2, 90.7), 5.0).is_empty());
        let found = near(&order, away(27_150), 5.0);
        assert!(found.contains(&27_150) && (30..=most).contains(&found.len()), "{}", found.len());
    }

    /// Far positions and those that are no numbers neither hang nor panic, and a search without limits finds all.
    #[test]
    fn any_number_is_a_position() {
        let odd = [0.0, -0.0, 1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e7, 3.9999];
        let points: Vec<_> = odd.iter().flat_map(|x| odd.map(|y| Vec2::new(*x, y))).collect();
        let mut order = CellOrder::new(points.iter().copied());
        let all: Vec<usize> = (0..points.len()).collect();
        assert_eq!(near(&order, Vec2::zero(), f64::INFINITY), all);
        assert_eq!(near(&order, Vec2::new(f64::NAN, 0.0), f64::INFINITY).len(), 9 * 4);
        for (index, point) in points.iter().enumerate() {
            order.shift(index, *point, Vec2::zero());
            assert!(near(&order, Vec2::zero(), 1.0).contains(&index), "{point:?}");
        }
        assert_eq!(near(&order, Vec2::zero(), 1.0), all);
    }
}
