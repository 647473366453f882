//! Measured points on an even grid: the distance along the line through them is the parameter of both.

use skidpad_core::math::Real;

use super::Station;
use super::check::MOST_STATIONS;

/// Nodes on which a point depends: the two before it and the two after it.
pub(super) const TERMS: usize = 4;
/// The fewest spaces of the grid.
const FEWEST: usize = 16;
/// The most spaces of the grid for each measured point.
const FINEST: usize = 16;
/// Measured points farther apart than so many spaces of the grid are joined by a straight line.
const FARTHEST: f64 = 3.0;
/// One of so many spaces between points may be shorter than those of the grid.
const SHORT: usize = 4;
/// Cosine of the largest angle between spaces that counts as a bend: 60 degrees.
const LEAST_COSINE: f64 = 0.5;
/// The widest road to a side, m.
const WIDEST_M: f64 = 1000.0;

/// A measured point on the grid: a polynomial of the third degree through the nodes around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    places: [usize; TERMS],
    shares: [f64; TERMS],
    /// Space around the point over the grid's.
    pub weight: f64,
}

/// A place on the straight line between two measured points that are far apart: nothing else is known of the road there.
struct Guide {
    point: Point,
    /// The measured point before it.
    after: usize,
    /// Share of the way to the next one.
    share: f64,
}

/// Measured points and their grid.
///
/// Numbers of nodes are stored in the order of the places of the system of equations, [`Grid::place`].
pub(super) struct Measured {
    grid: Grid,
    /// Distance of each point along the line through all of them, m; of a closed line also of the first one after a lap.
    along_m: Vec<f64>,
    pub points: Vec<Point>,
    guides: Vec<Guide>,
}

/// Nodes at even distances.
#[derive(Clone, Copy)]
struct Grid {
    is_closed: bool,
    /// Number of nodes.
    count: usize,
    step_m: f64,
}

impl Grid {
    /// The grid of a line whose points have these distances.
    fn new(along_m: &[f64], is_closed: bool, coarsest_m: f64, parts: f64) -> Self {
        let length_m = along_m[along_m.len() - 1];
        let mut spaces_m: Vec<_> = along_m.windows(2).map(|pair| pair[1] - pair[0]).collect();
        spaces_m.sort_by(f64::total_cmp);
        let space_m = Real::max(spaces_m[spaces_m.len() / SHORT], coarsest_m) / parts;
        let most = usize::min(FINEST * along_m.len() + FEWEST, MOST_STATIONS - 1);
        let spaces = usize::clamp((length_m / space_m).round() as usize, FEWEST, most);
        let count = if is_closed { spaces } else { spaces + 1 };
        Self { is_closed, count, step_m: length_m / spaces as f64 }
    }

    /// Place of a node in the system of equations. A ring is folded, so that the neighbours of each node are near it.
    fn place(&self, node: usize) -> usize {
        match self.is_closed {
            false => node,
            true if 2 * node < self.count => 2 * node,
            true => 2 * (self.count - 1 - node) + 1,
        }
    }

    /// Places of some nodes in a row, which may go around a ring.
    fn row(&self, first: usize) -> [usize; TERMS] {
        core::array::from_fn(|term| self.place((first + term) % self.count))
    }

    /// A point at a distance.
    fn point(&self, along_m: f64) -> Point {
        let before = (along_m / self.step_m).floor();
        let (first, before) = if self.is_closed {
            ((before as usize + self.count - 1) % self.count, before)
        } else {
            // At the ends of an open line the nodes are those nearest to them.
            let before = usize::clamp(before as usize, 1, self.count - 3);
            (before - 1, before as f64)
        };
        let t = along_m / self.step_m - before;
        let (one, two, back) = (t + 1.0, t - 1.0, t - 2.0);
        let shares =
            [-t * two * back / 6.0, one * two * back / 2.0, -one * t * back / 2.0, one * t * two / 6.0];
        Point { places: self.row(first), shares, weight: 0.0 }
    }
}

impl Point {
    /// Places of the nodes, and their shares.
    pub fn terms(&self) -> impl Iterator<Item = (usize, f64)> + Clone {
        self.places.into_iter().zip(self.shares)
    }

    /// Numbers at the point.
    pub fn value<const SIDES: usize>(&self, nodes: &[[f64; SIDES]]) -> [f64; SIDES] {
        let mut sum = [0.0; SIDES];
        for (place, share) in self.terms() {
            (0..SIDES).for_each(|side| sum[side] += share * nodes[place][side]);
        }
        sum
    }

    /// Distance to the left of the line by which a position lies beside it, m.
    fn lateral_m(&self, nodes: &[[f64; 2]], position_m: [f64; 2]) -> f64 {
        let [x, y] = minus(&position_m, &self.value(nodes));
        let [along_x, along_y] = minus(&nodes[self.places[2]], &nodes[self.places[1]]);
        let length_m = Real::hypot(along_x, along_y);
        if length_m > 0.0 { (along_x * y - along_y * x) / length_m } else { 0.0 }
    }
}

impl Measured {
    /// Positions, no farther from each other than those of a track, on a grid that is no coarser than needed: `coarsest_m` is the
    /// space below which no detail matters. `parts`: the parts into which each of its spaces is divided.
    pub fn new(positions_m: &[[f64; 2]], is_closed: bool, coarsest_m: f64, parts: f64) -> Self {
        let mut along_m = vec![0.0];
        let next = |place: usize| positions_m[(place + 1) % positions_m.len()];
        let last = if is_closed { positions_m.len() } else { positions_m.len() - 1 };
        for (place, position_m) in positions_m.iter().enumerate().take(last) {
            let [x, y] = minus(&next(place), position_m);
            along_m.push(along_m[place] + Real::hypot(x, y));
        }
        let grid = Grid::new(&along_m, is_closed, coarsest_m, parts);
        let mut points: Vec<_> = along_m[..positions_m.len()].iter().map(|at| grid.point(*at)).collect();
        let mut guides = Vec::new();
        for (after, pair) in along_m.windows(2).enumerate() {
            let spaces = (pair[1] - pair[0]) / grid.step_m;
            let parts = if spaces > FARTHEST { spaces.round() } else { 1.0 };
            let weight = spaces / parts;
            points[after].weight += 0.5 * weight;
            points[(after + 1) % positions_m.len()].weight += 0.5 * weight;
            for part in 1..parts as usize {
                let share = part as f64 / parts;
                let point = Point { weight, ..grid.point(pair[0] + share * (pair[1] - pair[0])) };
                guides.push(Guide { point, after, share });
            }
        }
        Self { grid, along_m, points, guides }
    }

    /// Points with their numbers, and between those that are far apart points of straight lines.
    pub fn all<'a, const SIDES: usize>(
        &'a self,
        values: &'a [[f64; SIDES]],
    ) -> impl Iterator<Item = (&'a Point, [f64; SIDES])> {
        let guide = |of: &'a Guide| (&of.point, self.mixed(values, of.after, of.share));
        self.points.iter().zip(values.iter().copied()).chain(self.guides.iter().map(guide))
    }

    /// Numbers at a share of the way from a point to the next one.
    fn mixed<const SIDES: usize>(&self, values: &[[f64; SIDES]], after: usize, share: f64) -> [f64; SIDES] {
        let [from, to] = [values[after], values[(after + 1) % values.len()]];
        core::array::from_fn(|side| from[side] + share * (to[side] - from[side]))
    }

    /// Number of nodes.
    pub fn count(&self) -> usize {
        self.grid.count
    }

    /// Places of the four nodes of each difference along the line.
    pub fn rows(&self) -> impl Iterator<Item = [usize; TERMS]> + '_ {
        let count = if self.grid.is_closed { self.grid.count } else { self.grid.count + 1 - TERMS };
        (0..count).map(|first| self.grid.row(first))
    }

    /// Numbers of the nodes by straight lines between the points.
    pub fn between<const SIDES: usize>(&self, values: &[[f64; SIDES]]) -> Vec<[f64; SIDES]> {
        let mut nodes = vec![[0.0; SIDES]; self.grid.count];
        let mut point = 0;
        for node in 0..self.grid.count {
            let at_m = self.grid.step_m * node as f64;
            while point + 2 < self.along_m.len() && self.along_m[point + 1] < at_m {
                point += 1;
            }
            let [from_m, to_m] = [self.along_m[point], self.along_m[point + 1]];
            let share = Real::clamp((at_m - from_m) / (to_m - from_m), 0.0, 1.0);
            nodes[self.grid.place(node)] = self.mixed(values, point, share);
        }
        nodes
    }

    /// The factor 1 + 2 cos a of each difference, a being the angle by which the line turns from space to space.
    pub fn factors(&self, nodes_m: &[[f64; 2]]) -> Vec<f64> {
        let cosine = |one: [f64; 2], other: [f64; 2]| {
            let sizes = Real::hypot(one[0], one[1]) * Real::hypot(other[0], other[1]);
            let product = one[0] * other[0] + one[1] * other[1];
            if sizes > 0.0 { Real::clamp(product / sizes, LEAST_COSINE, 1.0) } else { 1.0 }
        };
        let factor = |row: [usize; TERMS]| {
            let [one, two, three] = [0, 1, 2].map(|at| minus(&nodes_m[row[at + 1]], &nodes_m[row[at]]));
            1.0 + cosine(one, two) + cosine(two, three)
        };
        self.rows().map(factor).collect()
    }

    /// Stations at the nodes, whose edges are where they were measured.
    pub fn stations(&self, of: &[Station], nodes_m: &[[f64; 2]], heights_m: &[[f64; 1]]) -> Vec<Station> {
        let others: Vec<_> = of
            .iter()
            .zip(&self.points)
            .map(|(station, point)| {
                let lateral_m = point.lateral_m(nodes_m, station.position_m);
                let [left, right] = station.widths_m;
                [station.banking_rad, left + lateral_m, right - lateral_m]
            })
            .collect();
        let others = self.between(&others);
        let station = |node: usize| {
            let place = self.grid.place(node);
            let [banking_rad, left_m, right_m] = others[place];
            Station {
                position_m: nodes_m[place],
                height_m: heights_m[place][0],
                banking_rad,
                widths_m: [left_m, right_m].map(|width_m| Real::clamp(width_m, 0.0, WIDEST_M)),
            }
        };
        (0..self.grid.count).map(station).collect()
    }
}

/// The difference of numbers.
pub(super) fn minus<const SIDES: usize>(one: &[f64; SIDES], other: &[f64; SIDES]) -> [f64; SIDES] {
    core::array::from_fn(|side| one[side] - other[side])
}
