//! Symmetric matrices of blocks along a chain or a ring, and their factorisation after Cholesky.
//!
//! Each place is coupled to its neighbours alone. The factors of a chain have the same shape; in a ring the last place is coupled to
//! all others besides. The work is linear in the number of places, and a matrix that is not positive definite has no factors, which
//! tells the method of the module `solve` that it is at no minimum.

use skidpad_core::math::Real;

/// A block.
pub(super) type Block<const W: usize> = [[f64; W]; W];
/// The numbers of a place.
pub(super) type Row<const W: usize> = [f64; W];

/// A symmetric matrix.
#[derive(Clone)]
pub(super) struct Chain<const W: usize> {
    /// Blocks on the diagonal, of which the lower triangle counts.
    pub middle: Vec<Block<W>>,
    /// Coupling of each place (rows) with the one before (columns); the first with the last, 0 in a chain.
    pub before: Vec<Block<W>>,
    pub is_closed: bool,
}

/// Factors: the matrix is L L'.
pub(super) struct ChainFactors<const W: usize> {
    middle: Vec<Block<W>>,
    before: Vec<Block<W>>,
    /// Coupling of the last place (rows) with each other one, of a ring.
    last: Vec<Block<W>>,
}

impl<const W: usize> Chain<W> {
    pub fn zero(count: usize, is_closed: bool) -> Self {
        Self { middle: vec![[[0.0; W]; W]; count], before: vec![[[0.0; W]; W]; count], is_closed }
    }

    /// The matrix times a vector.
    pub fn times(&self, x: &[Row<W>]) -> Vec<Row<W>> {
        let count = x.len();
        let mut product = vec![[0.0; W]; count];
        for at in 0..count {
            for (i, row) in self.middle[at].iter().enumerate() {
                for (j, number) in row.iter().enumerate().take(i + 1) {
                    product[at][i] += number * x[at][j];
                    if j < i {
                        product[at][j] += number * x[at][i];
                    }
                }
            }
            let prior = if at > 0 { at - 1 } else { count - 1 };
            if at > 0 || self.is_closed {
                for (i, row) in self.before[at].iter().enumerate() {
                    for (j, number) in row.iter().enumerate() {
                        product[at][i] += number * x[prior][j];
                        product[prior][j] += number * x[at][i];
                    }
                }
            }
        }
        product
    }

    /// The factors; `None` of a matrix that is not positive definite.
    pub fn factors(mut self) -> Option<ChainFactors<W>> {
        let count = self.middle.len();
        let end = count - 1;
        let mut last = vec![[[0.0; W]; W]; if self.is_closed { end } else { 0 }];
        if self.is_closed {
            // The ring's closing block couples the first place with the last.
            last[0] = transposed(&self.before[0]);
            let direct = self.before[end];
            add(&mut last[end - 1], &direct, 1.0);
        }
        let chain_end = if self.is_closed { end } else { count };
        for at in 0..chain_end {
            if at > 0 {
                // Row of the place before is factored: what it leaves here.
                let coupling = self.before[at];
                subtract_square(&mut self.middle[at], &coupling);
            }
            cholesky(&mut self.middle[at])?;
            let lower = self.middle[at];
            if at + 1 < chain_end {
                solve_right(&mut self.before[at + 1], &lower);
            }
            if self.is_closed {
                if at > 0 {
                    let (coupling, prior) = (self.before[at], last[at - 1]);
                    subtract_product(&mut last[at], &prior, &coupling);
                }
                solve_right(&mut last[at], &lower);
                let coupling = last[at];
                subtract_square(&mut self.middle[end], &coupling);
            }
        }
        if self.is_closed {
            cholesky(&mut self.middle[end])?;
        }
        Some(ChainFactors { middle: self.middle, before: self.before, last })
    }
}

impl<const W: usize> ChainFactors<W> {
    /// Solution of the equations with a right side.
    pub fn solve(&self, right: &[Row<W>]) -> Vec<Row<W>> {
        let mut x = right.to_vec();
        let (count, is_closed) = (x.len(), !self.last.is_empty());
        let end = count - 1;
        let chain_end = if is_closed { end } else { count };
        for at in 0..chain_end {
            if at > 0 {
                let prior = x[at - 1];
                take(&mut x[at], &self.before[at], &prior);
            }
            forwards(&self.middle[at], &mut x[at]);
            if is_closed {
                let here = x[at];
                take(&mut x[end], &self.last[at], &here);
            }
        }
        if is_closed {
            forwards(&self.middle[end], &mut x[end]);
            backwards(&self.middle[end], &mut x[end]);
        }
        for at in (0..chain_end).rev() {
            if at + 1 < chain_end {
                let next = x[at + 1];
                take_transposed(&mut x[at], &self.before[at + 1], &next);
            }
            if is_closed {
                let far = x[end];
                take_transposed(&mut x[at], &self.last[at], &far);
            }
            backwards(&self.middle[at], &mut x[at]);
        }
        x
    }
}

fn transposed<const W: usize>(of: &Block<W>) -> Block<W> {
    core::array::from_fn(|i| core::array::from_fn(|j| of[j][i]))
}

fn add<const W: usize>(to: &mut Block<W>, of: &Block<W>, factor: f64) {
    for (row, other) in to.iter_mut().zip(of) {
        row.iter_mut().zip(other).for_each(|(entry, number)| *entry += factor * number);
    }
}

/// Sum of the products of the first numbers of two rows.
fn inner<const W: usize>(one: &Row<W>, other: &Row<W>, count: usize) -> f64 {
    one.iter().zip(other).take(count).map(|(a, b)| a * b).sum()
}

/// Lower triangle of a block, which has it in place; `None` where a pivot is not positive.
fn cholesky<const W: usize>(block: &mut Block<W>) -> Option<()> {
    for i in 0..W {
        for j in 0..i {
            let rest = block[i][j] - inner(&block[i], &block[j], j);
            block[i][j] = rest / block[j][j];
        }
        let pivot = block[i][i] - inner(&block[i], &block[i], i);
        // NaN, too, is no pivot.
        if !(pivot > 0.0 && pivot.is_finite()) {
            return None;
        }
        block[i][i] = Real::sqrt(pivot);
        block[i][i + 1..].fill(0.0);
    }
    Some(())
}

/// B with B L' = A.
fn solve_right<const W: usize>(a: &mut Block<W>, lower: &Block<W>) {
    for row in a {
        forwards(lower, row);
    }
}

/// A - B B', of which the lower triangle counts.
fn subtract_square<const W: usize>(a: &mut Block<W>, b: &Block<W>) {
    for i in 0..W {
        for j in 0..=i {
            a[i][j] -= inner(&b[i], &b[j], W);
        }
    }
}

/// A - B C'.
fn subtract_product<const W: usize>(a: &mut Block<W>, b: &Block<W>, c: &Block<W>) {
    for (row, one) in a.iter_mut().zip(b) {
        row.iter_mut().zip(c).for_each(|(entry, other)| *entry -= inner(one, other, W));
    }
}

fn forwards<const W: usize>(lower: &Block<W>, x: &mut Row<W>) {
    for i in 0..W {
        x[i] = (x[i] - inner(&lower[i], x, i)) / lower[i][i];
    }
}

fn backwards<const W: usize>(lower: &Block<W>, x: &mut Row<W>) {
    for i in (0..W).rev() {
        let mut sum = x[i];
        for k in i + 1..W {
            sum -= lower[k][i] * x[k];
        }
        x[i] = sum / lower[i][i];
    }
}

fn take<const W: usize>(from: &mut Row<W>, block: &Block<W>, x: &Row<W>) {
    for (entry, row) in from.iter_mut().zip(block) {
        *entry -= row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
    }
}

fn take_transposed<const W: usize>(from: &mut Row<W>, block: &Block<W>, x: &Row<W>) {
    for (row, number) in block.iter().zip(x) {
        from.iter_mut().zip(row).for_each(|(entry, a)| *entry -= a * number);
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Chain};
    use skidpad_testing::Random;

    fn random_block(random: &mut Random) -> Block<4> {
        core::array::from_fn(|_| core::array::from_fn(|_| random.between(-1.0, 1.0)))
    }

    /// A matrix of random blocks whose diagonal outweighs them.
    fn matrix(random: &mut Random, count: usize, is_closed: bool) -> Chain<4> {
        let mut matrix = Chain::zero(count, is_closed);
        for at in 0..count {
            matrix.middle[at] = random_block(random);
            (0..4).for_each(|place| matrix.middle[at][place][place] = random.between(11.0, 15.0));
            if at > 0 || is_closed {
                matrix.before[at] = random_block(random);
            }
        }
        matrix
    }

    #[test]
    fn the_solution_of_chains_and_rings_gives_the_right_side_again() {
        let mut random = Random::new(3);
        for (count, is_closed) in [(3, false), (3, true), (17, false), (40, true)] {
            let matrix = matrix(&mut random, count, is_closed);
            let right: Vec<[f64; 4]> =
                (0..count).map(|_| core::array::from_fn(|_| random.between(-1.0, 1.0))).collect();
            let x = matrix.clone().factors().unwrap().solve(&right);
            for (one, other) in matrix.times(&x).iter().zip(&right) {
                for (a, b) in one.iter().zip(other) {
                    assert!((a - b).abs() < 1e-12, "{count} {is_closed}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn an_indefinite_matrix_has_no_factors() {
        let mut random = Random::new(4);
        let mut matrix = matrix(&mut random, 12, true);
        matrix.middle[7][2][2] = -1.0;
        assert!(matrix.factors().is_none());
    }
}
