//! What a step reads, and what the cars of a block are given between its sub-steps.

use super::columns::Rows;
use super::given::Given;
use super::layout::{RUNNING, first_sub_step, now, status};
use super::stops::Stops;
use super::sub_steps::{BlockCounts, Division, SUB_STEP_NUMBERS};
use super::table::Table;
use super::under::{CarUnderWay, Faults, UnderWay, renew_car};
use crate::dispatch::Number;
use crate::integrate::Method;
use crate::model::Model;

/// Columns that a step reads.
pub(super) struct Reads<'a, M: Model, T: Number> {
    pub(super) cars: &'a Given<T>,
    pub(super) inputs: &'a Given<T>,
    pub(super) surfaces: &'a Given<T>,
    /// Source of input and surface of each sub-step; `None`: those that were set, for the whole step.
    pub(super) under_way: Option<UnderWay<'a, M, T>>,
    pub(super) method: Method,
    pub(super) sub_steps: Division<'a, T>,
    /// Faults of inputs that are given during the step.
    pub(super) faults: &'a Faults,
    /// Steps to take, one after the other; 1 with a source under way.
    pub(super) steps: u32,
    /// Cars that stop, and when.
    pub(super) stops: &'a Stops,
}

/// A block of cars between two sub-steps.
pub(super) struct SubStepBlock<'a, 'b, M: Model, T: Number> {
    pub(super) reads: &'a Reads<'a, M, T>,
    pub(super) rows: &'a Rows<'b, T>,
    /// The block's first row.
    pub(super) row: usize,
    pub(super) counts: BlockCounts<'a>,
    /// Sub-steps that were taken.
    pub(super) done: u32,
}

impl<M: Model, T: Number> SubStepBlock<'_, '_, M, T> {
    /// Returns true where a car of the block takes the next sub-step: it is no padding, runs, and has not taken all of its
    /// sub-steps.
    pub(super) fn moves(&self, car: usize) -> bool {
        let has_finished = self.counts.unequal.get(car).is_some_and(|count| *count <= self.done);
        let [status]: [T; 1] = self.rows.copy(status::<M, T>(), self.row + car);
        self.index(car) < self.reads.inputs.rows() && !has_finished && status.lane(0) == RUNNING
    }

    /// Place in the batch of a car of the block.
    fn index(&self, car: usize) -> usize {
        self.rows.start + self.row + car
    }
}

/// Gives the cars of a block what they have in the next sub-step. The source is not called for cars that do not move: alone
/// it would not be. `is_beyond` has the cars that have left their bounds since the step began: the table no longer has what
/// was set for them.
#[inline(never)]
pub(super) fn renew<M: Model, T: Number, const N: usize, const L: usize>(
    under_way: &UnderWay<'_, M, T>,
    between: &SubStepBlock<'_, '_, M, T>,
    table: &mut Table<T, L, N>,
    is_beyond: &mut [bool; N],
) {
    match under_way.keep {
        Some(keep) => {
            keep.mark_beyond(between.index(0), |state| table.line(now::<M, T>() + state), is_beyond);
        }
        None => is_beyond.fill(true),
    }
    let Reads { cars, inputs, surfaces, faults, .. } = *between.reads;
    for car in (0..N).filter(|car| is_beyond[*car] && between.moves(*car)) {
        let index = between.index(car);
        let state = table.read(now::<M, T>(), car);
        let [sub_step_s, _]: [T; SUB_STEP_NUMBERS] = table.read(first_sub_step::<M, T>(), car);
        let now = CarUnderWay { index, state, sub_step_s, cars, inputs, surfaces };
        if let Some(fault) = renew_car(under_way.given, &now, car, table) {
            faults.note::<M::Input<T>>(index, fault);
        }
    }
}
