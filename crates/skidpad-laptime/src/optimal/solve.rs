//! Interior-point method for the program of a lap.
//!
//! The method of Wächter and Biegler ("On the implementation of an interior-point filter line-search algorithm for large-scale nonlinear
//! programming", Mathematical Programming 106, 2006): Newton's method for the conditions of Karush, Kuhn and Tucker with
//! logarithmic barriers at the bounds, exact second derivatives, a filter of objective and infeasibility for the length of
//! steps, and second-order corrections. The program is that of a ring with few unknowns at each place, and so its equations are
//! solved by blocks ([`Chain`](super::blocks::Chain)) in a time linear in the places: with the matrix H of the Lagrangian and the barriers, the slopes A
//! of the equations and a small e, H + A' A / e is positive definite where H is so along the equations, and refinement takes the
//! error of e away. A general solver of sparse programs has no use of that, and a sequence of cone programs would need a cone for the
//! tyres, whose law here is the model's own.

use skidpad_core::math::Real;

use super::blocks::{Chain, Row};
use super::car::DynamicCar;
use super::filter::Filter;
use super::finer::Beginning;
use super::newton::{NewtonStep, System};
use super::optimality::Optimality;
use super::rows::{dot, gaps, moved, reach, share};
use super::transcription::{ByEquation, Linear, Transcription, Values};

/// The most steps.
const MOST_STEPS: usize = 400;
/// Largest residual of the conditions of a solution, scaled.
const TOLERANCE: f64 = 1e-5;
/// Refined steps with a larger residual are not taken.
const WRONG: f64 = 1e-3;
/// The first addition to the matrix where it is indefinite and the largest; factors by which it rises and falls, and from which on it
/// is left out.
const FIRST_ADDITION: f64 = 1e-3;
const LARGEST_ADDITION: f64 = 1e10;
const RISE: f64 = 5.0;
const FALL: f64 = 4.0;
const SMALL_ADDITION: f64 = 1e-6;
/// Weights of barriers: the next one over the last, its power, and how exactly the program with one is solved.
const LOWER: f64 = 0.2;
const POWER: f64 = 1.5;
const SOLVED: f64 = 30.0;
/// Barrier from whose solution on, or that of a smaller one, a search on a finer mesh begins.
const CENTRED: f64 = 5e-3;
/// Share of the room to the bounds in which a search begins, one that goes on from a coarser mesh, and share of the way to a bound that a
/// step leaves.
const INSIDE: f64 = 1e-2;
const BARELY_INSIDE: f64 = 1e-7;
const LEFT: f64 = 0.01;
/// Largest ratio of a bound's multiplier to that on the central path.
const CENTRAL: f64 = 1e10;
/// Trials of growing additions before the equations are restored, and their growth.
const TRIALS: usize = 3;
const RETRY: f64 = 10.0;
/// The most halvings of a step.
const HALVINGS: usize = 14;

/// Unknowns with all multipliers.
#[derive(Clone)]
pub(super) struct Iterate<const W: usize> {
    pub x: Vec<Row<W>>,
    pub multipliers: ByEquation<W>,
    /// Multipliers of the lower and the upper bounds.
    pub bounds: [Vec<Row<W>>; 2],
}

/// A solution, or the last point of a search.
pub(super) struct Solved<const W: usize> {
    pub x: Vec<Row<W>>,
    pub time_s: f64,
    pub steps: usize,
    pub optimality: Optimality,
    pub converged: bool,
    /// Solution with a barrier, from which a search on a finer mesh begins.
    pub centred: Option<Beginning<W>>,
}

/// A search.
pub(super) struct InteriorSearch<'a, C, const W: usize> {
    pub(super) program: &'a Transcription<'a, C, W>,
    pub(super) now: Iterate<W>,
    pub(super) barrier: f64,
    addition: f64,
    pub(super) filter: Filter,
    centred: Option<Beginning<W>>,
}

/// The minimum near a point.
pub(super) fn solve<C: DynamicCar<W>, const W: usize>(
    program: &Transcription<'_, C, W>,
    begin: &Beginning<W>,
) -> Solved<W> {
    let mut search = InteriorSearch::new(program, begin);
    let mut linear = program.linear(&search.now.x);
    if begin.multipliers.is_none() {
        search.guess_multipliers(&linear);
    }
    let mut steps = 0;
    loop {
        let optimality = search.optimality(&linear, 0.0);
        let converged = optimality.largest() < TOLERANCE;
        let next = if converged || steps == MOST_STEPS { None } else { search.advance(&linear) };
        let Some(next) = next else {
            let time_s = linear.values.time_s;
            return Solved { x: search.now.x, time_s, steps, optimality, converged, centred: search.centred };
        };
        linear = next;
        steps += 1;
    }
}

impl<'a, C: DynamicCar<W>, const W: usize> InteriorSearch<'a, C, W> {
    pub(super) fn new(program: &'a Transcription<'a, C, W>, begin: &Beginning<W>) -> Self {
        let barrier = begin.barrier;
        let share = if begin.multipliers.is_some() { BARELY_INSIDE } else { INSIDE };
        let inside = |at: usize, place: usize| {
            let (low, high) = (program.lows[at][place], program.highs[at][place]);
            let room = share * (high - low);
            Real::clamp(begin.x[at][place], low + room, high - room)
        };
        let x: Vec<Row<W>> =
            (0..begin.x.len()).map(|at| core::array::from_fn(|place| inside(at, place))).collect();
        let away = |gaps: Vec<Row<W>>| -> Vec<Row<W>> {
            gaps.into_iter().map(|row| row.map(|gap| barrier / gap)).collect()
        };
        let bounds = gaps(program, &x).map(away);
        let none = || ByEquation::zero(program.spaces(), program.places());
        let multipliers = begin.multipliers.clone().unwrap_or_else(none);
        Self {
            program,
            now: Iterate { x, multipliers, bounds },
            barrier,
            addition: 0.0,
            filter: Filter::new(),
            centred: None,
        }
    }

    /// Multipliers of the equations by least squares.
    pub(super) fn guess_multipliers(&mut self, linear: &Linear<W>) {
        let mut unit = Chain::zero(self.now.x.len(), self.program.is_closed);
        unit.middle.iter_mut().for_each(|block| (0..W).for_each(|place| block[place][place] = 1.0));
        let Some(system) = System::new(unit, linear, 1.0) else { return };
        let right = self.slopes(linear, &self.now.multipliers);
        let none = ByEquation::zero(self.program.spaces(), self.program.places());
        let guessed = system.step(&right, &none).0.multipliers;
        if guessed.numbers().all(|number| Real::abs(number) < 1e3) {
            self.now.multipliers = guessed;
        }
    }

    /// Slopes of the Lagrangian with the multipliers of the bounds.
    fn slopes(&self, linear: &Linear<W>, multipliers: &ByEquation<W>) -> Vec<Row<W>> {
        let [low, high] = &self.now.bounds;
        let mut slopes = linear.transposed(multipliers);
        for (at, row) in slopes.iter_mut().enumerate() {
            for (place, slope) in row.iter_mut().enumerate() {
                *slope += linear.gradient[at][place] - low[at][place] + high[at][place];
            }
        }
        slopes
    }

    /// Residuals of the conditions with barriers of a weight.
    fn optimality(&self, linear: &Linear<W>, barrier: f64) -> Optimality {
        let most = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.fold(0.0, |most, number| Real::max(Real::abs(number), most))
        };
        let of_bounds: f64 = self.now.bounds.iter().flatten().flatten().sum();
        let of_equations: f64 = self.now.multipliers.numbers().map(Real::abs).sum();
        let unknowns = (W * self.now.x.len()) as f64;
        let mean = (of_bounds + of_equations) / (3.0 * unknowns);
        let scale = Real::max(mean, 1.0);
        let slopes = self.slopes(linear, &self.now.multipliers);
        let gaps = gaps(self.program, &self.now.x);
        let products = self.now.bounds.iter().zip(&gaps).flat_map(|(forces, gaps)| {
            forces.iter().flatten().zip(gaps.iter().flatten()).map(|(force, gap)| force * gap - barrier)
        });
        Optimality {
            stationarity: most(&mut slopes.iter().flatten().copied()) / scale,
            infeasibility: most(&mut linear.values.equations.numbers()),
            complementarity: most(&mut products.into_iter()) / scale,
        }
    }

    /// One step, and the program to first order there; `None` where none is possible.
    fn advance(&mut self, linear: &Linear<W>) -> Option<Linear<W>> {
        while self.barrier > 0.1 * TOLERANCE
            && self.optimality(linear, self.barrier).largest() < SOLVED * self.barrier
        {
            if self.barrier < CENTRED && self.centred.is_none() {
                self.centred = Some(Beginning {
                    x: self.now.x.clone(),
                    multipliers: Some(self.now.multipliers.clone()),
                    barrier: self.barrier,
                });
            }
            let next = Real::min(LOWER * self.barrier, Real::powf(self.barrier, POWER));
            self.barrier = Real::max(next, 0.1 * TOLERANCE);
            self.filter.clear();
        }
        let matrix = self.program.curvature(&self.now.x, linear, &self.now.multipliers);
        let right = self.barrier_slopes(linear);
        let mut least = 0.0;
        let mut trials = 0;
        loop {
            let (system, step) = self.newton(&matrix, linear, &right, least)?;
            if let Some(next) = self.search(&system, &step, linear, &right) {
                return Some(next);
            }
            trials += 1;
            if trials == TRIALS {
                return self.restore(linear);
            }
            least = Real::max(RETRY * self.addition, FIRST_ADDITION);
        }
    }

    /// Slopes of the Lagrangian with barriers.
    fn barrier_slopes(&self, linear: &Linear<W>) -> Vec<Row<W>> {
        let mut slopes = linear.transposed(&self.now.multipliers);
        let [low, high] = gaps(self.program, &self.now.x);
        for (at, row) in slopes.iter_mut().enumerate() {
            for (place, slope) in row.iter_mut().enumerate() {
                let barriers = self.barrier / high[at][place] - self.barrier / low[at][place];
                *slope += linear.gradient[at][place] + barriers;
            }
        }
        slopes
    }

    /// The step of Newton's method, with an addition to the matrix of at least some size that makes it positive definite along the equations.
    fn newton<'l>(
        &mut self,
        matrix: &Chain<W>,
        linear: &'l Linear<W>,
        right: &[Row<W>],
        least: f64,
    ) -> Option<(System<'l, W>, NewtonStep<W>)> {
        let gaps = gaps(self.program, &self.now.x);
        // An addition that was needed falls step by step: a matrix that is barely positive definite has wild steps.
        let last = self.addition;
        let falling = if last > SMALL_ADDITION { last / FALL } else { 0.0 };
        let mut addition = Real::max(least, falling);
        loop {
            let mut with = matrix.clone();
            for (at, block) in with.middle.iter_mut().enumerate() {
                for (place, row) in block.iter_mut().enumerate() {
                    let bounds = self.now.bounds[0][at][place] / gaps[0][at][place]
                        + self.now.bounds[1][at][place] / gaps[1][at][place];
                    row[place] += bounds + addition;
                }
            }
            if let Some(system) = System::new(with, linear, addition) {
                let (step, error) = system.step(right, &linear.values.equations);
                if error < WRONG {
                    self.addition = addition;
                    return Some((system, step));
                }
            }
            addition = match addition {
                0.0 => FIRST_ADDITION,
                before => before * RISE,
            };
            if addition > LARGEST_ADDITION {
                return None;
            }
        }
    }

    /// A length of a step that the filter accepts: the program to first order there.
    fn search(
        &mut self,
        system: &System<'_, W>,
        step: &NewtonStep<W>,
        linear: &Linear<W>,
        right: &[Row<W>],
    ) -> Option<Linear<W>> {
        let keep = Real::min(LEFT, self.barrier);
        let gaps = gaps(self.program, &self.now.x);
        let longest = reach(&gaps, &step.x, keep);
        let forces = self.bound_steps(&gaps, &step.x);
        let shares = [0, 1].map(|side| share(&self.now.bounds[side], &forces[side], keep));
        let force_share = Real::min(shares[0], shares[1]);
        // Slope of the barrier function along the step: that of the Lagrangian less that of the equations.
        let along: f64 = dot(right, &step.x) - dot(&linear.transposed(&self.now.multipliers), &step.x);
        let (barrier, infeasibility) = self.merits(&self.now.x, &linear.values);
        let mut length = longest;
        for halving in 0..HALVINGS {
            let mut x = moved(&self.now.x, length, &step.x);
            let mut values = self.program.values(&x);
            let mut merits = self.merits(&x, &values);
            let before = (barrier, infeasibility);
            let mut accepted = self.filter.accepts(before, merits, along * length);
            if !accepted && halving == 0 && merits.1 >= infeasibility {
                // Second-order correction (Wächter and Biegler, 2.4).
                let aimed = values.equations.plus(length, &linear.values.equations);
                let (second, error) = system.step(right, &aimed);
                if error < WRONG {
                    let reached = reach(&gaps, &second.x, keep);
                    x = moved(&self.now.x, reached, &second.x);
                    values = self.program.values(&x);
                    merits = self.merits(&x, &values);
                    accepted = self.filter.accepts(before, merits, along * length);
                }
            }
            if accepted {
                self.filter.remember(before, merits, along * length);
                self.now.x = x;
                self.now.multipliers = self.now.multipliers.plus(length, &step.multipliers);
                for (now, force) in self.now.bounds.iter_mut().zip(&forces) {
                    *now = moved(now, force_share, force);
                }
                self.centre();
                return Some(self.program.linear(&self.now.x));
            }
            length *= 0.5;
        }
        None
    }

    /// Changes of the multipliers of both bounds.
    fn bound_steps(&self, gaps: &[Vec<Row<W>>; 2], step: &[Row<W>]) -> [Vec<Row<W>>; 2] {
        [(0, 1.0), (1, -1.0)].map(|(side, sign)| {
            let row = |at: usize| {
                core::array::from_fn(|place| {
                    let (force, gap) = (self.now.bounds[side][at][place], gaps[side][at][place]);
                    (self.barrier - force * sign * step[at][place]) / gap - force
                })
            };
            (0..step.len()).map(row).collect()
        })
    }

    /// Keeps the multipliers of bounds near those of the central path.
    fn centre(&mut self) {
        let gaps = gaps(self.program, &self.now.x);
        for (forces, gaps) in self.now.bounds.iter_mut().zip(&gaps) {
            for (force, gap) in forces.iter_mut().flatten().zip(gaps.iter().flatten()) {
                let central = self.barrier / gap;
                *force = Real::clamp(*force, central / CENTRAL, central * CENTRAL);
            }
        }
    }

    /// The objective with its barriers, and the sum of all equations' sizes.
    pub(super) fn merits(&self, x: &[Row<W>], values: &Values<W>) -> (f64, f64) {
        let logarithms: f64 =
            gaps(self.program, x).iter().flatten().flatten().map(|gap| Real::ln(*gap)).sum();
        let infeasibility = values.equations.numbers().map(Real::abs).sum();
        (values.objective - self.barrier * logarithms, infeasibility)
    }
}
