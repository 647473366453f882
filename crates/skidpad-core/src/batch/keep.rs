//! Bounds of states within which cars keep what was set, in steps in which others are given something new on the way.

use super::columns::Columns;
use crate::dispatch::Number;

/// Number of states with bounds.
const STATES: usize = 3;

/// For each car of a batch bounds of three of its states, such as place and heading: while all three are within theirs, the
/// car keeps the input and surface that were set ([`Batch::step_over_beyond`](super::Batch::step_over_beyond)).
#[derive(Debug)]
pub struct KeepBounds<T> {
    states: [usize; STATES],
    /// Low and high bounds: of the first state, then of the others.
    bounds: Columns<T>,
}

impl<T: Number> KeepBounds<T> {
    /// Bounds of the states with these columns, for a number of cars. At first no car is within its bounds.
    pub fn new(states: [usize; STATES], cars: usize) -> Self {
        let mut new = Self { states, bounds: Columns::new(2 * STATES, cars) };
        (0..cars).for_each(|car| new.clear(car));
        new
    }

    /// Columns of the states.
    pub fn states(&self) -> [usize; STATES] {
        self.states
    }

    /// Sets the bounds of a car, which belong to the range themselves.
    pub fn set(&mut self, car: usize, low: [T; STATES], high: [T; STATES]) {
        for state in 0..STATES {
            self.bounds.column_mut(2 * state)[car] = low[state];
            self.bounds.column_mut(2 * state + 1)[car] = high[state];
        }
    }

    /// Takes a car's bounds away: it keeps nothing.
    pub fn clear(&mut self, car: usize) {
        self.set(car, [T::one(); STATES], [T::zero(); STATES]);
    }

    /// Returns true where the states of a car are within its bounds. A number that is not one never is.
    pub fn contain(&self, car: usize, states: [T; STATES]) -> bool {
        let number = |column: usize| self.bounds.column(column)[car].lane(0);
        let is_within = |(place, state): (usize, &T)| {
            (number(2 * place)..=number(2 * place + 1)).contains(&state.lane(0))
        };
        states.iter().enumerate().all(is_within)
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
        for (at, state) in self.states.into_iter().enumerate() {
            let (low, high) = (block.column(2 * at), block.column(2 * at + 1));
            for (car, number) in states(state).iter().enumerate() {
                let number = number.lane(0);
                is_beyond[car] |= !(number >= low[car].lane(0) && number <= high[car].lane(0));
            }
        }
    }
}
