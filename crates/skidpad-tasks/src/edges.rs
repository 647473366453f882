//! Edges of a road as lines, found by place.

use skidpad_core::math::Real;
use skidpad_world::track::Track;

/// Number of points of an edge on a short track, and their longest distance, m: 1 m leaves a curve of 15 m radius by 8 mm.
const POINTS: f64 = 1000.0;
const LONGEST_M: f64 = 1.0;
/// Sides of cells over the range of what looks from them, and the most cells.
const CELL_SHARE: f64 = 0.25;
const MOST_CELLS: f64 = 1e6;

/// Edges of a road: a line on each side, and for each cell of a grid the stretches of them that are within a range of it.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    lines: [Vec<[f32; 2]>; 2],
    /// Longest distance between two points of each, m.
    spacings_m: [f64; 2],
    low_m: [f32; 2],
    per_m: f32,
    cells: [usize; 2],
    /// Stretches of lines, those of a cell after the other: line, first and last point.
    runs: Vec<(u8, u32, u32)>,
    /// Beginning of each cell's stretches, and the end of the last.
    begins: Vec<u32>,
}

impl Edges {
    /// Edges of a track for what sees as far as a range, m.
    pub fn new(track: &Track, range_m: f64) -> Self {
        let length_m = track.length_m();
        let count = Real::max(POINTS, (length_m / LONGEST_M).ceil()) as usize;
        let line = |side: usize| {
            let point = |place: usize| {
                let distance_m = length_m * place as f64 / count as f64;
                let width_m = track.at(distance_m).widths_m[side];
                track.beside(distance_m, if side == 0 { width_m } else { -width_m }).map(|at| at as f32)
            };
            let mut points: Vec<_> = (0..=count).map(point).collect();
            if track.is_closed() {
                points[count] = points[0];
            }
            points
        };
        let lines = [line(0), line(1)];
        let all = || lines.iter().flatten();
        let bound = |axis: usize, pick: fn(f64, f64) -> f64| {
            all().map(|point| f64::from(point[axis])).reduce(pick).unwrap_or(0.0)
        };
        let low_m = [0, 1].map(|axis| bound(axis, Real::min) - range_m);
        let sizes_m = [0, 1].map(|axis| bound(axis, Real::max) + range_m - low_m[axis]);
        let least_m = Real::sqrt(sizes_m[0] * sizes_m[1] / MOST_CELLS);
        let side_m = Real::max(CELL_SHARE * range_m, least_m);
        let cells = sizes_m.map(|size_m| (size_m / side_m) as usize + 1);
        let longest_m = |points: &[[f32; 2]]| {
            let pairs = points.windows(2);
            let lengths = pairs.map(|pair| {
                let [x, y] = [0, 1].map(|axis| f64::from(pair[1][axis]) - f64::from(pair[0][axis]));
                Real::hypot(x, y)
            });
            lengths.fold(1e-6, Real::max)
        };
        let mut new = Self {
            spacings_m: [longest_m(&lines[0]), longest_m(&lines[1])],
            lines,
            low_m: low_m.map(|at| at as f32),
            per_m: (1.0 / side_m) as f32,
            cells,
            runs: Vec::new(),
            begins: vec![0],
        };
        let far_m = range_m + core::f64::consts::FRAC_1_SQRT_2 * side_m;
        for row in 0..cells[1] {
            for column in 0..cells[0] {
                let middle = [column, row].map(|place| place as f64 + 0.5);
                let middle_m = [0, 1].map(|axis| low_m[axis] + side_m * middle[axis]);
                new.add_runs(middle_m, far_m);
                new.begins.push(new.runs.len() as u32);
            }
        }
        new
    }

    /// Adds the stretches whose points, or a neighbour of them, are within a distance of a place.
    fn add_runs(&mut self, middle_m: [f64; 2], far_m: f64) {
        for (line, points) in self.lines.iter().enumerate() {
            let spacing_m = self.spacings_m[line];
            let distance_m = |place: usize| {
                let [x, y] = points[place].map(f64::from);
                Real::hypot(x - middle_m[0], y - middle_m[1])
            };
            let mut place = 0;
            let mut begin: Option<usize> = None;
            while place < points.len() {
                let beyond_m = distance_m(place) - far_m;
                if beyond_m <= 0.0 {
                    begin = begin.or(Some(place.saturating_sub(1)));
                    place += 1;
                    continue;
                }
                if let Some(begin) = begin.take() {
                    self.runs.push((line as u8, begin as u32, place as u32));
                }
                // None of those between can be near enough.
                place += usize::max((beyond_m / spacing_m) as usize, 1);
            }
            if let Some(begin) = begin {
                self.runs.push((line as u8, begin as u32, points.len() as u32 - 1));
            }
        }
    }

    /// Stretches of edges within the range of a place, and some beyond.
    pub fn near(&self, at_m: [f32; 2]) -> impl Iterator<Item = &[[f32; 2]]> {
        let place = [0, 1].map(|axis| (at_m[axis] - self.low_m[axis]) * self.per_m);
        let is_inside = (0..2).all(|axis| place[axis] >= 0.0 && place[axis] < self.cells[axis] as f32);
        let cell = if is_inside { place[1] as usize * self.cells[0] + place[0] as usize } else { 0 };
        let runs = if is_inside { self.begins[cell] as usize..self.begins[cell + 1] as usize } else { 0..0 };
        self.runs[runs]
            .iter()
            .map(|(line, first, last)| &self.lines[usize::from(*line)][*first as usize..=*last as usize])
    }

    /// Both lines.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = &[[f32; 2]]> {
        self.lines.iter().map(Vec::as_slice)
    }
}
