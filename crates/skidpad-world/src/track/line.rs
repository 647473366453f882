//! The line of a track.

use std::sync::Arc;

use skidpad_core::math::Real;

use super::along::{self, Along};
use super::check::{TrackFault, faults};
use super::gate::Gate;
use super::piece::{Jet, Quintic};
use super::spec::TrackSpec;
use super::spline::Spline;
use super::station::Station;
use crate::nearest::Nearest;

/// The longest piece, m.
const LONGEST_M: f64 = 2.0;
/// Points and weights of Gauss' rule of five points for an integral over [-1, 1].
const GAUSS: [[f64; 2]; 5] = [
    [-0.906_179_845_938_664, 0.236_926_885_056_189_1],
    [-0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
    [0.0, 0.568_888_888_888_888_9],
    [0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
    [0.906_179_845_938_664, 0.236_926_885_056_189_1],
];

/// A road along a reference line.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The line in the plane: a piece for each one of `pieces`, and one that goes on from the last, which is searched for its beginning alone.
    pub(super) plan: Vec<PlanPiece>,
    pub(super) pieces: Vec<Piece>,
    /// Length of each piece, m.
    pub(super) piece_m: f64,
    pub(super) is_closed: bool,
    /// Search for the nearest of the places where pieces begin, and of an open line also of its end.
    pub(super) nearest: Nearest,
    /// All that stands and lies along the line.
    pub(super) along: Along,
    /// Start line, ends of sectors, and of an open track the finish line.
    pub(super) gates: Vec<Gate>,
    pub(super) spec: Arc<TrackSpec>,
}

/// Positions between two nodes of the line: all that a search reads, in two cache lines.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct PlanPiece {
    pub x: Quintic,
    pub y: Quintic,
    /// Width of the road at the beginning, m.
    pub width_m: f64,
}

/// All others between two nodes of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub height: Quintic,
    pub banking: Quintic,
    pub widths: [Quintic; 2],
}

/// A track at a distance along its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackPoint {
    /// Distance along the line, in the plane, m.
    pub distance_m: f64,
    /// Position of the line, m.
    pub position_m: [f64; 2],
    /// Direction of the line, rad.
    pub heading_rad: f64,
    /// Curvature in the plane, 1/m, positive to the left.
    pub curvature_1_m: f64,
    /// Height of the line, m.
    pub height_m: f64,
    /// Rise of the line over distance in the plane.
    pub grade: f64,
    /// Change of the grade over distance, 1/m; positive in a dip.
    pub grade_rate_1_m: f64,
    /// Angle by which the road falls to the right, rad.
    pub banking_rad: f64,
    /// Distance from the line to the left and to the right edge, m.
    pub widths_m: [f64; 2],
}

/// Numbers of a station in the order of the splines.
const NUMBERS: usize = 6;

fn numbers(station: &Station) -> [f64; NUMBERS] {
    let Station { position_m: [x, y], height_m, banking_rad, widths_m: [left, right] } = *station;
    [x, y, height_m, banking_rad, left, right]
}

/// The smooth curve through stations, by a parameter that grows as the distance between them.
struct Curve {
    knots: Vec<f64>,
    splines: [Spline; NUMBERS],
    /// Length of the line at each knot, m.
    lengths_m: Vec<f64>,
}

impl Curve {
    fn through(stations: &[Station], is_closed: bool) -> Self {
        let mut stations = stations.to_vec();
        if is_closed {
            stations.push(stations[0]);
        }
        let mut knots = vec![0.0];
        for pair in stations.windows(2) {
            let [x, y] = [0, 1].map(|axis| pair[1].position_m[axis] - pair[0].position_m[axis]);
            knots.push(knots[knots.len() - 1] + Real::hypot(x, y));
        }
        let splines = core::array::from_fn(|number| {
            let values: Vec<_> = stations.iter().map(|station| numbers(station)[number]).collect();
            Spline::through(&knots, &values, is_closed)
        });
        let mut curve = Self { knots, splines, lengths_m: vec![0.0] };
        for piece in 0..curve.knots.len() - 1 {
            let length_m = curve.length_m(piece, curve.knots[piece + 1]);
            curve.lengths_m.push(curve.lengths_m[piece] + length_m);
        }
        curve
    }

    /// Speed along the line with respect to the parameter.
    fn speed(&self, piece: usize, parameter: f64) -> f64 {
        let [x, y] = [0, 1].map(|number| self.splines[number].at(piece, parameter)[1]);
        Real::hypot(x, y)
    }

    /// Length of the line from the beginning of a piece, m.
    fn length_m(&self, piece: usize, parameter: f64) -> f64 {
        let half = 0.5 * (parameter - self.knots[piece]);
        let parts = GAUSS
            .iter()
            .map(|[at, weight]| weight * self.speed(piece, self.knots[piece] + half * (1.0 + at)));
        half * parts.sum::<f64>()
    }

    /// Piece and parameter at a length along the line, m.
    fn find(&self, length_m: f64) -> (usize, f64) {
        let last = self.knots.len() - 2;
        let piece = usize::min(self.lengths_m.partition_point(|begin| *begin <= length_m).max(1) - 1, last);
        let [from, to] = [self.knots[piece], self.knots[piece + 1]];
        let wanted = length_m - self.lengths_m[piece];
        let whole = self.lengths_m[piece + 1] - self.lengths_m[piece];
        let mut parameter = from + (to - from) * wanted / whole;
        // Newton's method: the speed is near 1 everywhere.
        for _ in 0..8 {
            let off = self.length_m(piece, parameter) - wanted;
            let speed = self.speed(piece, parameter);
            parameter = Real::clamp(parameter - off / Real::max(speed, 1e-3), from, to);
        }
        (piece, parameter)
    }

    /// All numbers at a length along the line, with their derivatives with respect to it.
    fn jets(&self, length_m: f64) -> [Jet; NUMBERS] {
        let (piece, parameter) = self.find(length_m);
        let all: [Jet; NUMBERS] = core::array::from_fn(|number| self.splines[number].at(piece, parameter));
        let [[_, x1, x2], [_, y1, y2], ..] = all;
        let speed = Real::hypot(x1, y1);
        // d/ds = (1 / speed) d/dt, and the speed changes by (x' x'' + y' y'') / speed.
        let growth = (x1 * x2 + y1 * y2) / (speed * speed);
        all.map(|[value, first, second]| [value, first / speed, (second - growth * first) / (speed * speed)])
    }
}

impl Track {
    /// The track of a description.
    ///
    /// # Errors
    /// All faults of the description: of its stations as for [`closed`](Self::closed), and numbers out of their ranges.
    pub fn new(spec: &TrackSpec) -> Result<Self, Vec<TrackFault>> {
        let track = Self::through(&spec.stations, spec.is_closed)?;
        let faults = along::faults(spec, track.length_m());
        if !faults.is_empty() {
            return Err(faults);
        }
        let along = Along::new(spec, track.pieces.len(), track.piece_m);
        Ok(Self { along, spec: Arc::new(spec.clone()), ..track }.with_gates())
    }

    /// The closed track through stations, in the direction of driving; the first follows the last.
    ///
    /// # Errors
    /// All faults of the stations: fewer than four or more than a million, numbers out of their ranges, two in a row at one place.
    pub fn closed(stations: &[Station]) -> Result<Self, Vec<TrackFault>> {
        Self::through(stations, true)
    }

    /// The open track through stations, from the first to the last, of which there are two or more.
    ///
    /// # Errors
    /// As for [`closed`](Self::closed).
    pub fn open(stations: &[Station]) -> Result<Self, Vec<TrackFault>> {
        Self::through(stations, false)
    }

    fn through(stations: &[Station], is_closed: bool) -> Result<Self, Vec<TrackFault>> {
        let faults = faults(stations, is_closed);
        if !faults.is_empty() {
            return Err(faults);
        }
        let curve = Curve::through(stations, is_closed);
        let length_m = curve.lengths_m[curve.lengths_m.len() - 1];
        let count = (length_m / LONGEST_M).ceil() as usize;
        let piece_m = length_m / count as f64;
        let mut nodes: Vec<_> = (0..=count).map(|node| curve.jets(piece_m * node as f64)).collect();
        if is_closed {
            nodes[count] = nodes[0];
        }
        let between = |number: usize, [from, to]: [&[Jet; NUMBERS]; 2]| {
            Quintic::between(from[number], to[number], piece_m)
        };
        let plan_piece = |ends: [&[Jet; NUMBERS]; 2]| {
            let width_m = ends[0][4][0] + ends[0][5][0];
            PlanPiece { x: between(0, ends), y: between(1, ends), width_m }
        };
        let piece = |ends: [&[Jet; NUMBERS]; 2]| {
            let [height, banking, left, right] = [2, 3, 4, 5].map(|number| between(number, ends));
            Piece { height, banking, widths: [left, right] }
        };
        let pairs = || nodes.windows(2).map(|pair| [&pair[0], &pair[1]]);
        let pieces = pairs().map(piece).collect();
        let mut plan: Vec<_> = pairs().map(plan_piece).collect();
        plan.push(plan_piece([&nodes[count], &nodes[usize::from(is_closed)]]));
        let begins = if is_closed { &nodes[..count] } else { &nodes[..] };
        let nearest = Nearest::new(begins.iter().map(|jets| [jets[0][0], jets[1][0]]).collect());
        let (along, gates) = (Along::bare(length_m), Vec::new());
        let spec = Arc::new(TrackSpec::new("", is_closed, stations.to_vec()));
        Ok(Self { plan, pieces, piece_m, is_closed, nearest, along, gates, spec }.with_gates())
    }

    fn with_gates(self) -> Self {
        let gates = self.lap_gates();
        Self { gates, ..self }
    }

    /// Length of the line in the plane, m.
    pub fn length_m(&self) -> f64 {
        self.piece_m * self.pieces.len() as f64
    }

    /// Returns true where the line goes on from its end at its beginning.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// A distance within the line, m: of a closed one that of the same place, of an open one that of the nearest end.
    pub fn wrapped_m(&self, distance_m: f64) -> f64 {
        let length_m = self.length_m();
        if !self.is_closed {
            return Real::clamp(distance_m, 0.0, length_m);
        }
        let wrapped = distance_m - (distance_m / length_m).floor() * length_m;
        // Rounding may give the length itself.
        if wrapped < length_m { wrapped } else { 0.0 }
    }

    /// The track at a distance along its line, m. Distances of a closed line wrap around, those of an open one end at its ends.
    pub fn at(&self, distance_m: f64) -> TrackPoint {
        let distance_m = self.wrapped_m(distance_m);
        let place = usize::min((distance_m / self.piece_m) as usize, self.pieces.len() - 1);
        self.on_piece(place, distance_m - self.piece_m * place as f64)
    }

    /// The track at a distance from the beginning of a piece.
    pub(super) fn on_piece(&self, place: usize, along_m: f64) -> TrackPoint {
        let (plan, piece) = (&self.plan[place], &self.pieces[place]);
        let ([x, x1, x2], [y, y1, y2]) = (plan.x.at(along_m), plan.y.at(along_m));
        let square = x1 * x1 + y1 * y1;
        let [height_m, grade, grade_rate_1_m] = piece.height.at(along_m);
        TrackPoint {
            distance_m: self.piece_m * place as f64 + along_m,
            position_m: [x, y],
            heading_rad: Real::atan2(y1, x1),
            curvature_1_m: (x1 * y2 - y1 * x2) / (square * Real::sqrt(square)),
            height_m,
            grade,
            grade_rate_1_m,
            banking_rad: piece.banking.at(along_m)[0],
            widths_m: piece.widths.map(|width| Real::max(width.at(along_m)[0], 0.0)),
        }
    }
}
