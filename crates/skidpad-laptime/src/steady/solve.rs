//! Newton's method, and the way along a curve of solutions.

use skidpad_core::math::Real;

use super::unknowns::{Equations, Residuals, Unknowns, equations};

/// A linear condition on the unknowns: `row . unknowns = value`.
#[derive(Clone, Copy)]
pub(super) struct Condition<const U: usize> {
    pub row: Unknowns<U>,
    pub value: f64,
}

impl<const U: usize> Condition<U> {
    /// An unknown that has a value.
    pub fn fixed(place: usize, value: f64) -> Self {
        let mut row = [0.0; U];
        row[place] = 1.0;
        Self { row, value }
    }

    pub fn residual(&self, at: &Unknowns<U>) -> f64 {
        dot(&self.row, at) - self.value
    }
}

pub(super) fn dot<const U: usize>(a: &Unknowns<U>, b: &Unknowns<U>) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Rounds of Newton's method at most, from afar and from another solution nearby.
const ROUNDS: [usize; 2] = [30, 15];
/// Largest change of an unknown over its scale that is still to come when it has settled.
const SETTLED: f64 = 1e-6;
/// Step of the differences by which slopes are found, over the scale of an unknown.
const DIFFERENCE: f64 = 1e-6;
/// Largest change of an unknown over its scale in a round.
const LARGEST: f64 = 3.0;
/// Largest step of a round over that of the round before with which slopes of an earlier round are still used.
const NEARER: f64 = 1.5;

/// Slopes of the equations with respect to the unknowns. The last two rows are left to conditions.
pub(super) type Slopes<const U: usize> = [[f64; U]; U];
type Matrix<const U: usize> = [[f64; U]; U];

/// Slopes of the equations at a state, by differences: the solution depends on them in its speed alone.
pub(super) fn slopes<const U: usize>(car: &dyn Equations<U>, at: &Unknowns<U>) -> Slopes<U> {
    slopes_from(car, at, &car.residuals(at))
}

/// Slopes at a state whose residuals are known.
fn slopes_from<const U: usize>(car: &dyn Equations<U>, at: &Unknowns<U>, here: &Residuals<U>) -> Slopes<U> {
    let scales = car.scales();
    let mut slopes = [[0.0; U]; U];
    for column in 0..U {
        let step = DIFFERENCE * scales[column];
        let mut moved = *at;
        moved[column] += step;
        let there = car.residuals(&moved);
        for row in 0..equations(U) {
            slopes[row][column] = (there[row] - here[row]) / step;
        }
    }
    slopes
}

/// The slopes with the rows of two conditions below them.
pub(super) fn bordered<const U: usize>(slopes: &Slopes<U>, conditions: &[Condition<U>; 2]) -> Matrix<U> {
    core::array::from_fn(|row| match row.checked_sub(equations(U)) {
        Some(condition) => conditions[condition].row,
        None => slopes[row],
    })
}

/// A solution, with the slopes there as its rounds corrected them.
pub(super) struct Solution<const U: usize> {
    pub at: Unknowns<U>,
    pub slopes: Slopes<U>,
    pub rounds: usize,
}

/// Slopes at another solution, and the step from there along its tangent to a guess.
pub(super) struct Nearby<'a, const U: usize> {
    pub slopes: &'a Slopes<U>,
    pub step: Unknowns<U>,
}

/// The solution near a guess under two conditions; `None` where there is none near. Slopes from nearby, corrected by each step,
/// serve for as long as the steps don't grow.
pub(super) fn newton<const U: usize>(
    car: &dyn Equations<U>,
    guess: &Unknowns<U>,
    conditions: &[Condition<U>; 2],
    nearby: Option<&Nearby<'_, U>>,
) -> Option<Solution<U>> {
    let (scales, mut at) = (car.scales(), *guess);
    let mut residuals = car.residuals(&at);
    let mut known = nearby.map(|nearby| {
        // From 0 and along a tangent residuals grow as a parabola, so that they end with twice their mean slope.
        let mut slopes = *nearby.slopes;
        corrected(&mut slopes, &scales, &nearby.step, &residuals.map(|residual| 2.0 * residual));
        slopes
    });
    let mut before = f64::INFINITY;
    for round in 1..=ROUNDS[usize::from(nearby.is_some())] {
        let (mut slopes, is_new) = match known {
            Some(slopes) => (slopes, false),
            None => (slopes_from(car, &at, &residuals), true),
        };
        let mut right = residuals;
        right[equations(U)] = conditions[0].residual(&at);
        right[equations(U) + 1] = conditions[1].residual(&at);
        let step = solved(bordered(&slopes, conditions), right)?;
        let size = (0..U).fold(0.0, |most, place| Real::max(most, Real::abs(step[place]) / scales[place]));
        if !size.is_finite() {
            return None;
        }
        if !is_new && size > SETTLED && size > NEARER * before {
            known = None;
            continue;
        }
        let share = -Real::min(1.0, LARGEST / size);
        let step = step.map(|number| share * number);
        (0..U).for_each(|place| at[place] += step[place]);
        // The next step would be shorter by at least as much as this one is than the one before.
        let left = if before.is_finite() { size * Real::min(size / before, 1.0) } else { size };
        if left < SETTLED {
            return Some(Solution { at, slopes, rounds: round });
        }
        let there = car.residuals(&at);
        corrected(&mut slopes, &scales, &step, &core::array::from_fn(|row| there[row] - residuals[row]));
        (known, before, residuals) = (Some(slopes), size, there);
    }
    None
}

/// Corrects slopes by what a step changed, in the direction of the step alone (Broyden, "A class of methods for solving nonlinear
/// simultaneous equations", 1965, eq. 4.5), with the unknowns in their scales.
fn corrected<const U: usize>(
    slopes: &mut Slopes<U>,
    scales: &Unknowns<U>,
    step: &Unknowns<U>,
    change: &Residuals<U>,
) {
    let weighted: Unknowns<U> = core::array::from_fn(|place| step[place] / (scales[place] * scales[place]));
    let square = dot(&weighted, step);
    if square > 0.0 {
        for (row, change) in slopes[..equations(U)].iter_mut().zip(change) {
            let missed = (change - dot(row, step)) / square;
            (0..U).for_each(|place| row[place] += missed * weighted[place]);
        }
    }
}

/// Solves a linear system by elimination with pivots; `None` where it has no solution.
pub(super) fn solved<const U: usize>(mut matrix: Matrix<U>, mut right: Unknowns<U>) -> Option<Unknowns<U>> {
    for column in 0..U {
        let pivot = (column..U)
            .max_by(|a, b| Real::abs(matrix[*a][column]).total_cmp(&Real::abs(matrix[*b][column])))?;
        if matrix[pivot][column] == 0.0 || !matrix[pivot][column].is_finite() {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let lead = matrix[column];
        for row in column + 1..U {
            let share = matrix[row][column] / lead[column];
            if share != 0.0 {
                (column..U).for_each(|place| matrix[row][place] -= share * lead[place]);
                right[row] -= share * right[column];
            }
        }
    }
    for row in (0..U).rev() {
        let known: f64 = (row + 1..U).map(|place| matrix[row][place] * right[place]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}
