//! Bounded nonlinear least squares, by Levenberg and Marquardt's method.
//!
//! Written here because the crates for it either know no bounds (and coefficients beyond theirs make the formula
//! meaningless) or bring a library of linear algebra for systems of at most fifty unknowns, for which the
//! factorisation below is one screen.

use skidpad_core::math::Real;

/// Something to be made small: residuals that depend on parameters.
pub trait Residuals {
    /// All residuals.
    fn residuals(&self, parameters: &[f64]) -> Vec<f64>;
    /// All residuals, and the derivative of each to every parameter, row by row.
    fn derivatives(&self, parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>);
}

/// A parameter's start and bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Where to begin.
    pub value: f64,
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

/// More rounds than this are not made.
const ROUNDS: usize = 200;
/// The sum of squares has settled when a round lowers it by less than this share.
const SETTLED: f64 = 1e-12;

/// The parameters with the least sum of squares that can be reached downhill from the start.
pub fn least_squares(problem: &impl Residuals, starts: &[Start]) -> Vec<f64> {
    let mut at: Vec<f64> =
        starts.iter().map(|start| Real::clamp(start.value, start.low, start.high)).collect();
    let mut damping = 1e-3;
    let (mut values, mut slopes) = problem.derivatives(&at);
    let mut cost = square(&values);
    let mut settled = 0;
    for _ in 0..ROUNDS {
        let normal = Normal::new(&values, &slopes, &at, starts);
        let mut lowered = None;
        // A step that does not lower the sum is tried again, shorter.
        for _ in 0..12 {
            let step = normal.step(damping);
            let next: Vec<f64> = at
                .iter()
                .zip(starts)
                .zip(&step)
                .map(|((value, start), step)| Real::clamp(value + step, start.low, start.high))
                .collect();
            let now = square(&problem.residuals(&next));
            if now < cost {
                lowered = Some((next, now));
                damping = Real::max(damping * 0.2, 1e-12);
                break;
            }
            damping = Real::min(damping * 4.0, 1e12);
        }
        let Some((next, now)) = lowered else { break };
        settled = if cost - now < SETTLED * cost { settled + 1 } else { 0 };
        at = next;
        (values, slopes) = problem.derivatives(&at);
        cost = square(&values);
        if settled >= 3 {
            break;
        }
    }
    at
}

fn square(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum()
}

/// The normal equations J'J d = -J'r.
struct Normal {
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
    /// Whether a parameter may move: not where it stands at a bound and is pushed beyond.
    is_free: Vec<bool>,
}

impl Normal {
    fn new(values: &[f64], slopes: &[Vec<f64>], at: &[f64], starts: &[Start]) -> Self {
        let count = at.len();
        let mut matrix = vec![vec![0.0; count]; count];
        let mut right = vec![0.0; count];
        for (value, row) in values.iter().zip(slopes) {
            for i in 0..count {
                right[i] -= row[i] * value;
                for j in 0..count {
                    matrix[i][j] += row[i] * row[j];
                }
            }
        }
        let is_free = (0..count)
            .map(|i| {
                let is_pushed_down = at[i] <= starts[i].low && right[i] < 0.0;
                let is_pushed_up = at[i] >= starts[i].high && right[i] > 0.0;
                matrix[i][i] > 0.0 && !is_pushed_down && !is_pushed_up
            })
            .collect();
        Self { matrix, right, is_free }
    }

    /// The step with the diagonal raised by `damping` of itself; 0 for parameters that may not move.
    fn step(&self, damping: f64) -> Vec<f64> {
        let free: Vec<usize> = (0..self.right.len()).filter(|i| self.is_free[*i]).collect();
        // Scaled to a diagonal of 1, so that parameters of different sizes count alike.
        let scale: Vec<f64> = free.iter().map(|i| 1.0 / Real::sqrt(self.matrix[*i][*i])).collect();
        let count = free.len();
        let mut lower = vec![vec![0.0; count]; count];
        for i in 0..count {
            for j in 0..=i {
                let mut sum = self.matrix[free[i]][free[j]] * scale[i] * scale[j];
                if i == j {
                    sum += damping;
                }
                for (a, b) in lower[i][..j].iter().zip(&lower[j][..j]) {
                    sum -= a * b;
                }
                lower[i][j] = if i == j { Real::sqrt(Real::max(sum, 1e-14)) } else { sum / lower[j][j] };
            }
        }
        let mut solved: Vec<f64> = (0..count).map(|i| self.right[free[i]] * scale[i]).collect();
        for i in 0..count {
            for j in 0..i {
                solved[i] -= lower[i][j] * solved[j];
            }
            solved[i] /= lower[i][i];
        }
        for i in (0..count).rev() {
            for j in i + 1..count {
                solved[i] -= lower[j][i] * solved[j];
            }
            solved[i] /= lower[i][i];
        }
        let mut step = vec![0.0; self.right.len()];
        for (i, at) in free.iter().enumerate() {
            step[*at] = solved[i] * scale[i];
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::{Residuals, Start, least_squares};

    /// Rosenbrock's valley: (10 (y - x^2), 1 - x), least at (1, 1).
    struct Valley;

    impl Residuals for Valley {
        fn residuals(&self, p: &[f64]) -> Vec<f64> {
            vec![10.0 * (p[1] - p[0] * p[0]), 1.0 - p[0]]
        }
        fn derivatives(&self, p: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
            (self.residuals(p), vec![vec![-20.0 * p[0], 10.0], vec![-1.0, 0.0]])
        }
    }

    #[test]
    fn the_valley_is_found_and_bounds_are_kept() {
        let start = |value: f64, high: f64| Start { value, low: -2.0, high };
        let free = least_squares(&Valley, &[start(-1.2, 2.0), start(1.0, 2.0)]);
        assert!((free[0] - 1.0).abs() < 1e-6 && (free[1] - 1.0).abs() < 1e-6, "{free:?}");
        let bound = least_squares(&Valley, &[start(-1.2, 0.5), start(1.0, 2.0)]);
        assert!(bound[0] == 0.5 && (bound[1] - 0.25).abs() < 1e-6, "{bound:?}");
    }
}
