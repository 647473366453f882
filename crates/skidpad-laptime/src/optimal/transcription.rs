//! A minimum-time lap as a nonlinear program: direct collocation by the trapezoidal rule at even distances h along the reference line.
//!
//! With the states y, of which the forward velocity counts by half of its square, and their rates f over the distance, each space
//! between two places has the defect
//!
//! d = y(k+1) - y(k) - h (f(k) + f(k+1)) / 2 = 0,
//!
//! and each place the car's own residuals. The time of a space is 2 h / (p(k) + p(k+1)) with the speeds p along the line, so that both
//! are exact at constant acceleration, from rest too. The commands are piecewise linear; the squares of their rates count a little, without
//! which the rule leaves them free to alternate from place to place (Betts, Practical Methods for Optimal Control, 2010, 4.14).
//! Everything else is a bound of an unknown. As each output belongs to one place, second derivatives come place by place.

use skidpad_core::math::Dual;

use super::blocks::{Chain, Row};
use super::car::{DynamicCar, MOTION};
use super::node::{FORWARDS, Node, PEDAL, PROGRESS, RESIDUALS, RoadSection, STATES, STEER, Slopes};

/// The program of a lap.
pub(super) struct Transcription<'a, C, const W: usize> {
    pub node: Node<'a, C, W>,
    pub sections: Vec<RoadSection>,
    /// Distance between places, m.
    pub step_m: f64,
    pub is_closed: bool,
    /// Bounds of the scaled unknowns.
    pub lows: Vec<Row<W>>,
    pub highs: Vec<Row<W>>,
    /// Objective per second.
    pub per_second: f64,
    /// Weights of the squared rates of steering and pedal over the distance, s m per rad^2 and s m.
    pub weights_s_m: [f64; 2],
}

/// A number for each equation: defects of the spaces, residuals of the places.
#[derive(Clone)]
pub(super) struct ByEquation<const W: usize> {
    pub defects: Vec<[f64; STATES]>,
    pub own: Vec<Row<W>>,
}

/// Objective and equations at a point.
pub(super) struct Values<const W: usize> {
    pub objective: f64,
    pub time_s: f64,
    pub equations: ByEquation<W>,
}

/// The program to first order.
pub(super) struct Linear<const W: usize> {
    pub values: Values<W>,
    pub gradient: Vec<Row<W>>,
    /// Slopes of each space's defects to the unknowns at its two ends.
    ends: Vec<[[Row<W>; STATES]; 2]>,
    /// Slopes of the residuals.
    own: Vec<[Row<W>; W]>,
    /// Speed along the line and its slopes.
    progress: Vec<(f64, Row<W>)>,
}

impl<const W: usize> ByEquation<W> {
    pub fn zero(spaces: usize, places: usize) -> Self {
        Self { defects: vec![[0.0; STATES]; spaces], own: vec![[0.0; W]; places] }
    }

    /// The sum with another times a factor.
    pub fn plus(&self, factor: f64, other: &Self) -> Self {
        let mut sum = self.clone();
        for (row, more) in sum.defects.iter_mut().zip(&other.defects) {
            row.iter_mut().zip(more).for_each(|(number, more)| *number += factor * more);
        }
        for (row, more) in sum.own.iter_mut().zip(&other.own) {
            row.iter_mut().zip(more).for_each(|(number, more)| *number += factor * more);
        }
        sum
    }

    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        self.defects.iter().flatten().chain(self.own.iter().flatten()).copied()
    }
}

impl<C: DynamicCar<W>, const W: usize> Transcription<'_, C, W> {
    pub fn places(&self) -> usize {
        self.sections.len()
    }

    pub fn spaces(&self) -> usize {
        if self.is_closed { self.places() } else { self.places() - 1 }
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) % self.places()
    }

    /// Weights of the squared changes of the scaled commands over a space.
    fn smoothing(&self) -> [(usize, f64); 2] {
        let weight = |place: usize, weight: f64| {
            let scale = self.node.scales[place];
            (place, self.per_second * weight * scale * scale / self.step_m)
        };
        [weight(STEER, self.weights_s_m[0]), weight(PEDAL, self.weights_s_m[1])]
    }

    /// States as they are in the defects, scaled.
    fn state(row: &Row<W>, place: usize) -> f64 {
        if place == FORWARDS { 0.5 * row[place] * row[place] } else { row[place] }
    }

    /// Unit of a state's defect.
    fn unit(&self, place: usize) -> f64 {
        let scale = self.node.scales[place];
        if place == FORWARDS { scale * scale } else { scale }
    }

    /// Objective and equations.
    pub fn values(&self, x: &[Row<W>]) -> Values<W> {
        let numbers = self.node.car.numbers::<f64>();
        let outputs: Vec<Row<W>> =
            x.iter().zip(&self.sections).map(|(z, of)| self.node.values(&numbers, of, z)).collect();
        self.values_of(x, &|at| outputs[at])
    }

    /// Objective and equations by the outputs of each place.
    fn values_of(&self, x: &[Row<W>], outputs: &dyn Fn(usize) -> Row<W>) -> Values<W> {
        let mut equations = ByEquation::zero(self.spaces(), self.places());
        let (mut time_s, mut rates) = (0.0, 0.0);
        let smoothing = self.smoothing();
        for at in 0..self.spaces() {
            let next = self.next(at);
            let (one, other) = (outputs(at), outputs(next));
            for place in 0..STATES {
                let gained = Self::state(&x[next], place) - Self::state(&x[at], place);
                let mean = 0.5 * (one[place] + other[place]);
                equations.defects[at][place] = gained - self.step_m * mean / self.unit(place);
            }
            // A car that goes backwards has no lap.
            let sum = one[PROGRESS] + other[PROGRESS];
            time_s += if one[PROGRESS] > 0.0 && other[PROGRESS] > 0.0 {
                2.0 * self.step_m / sum
            } else {
                f64::INFINITY
            };
            for (place, weight) in smoothing {
                let change = x[next][place] - x[at][place];
                rates += weight * change * change;
            }
        }
        for (at, row) in equations.own.iter_mut().enumerate() {
            let found = outputs(at);
            row[..W - MOTION].copy_from_slice(&found[RESIDUALS..RESIDUALS + W - MOTION]);
        }
        Values { objective: self.per_second * time_s + rates, time_s, equations }
    }

    /// The program to first order.
    pub fn linear(&self, x: &[Row<W>]) -> Linear<W> {
        let numbers = self.node.car.numbers::<Dual<f64, W>>();
        let all: Vec<Slopes<W>> =
            x.iter().zip(&self.sections).map(|(z, of)| self.node.slopes(&numbers, of, z)).collect();
        let values = self.values_of(x, &|at| all[at].values);
        let mut gradient = vec![[0.0; W]; self.places()];
        let mut ends = Vec::with_capacity(self.spaces());
        for at in 0..self.spaces() {
            let next = self.next(at);
            let sum = all[at].values[PROGRESS] + all[next].values[PROGRESS];
            let slope = -self.per_second * 2.0 * self.step_m / (sum * sum);
            for end in [at, next] {
                let row = &all[end].slopes[PROGRESS];
                gradient[end].iter_mut().zip(row).for_each(|(entry, number)| *entry += slope * number);
            }
            for (place, weight) in self.smoothing() {
                let change = 2.0 * weight * (x[next][place] - x[at][place]);
                gradient[next][place] += change;
                gradient[at][place] -= change;
            }
            ends.push([at, next].map(|end| {
                let sign = if end == next { 1.0 } else { -1.0 };
                core::array::from_fn(|place| {
                    let factor = -0.5 * self.step_m / self.unit(place);
                    let mut row = all[end].slopes[place].map(|slope| factor * slope);
                    row[place] += sign * if place == FORWARDS { x[end][place] } else { 1.0 };
                    row
                })
            }));
        }
        let own = all.iter().map(|of| {
            let mut rows = [[0.0; W]; W];
            rows[..W - MOTION].copy_from_slice(&of.slopes[RESIDUALS..RESIDUALS + W - MOTION]);
            rows
        });
        let progress = all.iter().map(|of| (of.values[PROGRESS], of.slopes[PROGRESS]));
        Linear { values, gradient, ends, own: own.collect(), progress: progress.collect() }
    }

    /// Second derivatives of the Lagrangian: of the objective and of the equations times their multipliers.
    pub fn curvature(&self, x: &[Row<W>], linear: &Linear<W>, multipliers: &ByEquation<W>) -> Chain<W> {
        let mut matrix = Chain::zero(self.places(), self.is_closed);
        let mut weights = vec![[0.0; W]; self.places()];
        for at in 0..self.spaces() {
            let next = self.next(at);
            let sum = linear.progress[at].0 + linear.progress[next].0;
            let first = -self.per_second * 2.0 * self.step_m / (sum * sum);
            let second = -2.0 * first / sum;
            for end in [at, next] {
                weights[end][PROGRESS] += first;
                for (place, multiplier) in multipliers.defects[at].iter().enumerate() {
                    weights[end][place] -= 0.5 * self.step_m / self.unit(place) * multiplier;
                }
            }
            let [one, other] = [at, next].map(|end| linear.progress[end].1);
            for i in 0..W {
                for j in 0..W {
                    matrix.middle[at][i][j] += second * one[i] * one[j];
                    matrix.middle[next][i][j] += second * other[i] * other[j];
                    matrix.before[next][i][j] += second * other[i] * one[j];
                }
            }
            let forwards = multipliers.defects[at][FORWARDS];
            matrix.middle[next][FORWARDS][FORWARDS] += forwards;
            matrix.middle[at][FORWARDS][FORWARDS] -= forwards;
            for (place, weight) in self.smoothing() {
                matrix.middle[at][place][place] += 2.0 * weight;
                matrix.middle[next][place][place] += 2.0 * weight;
                matrix.before[next][place][place] -= 2.0 * weight;
            }
        }
        let numbers = self.node.car.numbers();
        for (at, row) in weights.iter_mut().enumerate() {
            row[RESIDUALS..RESIDUALS + W - MOTION].copy_from_slice(&multipliers.own[at][..W - MOTION]);
            let second = self.node.curvature(&numbers, &self.sections[at], &x[at], row);
            for (entries, numbers) in matrix.middle[at].iter_mut().zip(&second) {
                entries.iter_mut().zip(numbers).for_each(|(entry, number)| *entry += number);
            }
        }
        matrix
    }
}

impl<const W: usize> Linear<W> {
    /// Transposed slopes times multipliers.
    pub fn transposed(&self, multipliers: &ByEquation<W>) -> Vec<Row<W>> {
        let places = self.own.len();
        let mut product = vec![[0.0; W]; places];
        let mut add = |at: usize, row: &Row<W>, factor: f64| {
            product[at].iter_mut().zip(row).for_each(|(entry, number)| *entry += factor * number);
        };
        for (at, [one, other]) in self.ends.iter().enumerate() {
            for (place, multiplier) in multipliers.defects[at].iter().enumerate() {
                add(at, &one[place], *multiplier);
                add((at + 1) % places, &other[place], *multiplier);
            }
        }
        for (at, rows) in self.own.iter().enumerate() {
            rows.iter().zip(&multipliers.own[at]).for_each(|(row, multiplier)| add(at, row, *multiplier));
        }
        product
    }

    /// Slopes times a change of the unknowns.
    pub fn times(&self, x: &[Row<W>]) -> ByEquation<W> {
        let places = self.own.len();
        let dot = |row: &Row<W>, x: &Row<W>| row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
        let defects = self.ends.iter().enumerate().map(|(at, [one, other])| {
            let next = (at + 1) % places;
            core::array::from_fn(|place| dot(&one[place], &x[at]) + dot(&other[place], &x[next]))
        });
        let own = self.own.iter().zip(x).map(|(rows, x)| core::array::from_fn(|row| dot(&rows[row], x)));
        ByEquation { defects: defects.collect(), own: own.collect() }
    }

    /// Adds the square of the slopes, times a factor, to a matrix.
    pub fn add_squares(&self, matrix: &mut Chain<W>, factor: f64) {
        let places = self.own.len();
        let add = |block: &mut [Row<W>; W], one: &[Row<W>], other: &[Row<W>]| {
            for (a, b) in one.iter().zip(other) {
                for (entries, number) in block.iter_mut().zip(a) {
                    let scaled = factor * number;
                    if scaled != 0.0 {
                        entries.iter_mut().zip(b).for_each(|(entry, other)| *entry += scaled * other);
                    }
                }
            }
        };
        for (at, [one, other]) in self.ends.iter().enumerate() {
            let next = (at + 1) % places;
            add(&mut matrix.middle[at], one, one);
            add(&mut matrix.middle[next], other, other);
            add(&mut matrix.before[next], other, one);
        }
        for (at, rows) in self.own.iter().enumerate() {
            add(&mut matrix.middle[at], &rows[..W - MOTION], &rows[..W - MOTION]);
        }
    }
}
