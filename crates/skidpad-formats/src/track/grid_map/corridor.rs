//! The closed corridor of free cells in a map.

use super::distance::squared;
use super::grid::{Cell, Grid};
use crate::FileError;

/// The most regions of free cells in which a corridor is looked for, from the largest.
const MOST_REGIONS: usize = 20;
/// Islands of fewer cells are specks, which are passed over. A corridor surrounds more of them.
const SPECK: usize = 12;
/// The least width and height of a corridor, cells.
const LEAST: usize = 5;

/// A corridor and the cells around it, in a part of the map.
pub(super) struct Corridor {
    /// Lower left corner of the part in the map, cells.
    pub from: [usize; 2],
    pub width: usize,
    pub height: usize,
    /// Square of the distance to the nearest cell within the corridor's inner edge, and outside of its outer one, cells.
    pub inside: Vec<u32>,
    pub outside: Vec<u32>,
    /// True for cells that are occupied.
    pub is_occupied: Vec<bool>,
}

impl Corridor {
    /// Difference of the distances inwards and outwards at a cell, in cells: negative nearer to the inner edge.
    pub fn difference(&self, place: usize) -> f64 {
        self.distances(place)[0] - self.distances(place)[1]
    }

    /// Distances to the nearest cell inwards and outwards, in cells.
    pub fn distances(&self, place: usize) -> [f64; 2] {
        [&self.inside, &self.outside].map(|squares| f64::from(squares[place]).sqrt())
    }
}

/// A region of free cells that hang together.
struct Region {
    label: u32,
    least: [usize; 2],
    most: [usize; 2],
    is_at_border: bool,
}

/// The corridor of a map.
pub(super) fn find(origin: &str, grid: &Grid, notes: &mut Vec<String>) -> Result<Corridor, FileError> {
    if !grid.cells.contains(&Cell::Occupied) {
        return Err(FileError::whole(
            origin,
            "a map without an occupied cell",
            "a map with walls; see `negate` and the thresholds",
        ));
    }
    let (labels, mut regions) = regions(grid);
    let size =
        |region: &Region| (0..2).map(|axis| region.most[axis] - region.least[axis] + 1).product::<usize>();
    // Free ground around the track also surrounds something: it reaches to the border of the map.
    regions.sort_by_key(|region| (region.is_at_border, core::cmp::Reverse(size(region))));
    let mut best: Option<Parts> = None;
    for region in regions.iter().take(MOST_REGIONS) {
        if best.is_some() && region.is_at_border {
            break;
        }
        let parts = Parts::new(grid, &labels, region);
        let hole = |parts: &Parts| parts.holes.first().map_or(0, Vec::len);
        if hole(&parts) >= SPECK && best.as_ref().is_none_or(|best| hole(&parts) > hole(best)) {
            best = Some(parts);
        }
    }
    let best = best.ok_or_else(|| {
        FileError::whole(
            origin,
            "a map without a closed corridor",
            "a ring of free cells between walls; a gap in a wall joins the corridor with what is beside it",
        )
    })?;
    Ok(best.corridor(grid, notes))
}

/// Labels of free cells, from 1, by regions in which cells share edges.
fn regions(grid: &Grid) -> (Vec<u32>, Vec<Region>) {
    let mut labels = vec![0; grid.cells.len()];
    let (mut regions, mut label) = (Vec::new(), 0);
    let mut open = Vec::new();
    for start in 0..grid.cells.len() {
        if grid.cells[start] != Cell::Free || labels[start] != 0 {
            continue;
        }
        label += 1;
        let mut region = Region { label, least: [usize::MAX; 2], most: [0; 2], is_at_border: false };
        labels[start] = label;
        open.push(start);
        while let Some(place) = open.pop() {
            let at = [place % grid.width, place / grid.width];
            for (axis, at) in at.into_iter().enumerate() {
                region.least[axis] = usize::min(region.least[axis], at);
                region.most[axis] = usize::max(region.most[axis], at);
            }
            for next in [place - 1, place + 1, place - grid.width, place + grid.width] {
                if grid.cells[next] == Cell::Free && labels[next] == 0 {
                    labels[next] = label;
                    open.push(next);
                }
            }
        }
        let ends = [grid.width - 2, grid.height - 2];
        region.is_at_border = (0..2).any(|axis| region.least[axis] == 1 || region.most[axis] == ends[axis]);
        // Others surround nothing: of lone cells there may be millions.
        if (0..2).all(|axis| region.most[axis] - region.least[axis] + 1 >= LEAST) {
            regions.push(region);
        }
    }
    (labels, regions)
}

/// A region's part of the map, with a frame around it, and what it surrounds.
struct Parts {
    from: [usize; 2],
    width: usize,
    height: usize,
    /// True outside of the region and of all holes.
    is_outer: Vec<bool>,
    /// Holes by their cells, from the largest; without specks.
    holes: Vec<Vec<u32>>,
    /// Number of specks.
    specks: usize,
}

impl Parts {
    fn new(grid: &Grid, labels: &[u32], region: &Region) -> Self {
        // The grid's own frame makes room for this one.
        let from = region.least.map(|at| at - 1);
        let [width, height] = [0, 1].map(|axis: usize| region.most[axis] - from[axis] + 2);
        let mut is_taken: Vec<bool> = (0..width * height)
            .map(|place| {
                let [x, y] = [from[0] + place % width, from[1] + place / width];
                labels[y * grid.width + x] == region.label
            })
            .collect();
        let mut parts = Self { from, width, height, is_outer: Vec::new(), holes: Vec::new(), specks: 0 };
        let outer = parts.flood(0, &mut is_taken);
        parts.is_outer = vec![false; width * height];
        outer.iter().for_each(|place| parts.is_outer[*place as usize] = true);
        for start in 0..width * height {
            if !is_taken[start] {
                let hole = parts.flood(start, &mut is_taken);
                if hole.len() >= SPECK {
                    parts.holes.push(hole);
                } else {
                    parts.specks += 1;
                }
            }
        }
        parts.holes.sort_by_key(|hole| core::cmp::Reverse(hole.len()));
        parts
    }

    /// Cells that hang together by edges or corners, from one on.
    fn flood(&self, start: usize, is_taken: &mut [bool]) -> Vec<u32> {
        is_taken[start] = true;
        let mut found = vec![start as u32];
        let mut done = 0;
        while let Some(place) = found.get(done).map(|place| *place as usize) {
            done += 1;
            let (x, y) = (place % self.width, place / self.width);
            for row in y.saturating_sub(1)..usize::min(y + 2, self.height) {
                for column in x.saturating_sub(1)..usize::min(x + 2, self.width) {
                    let next = row * self.width + column;
                    if !is_taken[next] {
                        is_taken[next] = true;
                        found.push(next as u32);
                    }
                }
            }
        }
        found
    }

    /// The corridor between the outside and the largest hole.
    fn corridor(mut self, grid: &Grid, notes: &mut Vec<String>) -> Corridor {
        let mut is_inner = vec![false; self.width * self.height];
        let holes = core::mem::take(&mut self.holes);
        let Some((inner, islands)) = holes.split_first() else { unreachable!("a corridor surrounds a hole") };
        inner.iter().for_each(|place| is_inner[*place as usize] = true);
        let distances = |set: &[bool]| squared(set, self.width);
        let (mut inside, mut outside) = (distances(&is_inner), distances(&self.is_outer));
        for island in islands {
            let nearest = |squares: &[u32]| island.iter().map(|place| squares[*place as usize]).min();
            let is_inwards = nearest(&inside) <= nearest(&outside);
            let set = if is_inwards { &mut is_inner } else { &mut self.is_outer };
            island.iter().for_each(|place| set[*place as usize] = true);
        }
        if !islands.is_empty() || self.specks > 0 {
            notes.push(format!(
                "{} islands in the corridor belong to the nearer wall, {} specks are passed over",
                islands.len(),
                self.specks
            ));
        }
        if !islands.is_empty() {
            (inside, outside) = (squared(&is_inner, self.width), squared(&self.is_outer, self.width));
        }
        let is_occupied = (0..self.width * self.height).map(|place| {
            let [x, y] = [self.from[0] + place % self.width, self.from[1] + place / self.width];
            grid.cells[y * grid.width + x] == Cell::Occupied
        });
        Corridor {
            from: self.from,
            width: self.width,
            height: self.height,
            inside,
            outside,
            is_occupied: is_occupied.collect(),
        }
    }
}
