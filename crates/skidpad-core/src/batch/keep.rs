//! Bounds of states within which cars keep what was set, in steps in which others are given something new on the way.

use alloc::boxed::Box;

use super::columns::Columns;
use crate::dispatch::Number;

/// For each car of a batch bounds of some of its states, such as place and heading: while all are within theirs, the car
/// keeps the input and surface that were set ([`Batch::step_over_beyond`](super::Batch::step_over_beyond)).
#[derive(Debug)]
pub struct KeepBounds<T> {
    states: Box<[usize]>,
    /// Low and high bounds: of the first state, then of the others.
    bounds: Columns<T>,
}

impl<T: Number> KeepBounds<T> {
    /// Bounds of the states with these columns, for a number of cars. At first no car is within its bounds.
    pub fn new(states: &[usize], cars: usize) -> Self {
        let mut new = Self { states: states.into(), bounds: Columns::new(2 * states.len(), cars) };
        (0..cars).for_each(|car| new.clear(car));
        new
    }

    /// Columns of the states.
    pub fn states(&self) -> &[usize] {
        &self.states
    }

    /// Sets the bounds of a car, which belong to the range themselves: the low and the high one of the state of each place, in
    /// the order of [`states`](Self::states).
    pub fn set(&mut self, car: usize, bounds: impl Fn(usize) -> [T; 2]) {
        for state in 0..self.states.len() {
            let [low, high] = bounds(state);
            self.bounds.column_mut(2 * state)[car] = low;
            self.bounds.column_mut(2 * state + 1)[car] = high;
        }
    }

    /// Takes a car's bounds away: it keeps nothing.
    pub fn clear(&mut self, car: usize) {
        self.set(car, |_| [T::one(), T::zero()]);
    }

    /// Returns true where the states of a car are within its bounds; `state` returns the number of a column. A number that is not
    /// one never is.
    pub fn contain(&self, car: usize, state: impl Fn(usize) -> T) -> bool {
        let number = |column: usize| self.bounds.column(column)[car].lane(0);
        let is_within = |(place, column): (usize, &usize)| {
            (number(2 * place)..=number(2 * place + 1)).contains(&state(*column).lane(0))
        };
        self.states.iter().enumerate().all(is_within)
    }

    /// Panics where the bounds are not those of a batch with so many cars and states.
    pub(super) fn assert_fit(&self, cars: usize, states: usize) {
        assert!(self.bounds.rows() == cars, "the bounds are for {} cars", self.bounds.rows());
        assert!(self.states.iter().all(|state| *state < states), "the state has {states} numbers");
    }

    /// Marks the cars of a block that are not within their bounds. `place` is the block's first row in the batch; `states`
    /// returns the line of a state.
    #[inline(always)]
    pub(super) fn mark_beyond<'a, const N: usize>(
        &self,
        place: usize,
        states: impl Fn(usize) -> &'a [T; N],
        is_beyond: &mut [bool; N],
    ) where
        T: 'a,
    {
        let block = self.bounds.at(place);
        for (at, state) in self.states.iter().enumerate() {
            let (low, high) = (block.column(2 * at), block.column(2 * at + 1));
            for (car, number) in states(*state).iter().enumerate() {
                let number = number.lane(0);
                is_beyond[car] |= !(number >= low[car].lane(0) && number <= high[car].lane(0));
            }
        }
    }
}
