//! Symmetric systems whose numbers lie near the diagonal: factorised and solved in a time that grows as their size.

use skidpad_core::math::Real;

/// Numbers beside the diagonal to either side.
///
/// A ring of unknowns, each coupled with three neighbours to either side, is folded: from the first unknown on the two ends of the
/// ring alternate, so that neighbours are at most twice three places apart. Then no corner of the matrix is filled.
pub(super) const BAND: usize = 6;

/// Pivots below this share of the largest number on the diagonal are rounding.
const LEAST_PIVOT: f64 = 1e-17;

/// A symmetric positive definite matrix. Of each row the numbers up to the diagonal are stored, that of the diagonal last.
#[derive(Clone, Debug)]
pub(super) struct Banded {
    /// Rows of the unit matrix stand before the first one, so that each has the same number of rows before it.
    rows: Vec<[f64; BAND + 1]>,
}

/// A row of the unit matrix.
const UNIT: [f64; BAND + 1] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

impl Banded {
    /// A matrix of zeros.
    pub fn zero(size: usize) -> Self {
        let mut rows = vec![[0.0; BAND + 1]; BAND + size];
        rows[..BAND].fill(UNIT);
        Self { rows }
    }

    /// Adds to the number of a row and a column, which are at most [`BAND`] apart, and to its mirror image.
    pub fn add(&mut self, row: usize, column: usize, number: f64) {
        let (row, column) = if row < column { (column, row) } else { (row, column) };
        self.rows[BAND + row][BAND + column - row] += number;
    }

    /// Adds another matrix of this size, times a number.
    pub fn add_scaled(&mut self, other: &Self, scale: f64) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows).skip(BAND) {
            (0..=BAND).for_each(|column| row[column] += scale * other[column]);
        }
    }

    /// The factors L and D of the matrix L D L^T, in its place: the inverse of D on the diagonal.
    pub fn factorise(&mut self) {
        let largest = self.rows[BAND..].iter().fold(0.0, |most, row| Real::max(row[BAND], most));
        for at in 0..self.rows.len() - BAND {
            let (before, rest) = self.rows.split_at_mut(at + BAND);
            let (before, row) = (&before[at..], &mut rest[0]);
            // Numbers of L times D.
            for column in 1..BAND {
                for inner in 0..column {
                    row[column] -= row[inner] * before[column][BAND + inner - column];
                }
            }
            for (column, other) in before.iter().enumerate() {
                let scaled = row[column] * other[BAND];
                row[BAND] -= row[column] * scaled;
                row[column] = scaled;
            }
            row[BAND] = 1.0 / Real::max(row[BAND], LEAST_PIVOT * largest);
        }
    }

    /// Solutions for right sides, of a factorised matrix.
    pub fn solve<const SIDES: usize>(&self, right: &[[f64; SIDES]]) -> Vec<[f64; SIDES]> {
        let mut solved = vec![[0.0; SIDES]; BAND];
        solved.extend_from_slice(right);
        for at in 0..right.len() {
            let (before, rest) = solved.split_at_mut(at + BAND);
            let row = &self.rows[at + BAND];
            for (factor, known) in row.iter().zip(&before[at..]) {
                (0..SIDES).for_each(|side| rest[0][side] -= factor * known[side]);
            }
        }
        for (number, row) in solved.iter_mut().zip(&self.rows) {
            *number = number.map(|number| number * row[BAND]);
        }
        for at in (0..right.len()).rev() {
            let (before, rest) = solved.split_at_mut(at + BAND);
            for (factor, other) in self.rows[at + BAND].iter().zip(&mut before[at..]) {
                (0..SIDES).for_each(|side| other[side] -= factor * rest[0][side]);
            }
        }
        solved.split_off(BAND)
    }
}

#[cfg(test)]
mod tests {
    use skidpad_testing::Random;

    use super::{BAND, Banded};

    #[test]
    fn a_random_system_is_solved() {
        let mut random = Random::new(3);
        for size in [1, 2, 6, 7, 50] {
            let mut matrix = Banded::zero(size);
            let mut full = vec![vec![0.0; size]; size];
            for row in 0..size {
                for column in row.saturating_sub(BAND)..=row {
                    let number = if row == column { 20.0 } else { random.between(-1.0, 1.0) };
                    matrix.add(column, row, number);
                    (full[row][column], full[column][row]) = (number, number);
                }
            }
            let wanted: Vec<_> = (0..size).map(|_| [random.noise(), random.noise()]).collect();
            let right: Vec<_> = full
                .iter()
                .map(|row| [0, 1].map(|side| row.iter().zip(&wanted).map(|(a, x)| a * x[side]).sum()))
                .collect();
            matrix.factorise();
            for (found, wanted) in matrix.solve(&right).iter().zip(&wanted) {
                assert!(
                    (0..2).all(|side| (found[side] - wanted[side]).abs() < 1e-13),
                    "{found:?} {wanted:?}"
                );
            }
        }
    }
}
