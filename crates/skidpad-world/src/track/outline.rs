//! Walls of a track as barriers, and its hash.

use skidpad_core::math::Real;
use skidpad_core::snapshot::StateHash;

use super::Track;
use super::piece::Quintic;
use super::spec::TrackWall;
use crate::contact::Wall;

/// Largest difference of the straight pieces of a wall from its face beside an even bend, m.
const MOST_OFF_M: f64 = 0.03;
/// Share of it for which pieces are cut: a wall whose offset changes along a bend is bent more than one beside it, by a centimetre at most.
const CUT_FOR: f64 = 0.6;
/// Shortest and longest piece of a wall, m.
const PIECE_M: [f64; 2] = [1.0, 50.0];
/// The least length of a wall over that of the reference line beside it: a wall does not reach the middle of a bend.
const LEAST_STRETCH: f64 = 0.1;
/// Restitution and friction of a steel barrier, which gives way: below those of the proving ground's concrete, 0.2 and 0.5.
const BARRIER: [f64; 2] = [0.1, 0.4];

impl Track {
    /// The walls as barriers that cars meet: straight pieces that differ from the walls' faces by no more than 4 cm.
    ///
    /// ```
    /// use skidpad_world::track::{Track, track_by_name};
    /// let track = Track::new(&track_by_name("oval").expect("a track that Skidpad brings"))?;
    /// assert!(!track.barriers().is_empty());
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    pub fn barriers(&self) -> Vec<Wall> {
        let [restitution, friction] = BARRIER;
        self.walls().iter().flat_map(|wall| Wall::line(&self.face_m(wall), restitution, friction)).collect()
    }

    /// Points along the face of a wall, m.
    pub fn face_m(&self, wall: &TrackWall) -> Vec<[f64; 2]> {
        let [from, to] = wall.stretch_m;
        let whole_m = if to >= from { to - from } else { to - from + self.length_m() };
        let (mut points, mut ahead_m) = (Vec::new(), 0.0);
        loop {
            let distance_m = self.wrapped_m(from + ahead_m);
            // A wall that runs around ends where it began.
            let at_m = if ahead_m >= whole_m { to } else { distance_m };
            let offset_m = wall.side.sign() * self.wall_offset_m(wall, at_m);
            points.push(self.beside(at_m, offset_m));
            if ahead_m >= whole_m {
                return points;
            }
            ahead_m = Real::min(ahead_m + self.wall_piece_m(wall, distance_m), whole_m);
        }
    }

    /// Length of the straight piece of a wall that begins at a distance, m: along all of it the face is bent so little that the chord
    /// is near it. A straight before a corner ends where the corner begins.
    fn wall_piece_m(&self, wall: &TrackWall, distance_m: f64) -> f64 {
        let [shortest_m, longest_m] = PIECE_M;
        let (mut piece_m, mut most_m) = (0.0, self.straight_m(wall, distance_m));
        while piece_m < longest_m {
            let next_m = piece_m + shortest_m;
            most_m = Real::min(most_m, self.straight_m(wall, self.wrapped_m(distance_m + next_m)));
            if most_m < next_m {
                return Real::max(Real::max(piece_m, Real::min(most_m, next_m)), shortest_m);
            }
            piece_m = next_m;
        }
        piece_m
    }

    /// The longest straight piece that is near a wall bent as it is at a distance, m.
    fn straight_m(&self, wall: &TrackWall, at_m: f64) -> f64 {
        let offset_m = wall.side.sign() * self.wall_offset_m(wall, at_m);
        let curvature_1_m = self.at(at_m).curvature_1_m;
        // Of a line beside one of curvature k, at an offset n: k / (1 - k n). Per distance along the reference line it is shorter
        // by 1 - k n, which cancels one of the two of the square below.
        let stretch = Real::max(Real::abs(1.0 - curvature_1_m * offset_m), LEAST_STRETCH);
        // A chord c of a circle of radius r is c^2 / (8 r) off it.
        Real::sqrt(8.0 * CUT_FOR * MOST_OFF_M / Real::max(Real::abs(curvature_1_m) * stretch, 1e-6))
    }

    /// Line beside the reference line at a lateral offset, positive to the left, m: of a closed track it ends where it begins.
    pub fn parallel_m(&self, lateral_offset_m: f64) -> Vec<[f64; 2]> {
        (0..=self.pieces.len())
            .map(|node| self.beside(self.piece_m * node as f64, lateral_offset_m))
            .collect()
    }

    /// Hash of the line, of its heights, bankings and widths, and of all that stands and lies along it.
    pub(crate) fn add_to(&self, hash: &mut StateHash) {
        hash.word(u64::from(self.is_closed));
        hash.word(self.pieces.len() as u64);
        let mut add = |quintic: &Quintic| quintic.0.iter().for_each(|term| hash.number(*term));
        for (plan, piece) in self.plan.iter().zip(&self.pieces) {
            [&plan.x, &plan.y, &piece.height, &piece.banking].into_iter().for_each(&mut add);
            piece.widths.iter().for_each(&mut add);
        }
        let mut numbers = vec![self.piece_m, self.start_m(), self.lap_m()];
        numbers.extend(self.sectors_m());
        for strip in self.strips() {
            let [from, to] = strip.stretch_m;
            let numbers_of =
                [strip.side.sign(), from, to, strip.width_m, strip.rise_m, strip.grip, strip.rolling];
            numbers.extend(numbers_of);
        }
        for wall in self.walls() {
            let ([from, to], [begin, end]) = (wall.stretch_m, wall.offsets_m);
            numbers.extend([wall.side.sign(), from, to, begin, end]);
        }
        numbers.iter().for_each(|number| hash.number(*number));
    }
}
