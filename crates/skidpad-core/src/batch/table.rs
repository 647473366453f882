//! Table: the numbers of one block of cars, on the stack, for the kernel's loop.
//!
//! A block has one table, in one piece of memory: where a model has more numbers than the compiler keeps apart by where
//! they stand, it still sees that lines of one piece do not overlap, and can make vectors. Its length is rounded up to
//! one of a few ([`with_lines!`]), since it is filled with zeros at each call, and a thousand lines for a model of twenty
//! numbers took as long as a hundred cars.

use super::columns::Block;
use super::given::Given;
use crate::dispatch::Number;
use crate::math::{Lanes, Real};
use crate::record::{Record, Sink, Source};

/// Numbers of the N cars of a block: a line per number.
pub(super) struct Table<T, const LINES: usize, const N: usize>([Line<T, N>; LINES]);

/// One number of the N cars of a block.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line<T, const N: usize>(pub(super) [T; N]);

impl<T: Number, const LINES: usize, const N: usize> Table<T, LINES, N> {
    /// A table of zeros.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self([Line([T::zero(); N]); LINES])
    }

    /// A line.
    #[inline(always)]
    pub(super) fn line(&self, index: usize) -> &[T; N] {
        &self.0[index].0
    }

    /// Sets a line.
    #[inline(always)]
    pub(super) fn set_line(&mut self, index: usize, line: [T; N]) {
        self.0[index].0 = line;
    }

    /// Sets a car's number in a line.
    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, car: usize, number: T) {
        self.0[index].0[car] = number;
    }

    /// Copies the records of N cars, from their place in the batch on, to the lines from `first` to
    /// `end`. `again`: not the first time; numbers that are equal for all cars then are here already.
    #[inline(always)]
    pub(super) fn take(&mut self, first: usize, end: usize, from: &Given<T>, place: usize, again: bool) {
        let block = from.at(place);
        if !again {
            self.take_columns(first, end, block);
            return;
        }
        let lines = &mut self.0[first..end];
        for index in from.varying() {
            lines[*index].0.copy_from_slice(&block.column(*index)[..N]);
        }
    }

    /// Copies numbers of N cars to the lines from `first` to `end`.
    #[inline(always)]
    pub(super) fn take_columns(&mut self, first: usize, end: usize, block: Block<'_, T>) {
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

/// Calls a function with the number of lines of a table that has room for `$lines`, a constant of the type parameters in
/// scope, as its last constant parameter.
macro_rules! with_lines {
    ($lines:expr, $room:ident => $call:expr) => {
        with_lines!($lines, $room => $call, 48 96 160 256 384 512 640 768 1024 1280 1664 2048)
    };
    ($lines:expr, $room:ident => $call:expr, $most:literal) => {{
        const { assert!($lines <= $most, "too many numbers for a table: give `with_lines!` a longer one") };
        const $room: usize = $most;
        $call
    }};
    ($lines:expr, $room:ident => $call:expr, $first:literal $($longer:literal)+) => {
        // Constant, so that only one of them is compiled.
        if const { $lines <= $first } {
            const $room: usize = $first;
            $call
        } else {
            with_lines!($lines, $room => $call, $($longer)+)
        }
    };
}
pub(super) use with_lines;

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
