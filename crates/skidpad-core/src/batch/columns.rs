//! Columns: one contiguous, 64-byte-aligned run of numbers per number of a record.

use alloc::vec;
use alloc::vec::Vec;

use crate::dispatch::Number;
use crate::math::Real;
use crate::record::{Record, Sink, Source};

/// Bytes of a cache line, which every column begins on.
const LINE: usize = 64;

/// The columns of `rows` records, padded to whole blocks of the widest lanes.
#[derive(Debug)]
pub(super) struct Columns<T> {
    /// All columns, one after the other, and room to begin on a cache line.
    cells: Vec<T>,
    /// Place of the first column.
    first: usize,
    /// From one column to the next: an odd number of cache lines, so that the same row of
    /// neighbouring columns never competes for the same place in the cache.
    stride: usize,
    count: usize,
    rows: usize,
}

impl<T: Number> Columns<T> {
    /// Numbers in a cache line.
    const IN_LINE: usize = LINE / size_of::<T>();

    /// Columns of zeros.
    pub(super) fn new(count: usize, rows: usize) -> Self {
        let lines = padded::<T>(rows) / Self::IN_LINE;
        let stride = (lines | 1) * Self::IN_LINE;
        // A column more, so that from any row on there are whole strides for all of them.
        let cells = vec![T::zero(); (count + 1) * stride + Self::IN_LINE];
        // A vector that never grows stays where it is.
        let first = cells.as_ptr().align_offset(LINE);
        assert!(first < Self::IN_LINE, "a cache line begins within its length");
        Self { cells, first, stride, count, rows }
    }

    /// Number of rows without the padding.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// A column without its padding.
    pub(super) fn column(&self, index: usize) -> &[T] {
        assert!(index < self.count, "there are {} columns", self.count);
        &self.cells[self.first + index * self.stride..][..self.rows]
    }

    /// A column without its padding, to write.
    pub(super) fn column_mut(&mut self, index: usize) -> &mut [T] {
        assert!(index < self.count, "there are {} columns", self.count);
        &mut self.cells[self.first + index * self.stride..][..self.rows]
    }

    /// Reads a record of scalars from a row, its first number from column `first`.
    pub(super) fn get<X: Record<T>>(&self, row: usize, first: usize) -> X {
        assert!(row < self.rows, "there are {} rows", self.rows);
        X::load(&Cell { columns: self, row, first })
    }

    /// Writes a record of scalars to a row, its first number to column `first`.
    pub(super) fn set<X: Record<T>>(&mut self, row: usize, first: usize, record: &X) {
        assert!(row < self.rows, "there are {} rows", self.rows);
        record.store(&mut CellMut { columns: self, row, first });
    }

    /// Writes a record of `f64`s to a row, rounded to `T`.
    pub(super) fn set_rounded<X: Record<f64>>(&mut self, row: usize, first: usize, record: &X) {
        assert!(row < self.rows, "there are {} rows", self.rows);
        record.store(&mut CellMut { columns: self, row, first });
    }

    /// Fills the padding with copies of the first row.
    pub(super) fn pad(&mut self) {
        let (rows, padded) = (self.rows, padded::<T>(self.rows));
        for index in 0..self.count {
            let column = &mut self.cells[self.first + index * self.stride..][..padded];
            let value = column[0];
            column[rows..].fill(value);
        }
    }

    /// All columns with their padding, to be divided among threads.
    pub(super) fn all(&mut self) -> Rows<'_, T> {
        let padded = padded::<T>(self.rows);
        let mut columns = no_columns();
        let (count, stride) = (self.count, self.stride);
        let cells = &mut self.cells[self.first..];
        for (place, column) in columns.iter_mut().zip(cells.chunks_exact_mut(stride).take(count)) {
            *place = &mut column[..padded];
        }
        Rows {
            columns,
            #[cfg(feature = "threads")]
            count,
            start: 0,
            len: padded,
        }
    }

    /// All columns from a row on.
    #[inline(always)]
    pub(super) fn at(&self, row: usize) -> Block<'_, T> {
        Block { cells: &self.cells[self.first + row..], stride: self.stride }
    }
}

/// Rows rounded up to whole blocks of the widest lanes.
pub(super) fn padded<T: Number>(rows: usize) -> usize {
    rows.next_multiple_of(T::WIDEST)
}

/// Some rows of all columns, to read.
pub(super) struct Block<'a, T> {
    cells: &'a [T],
    stride: usize,
}

impl<'a, T: Number> Block<'a, T> {
    /// The columns, from the first row on: whole strides, so that no column needs a check of its own.
    #[inline(always)]
    pub(super) fn columns(&self) -> core::slice::ChunksExact<'a, T> {
        self.cells.chunks_exact(self.stride)
    }

    /// A column, from the first row on.
    #[inline(always)]
    pub(super) fn column(&self, index: usize) -> &'a [T] {
        &self.cells[index * self.stride..]
    }
}

/// A record's place in the columns.
struct Cell<'a, T> {
    columns: &'a Columns<T>,
    row: usize,
    first: usize,
}

impl<T: Number> Source<T> for Cell<'_, T> {
    fn read(&self, index: usize) -> T {
        self.columns.column(self.first + index)[self.row]
    }
}

/// A record's place in the columns, to write.
struct CellMut<'a, T> {
    columns: &'a mut Columns<T>,
    row: usize,
    first: usize,
}

impl<T: Number, R: Real> Sink<R> for CellMut<'_, T> {
    fn write(&mut self, index: usize, value: R) {
        self.columns.column_mut(self.first + index)[self.row] = T::lit(value.lane(0));
    }
}

fn no_columns<'a, T>() -> [&'a mut [T]; MOST_COLUMNS] {
    core::array::from_fn(|_| Default::default())
}

/// Most columns that a batch may change in a step: [`Rows`] has room for them.
pub(super) const MOST_COLUMNS: usize = 256;

/// Some rows of all columns, to write: what one thread works on.
pub(super) struct Rows<'a, T> {
    columns: [&'a mut [T]; MOST_COLUMNS],
    #[cfg(feature = "threads")]
    count: usize,
    /// The first row's place in the batch.
    pub(super) start: usize,
    /// Number of rows, whole blocks of the widest lanes.
    pub(super) len: usize,
}

impl<'a, T: Number> Rows<'a, T> {
    /// The columns of a caller's buffer, of so many rows each.
    pub(super) fn of_buffer(buffer: &'a mut [T], rows: usize) -> Self {
        let mut columns = no_columns();
        #[cfg(feature = "threads")]
        let count = buffer.len() / rows;
        for (place, column) in columns.iter_mut().zip(buffer.chunks_exact_mut(rows)) {
            *place = column;
        }
        Rows {
            columns,
            #[cfg(feature = "threads")]
            count,
            start: 0,
            len: rows,
        }
    }

    /// Takes the first `len` rows out.
    #[cfg(feature = "threads")]
    pub(super) fn take_first(&mut self, len: usize) -> Rows<'a, T> {
        let len = core::cmp::min(len, self.len);
        let mut columns = no_columns();
        for (head, column) in columns.iter_mut().zip(&mut self.columns[..self.count]) {
            let (first, rest) = core::mem::take(column).split_at_mut(len);
            *head = first;
            *column = rest;
        }
        let start = self.start;
        self.start += len;
        self.len -= len;
        Rows { columns, count: self.count, start, len }
    }

    /// N numbers of a column, from a row on.
    #[inline(always)]
    pub(super) fn copy<const N: usize>(&self, column: usize, row: usize) -> [T; N] {
        let mut all = [T::zero(); N];
        all.copy_from_slice(&self.columns[column][row..row + N]);
        all
    }
    /// Sets N numbers of a column, from a row on.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, column: usize, row: usize, values: &[T; N]) {
        self.columns[column][row..row + N].copy_from_slice(values);
    }
    /// Sets the first numbers of N from a row on: the last rows of a caller's buffer may be fewer.
    #[inline(always)]
    pub(super) fn put_first<const N: usize>(
        &mut self,
        column: usize,
        row: usize,
        values: &[T; N],
        count: usize,
    ) {
        if count == N {
            self.put(column, row, values);
        } else {
            self.columns[column][row..row + count].copy_from_slice(&values[..count]);
        }
    }
    /// Sets one number of a column.
    #[inline(always)]
    pub(super) fn put_one(&mut self, column: usize, row: usize, value: T) {
        self.columns[column][row] = value;
    }
}
