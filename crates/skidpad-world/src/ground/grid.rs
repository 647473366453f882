//! Grip, rolling resistance and height on a regular grid: a map.

use core::fmt;
use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_core::snapshot::StateHash;

use super::area::Bounds;

/// Values of a map at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Grip over the surface's, [0, 3].
    pub grip: f64,
    /// Rolling resistance over the surface's, [0, 50].
    pub rolling: f64,
    /// Height over the plane of the surface, m.
    pub height_m: f64,
}

/// A map: nodes in rows along x, the rows along y; between nodes bilinear.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    origin_m: [f64; 2],
    spacing_m: [f64; 2],
    columns: usize,
    /// Shared by all clones: a map may be large, and each car keeps the ground below it.
    cells: Arc<[Cell]>,
}

/// Why nodes make no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// Fewer than two nodes along an axis.
    TooFew,
    /// The number of nodes is no multiple of the number of columns.
    Ragged,
    /// A spacing that is not above 0, or an origin that is not finite.
    Spacing,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooFew => "a map has at least two nodes along each axis",
            Self::Ragged => "each row of a map has the same number of nodes",
            Self::Spacing => {
                "the nodes of a map lie at finite places, each at a distance above 0 from the last"
            }
        })
    }
}

impl core::error::Error for GridError {}

impl Grid {
    /// A map whose first node lies at `origin_m`, with the nodes of a row `spacing_m[0]` apart and the rows
    /// `spacing_m[1]`.
    ///
    /// # Errors
    /// Nodes that make no map.
    pub fn new(
        origin_m: [f64; 2],
        spacing_m: [f64; 2],
        columns: usize,
        cells: Vec<Cell>,
    ) -> Result<Self, GridError> {
        if columns < 2 || cells.len() < 2 * columns {
            return Err(GridError::TooFew);
        }
        if !cells.len().is_multiple_of(columns) {
            return Err(GridError::Ragged);
        }
        let is_spaced = spacing_m.iter().all(|space| space.is_finite() && *space > 0.0);
        if !is_spaced || !origin_m.iter().all(|part| part.is_finite()) {
            return Err(GridError::Spacing);
        }
        Ok(Self { origin_m, spacing_m, columns, cells: cells.into() })
    }

    /// The place of the first node, m.
    pub fn origin_m(&self) -> [f64; 2] {
        self.origin_m
    }
    /// The distance of nodes along x and y, m.
    pub fn spacing_m(&self) -> [f64; 2] {
        self.spacing_m
    }
    /// The number of nodes along x.
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// The number of nodes along y.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }
    /// All nodes, row after row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Bounds of the map, with room for rounding.
    pub(super) fn bounds(&self) -> Bounds {
        let nodes = [self.columns, self.rows()];
        let side = |axis: usize| {
            let length = self.spacing_m[axis] * (nodes[axis] - 1) as f64;
            let (low, high) = (self.origin_m[axis], self.origin_m[axis] + length);
            let room = 1e-6 + 1e-12 * (Real::abs(low) + length);
            [low - room, high + room]
        };
        let [x, y] = [side(0), side(1)];
        [[x[0], y[0]], [x[1], y[1]]]
    }

    pub(super) fn add_to(&self, hash: &mut StateHash) {
        hash.word(self.columns as u64);
        self.origin_m.iter().chain(&self.spacing_m).for_each(|number| hash.number(*number));
        let numbers = self.cells.iter().flat_map(|cell| [cell.grip, cell.rolling, cell.height_m]);
        numbers.for_each(|number| hash.number(number));
    }

    /// Returns the map's values at a place, and the rise of the height along x and y as a tangent; `None` beyond its edges.
    pub fn at(&self, place_m: [f64; 2]) -> Option<(Cell, [f64; 2])> {
        let (column, across) = self.between(0, place_m, self.columns)?;
        let (row, along) = self.between(1, place_m, self.rows())?;
        let first = row * self.columns + column;
        let corner = |up: usize, right: usize| &self.cells[first + up * self.columns + right];
        let mix = |of: fn(&Cell) -> f64| {
            let low = of(corner(0, 0)) + across * (of(corner(0, 1)) - of(corner(0, 0)));
            let high = of(corner(1, 0)) + across * (of(corner(1, 1)) - of(corner(1, 0)));
            low + along * (high - low)
        };
        let height = |up: usize, right: usize| corner(up, right).height_m;
        let (low, high) = (height(0, 1) - height(0, 0), height(1, 1) - height(1, 0));
        let (left, right) = (height(1, 0) - height(0, 0), height(1, 1) - height(0, 1));
        let rise = [
            (low + along * (high - low)) / self.spacing_m[0],
            (left + across * (right - left)) / self.spacing_m[1],
        ];
        let cell = Cell {
            grip: mix(|cell| cell.grip),
            rolling: mix(|cell| cell.rolling),
            height_m: mix(|cell| cell.height_m),
        };
        Some((cell, rise))
    }

    /// The node before a place along an axis and the share of the way to the next.
    fn between(&self, axis: usize, place_m: [f64; 2], nodes: usize) -> Option<(usize, f64)> {
        let steps = (place_m[axis] - self.origin_m[axis]) / self.spacing_m[axis];
        let last = (nodes - 1) as f64;
        if !(0.0..=last).contains(&steps) {
            return None;
        }
        let node = usize::min(steps as usize, nodes - 2);
        Some((node, steps - node as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Grid, GridError};

    fn cell(grip: f64, height_m: f64) -> Cell {
        Cell { grip, rolling: 1.0, height_m }
    }

    fn slanted() -> Grid {
        // Height 0.1 x + 0.2 y - 0.3, grip 0.5 + 0.1 x: what is linear, bilinear interpolation has exactly.
        let cells = (0..4).flat_map(|row| {
            (0..3).map(move |column| {
                let (x, y) = (1.0 + 2.0 * f64::from(column), -1.0 + 0.5 * f64::from(row));
                cell(0.5 + 0.1 * x, 0.1 * x + 0.2 * y - 0.3)
            })
        });
        Grid::new([1.0, -1.0], [2.0, 0.5], 3, cells.collect()).unwrap()
    }

    #[test]
    fn a_plane_is_met_exactly_to_the_edges() {
        let grid = slanted();
        for place in [[1.0, -1.0], [5.0, 0.5], [2.3, 0.2], [3.0, -0.25], [4.9, 0.49]] {
            let (cell, rise) = grid.at(place).unwrap();
            assert!((cell.height_m - (0.1 * place[0] + 0.2 * place[1] - 0.3)).abs() < 1e-15);
            assert!((cell.grip - (0.5 + 0.1 * place[0])).abs() < 1e-15);
            assert!((rise[0] - 0.1).abs() < 1e-15 && (rise[1] - 0.2).abs() < 1e-15);
        }
    }

    #[test]
    fn beyond_its_edges_it_says_nothing() {
        let grid = slanted();
        for place in [[0.99, 0.0], [5.01, 0.0], [2.0, -1.01], [2.0, 0.51], [f64::NAN, 0.0], [1e300, 0.0]] {
            assert_eq!(grid.at(place), None, "{place:?}");
        }
    }

    #[test]
    fn what_makes_no_map_is_refused() {
        let cells = |count: usize| vec![cell(1.0, 0.0); count];
        let new = |spacing, columns, count| Grid::new([0.0; 2], spacing, columns, cells(count)).map(|_| ());
        assert_eq!(new([1.0, 1.0], 1, 4), Err(GridError::TooFew));
        assert_eq!(new([1.0, 1.0], 3, 5), Err(GridError::TooFew));
        assert_eq!(new([1.0, 1.0], 3, 7), Err(GridError::Ragged));
        assert_eq!(new([0.0, 1.0], 2, 4), Err(GridError::Spacing));
        assert_eq!(new([f64::INFINITY, 1.0], 2, 4), Err(GridError::Spacing));
        assert_eq!(new([1.0, 1.0], 2, 4), Ok(()));
    }
}
