//! Crossings of many short lines, by a grid of cells.

use skidpad_core::math::Real;

/// The most entries of lines in cells, for each line; where there would be more the cells are made larger.
const MOST_ENTRIES: usize = 8;
/// The most pairs of lines that are compared, and the most crossings that are found.
const MOST_PAIRS: usize = 30_000_000;
const MOST_FOUND: usize = 5000;

/// A short straight line at a distance along a track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from_m: [f64; 2],
    pub to_m: [f64; 2],
    /// Place of its sample of the track.
    pub sample: usize,
    /// Number of the line of which it is a part.
    pub line: usize,
}

/// Crossings that were found, each of two edges.
#[derive(Debug, Default)]
pub(super) struct Crossings {
    pub found: Vec<[Edge; 2]>,
    /// True where the search ended before all pairs were compared.
    pub has_ended_early: bool,
}

/// Cells of a grid, each with the edges that reach into it.
struct Grid {
    cell_m: f64,
    low_m: [f64; 2],
}

impl Grid {
    /// Column and row of the lowest and the highest cell of an edge.
    fn cells(&self, edge: &Edge) -> [[u64; 2]; 2] {
        let cell = |axis: usize, at_m: f64| ((at_m - self.low_m[axis]) / self.cell_m) as u64;
        let low = |axis: usize| cell(axis, Real::min(edge.from_m[axis], edge.to_m[axis]));
        let high = |axis: usize| cell(axis, Real::max(edge.from_m[axis], edge.to_m[axis]));
        [[low(0), low(1)], [high(0), high(1)]]
    }

    fn entries(&self, edges: &[Edge]) -> u64 {
        let count = |edge: &Edge| {
            let [low, high] = self.cells(edge);
            (high[0] - low[0] + 1).saturating_mul(high[1] - low[1] + 1)
        };
        edges.iter().map(count).fold(0, u64::saturating_add)
    }
}

/// All crossings of edges that are compared: `is_compared` of two of them.
pub(super) fn crossings(edges: &[Edge], is_compared: impl Fn(&Edge, &Edge) -> bool) -> Crossings {
    let mut crossings = Crossings::default();
    if edges.is_empty() {
        return crossings;
    }
    let length_m = |edge: &Edge| Real::hypot(edge.to_m[0] - edge.from_m[0], edge.to_m[1] - edge.from_m[1]);
    let mean_m = edges.iter().map(length_m).sum::<f64>() / edges.len() as f64;
    let low = |axis: usize| {
        edges.iter().fold(f64::INFINITY, |least, edge| {
            Real::min(Real::min(edge.from_m[axis], edge.to_m[axis]), least)
        })
    };
    let mut grid = Grid { cell_m: Real::max(2.0 * mean_m, 1e-3), low_m: [low(0), low(1)] };
    while grid.entries(edges) > (MOST_ENTRIES * edges.len()) as u64 {
        grid.cell_m *= 2.0;
    }
    // Sorted by cell: each run of one cell holds the edges that may cross there.
    let mut entries: Vec<(u64, u32)> = Vec::new();
    for (place, edge) in edges.iter().enumerate() {
        let [low, high] = grid.cells(edge);
        for column in low[0]..=high[0] {
            entries.extend((low[1]..=high[1]).map(|row| (column << 32 | row, place as u32)));
        }
    }
    entries.sort_unstable();
    let mut pairs = 0;
    for cell in entries.chunk_by(|one, other| one.0 == other.0) {
        for (place, (_, one)) in cell.iter().enumerate() {
            let one = &edges[*one as usize];
            pairs += cell.len() - place;
            if pairs > MOST_PAIRS || crossings.found.len() > MOST_FOUND {
                crossings.has_ended_early = true;
                return crossings;
            }
            let others = cell[place + 1..].iter().map(|(_, other)| &edges[*other as usize]);
            let crossed = others.filter(|other| is_compared(one, other) && do_cross(one, other));
            crossings.found.extend(crossed.map(|other| [*one, *other]));
        }
    }
    crossings
}

/// Returns true where two edges cross: the ends of each lie on both sides of the other.
fn do_cross(one: &Edge, other: &Edge) -> bool {
    let side = |of: &Edge, at_m: [f64; 2]| {
        let [x, y] = [0, 1].map(|axis| of.to_m[axis] - of.from_m[axis]);
        x * (at_m[1] - of.from_m[1]) - y * (at_m[0] - of.from_m[0])
    };
    // A corner that lies on the other edge counts for one of the edges that meet in it.
    let parts = |of: &Edge, by: &Edge| (side(by, of.from_m) < 0.0) != (side(by, of.to_m) < 0.0);
    parts(one, other) && parts(other, one)
}
