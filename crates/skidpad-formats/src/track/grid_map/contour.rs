//! The line that is as far from the inner as from the outer edge of a corridor: a contour by marching squares.

use super::corridor::Corridor;

/// Steps from the lower left corner of a square to its corners, counterclockwise.
const CORNERS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];

/// The longest closed contour of the difference of the distances, as positions between the centres of cells, in cells of the corridor's
/// part of the map. Inner cells lie to the left of it.
pub(super) fn longest(corridor: &Corridor) -> Vec<[f64; 2]> {
    let mut is_visited = vec![false; corridor.inside.len()];
    let mut best = Vec::new();
    for y in 0..corridor.height - 1 {
        for x in 0..corridor.width - 1 {
            let place = y * corridor.width + x;
            let walk = ContourWalk { corridor };
            // The left edge of a square with an inner cell at its lower end and an outer one at its upper end.
            let above = place + corridor.width;
            if !is_visited[place] && walk.is_inner(place) && !walk.is_inner(above) {
                let contour = walk.around([x, y], &mut is_visited);
                if contour.len() > best.len() {
                    best = contour;
                }
            }
        }
    }
    best
}

struct ContourWalk<'a> {
    corridor: &'a Corridor,
}

impl ContourWalk<'_> {
    fn is_inner(&self, place: usize) -> bool {
        self.corridor.difference(place) < 0.0
    }

    fn corner(&self, [x, y]: [usize; 2], corner: usize) -> usize {
        let [right, up] = CORNERS[corner % 4];
        (y + up) * self.corridor.width + x + right
    }

    /// Position at which the contour crosses an edge of a square, which leads from a corner to the next one.
    fn crossing(&self, square: [usize; 2], edge: usize) -> [f64; 2] {
        let [from, to] = [edge, edge + 1].map(|corner| self.corridor.difference(self.corner(square, corner)));
        let share = if from == to { 0.5 } else { from / (from - to) };
        let [one, other] = [edge, edge + 1].map(|corner| CORNERS[corner % 4]);
        [0, 1].map(|axis: usize| {
            let [from, to] = [one[axis] as f64, other[axis] as f64];
            square[axis] as f64 + from + share * (to - from)
        })
    }

    /// The contour through the left edge of a square, with inner cells to its left: it leaves the square to the left, over the edge 3,
    /// which leads downwards.
    fn around(&self, start: [usize; 2], is_visited: &mut [bool]) -> Vec<[f64; 2]> {
        let (mut square, mut edge) = (start, 3);
        let mut found = Vec::new();
        // No contour crosses more edges than there are.
        for _ in 0..4 * is_visited.len() {
            found.push(self.crossing(square, edge));
            if edge == 3 {
                is_visited[square[1] * self.corridor.width + square[0]] = true;
            }
            // Over the edge into the next square. The frame of outer cells keeps it within the map.
            let [x, y] = square;
            square = match edge {
                0 => [x, y - 1],
                1 => [x + 1, y],
                2 => [x, y + 1],
                _ => [x - 1, y],
            };
            edge = self.onward(square, (edge + 2) % 4);
            if square == start && edge == 3 {
                break;
            }
        }
        found
    }

    /// The edge by which a contour that entered a square over an edge leaves it. From the inside an edge leads from an outer corner to an
    /// inner one where the contour enters, and from an inner one to an outer one where it leaves.
    fn onward(&self, square: [usize; 2], entered: usize) -> usize {
        // The next edge clockwise first: corners of inner cells are cut off, so that they are not joined over corners.
        (1..4)
            .map(|step| (entered + 4 - step) % 4)
            .find(|edge| {
                let [from, to] = [*edge, edge + 1].map(|corner| self.is_inner(self.corner(square, corner)));
                !from && to
            })
            .unwrap_or(entered)
    }
}
