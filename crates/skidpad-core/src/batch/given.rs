//! Inputs of cars in a step: vehicle, input, surface and sub-step; one record per car, or one for all.

use alloc::vec::Vec;

use super::columns::{Block, Columns};
use crate::controls::within;
use crate::dispatch::Number;
use crate::record::{Channel, Record};

/// Records that a batch reads in a step: one record per car, or one for all.
///
/// A step copies what its cars are given into a table, block by block. A number that is equal for all cars is copied
/// for the first block only: most numbers of a fleet's vehicles are, and to read hundreds of them for every car took a
/// third of a step.
#[derive(Debug)]
pub(super) struct Given<T> {
    columns: Columns<T>,
    /// Places of the numbers in which cars differ, or did before a later setting made them equal; in order.
    varying: Vec<usize>,
    /// True where there is one record for all. Its columns hold one block of copies, which every block reads.
    shared: bool,
}

impl<T: Number> Given<T> {
    /// One record for all, rounded to `T`.
    pub(super) fn shared<X: Record<f64>>(record: &X) -> Self {
        let mut columns = Columns::new(X::LEN, 1);
        columns.set_rounded(0, 0, record);
        columns.pad();
        Self { columns, varying: Vec::new(), shared: true }
    }

    /// One record per car, rounded to `T`.
    pub(super) fn each<X: Record<f64>>(records: &[X]) -> Self {
        let mut columns = Columns::new(X::LEN, records.len());
        for (row, record) in records.iter().enumerate() {
            columns.set_rounded(row, 0, record);
        }
        Self::of_columns(columns)
    }

    /// One record per car, from their columns.
    fn of_columns(mut columns: Columns<T>) -> Self {
        columns.pad();
        // Room for all: nothing is allocated while stepping.
        let varying = Vec::with_capacity(columns.count());
        let mut new = Self { columns, varying, shared: false };
        new.compare();
        new
    }

    /// Finds the numbers in which cars differ.
    fn compare(&mut self) {
        self.varying.clear();
        let columns = &self.columns;
        let differs = (0..columns.count()).filter(|index| differs(columns.column(*index)));
        self.varying.extend(differs);
    }

    /// Sets a car's record, or the one for all as that of car 0, rounded to `T`.
    pub(super) fn set<X: Record<f64>>(&mut self, row: usize, record: &X) {
        self.columns.set_rounded(row, 0, record);
        if self.shared {
            self.columns.pad();
            return;
        }
        let neighbour = if row == 0 { self.rows() - 1 } else { row - 1 };
        for index in 0..self.columns.count() {
            let column = self.columns.column(index);
            if !are_same(column[row], column[neighbour]) {
                self.mark(index);
            }
        }
    }

    /// Sets the records of the first cars, rounded to `T`, where there is one per car.
    pub(super) fn set_first<X: Record<f64>>(&mut self, records: &[X]) {
        for (row, record) in records.iter().enumerate() {
            self.columns.set_rounded(row, 0, record);
        }
        self.columns.pad();
        self.compare();
    }

    /// Sets a number of all cars to that in a column, brought into a channel's range.
    pub(super) fn set_within(&mut self, index: usize, from: &[T], channel: &Channel) {
        let column = self.columns.column_mut(index);
        for (usable, number) in column.iter_mut().zip(from) {
            *usable = within(*number, channel.low, channel.high);
        }
        if self.varying.binary_search(&index).is_err() && differs(column) {
            self.mark(index);
        }
    }

    /// Notes that cars differ in a number.
    fn mark(&mut self, index: usize) {
        if let Err(place) = self.varying.binary_search(&index) {
            self.varying.insert(place, index);
        }
    }

    /// Makes one record per car: copies, where there was one for all.
    pub(super) fn separate(&mut self, rows: usize) {
        if self.shared {
            let mut columns = Columns::new(self.columns.count(), rows);
            for index in 0..self.columns.count() {
                columns.column_mut(index).fill(self.columns.column(index)[0]);
            }
            *self = Self::of_columns(columns);
        }
    }

    /// Number of cars; 1 where there is one record for all.
    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.columns.rows()
    }

    /// Returns true where there is one record for all.
    #[inline(always)]
    pub(super) fn is_shared(&self) -> bool {
        self.shared
    }

    /// A car's record.
    pub(super) fn get<X: Record<T>>(&self, row: usize) -> X {
        self.columns.get(if self.shared { 0 } else { row }, 0)
    }

    /// Places of the numbers in which cars differ.
    #[inline(always)]
    pub(super) fn varying(&self) -> &[usize] {
        &self.varying
    }

    /// Records side by side, from a row of the batch on.
    #[inline(always)]
    pub(super) fn at(&self, row: usize) -> Block<'_, T> {
        self.columns.at(if self.shared { 0 } else { row })
    }
}

/// Cars whose numbers are compared at once: a loop without an exit, which becomes vector instructions.
const COMPARED: usize = 64;

/// Returns true where the numbers of a column have different bits.
fn differs<T: Number>(column: &[T]) -> bool {
    let first = column[0];
    let is_first = |cars: &[T]| cars.iter().fold(true, |same, number| same & are_same(first, *number));
    !column.chunks(COMPARED).all(is_first)
}

/// Returns true for two columns with the same bits.
pub(super) fn are_same_columns<T: Number>(one: &[T], other: &[T]) -> bool {
    let same = |(one, other): (&[T], &[T])| {
        one.iter().zip(other).fold(true, |same, (one, other)| same & are_same(*one, *other))
    };
    one.len() == other.len() && one.chunks(COMPARED).zip(other.chunks(COMPARED)).all(same)
}

/// Returns true for two numbers with the same bits; false where one is not a number.
#[inline(always)]
fn are_same<T: Number>(one: T, other: T) -> bool {
    let sign = if T::DOUBLE { 63 } else { 31 };
    one.eq(other) & (one.has_bit(sign) == other.has_bit(sign))
}
