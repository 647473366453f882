//! What cars are given anew for each of their sub-steps, such as a road of its own under each car and wheel.

use core::fmt;

use super::columns::{Given, Rows};
use super::kernel::{RUNNING, Reads, first_input, first_surface, status};
use super::sub_steps::BlockCounts;
use super::table::Table;
use crate::controls::sanitise_input;
use crate::dispatch::Number;
use crate::model::Model;
use crate::surface::Surface;

/// A car of a batch at the beginning of a sub-step.
pub struct CarUnderWay<'a, M: Model, T: Number> {
    index: usize,
    state: M::State<T>,
    cars: &'a Given<T>,
    inputs: &'a Given<T>,
    surfaces: &'a Given<T>,
}

impl<M: Model, T: Number> CarUnderWay<'_, M, T> {
    /// Its place in the batch.
    pub fn index(&self) -> usize {
        self.index
    }
    /// Its state at the beginning of the sub-step.
    pub fn state(&self) -> &M::State<T> {
        &self.state
    }
    /// Its vehicle.
    pub fn vehicle(&self) -> M::Car<T> {
        self.cars.get(self.index)
    }
    /// Its input, as it was set.
    pub fn input(&self) -> M::Input<T> {
        self.inputs.get(self.index)
    }
    /// Its surface, as it was set.
    pub fn surface(&self) -> Surface<T> {
        self.surfaces.get(self.index)
    }
}

impl<M: Model, T: Number> fmt::Debug for CarUnderWay<'_, M, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CarUnderWay")
            .field("index", &self.index)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// Where input and surface of a sub-step come from.
pub(super) trait Under<M: Model, T: Number>: Sync {
    /// Whether they change from sub-step to sub-step.
    const CHANGES: bool;
    /// Those of a car's next sub-step.
    fn next(&self, car: &CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>);
}

/// As they were set, for the whole step.
pub(super) struct AsSet;

impl<M: Model, T: Number> Under<M, T> for AsSet {
    const CHANGES: bool = false;
    #[inline(always)]
    fn next(&self, car: &CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) {
        (car.input(), car.surface())
    }
}

/// By a function of the caller.
pub(super) struct By<F>(pub(super) F);

impl<M: Model, T: Number, F> Under<M, T> for By<F>
where
    F: Fn(&CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) + Sync,
{
    const CHANGES: bool = true;
    #[inline(always)]
    fn next(&self, car: &CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) {
        (self.0)(car)
    }
}

/// A block of cars between two sub-steps.
pub(super) struct Between<'a, 'b, T> {
    pub(super) reads: &'a Reads<'a, T>,
    pub(super) rows: &'a Rows<'b, T>,
    /// The block's first row.
    pub(super) row: usize,
    pub(super) counts: BlockCounts<'a>,
    /// Sub-steps that were taken.
    pub(super) done: u32,
}

/// Gives the cars of a block what they have in the next sub-step. Cars that do not run, or are through, are not asked
/// for: alone they would not be.
#[inline(never)]
pub(super) fn renew<M: Model, T: Number, U, const N: usize, const G: usize, const C: usize>(
    under: &U,
    between: &Between<'_, '_, T>,
    now: &Table<T, C, N>,
    given: &mut Table<T, G, N>,
) where
    U: Under<M, T>,
{
    let Between { reads, rows, row, counts, done } = between;
    let statuses: [T; N] = rows.copy(status::<M, T>(), *row);
    for (car, status) in statuses.into_iter().enumerate() {
        let index = rows.start + row + car;
        let is_through = counts.unequal.get(car).is_some_and(|count| count <= done);
        if index >= reads.inputs.rows() || is_through || status.lane(0) != RUNNING {
            continue;
        }
        let car_now = CarUnderWay::<M, T> {
            index,
            state: now.read(0, car),
            cars: reads.cars,
            inputs: reads.inputs,
            surfaces: reads.surfaces,
        };
        let (input, surface) = under.next(&car_now);
        let (input, _) = sanitise_input::<T, M::Input<T>>(&input);
        given.write(first_input::<M, T>(), car, &input);
        given.write(first_surface::<M, T>(), car, &surface);
    }
}
