//! Symmetric systems of a ring of unknowns, each coupled with two neighbours to either side.
//!
//! The ring is folded: from the first unknown on its two ends alternate, so that neighbours are at most four places apart in the
//! matrix and its factors have no corners to fill. A line with two ends is a ring whose ends are not coupled.

use skidpad_core::math::Real;

/// Numbers beside the diagonal of the folded matrix.
const BAND: usize = 4;
/// The least number of unknowns: neighbours to the left and to the right are different ones.
pub(super) const FEWEST: usize = 6;
/// Pivots below this share of the largest number on the diagonal are rounding.
const LEAST_PIVOT: f64 = 1e-17;

/// A symmetric matrix of a ring.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    /// Numbers of each unknown: its diagonal, and what couples it with the next one and with the one after that.
    rows: Vec<[f64; 3]>,
}

impl Ring {
    /// A matrix of zeros, of at least [`FEWEST`] unknowns.
    pub fn zero(size: usize) -> Self {
        Self { rows: vec![[0.0; 3]; size] }
    }

    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// Adds a weight times the square of a linear form: the products of the shares of unknowns in a row from `first` on, at most three,
    /// around the ring.
    pub fn add_square(&mut self, first: usize, shares: &[f64], weight: f64) {
        let size = self.size();
        for (at, share) in shares.iter().enumerate() {
            let row = &mut self.rows[(first + at) % size];
            for (apart, other) in shares[at..].iter().enumerate() {
                row[apart] += weight * share * other;
            }
        }
    }

    /// Adds to the diagonal.
    pub fn add_diagonal(&mut self, number: f64) {
        self.rows.iter_mut().for_each(|row| row[0] += number);
    }

    /// The largest number on the diagonal.
    pub fn largest(&self) -> f64 {
        self.rows.iter().fold(0.0, |most, row| Real::max(row[0], most))
    }

    /// The matrix times a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let size = self.size();
        let mut product = vec![0.0; size];
        for (at, row) in self.rows.iter().enumerate() {
            product[at] += row[0] * vector[at];
            for (apart, number) in row.iter().enumerate().skip(1) {
                let other = (at + apart) % size;
                product[at] += number * vector[other];
                product[other] += number * vector[at];
            }
        }
        product
    }

    /// Factors of the matrix with more on its diagonal; the sum is positive definite.
    pub fn factors(&self, more: &[f64]) -> Factors {
        let size = self.size();
        // Rows of zeros before the first one, so that each has the same number of rows before it.
        let mut rows = vec![[0.0; BAND + 1]; BAND + size];
        for (at, row) in self.rows.iter().enumerate() {
            let place = folded(at, size);
            rows[BAND + place][BAND] += row[0] + more[at];
            for (apart, number) in row.iter().enumerate().skip(1) {
                let other = folded((at + apart) % size, size);
                let (low, high) = if place < other { (place, other) } else { (other, place) };
                rows[BAND + high][BAND + low - high] += number;
            }
        }
        let least = LEAST_PIVOT * rows.iter().fold(0.0, |most, row| Real::max(row[BAND], most));
        for at in 0..size {
            let (before, rest) = rows.split_at_mut(at + BAND);
            let (before, row) = (&before[at..], &mut rest[0]);
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
            row[BAND] = 1.0 / Real::max(row[BAND], Real::max(least, f64::MIN_POSITIVE));
        }
        Factors { rows }
    }
}

/// Place of an unknown in the folded matrix.
fn folded(at: usize, size: usize) -> usize {
    if 2 * at < size { 2 * at } else { 2 * (size - 1 - at) + 1 }
}

/// Factors L and D of a matrix L D L^T: the inverse of D on the diagonal.
pub(super) struct Factors {
    rows: Vec<[f64; BAND + 1]>,
}

impl Factors {
    /// The solution for a right side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = right.len();
        let mut solved = vec![0.0; BAND + size];
        for (at, number) in right.iter().enumerate() {
            solved[BAND + folded(at, size)] = *number;
        }
        for at in 0..size {
            let row = &self.rows[BAND + at];
            let known: f64 = (0..BAND).map(|column| row[column] * solved[at + column]).sum();
            solved[BAND + at] -= known;
        }
        for at in 0..size {
            solved[BAND + at] *= self.rows[BAND + at][BAND];
        }
        for at in (0..size).rev() {
            let number = solved[BAND + at];
            for column in 0..BAND {
                solved[at + column] -= self.rows[BAND + at][column] * number;
            }
        }
        (0..size).map(|at| solved[BAND + folded(at, size)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use skidpad_testing::Random;

    use super::Ring;

    #[test]
    fn a_random_ring_is_solved() {
        let mut random = Random::new(7);
        for size in [6, 7, 8, 51] {
            let mut ring = Ring::zero(size);
            for at in 0..size {
                let shares: [f64; 3] = core::array::from_fn(|_| random.between(-1.0, 1.0));
                ring.add_square(at, &shares, 2.0);
            }
            let more: Vec<f64> = (0..size).map(|_| random.between(0.1, 1.0)).collect();
            let solution: Vec<f64> = (0..size).map(|_| random.between(-3.0, 3.0)).collect();
            let product = ring.times(&solution);
            let right: Vec<f64> = (0..size).map(|at| product[at] + more[at] * solution[at]).collect();
            let found = ring.factors(&more).solve(&right);
            for (one, other) in found.iter().zip(&solution) {
                assert!((one - other).abs() < 1e-10, "{size}: {one} {other}");
            }
        }
    }
}
