//! Positions relative to a track.

use skidpad_core::math::{Lanes, Real};

use super::Track;
use super::follow::{Pieces, TrackFeet};
use super::piece::jet;

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

impl TrackPosition {
    /// Number of the piece of the line that has its foot, for [`Track::position`].
    pub fn piece(&self) -> usize {
        self.piece
    }
}

impl Track {
    /// A position from its parts, such as a file has; `None` where a number is not finite or the line has no such piece.
    pub fn position(&self, distance_m: f64, lateral_offset_m: f64, piece: usize) -> Option<TrackPosition> {
        let is_usable = distance_m.is_finite() && lateral_offset_m.is_finite() && piece < self.pieces.len();
        is_usable.then_some(TrackPosition { distance_m, lateral_offset_m, piece })
    }

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
    pub(super) fn beside_piece(&self, place: u32, is_ahead: bool) -> u32 {
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
