//! Positions relative to a track.

use skidpad_core::math::{Lanes, Real};

use super::Track;
use super::line::PlanPiece;
use super::piece::{TERMS, jet};

/// Number of pieces that a position may be from where it was before it is looked for everywhere.
const STEPS: usize = 8;
/// Number of times that the foot of a position on its piece is improved. It begins within centimetres, and the error is squared each
/// time.
const ROUNDS: usize = 2;
/// The least slope of the distance from the foot's normal along the line: beyond the centre of a bend there is no foot.
const LEAST_SLOPE: f64 = 0.1;

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

/// Positions relative to a track in lanes: each lane has, bit for bit, what [`Track::locate`] gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackPositions<const N: usize> {
    /// Distances along the line to the feet of the positions on it, m.
    pub distance_m: Lanes<f64, N>,
    /// Distances from the line, m, positive to the left.
    pub lateral_offset_m: Lanes<f64, N>,
    pieces: [u32; N],
}

/// A number, or lanes of them, as an array.
trait Row<const N: usize>: Real {
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
struct Pieces<const N: usize> {
    places: [u32; N],
    /// Coefficients of x and y.
    terms: [[[f64; N]; TERMS]; 2],
    /// Distances by which the positions lie ahead of the normals of the line at the piece's beginning and its end, m.
    ahead_m: [[f64; N]; 2],
    widths_m: [f64; N],
    /// True where no piece near the first one has the foot.
    is_lost: [bool; N],
}

/// Distances from the beginning of each piece to the foot, and of the position from there to the left, m.
struct TrackFeet<R> {
    along_m: R,
    lateral_m: R,
}

impl Track {
    /// A position relative to the track. `before`: where it was a moment ago. The foot is looked for from there on, so that on a
    /// crossing, or where two stretches lie close together, it stays on the stretch on which it was; without it, or where
    /// the position has left that stretch, it is at the nearest point of the line.
    pub fn locate(&self, position_m: [f64; 2], before: Option<&TrackPosition>) -> TrackPosition {
        let Some(before) = before else { return self.search(position_m) };
        let mut pieces = Pieces::<1>::new([before.piece as u32]);
        let feet: TrackFeet<f64> = pieces.follow(self, position_m);
        if pieces.is_lost[0] {
            return self.search(position_m);
        }
        let piece = pieces.places[0];
        let distance_m = self.wrapped(self.piece_m * f64::from(piece) + feet.along_m);
        TrackPosition { distance_m, lateral_offset_m: feet.lateral_m, piece: piece as usize }
    }

    /// Positions in lanes relative to the track, each as by [`locate`](Self::locate) with where it was before. It is inlined, so that
    /// a kernel's instructions are used.
    ///
    /// ```
    /// use skidpad_core::math::Lanes;
    /// use skidpad_world::track::{Track, TrackPositions, track_by_name};
    ///
    /// let track = Track::new(&track_by_name("oval").expect("a track that Skidpad brings"))?;
    /// let cars = [0.0, 100.0, 200.0, 300.0].map(|distance_m| track.locate(track.beside(distance_m, 2.0), None));
    /// let moved = [0.5, 100.5, 200.5, 300.5].map(|distance_m| track.beside(distance_m, 1.0));
    /// let xs = Lanes(moved.map(|position| position[0]));
    /// let ys = Lanes(moved.map(|position| position[1]));
    /// let found = track.locate_lanes([xs, ys], &TrackPositions::from(cars));
    /// assert_eq!(found.lane(3), track.locate(moved[3], Some(&cars[3])));
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    #[inline(always)]
    pub fn locate_lanes<const N: usize>(
        &self,
        position_m: [Lanes<f64, N>; 2],
        before: &TrackPositions<N>,
    ) -> TrackPositions<N> {
        let mut pieces = Pieces::new(before.pieces);
        let feet: TrackFeet<Lanes<f64, N>> = pieces.follow(self, position_m);
        let mut begin_m = [0.0; N];
        let mut lane = 0;
        while lane < N {
            begin_m[lane] = self.piece_m * f64::from(pieces.places[lane]);
            lane += 1;
        }
        let distance_m = self.wrapped(Lanes(begin_m) + feet.along_m);
        let mut found =
            TrackPositions { distance_m, lateral_offset_m: feet.lateral_m, pieces: pieces.places };
        let mut lane = 0;
        while lane < N {
            if pieces.is_lost[lane] {
                found.set(lane, &self.search([position_m[0].0[lane], position_m[1].0[lane]]));
            }
            lane += 1;
        }
        found
    }

    /// The piece before or after one; the same one at the ends of an open line.
    #[inline(always)]
    fn beside_piece(&self, place: u32, is_ahead: bool) -> u32 {
        let last = self.pieces.len() as u32 - 1;
        match (is_ahead, self.is_closed) {
            (false, true) if place == 0 => last,
            (false, _) => place.saturating_sub(1),
            (true, true) if place == last => 0,
            (true, _) => u32::min(place + 1, last),
        }
    }

    /// A distance at most a lap beyond the line's ends as one on it, m.
    #[inline(always)]
    fn wrapped<R: Real>(&self, distance_m: R) -> R {
        let length_m = R::lit(self.length_m());
        if !self.is_closed {
            return distance_m.clamp(R::zero(), length_m);
        }
        let wrapped_m = R::select(distance_m.lt(R::zero()), distance_m + length_m, distance_m);
        R::select(wrapped_m.lt(length_m), wrapped_m, R::max(wrapped_m - length_m, R::zero()))
    }

    /// The nearest point of the line.
    #[cold]
    #[inline(never)]
    fn search(&self, position_m: [f64; 2]) -> TrackPosition {
        let node = self.nearest.to(position_m) as u32;
        let after = u32::min(node, self.pieces.len() as u32 - 1);
        let before = self.beside_piece(after, false);
        let foot = |place: u32| {
            let mut pieces = Pieces::<1>::new([place]);
            pieces.load(self, 0, position_m);
            let along_m: f64 = pieces.foot(position_m, self.piece_m);
            let along_m = Real::clamp(along_m, 0.0, self.piece_m);
            let [x, y] = [0, 1].map(|axis| jet(&pieces.coefficients::<f64>(axis), along_m)[0]);
            (Real::hypot(position_m[0] - x, position_m[1] - y), place, along_m, pieces)
        };
        let (one, other) = (foot(before), foot(after));
        let (_, place, along_m, pieces) = if one.0 < other.0 { one } else { other };
        let distance_m = self.wrapped(self.piece_m * f64::from(place) + along_m);
        TrackPosition {
            distance_m,
            lateral_offset_m: pieces.lateral_m(position_m, along_m),
            piece: place as usize,
        }
    }
}

impl<const N: usize> Pieces<N> {
    #[inline(always)]
    fn new(places: [u32; N]) -> Self {
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
    fn follow<R: Row<N>>(&mut self, track: &Track, position_m: [R; 2]) -> TrackFeet<R> {
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
    fn load(&mut self, track: &Track, lane: usize, position_m: [f64; 2]) {
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
    fn coefficients<R: Row<N>>(&self, axis: usize) -> [R; TERMS] {
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
    fn foot<R: Row<N>>(&self, position_m: [R; 2], piece_m: f64) -> R {
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
    fn lateral_m<R: Row<N>>(&self, position_m: [R; 2], along_m: R) -> R {
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

impl<const N: usize> TrackPositions<N> {
    /// Position of a lane.
    pub fn lane(&self, lane: usize) -> TrackPosition {
        TrackPosition {
            distance_m: self.distance_m.0[lane],
            lateral_offset_m: self.lateral_offset_m.0[lane],
            piece: self.pieces[lane] as usize,
        }
    }

    /// Replaces the position of a lane.
    pub fn set(&mut self, lane: usize, position: &TrackPosition) {
        self.distance_m.0[lane] = position.distance_m;
        self.lateral_offset_m.0[lane] = position.lateral_offset_m;
        self.pieces[lane] = position.piece as u32;
    }
}

impl<const N: usize> From<[TrackPosition; N]> for TrackPositions<N> {
    fn from(positions: [TrackPosition; N]) -> Self {
        Self {
            distance_m: Lanes(positions.map(|position| position.distance_m)),
            lateral_offset_m: Lanes(positions.map(|position| position.lateral_offset_m)),
            pieces: positions.map(|position| position.piece as u32),
        }
    }
}
