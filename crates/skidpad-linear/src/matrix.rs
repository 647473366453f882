//! Matrices of plain numbers.

/// A matrix of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    /// Row after row.
    values: Vec<f64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, values: vec![0.0; rows * columns] }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// An entry.
    ///
    /// # Panics
    /// If the row or the column does not exist.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[self.place(row, column)]
    }

    /// Sets an entry.
    ///
    /// # Panics
    /// If the row or the column does not exist.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        let place = self.place(row, column);
        self.values[place] = value;
    }

    /// A row.
    ///
    /// # Panics
    /// If it does not exist.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// The matrix of some rows and some columns, in their order.
    ///
    /// # Panics
    /// If one of them does not exist.
    #[must_use]
    pub fn part(&self, rows: &[usize], columns: &[usize]) -> Self {
        let values = rows.iter().flat_map(|row| columns.iter().map(|column| self.at(*row, *column)));
        Self { rows: rows.len(), columns: columns.len(), values: values.collect() }
    }

    fn place(&self, row: usize, column: usize) -> usize {
        assert!(row < self.rows && column < self.columns, "the matrix has no entry {row}, {column}");
        row * self.columns + column
    }
}
