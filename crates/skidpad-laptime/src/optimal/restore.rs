//! Restoration of the equations where the filter accepts no step.

use skidpad_core::math::Real;

use super::blocks::{Chain, Row};
use super::car::DynamicCar;
use super::newton::System;
use super::rows::{gaps, moved, reach};
use super::solve::InteriorSearch;
use super::transcription::Linear;

/// The most steps of a restoration.
const MOST_STEPS: usize = 40;
/// The most halvings of a step, and the share of the gain it promises that a step has to make.
const HALVINGS: usize = 20;
const PROMISED: f64 = 1e-4;
/// Infeasibility over that before at which a restoration ends.
const RESTORED: f64 = 0.9;
/// Share of the way to a bound that a step leaves.
const LEFT: f64 = 0.01;
/// Sum of the equations' sizes at which nothing is left to be restored.
const NOTHING: f64 = 1e-9;

impl<C: DynamicCar<W>, const W: usize> InteriorSearch<'_, C, W> {
    /// Returns the program to first order at a nearby point with less infeasibility that the filter allows; `None` where none is found.
    ///
    /// Wächter and Biegler, 3.3: the infeasibility is lowered with barriers at the bounds, and a small cost of the square of the distance. Each
    /// step is the least one, by that cost, that solves the equations to first order.
    pub(super) fn restore(&mut self, linear: &Linear<W>) -> Option<Linear<W>> {
        let (begin, before) = (self.now.x.clone(), self.merits(&self.now.x, &linear.values));
        if before.1 < NOTHING {
            return None;
        }
        self.filter.leave(before);
        let (mut x, mut infeasibility) = (begin.clone(), before.1);
        let mut here = self.program.linear(&x);
        for _ in 0..MOST_STEPS {
            let step = self.restoring_step(&x, &begin, &here)?;
            let mut length = reach(&gaps(self.program, &x), &step, LEFT);
            let taken = (0..HALVINGS).find_map(|_| {
                let tried = moved(&x, length, &step);
                let merits = self.merits(&tried, &self.program.values(&tried));
                let gains = merits.1 < (1.0 - PROMISED * length) * infeasibility;
                length *= 0.5;
                gains.then_some((tried, merits))
            });
            let (tried, merits) = taken?;
            (x, infeasibility) = (tried, merits.1);
            here = self.program.linear(&x);
            if infeasibility < RESTORED * before.1 && self.filter.allows(merits) {
                self.go_on_from(x, &here);
                return Some(here);
            }
        }
        None
    }

    /// The least step that solves the equations to first order.
    fn restoring_step(&self, x: &[Row<W>], begin: &[Row<W>], linear: &Linear<W>) -> Option<Vec<Row<W>>> {
        let cost = Real::sqrt(self.barrier);
        let [low, high] = gaps(self.program, x);
        let mut matrix = Chain::zero(x.len(), self.program.is_closed);
        let mut right = moved(x, -1.0, begin);
        for (at, row) in right.iter_mut().enumerate() {
            for (place, slope) in row.iter_mut().enumerate() {
                let pushes = [low[at][place], high[at][place]].map(|gap| self.barrier / gap);
                *slope = cost * *slope + pushes[1] - pushes[0];
                let curvature = pushes[0] / low[at][place] + pushes[1] / high[at][place];
                matrix.middle[at][place][place] = cost + curvature;
            }
        }
        let (step, _) = System::new(matrix, linear, 1.0)?.step(&right, &linear.values.equations);
        step.x.iter().flatten().all(|number| number.is_finite()).then_some(step.x)
    }

    /// Goes on from a point with the multipliers of the central path.
    fn go_on_from(&mut self, x: Vec<Row<W>>, linear: &Linear<W>) {
        self.now.x = x;
        let barrier = self.barrier;
        self.now.bounds = gaps(self.program, &self.now.x)
            .map(|rows| rows.into_iter().map(|row| row.map(|gap| barrier / gap)).collect());
        self.guess_multipliers(linear);
    }
}
