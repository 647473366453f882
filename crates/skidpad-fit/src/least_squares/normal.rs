//! The normal equations and their damped solution.

use skidpad_core::math::Real;

use super::parameter::Parameter;

/// The normal equations J'J d = -J'r about a point.
pub struct NormalEquations<'a> {
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
    /// Parameters that may move: not one that is at a bound and pushed beyond.
    free: Vec<usize>,
    parameters: &'a [Parameter],
    residuals: usize,
}

impl<'a> NormalEquations<'a> {
    /// The equations of residuals and their derivatives at a point.
    pub fn new(values: &[f64], slopes: &[Vec<f64>], at: &[f64], parameters: &'a [Parameter]) -> Self {
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
        let is_free = |i: &usize| {
            let is_pushed_down = at[*i] <= parameters[*i].low && right[*i] < 0.0;
            let is_pushed_up = at[*i] >= parameters[*i].high && right[*i] > 0.0;
            matrix[*i][*i] > 0.0 && !is_pushed_down && !is_pushed_up
        };
        let free = (0..count).filter(is_free).collect();
        Self { matrix, right, free, parameters, residuals: values.len() }
    }

    /// Number of the residuals that the equations are made from.
    pub fn residuals(&self) -> usize {
        self.residuals
    }

    /// The point after a step with the diagonal raised by `damping` of itself (Marquardt's equations 24 to 29), within the
    /// bounds.
    pub fn step(&self, at: &[f64], damping: f64) -> Vec<f64> {
        let mut step = vec![0.0; at.len()];
        for (i, change) in self.free.iter().zip(self.solution(damping)) {
            step[*i] = change;
        }
        at.iter()
            .zip(self.parameters)
            .zip(&step)
            .map(|((value, parameter), step)| Real::clamp(value + step, parameter.low, parameter.high))
            .collect()
    }

    /// The change of each free parameter, by Cholesky's factors.
    fn solution(&self, damping: f64) -> Vec<f64> {
        // Scaled to a diagonal of 1, so that parameters of different sizes count alike.
        let scale: Vec<f64> = self.free.iter().map(|i| 1.0 / Real::sqrt(self.matrix[*i][*i])).collect();
        let lower = self.factor(&scale, damping);
        let count = scale.len();
        let mut solved: Vec<f64> =
            self.free.iter().zip(&scale).map(|(i, scale)| self.right[*i] * scale).collect();
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
        solved.iter().zip(&scale).map(|(solved, scale)| solved * scale).collect()
    }

    /// The lower factor of the scaled matrix. A pivot that rounding makes 0 or less is a small one instead.
    fn factor(&self, scale: &[f64], damping: f64) -> Vec<Vec<f64>> {
        let (free, count) = (&self.free, scale.len());
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
        lower
    }
}
