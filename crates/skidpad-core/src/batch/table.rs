//! Tables: the numbers of one block of cars, on the stack, for the kernel's loop.

use super::columns::{Given, GivenBlock};
use crate::dispatch::Number;
use crate::math::{Lanes, Real};
use crate::record::{Record, Sink, Source};

/// Numbers of the N cars of a block: a line per number of a record.
pub(super) struct Table<T, const LINES: usize, const N: usize>(pub(super) [Line<T, N>; LINES]);

/// One number of the N cars of a block.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line<T, const N: usize>(pub(super) [T; N]);

impl<T: Number, const LINES: usize, const N: usize> Table<T, LINES, N> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self([Line([T::zero(); N]); LINES])
    }

    /// Copies the records of N cars, from their place in the batch on, to the lines from `first` to
    /// `end`. `again`: not the first time; one record for all then is here already.
    #[inline(always)]
    pub(super) fn take(&mut self, first: usize, end: usize, from: &Given<T>, place: usize, again: bool) {
        if again && from.is_shared() {
            return;
        }
        self.take_columns(first, end, from.at(place));
    }

    /// Copies numbers of N cars to the lines from `first` to `end`.
    #[inline(always)]
    pub(super) fn take_columns(&mut self, first: usize, end: usize, block: GivenBlock<'_, T>) {
        for (line, column) in self.0[first..end].iter_mut().zip(block.columns()) {
            line.0.copy_from_slice(&column[..N]);
        }
    }

    /// The record of a car, or of the cars of an `R`.
    #[inline(always)]
    pub(super) fn read<R: Real, X: Record<R>>(&self, first: usize, car: usize) -> X
    where
        Place<N>: Cells<T, R>,
    {
        X::load(&Car { table: self, first, car })
    }

    /// Sets the record of a car, or of the cars of an `R`.
    #[inline(always)]
    pub(super) fn write<R: Real, X: Record<R>>(&mut self, first: usize, car: usize, record: &X)
    where
        Place<N>: Cells<T, R>,
    {
        record.store(&mut CarMut { table: self, first, car });
    }
}

/// A line of N cars.
pub(super) struct Place<const N: usize>;

/// Layout of an `R` in the N cars of a line.
pub(super) trait Cells<T, R> {
    /// The number of the car, or of the cars of which it is the first.
    fn get(line: &[T], car: usize) -> R;
    /// Sets it.
    fn set(line: &mut [T], car: usize, value: R);
}

/// One car.
impl<T: Number, const N: usize> Cells<T, T> for Place<N> {
    #[inline(always)]
    fn get(line: &[T], car: usize) -> T {
        line[car]
    }
    #[inline(always)]
    fn set(line: &mut [T], car: usize, value: T) {
        line[car] = value;
    }
}

/// A car of the first half of the line and its fellow of the second half.
impl<T: Number, const N: usize> Cells<T, Lanes<T, 2>> for Place<N> {
    #[inline(always)]
    fn get(line: &[T], car: usize) -> Lanes<T, 2> {
        Lanes([line[car], line[car + N / 2]])
    }
    #[inline(always)]
    fn set(line: &mut [T], car: usize, value: Lanes<T, 2>) {
        line[car] = value.0[0];
        line[car + N / 2] = value.0[1];
    }
}

/// A record in a table, its first number in line `first`.
struct Car<'a, T, const LINES: usize, const N: usize> {
    table: &'a Table<T, LINES, N>,
    first: usize,
    car: usize,
}

impl<T, R, const LINES: usize, const N: usize> Source<R> for Car<'_, T, LINES, N>
where
    Place<N>: Cells<T, R>,
{
    #[inline(always)]
    fn read(&self, index: usize) -> R {
        Place::<N>::get(&self.table.0[self.first + index].0, self.car)
    }
}

/// A record in a table, to write.
struct CarMut<'a, T, const LINES: usize, const N: usize> {
    table: &'a mut Table<T, LINES, N>,
    first: usize,
    car: usize,
}

impl<T, R, const LINES: usize, const N: usize> Sink<R> for CarMut<'_, T, LINES, N>
where
    Place<N>: Cells<T, R>,
{
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        Place::<N>::set(&mut self.table.0[self.first + index].0, self.car, value);
    }
}
