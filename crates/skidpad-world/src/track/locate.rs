//! Positions relative to a track.

use skidpad_core::math::Real;

use super::Track;

/// Number of pieces that a position may be from where it was before it is looked for everywhere.
const STEPS: usize = 8;
/// Number of times that the foot of a position on its piece is improved: each time the error is squared, and it begins below a metre.
const ROUNDS: usize = 4;
/// Distance beyond the ends of a piece within which a foot still belongs to it, m, for rounding.
const ROUNDING_M: f64 = 1e-9;

/// A position relative to a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackPosition {
    /// Distance along the line to the foot of the position on it, m.
    pub distance_m: f64,
    /// Distance from the line, m, positive to the left.
    pub lateral_offset_m: f64,
    /// Piece of the line that has the foot.
    pub(super) piece: usize,
}

impl Track {
    /// A position relative to the track. `before`: where it was a moment ago. The foot is looked for from there on, so that on a
    /// crossing, or where two stretches lie close together, it stays on the stretch on which it was; without it, or where
    /// the position has left that stretch, it is at the nearest point of the line.
    pub fn locate(&self, position_m: [f64; 2], before: Option<&TrackPosition>) -> TrackPosition {
        let near = before.and_then(|before| self.follow(position_m, before.piece, STEPS));
        near.unwrap_or_else(|| self.search(position_m))
    }

    /// The foot from a piece on, within some pieces; `None` where it is farther away, or the position so far from the line that
    /// another stretch has it.
    fn follow(&self, position_m: [f64; 2], piece: usize, steps: usize) -> Option<TrackPosition> {
        let mut piece = usize::min(piece, self.pieces.len() - 1);
        for _ in 0..steps {
            let along_m = self.foot(position_m, piece);
            let next = if along_m < -ROUNDING_M {
                self.neighbour(piece, false)
            } else if along_m > self.piece_m + ROUNDING_M {
                self.neighbour(piece, true)
            } else {
                None
            };
            let Some(next) = next else {
                let found = self.at_foot(position_m, piece, along_m);
                let reach_m = self.reach_m(piece);
                return (Real::abs(found.lateral_offset_m) <= reach_m).then_some(found);
            };
            piece = next;
        }
        None
    }

    /// Distance from the line within which a position still belongs to the stretch on which it was, m: the width of the road.
    fn reach_m(&self, piece: usize) -> f64 {
        let [left, right] = self.pieces[piece].widths.map(|width| width.at(0.0)[0]);
        left + right
    }

    fn neighbour(&self, piece: usize, is_ahead: bool) -> Option<usize> {
        let count = self.pieces.len();
        match (piece, is_ahead) {
            (0, false) => self.is_closed.then(|| count - 1),
            (_, false) => Some(piece - 1),
            (_, true) if piece + 1 == count => self.is_closed.then_some(0),
            (_, true) => Some(piece + 1),
        }
    }

    /// The nearest point of the line.
    fn search(&self, position_m: [f64; 2]) -> TrackPosition {
        let node = self.nearest.to(position_m);
        let count = self.pieces.len();
        let after = usize::min(node, count - 1);
        let before = self.neighbour(after, false).unwrap_or(after);
        let foot = |piece: usize| {
            let along_m = Real::clamp(self.foot(position_m, piece), 0.0, self.piece_m);
            let [x, y] = [self.pieces[piece].x, self.pieces[piece].y].map(|line| line.at(along_m)[0]);
            (Real::hypot(position_m[0] - x, position_m[1] - y), piece, along_m)
        };
        let (one, other) = (foot(before), foot(after));
        let (_, piece, along_m) = if one.0 < other.0 { one } else { other };
        self.at_foot(position_m, piece, along_m)
    }

    /// Distance from the beginning of a piece to the foot of a position on it, m; beyond its ends where the foot is not on it.
    fn foot(&self, position_m: [f64; 2], piece: usize) -> f64 {
        let of = &self.pieces[piece];
        let mut along_m = 0.5 * self.piece_m;
        for _ in 0..ROUNDS {
            let ([x, x1, x2], [y, y1, y2]) = (of.x.at(along_m), of.y.at(along_m));
            let [off_x, off_y] = [position_m[0] - x, position_m[1] - y];
            // At the foot the line is square to what is between it and the position.
            let error = off_x * x1 + off_y * y1;
            // On the inside of a bend the foot runs ahead; beyond the centre of curvature there is none.
            let slope = Real::max(x1 * x1 + y1 * y1 - (off_x * x2 + off_y * y2), 0.1);
            along_m = Real::clamp(along_m + error / slope, -self.piece_m, 2.0 * self.piece_m);
        }
        along_m
    }

    fn at_foot(&self, position_m: [f64; 2], piece: usize, along_m: f64) -> TrackPosition {
        let of = &self.pieces[piece];
        let ([x, x1, _], [y, y1, _]) = (of.x.at(along_m), of.y.at(along_m));
        let [off_x, off_y] = [position_m[0] - x, position_m[1] - y];
        let lateral_offset_m = (x1 * off_y - y1 * off_x) / Real::hypot(x1, y1);
        let distance_m = self.wrapped_m(self.piece_m * piece as f64 + along_m);
        TrackPosition { distance_m, lateral_offset_m, piece }
    }
}
