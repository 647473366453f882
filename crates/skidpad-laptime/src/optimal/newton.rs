//! Newton's equations of the program of a lap, solved by blocks and refined.

use skidpad_core::math::Real;

use super::blocks::{Chain, ChainFactors, Row};
use super::node::STATES;
use super::rows::moved;
use super::transcription::{ByEquation, Linear};

/// e, relative to slopes of 1.
const SOFTNESS: f64 = 1e-7;
/// The most refinements of a step, and the residual over the right side at which they end.
const REFINEMENTS: usize = 10;
const REFINED: f64 = 1e-9;

/// A step.
pub(super) struct NewtonStep<const W: usize> {
    pub x: Vec<Row<W>>,
    pub multipliers: ByEquation<W>,
}

/// A matrix with its factors and the slopes of the equations.
pub(super) struct System<'a, const W: usize> {
    matrix: Chain<W>,
    factors: ChainFactors<W>,
    linear: &'a Linear<W>,
    softness: f64,
}

impl<'a, const W: usize> System<'a, W> {
    /// The system of a matrix of about some size; `None` where it is not positive definite along the equations.
    pub fn new(matrix: Chain<W>, linear: &'a Linear<W>, size: f64) -> Option<Self> {
        // Refinement gains by e times the size of the matrix.
        let softness = SOFTNESS / Real::max(size, 1.0);
        let mut soft = matrix.clone();
        linear.add_squares(&mut soft, 1.0 / softness);
        Some(Self { matrix, factors: soft.factors()?, linear, softness })
    }

    /// The step with H x + A' m = -right and A x = -equations, and its residual over the right side.
    pub fn step(&self, right: &[Row<W>], equations: &ByEquation<W>) -> (NewtonStep<W>, f64) {
        let places = right.len();
        let none =
            ByEquation { defects: vec![[0.0; STATES]; equations.defects.len()], own: vec![[0.0; W]; places] };
        let size = |rows: &[Row<W>], equations: &ByEquation<W>| {
            let most = rows.iter().flatten().copied().chain(equations.numbers());
            most.fold(0.0, |most, number| Real::max(Real::abs(number), most))
        };
        let whole = Real::max(size(right, equations), 1e-12);
        let mut step = NewtonStep { x: vec![[0.0; W]; places], multipliers: none.clone() };
        let mut left: (Vec<Row<W>>, ByEquation<W>) =
            (right.iter().map(|row| row.map(|number| -number)).collect(), none.plus(-1.0, equations));
        let mut best = f64::INFINITY;
        for _ in 0..REFINEMENTS {
            // S d = left + A' left / e, and m = (A d - left) / e.
            let pulled = self.linear.transposed(&left.1);
            let side: Vec<Row<W>> = moved(&left.0, 1.0 / self.softness, &pulled);
            let x = self.factors.solve(&side);
            let multipliers = none.plus(1.0 / self.softness, &self.linear.times(&x).plus(-1.0, &left.1));
            let tried = NewtonStep {
                x: moved(&step.x, 1.0, &x),
                multipliers: step.multipliers.plus(1.0, &multipliers),
            };
            let curved = self.matrix.times(&tried.x);
            let forced = self.linear.transposed(&tried.multipliers);
            let rest: Vec<Row<W>> = (0..places)
                .map(|at| {
                    core::array::from_fn(|place| -right[at][place] - curved[at][place] - forced[at][place])
                })
                .collect();
            let equation = none.plus(-1.0, &equations.plus(1.0, &self.linear.times(&tried.x)));
            let error = size(&rest, &equation) / whole;
            // NaN, too, is no improvement.
            let is_better = error < best;
            if !is_better {
                break;
            }
            let gained = error < 0.5 * best;
            (best, step, left) = (error, tried, (rest, equation));
            if error < REFINED || !gained {
                break;
            }
        }
        (step, best)
    }
}
