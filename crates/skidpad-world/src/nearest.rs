//! The nearest of many points in a row, by a tree of boxes that is built once.

use skidpad_core::math::Real;

/// Points of a leaf.
const LEAF: usize = 8;

/// Smallest box around some points: the least and the largest coordinates, m.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    low_m: [f64; 2],
    high_m: [f64; 2],
}

/// A binary tree of boxes over points in their order. It returns the point that a search through all of them would return, to
/// the bit: rounding keeps the order of numbers, so no point is nearer than the box around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nearest {
    points_m: Vec<[f64; 2]>,
    /// The root at 1, the children of a box at twice its place and the next; the first leaf at half of the length.
    boxes: Vec<Bounds>,
}

impl Bounds {
    const EMPTY: Self = Self { low_m: [f64::INFINITY; 2], high_m: [f64::NEG_INFINITY; 2] };

    fn around(points_m: &[[f64; 2]]) -> Self {
        points_m.iter().fold(Self::EMPTY, |all, point| all.with(&Self { low_m: *point, high_m: *point }))
    }

    fn with(&self, other: &Self) -> Self {
        let of = |axis: usize| Real::min(self.low_m[axis], other.low_m[axis]);
        let to = |axis: usize| Real::max(self.high_m[axis], other.high_m[axis]);
        Self { low_m: [of(0), of(1)], high_m: [to(0), to(1)] }
    }

    /// Square of the distance from a position, m^2; 0 inside.
    fn square(&self, position_m: [f64; 2]) -> f64 {
        let [x, y] = [0, 1].map(|axis| {
            let at = position_m[axis];
            Real::max(Real::max(self.low_m[axis] - at, at - self.high_m[axis]), 0.0)
        });
        x * x + y * y
    }
}

/// A search under way.
struct Descent<'a> {
    points_m: &'a [[f64; 2]],
    position_m: [f64; 2],
    place: usize,
    square: f64,
}

impl Nearest {
    /// The tree of some points.
    pub fn new(points_m: Vec<[f64; 2]>) -> Self {
        let leaves = points_m.len().div_ceil(LEAF).next_power_of_two();
        let mut boxes = vec![Bounds::EMPTY; 2 * leaves];
        for (bounds, points) in boxes[leaves..].iter_mut().zip(points_m.chunks(LEAF)) {
            *bounds = Bounds::around(points);
        }
        for at in (1..leaves).rev() {
            boxes[at] = boxes[2 * at].with(&boxes[2 * at + 1]);
        }
        Self { points_m, boxes }
    }

    /// Place of the nearest point; of equally near ones the first.
    pub fn to(&self, position_m: [f64; 2]) -> usize {
        let mut search = Descent { points_m: &self.points_m, position_m, place: 0, square: f64::INFINITY };
        self.visit(1, &mut search);
        search.place
    }

    fn visit(&self, at: usize, search: &mut Descent<'_>) {
        let leaves = self.boxes.len() / 2;
        if at >= leaves {
            search.through((at - leaves) * LEAF);
            return;
        }
        let [one, other] =
            [2 * at, 2 * at + 1].map(|child| (self.boxes[child].square(search.position_m), child));
        let [near, far] = if other.0 < one.0 { [other, one] } else { [one, other] };
        for (square, child) in [near, far] {
            // An equally near box may have an earlier point.
            if square <= search.square {
                self.visit(child, search);
            }
        }
    }
}

impl Descent<'_> {
    /// Searches a leaf that begins at a point.
    fn through(&mut self, begin: usize) {
        for (place, point) in self.points_m.iter().enumerate().skip(begin).take(LEAF) {
            let [x, y] = [self.position_m[0] - point[0], self.position_m[1] - point[1]];
            let square = x * x + y * y;
            if square < self.square || (square == self.square && place < self.place) {
                (self.place, self.square) = (place, square);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use skidpad_testing::Random;

    use super::Nearest;

    /// A search through all points.
    fn plain(points_m: &[[f64; 2]], position_m: [f64; 2]) -> usize {
        let (mut place, mut least) = (0, f64::INFINITY);
        for (at, point) in points_m.iter().enumerate() {
            let [x, y] = [position_m[0] - point[0], position_m[1] - point[1]];
            if x * x + y * y < least {
                (place, least) = (at, x * x + y * y);
            }
        }
        place
    }

    #[test]
    fn the_tree_returns_what_a_search_through_all_points_returns() {
        let mut random = Random::new(1);
        for count in [1, 7, 8, 9, 100, 1000] {
            let mut points: Vec<_> =
                (0..count).map(|_| [random.between(-200.0, 200.0), random.between(-50.0, 50.0)]).collect();
            // Points twice, and points of a lattice, which are equally near.
            points.extend_from_within(..count / 2);
            points.extend((0..count).map(|at| [(at % 10) as f64, (at / 10) as f64]));
            let tree = Nearest::new(points.clone());
            for round in 0..2000 {
                let reach = [1.0, 10.0, 300.0, 1e5][round % 4];
                let mut at = [random.between(-reach, reach), random.between(-reach, reach)];
                if round % 3 == 0 {
                    at = at.map(f64::round);
                }
                assert_eq!(tree.to(at), plain(&points, at), "{count} points, {at:?}");
            }
            for at in [[f64::NAN, 0.0], [f64::INFINITY, 0.0], [1e300, -1e300]] {
                assert_eq!(tree.to(at), plain(&points, at), "{count} points, {at:?}");
            }
        }
    }
}
