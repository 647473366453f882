//! Feet of positions on the line, from the pieces on that had them a moment ago: one position, or lanes of them.

use skidpad_core::math::{Lanes, Real};

use super::Track;
use super::line::PlanPiece;
use super::piece::{TERMS, jet};

/// Number of pieces that a position may be from where it was before it is looked for everywhere.
const STEPS: usize = 8;
/// Number of times that the foot of a position on its piece is improved. It begins within centimetres, and the error is squared each
/// time: in bends of 9 m it is 0.5 mm after the first round and 2e-8 m after the second.
const ROUNDS: usize = 2;
/// The least slope of the distance from the foot's normal along the line: beyond the centre of a bend there is no foot.
const LEAST_SLOPE: f64 = 0.1;

/// A number, or lanes of them, as an array.
pub(super) trait Row<const N: usize>: Real {
    fn from_row(row: [f64; N]) -> Self;
    fn into_row(self) -> [f64; N];
}

impl Row<1> for f64 {
    #[inline(always)]
    fn from_row([number]: [f64; 1]) -> Self {
        number
    }
    #[inline(always)]
    fn into_row(self) -> [f64; 1] {
        [self]
    }
}

impl<const N: usize> Row<N> for Lanes<f64, N> {
    #[inline(always)]
    fn from_row(row: [f64; N]) -> Self {
        Self(row)
    }
    #[inline(always)]
    fn into_row(self) -> [f64; N] {
        self.0
    }
}

/// The pieces of some positions, one for each lane, as rows of numbers.
pub(super) struct Pieces<const N: usize> {
    pub places: [u32; N],
    /// Coefficients of x and y.
    terms: [[[f64; N]; TERMS]; 2],
    /// Distances by which the positions lie ahead of the normals of the line at the piece's beginning and its end, m.
    ahead_m: [[f64; N]; 2],
    widths_m: [f64; N],
    /// True where no piece near the first one has the foot.
    pub is_lost: [bool; N],
}

/// Distances from the beginning of each piece to the foot, and of the position from there to the left, m.
pub(super) struct TrackFeet<R> {
    pub along_m: R,
    pub lateral_m: R,
}

impl<const N: usize> Pieces<N> {
    #[inline(always)]
    pub fn new(places: [u32; N]) -> Self {
        Self {
            places,
            terms: [[[0.0; N]; TERMS]; 2],
            ahead_m: [[0.0; N]; 2],
            widths_m: [0.0; N],
            is_lost: [false; N],
        }
    }

    /// TrackFeet of positions on the pieces that have them, from their pieces on.
    #[inline(always)]
    pub fn follow<R: Row<N>>(&mut self, track: &Track, position_m: [R; 2]) -> TrackFeet<R> {
        let [xs, ys] = position_m.map(R::into_row);
        // Each lane chooses its piece by itself, with the operations of one position.
        let mut lane = 0;
        while lane < N {
            self.choose(track, lane, [xs[lane], ys[lane]]);
            self.load(track, lane, [xs[lane], ys[lane]]);
            lane += 1;
        }
        let along_m = self.foot(position_m, track.piece_m);
        let lateral_m = self.lateral_m(position_m, along_m);
        let lateral = lateral_m.abs().into_row();
        let mut lane = 0;
        while lane < N {
            // Beyond the width of the road another stretch may have the position; NaN is nowhere.
            let is_near = lateral[lane] <= self.widths_m[lane];
            self.is_lost[lane] |= !is_near;
            lane += 1;
        }
        TrackFeet { along_m, lateral_m }
    }

    /// Chooses the piece of a lane: its position lies ahead of the normal at the piece's beginning, and not ahead of that at its end.
    #[inline(always)]
    fn choose(&mut self, track: &Track, lane: usize, position_m: [f64; 2]) {
        // A place from another track is none of this one.
        let mut place = u32::min(self.places[lane], track.pieces.len() as u32 - 1);
        let mut step = 0;
        let is_found = loop {
            let next = if ahead_m(&track.plan[place as usize + 1], position_m) >= 0.0 {
                track.beside_piece(place, true)
            } else if ahead_m(&track.plan[place as usize], position_m) >= 0.0 {
                place
            } else {
                track.beside_piece(place, false)
            };
            step += 1;
            if next == place || step == STEPS {
                break next == place;
            }
            place = next;
        };
        self.places[lane] = place;
        self.is_lost[lane] = !is_found;
    }

    /// Loads the piece of a lane.
    #[inline(always)]
    pub fn load(&mut self, track: &Track, lane: usize, position_m: [f64; 2]) {
        let place = self.places[lane] as usize;
        let (piece, next) = (&track.plan[place], &track.plan[place + 1]);
        let mut term = 0;
        while term < TERMS {
            self.terms[0][term][lane] = piece.x.0[term];
            self.terms[1][term][lane] = piece.y.0[term];
            term += 1;
        }
        self.ahead_m[0][lane] = ahead_m(piece, position_m);
        self.ahead_m[1][lane] = ahead_m(next, position_m);
        self.widths_m[lane] = piece.width_m;
    }

    #[inline(always)]
    pub fn coefficients<R: Row<N>>(&self, axis: usize) -> [R; TERMS] {
        let rows = &self.terms[axis];
        [
            R::from_row(rows[0]),
            R::from_row(rows[1]),
            R::from_row(rows[2]),
            R::from_row(rows[3]),
            R::from_row(rows[4]),
            R::from_row(rows[5]),
        ]
    }

    /// Distance from the beginning of each piece to the foot of a position on it, m; beyond its ends where the foot is not on it.
    ///
    /// It depends on the position and the piece alone.
    #[inline(always)]
    pub fn foot<R: Row<N>>(&self, position_m: [R; 2], piece_m: f64) -> R {
        let (x_terms, y_terms) = (self.coefficients::<R>(0), self.coefficients::<R>(1));
        let (least, most) = (R::lit(-piece_m), R::lit(2.0 * piece_m));
        // Along a circle the distance ahead of the normal grows evenly.
        let (begin, end) = (R::from_row(self.ahead_m[0]), R::from_row(self.ahead_m[1]));
        let whole = (begin - end).max(R::lit(LEAST_SLOPE * piece_m));
        let mut along_m = (begin / whole * R::lit(piece_m)).clamp(least, most);
        let mut round = 0;
        while round < ROUNDS {
            let ([x, x1, x2], [y, y1, y2]) = (jet(&x_terms, along_m), jet(&y_terms, along_m));
            let (off_x, off_y) = (position_m[0] - x, position_m[1] - y);
            // At the foot the line is square to what is between it and the position.
            let error = off_x * x1 + off_y * y1;
            // On the inside of a bend the foot runs ahead; beyond the centre of curvature there is none.
            let slope = (x1 * x1 + y1 * y1 - (off_x * x2 + off_y * y2)).max(R::lit(LEAST_SLOPE));
            along_m = (along_m + error / slope).clamp(least, most);
            round += 1;
        }
        along_m
    }

    /// Distance of positions to the left of the line, m.
    #[inline(always)]
    pub fn lateral_m<R: Row<N>>(&self, position_m: [R; 2], along_m: R) -> R {
        let [x, x1, _] = jet(&self.coefficients::<R>(0), along_m);
        let [y, y1, _] = jet(&self.coefficients::<R>(1), along_m);
        let (off_x, off_y) = (position_m[0] - x, position_m[1] - y);
        (x1 * off_y - y1 * off_x) / (x1 * x1 + y1 * y1).sqrt()
    }
}

/// Distance by which a position lies ahead of the line's normal at the beginning of a piece, m.
#[inline(always)]
fn ahead_m(piece: &PlanPiece, position_m: [f64; 2]) -> f64 {
    let ([x, x1, ..], [y, y1, ..]) = (piece.x.0, piece.y.0);
    (position_m[0] - x) * x1 + (position_m[1] - y) * y1
}
