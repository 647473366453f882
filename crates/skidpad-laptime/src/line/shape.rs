//! Lengths and curvatures of a line by its lateral offsets, with their derivatives.
//!
//! The line is the polygon through its positions p[i] + n[i] N[i] at the stations: edge i, of length l[i] and direction f[i], leads to
//! the next station, and the line turns by t[i] = f[i] - f[i-1] at station i over the length (l[i-1] + l[i]) / 2. Moving the positions
//! by dp changes an edge e by de = dp[i+1] - dp[i], its length by dl = e.de / l and its direction by df = (e x de) / l^2; and as e is
//! linear in the offsets, the second differential of l is l df^2: lengths are convex, and so is their sum.

use skidpad_core::math::Real;

use super::banded::Ring;
use super::corridor::Corridor;

/// Shortest edge that counts, m.
const SHORTEST_M: f64 = 1e-6;

/// An edge: its length and the derivatives of length and direction to the offsets at its two ends.
#[derive(Clone, Copy, Debug)]
struct Edge {
    vector_m: [f64; 2],
    length_m: f64,
    length: [f64; 2],
    direction: [f64; 2],
}

/// A station at which the line turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Place of the station before, from which on the derivatives count.
    pub before: usize,
    pub at: usize,
    pub angle_rad: f64,
    /// Half of the length of both edges, m.
    pub length_m: f64,
    /// Derivatives of the angle to the offsets at the stations before, at and after.
    pub angle: [f64; 3],
    /// Derivatives of the half length.
    pub length: [f64; 3],
}

impl Turn {
    pub fn curvature_1_m(&self) -> f64 {
        self.angle_rad / self.length_m
    }

    /// Derivatives of the curvature.
    pub fn curvature(&self) -> [f64; 3] {
        let curvature_1_m = self.curvature_1_m();
        core::array::from_fn(|at| (self.angle[at] - curvature_1_m * self.length[at]) / self.length_m)
    }
}

/// A line.
pub(super) struct Shape {
    edges: Vec<Edge>,
    turns: Vec<Turn>,
    count: usize,
}

/// Slopes and matrix of a function of the offsets.
pub(super) struct Model {
    pub gradient: Vec<f64>,
    pub matrix: Ring,
}

impl Model {
    pub fn zero(count: usize) -> Self {
        Self { gradient: vec![0.0; count], matrix: Ring::zero(count) }
    }

    /// Adds to the slopes of offsets in a row.
    pub fn add_slopes(&mut self, first: usize, slopes: &[f64], factor: f64) {
        let count = self.gradient.len();
        for (apart, slope) in slopes.iter().enumerate() {
            self.gradient[(first + apart) % count] += factor * slope;
        }
    }
}

impl Shape {
    pub fn new(corridor: &Corridor, offsets_m: &[f64]) -> Self {
        let count = corridor.count();
        let positions_m = corridor.positions_m(offsets_m);
        let edge = |at: usize| {
            let next = (at + 1) % count;
            let [x, y] = [0, 1].map(|axis| positions_m[next][axis] - positions_m[at][axis]);
            let length_m = Real::max(Real::hypot(x, y), SHORTEST_M);
            let normals = [corridor.normal(at).map(|number| -number), corridor.normal(next)];
            Edge {
                vector_m: [x, y],
                length_m,
                length: normals.map(|[nx, ny]| (x * nx + y * ny) / length_m),
                direction: normals.map(|[nx, ny]| (x * ny - y * nx) / (length_m * length_m)),
            }
        };
        let edges: Vec<Edge> = (0..corridor.spaces()).map(edge).collect();
        let places = if corridor.is_closed { 0..count } else { 1..count - 1 };
        let turns = places.map(|at| turn(&edges, at, count)).collect();
        Self { edges, turns, count }
    }

    /// A model of nothing, of as many offsets.
    pub fn empty(&self) -> Model {
        Model::zero(self.count)
    }

    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub fn length_m(&self) -> f64 {
        self.edges.iter().map(|edge| edge.length_m).sum()
    }

    /// Integral of the squared curvature over the length, 1/m.
    pub fn curvature_energy_1_m(&self) -> f64 {
        self.turns.iter().map(|turn| turn.angle_rad * turn.angle_rad / turn.length_m).sum()
    }

    /// Adds the sum of all lengths, each times its weight.
    pub fn add_lengths(&self, model: &mut Model, weight: &dyn Fn(usize) -> f64) {
        for (at, edge) in self.edges.iter().enumerate() {
            let weight = weight(at);
            model.add_slopes(at, &edge.length, weight);
            model.matrix.add_square(at, &edge.direction, weight * edge.length_m);
        }
    }

    /// The integral of the squared curvature: of residuals r = t / sqrt(l) at the turns, by the method of Gauss and Newton.
    pub fn curvature_model(&self) -> Model {
        let mut model = self.empty();
        for turn in &self.turns {
            let root = Real::sqrt(turn.length_m);
            let residual = turn.angle_rad / root;
            let shares: [f64; 3] = core::array::from_fn(|at| {
                turn.angle[at] / root - 0.5 * residual * turn.length[at] / turn.length_m
            });
            model.add_slopes(turn.before, &shares, 2.0 * residual);
            model.matrix.add_square(turn.before, &shares, 2.0);
        }
        model
    }
}

fn turn(edges: &[Edge], at: usize, count: usize) -> Turn {
    let before = (at + count - 1) % count;
    let (one, other) = (&edges[before], &edges[at]);
    let ([a, b], [c, d]) = (one.vector_m, other.vector_m);
    let ([l0, l1], [m0, m1]) = (one.length, other.length);
    let ([f0, f1], [g0, g1]) = (one.direction, other.direction);
    Turn {
        before,
        at,
        angle_rad: Real::atan2(a * d - b * c, a * c + b * d),
        length_m: 0.5 * (one.length_m + other.length_m),
        angle: [-f0, g0 - f1, g1],
        length: [0.5 * l0, 0.5 * (l1 + m0), 0.5 * m1],
    }
}
