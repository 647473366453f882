//! Eigenvalues of a real matrix.
//!
//! Own code and not a library's: these 150 lines of sums, products and square roots give the same bits on every platform and
//! compile at once, where nalgebra or faer would be most of what this crate takes to build.

use core::fmt;

use skidpad_core::math::Real;
use skidpad_linear::Matrix;

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

/// Why there are no eigenvalues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotConverged;

impl fmt::Display for NotConverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the eigenvalues did not converge: the matrix has entries that are too large or not finite",
        )
    }
}

impl core::error::Error for NotConverged {}

/// Steps for each eigenvalue; two or three are usual.
const MOST_STEPS: usize = 60;

/// The eigenvalues of a square matrix, the largest real part first, of a pair the one with the positive imaginary part.
///
/// They are those of a matrix that differs from the given one by rounding. So a real or imaginary part below the machine
/// epsilon times the number of rows and the largest absolute row sum of the balanced matrix cannot be told from 0, and is 0.
///
/// Balancing (Parlett and Reinsch, Numerische Mathematik 13, 1969), reduction to Hessenberg form by elimination, and the QR
/// algorithm with double shifts (Francis, 1961), as Martin, Peters and Wilkinson have them (Numerische Mathematik 14, 1970:
/// balance, elmhes, hqr).
///
/// # Errors
/// A matrix whose entries are not finite, or so large that the iteration does not end.
///
/// # Panics
/// If the matrix is not square.
pub fn eigenvalues(matrix: &Matrix) -> Result<Vec<Complex>, NotConverged> {
    assert_eq!(matrix.rows(), matrix.columns(), "eigenvalues are those of a square matrix");
    let size = matrix.rows();
    let mut a: Vec<Vec<f64>> = (0..size).map(|row| matrix.row(row).to_vec()).collect();
    if a.iter().flatten().any(|entry| !entry.is_finite()) {
        return Err(NotConverged);
    }
    balance(&mut a);
    let rounding = size as f64 * f64::EPSILON * largest_row_sum(&a);
    reduce(&mut a);
    let mut values = francis(&mut a)?;
    for part in values.iter_mut().flat_map(|value| [&mut value.re, &mut value.im]) {
        if Real::abs(*part) < rounding {
            *part = 0.0;
        }
    }
    values.sort_by(|one, other| (other.re, other.im).partial_cmp(&(one.re, one.im)).expect("finite"));
    Ok(values)
}

/// Scales rows and columns by powers of 2 until their norms are alike: exact, and the eigenvalues stay.
fn balance(a: &mut [Vec<f64>]) {
    const RADIX: f64 = 2.0;
    let size = a.len();
    let mut is_balanced = false;
    while !is_balanced {
        is_balanced = true;
        for index in 0..size {
            let others = (0..size).filter(|other| *other != index);
            let (mut column, row) = others.fold((0.0, 0.0), |(column, row), other| {
                (column + Real::abs(a[other][index]), row + Real::abs(a[index][other]))
            });
            if column == 0.0 || row == 0.0 {
                continue;
            }
            let sum = column + row;
            let mut factor = 1.0;
            while column < row / RADIX {
                factor *= RADIX;
                column *= RADIX * RADIX;
            }
            while column >= row * RADIX {
                factor /= RADIX;
                column /= RADIX * RADIX;
            }
            if (column + row) / factor < 0.95 * sum {
                is_balanced = false;
                a[index].iter_mut().for_each(|entry| *entry /= factor);
                a.iter_mut().for_each(|row| row[index] *= factor);
            }
        }
    }
}

/// The norm of a matrix that belongs to the largest absolute entry of a vector.
fn largest_row_sum(a: &[Vec<f64>]) -> f64 {
    let sums = a.iter().map(|row| row.iter().map(|entry| Real::abs(*entry)).sum());
    sums.fold(0.0, Real::max)
}

/// Hessenberg form by elimination with pivots.
#[allow(clippy::needless_range_loop, reason = "rows and columns by their indices, as the text has them")]
fn reduce(a: &mut [Vec<f64>]) {
    let size = a.len();
    for m in 1..size.saturating_sub(1) {
        let pivot =
            (m..size).fold(
                m,
                |best, row| {
                    if Real::abs(a[row][m - 1]) > Real::abs(a[best][m - 1]) { row } else { best }
                },
            );
        if a[pivot][m - 1] == 0.0 {
            continue;
        }
        a.swap(pivot, m);
        a.iter_mut().for_each(|row| row.swap(pivot, m));
        for row in m + 1..size {
            let factor = a[row][m - 1] / a[m][m - 1];
            if factor != 0.0 {
                for column in m - 1..size {
                    a[row][column] -= factor * a[m][column];
                }
                for line in a.iter_mut() {
                    line[m] += factor * line[row];
                }
            }
            a[row][m - 1] = 0.0;
        }
    }
}

/// Eigenvalues of a matrix in Hessenberg form.
fn francis(a: &mut [Vec<f64>]) -> Result<Vec<Complex>, NotConverged> {
    let mut values = Vec::with_capacity(a.len());
    let norm: f64 = a.iter().flatten().map(|entry| Real::abs(*entry)).sum();
    // Exceptional shifts move the whole diagonal; this is by how much it was moved.
    let mut shifted = 0.0;
    let mut end = a.len();
    let mut steps = 0;
    while end > 0 {
        let last = end - 1;
        let start = block_start(a, last, norm);
        if start == last {
            values.push(Complex { re: a[last][last] + shifted, im: 0.0 });
            (end, steps) = (end - 1, 0);
            continue;
        }
        let (x, y) = (a[last][last], a[last - 1][last - 1]);
        let w = a[last][last - 1] * a[last - 1][last];
        if start == last - 1 {
            values.extend(pair(x, y, w).map(|value| Complex { re: value.re + shifted, ..value }));
            (end, steps) = (end - 2, 0);
            continue;
        }
        if steps == MOST_STEPS {
            return Err(NotConverged);
        }
        let mut shift = [x, y, w];
        if steps > 0 && steps % 10 == 0 {
            shifted += x;
            (0..end).for_each(|index| a[index][index] -= x);
            let size = Real::abs(a[last][last - 1]) + Real::abs(a[last - 1][last - 2]);
            shift = [0.75 * size, 0.75 * size, -0.4375 * size * size];
        }
        steps += 1;
        double_step(a, start, last, shift);
    }
    Ok(values)
}

/// First row of the last block that is not split yet: the subdiagonal entry of that row is negligible, or it is row 0.
fn block_start(a: &[Vec<f64>], last: usize, norm: f64) -> usize {
    (1..=last)
        .rev()
        .find(|row| {
            let beside = Real::abs(a[row - 1][row - 1]) + Real::abs(a[*row][*row]);
            let beside = if beside == 0.0 { norm } else { beside };
            Real::abs(a[*row][row - 1]) <= f64::EPSILON * beside
        })
        .unwrap_or(0)
}

/// Eigenvalues of a block of two rows with x and y on the diagonal and w the product of the others.
fn pair(x: f64, y: f64, w: f64) -> [Complex; 2] {
    let half = 0.5 * (y - x);
    let square = half * half + w;
    let root = Real::sqrt(Real::abs(square));
    if square < 0.0 {
        return [root, -root].map(|im| Complex { re: x + half, im });
    }
    let far = half + Real::copysign(root, half);
    let one = x + far;
    let other = if far == 0.0 { one } else { x - w / far };
    [one, other].map(|re| Complex { re, im: 0.0 })
}

/// The first column of a double step, scaled, and the row where it begins: where two subdiagonal entries in a row are small.
struct Beginning {
    row: usize,
    p: f64,
    q: f64,
    r: f64,
}

impl Beginning {
    fn find(a: &[Vec<f64>], start: usize, last: usize, [x, y, w]: [f64; 3]) -> Self {
        let mut m = last - 2;
        loop {
            let z = a[m][m];
            let (u, v) = (x - z, y - z);
            let p = (u * v - w) / a[m + 1][m] + a[m][m + 1];
            let q = a[m + 1][m + 1] - z - u - v;
            let r = a[m + 2][m + 1];
            let sum = Real::abs(p) + Real::abs(q) + Real::abs(r);
            let (p, q, r) = (p / sum, q / sum, r / sum);
            let is_small = || {
                let small = Real::abs(a[m][m - 1]) * (Real::abs(q) + Real::abs(r));
                let beside = Real::abs(a[m - 1][m - 1]) + Real::abs(z) + Real::abs(a[m + 1][m + 1]);
                small <= f64::EPSILON * Real::abs(p) * beside
            };
            if m == start || is_small() {
                return Self { row: m, p, q, r };
            }
            m -= 1;
        }
    }
}

/// One step with two shifts on the rows from `start` to `last`.
#[allow(clippy::needless_range_loop, reason = "rows and columns by their indices, as the text has them")]
fn double_step(a: &mut [Vec<f64>], start: usize, last: usize, shift: [f64; 3]) {
    let Beginning { row: m, mut p, mut q, mut r } = Beginning::find(a, start, last, shift);
    for row in m + 2..=last {
        a[row][row - 2] = 0.0;
        if row > m + 2 {
            a[row][row - 3] = 0.0;
        }
    }
    let size = a.len();
    for k in m..last {
        let is_inner = k + 1 < last;
        let mut sum = 1.0;
        if k > m {
            (p, q, r) = (a[k][k - 1], a[k + 1][k - 1], if is_inner { a[k + 2][k - 1] } else { 0.0 });
            sum = Real::abs(p) + Real::abs(q) + Real::abs(r);
            if sum == 0.0 {
                continue;
            }
            (p, q, r) = (p / sum, q / sum, r / sum);
        }
        let length = Real::copysign(Real::sqrt(p * p + q * q + r * r), p);
        if k > m {
            a[k][k - 1] = -length * sum;
        } else if start != m {
            a[k][k - 1] = -a[k][k - 1];
        }
        p += length;
        let (along, across, beyond) = (p / length, q / length, r / length);
        (q, r) = (q / p, r / p);
        for column in k..size {
            let mut by = a[k][column] + q * a[k + 1][column];
            if is_inner {
                by += r * a[k + 2][column];
                a[k + 2][column] -= by * beyond;
            }
            a[k + 1][column] -= by * across;
            a[k][column] -= by * along;
        }
        let bottom = (k + 3).min(last);
        for row in a.iter_mut().take(bottom + 1) {
            let mut by = along * row[k] + across * row[k + 1];
            if is_inner {
                by += beyond * row[k + 2];
                row[k + 2] -= by * r;
            }
            row[k + 1] -= by * q;
            row[k] -= by;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Complex, eigenvalues};
    use skidpad_linear::Matrix;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::zeros(rows.len(), rows.len());
        for (row, values) in rows.iter().enumerate() {
            values.iter().enumerate().for_each(|(column, value)| matrix.set(row, column, *value));
        }
        matrix
    }

    fn near(found: &[Complex], expected: &[(f64, f64)], bound: f64) {
        assert_eq!(found.len(), expected.len());
        for (found, (re, im)) in found.iter().zip(expected) {
            assert!((found.re - re).abs() < bound && (found.im - im).abs() < bound, "{found:?} {re} {im}");
        }
    }

    /// x^4 - 10 x^3 + 35 x^2 - 50 x + 24 = (x - 1)(x - 2)(x - 3)(x - 4), as its companion.
    #[test]
    fn roots_of_a_polynomial() {
        let companion = matrix(&[
            &[10.0, -35.0, 50.0, -24.0],
            &[1.0, 0.0, 0.0, 0.0],
            &[0.0, 1.0, 0.0, 0.0],
            &[0.0, 0.0, 1.0, 0.0],
        ]);
        near(&eigenvalues(&companion).unwrap(), &[(4.0, 0.0), (3.0, 0.0), (2.0, 0.0), (1.0, 0.0)], 1e-11);
    }

    #[test]
    fn an_oscillator_a_chain_of_integrators_and_a_rotation() {
        let oscillator = matrix(&[&[0.0, 1.0], &[-100.0, -4.0]]);
        let im = 96.0_f64.sqrt();
        near(&eigenvalues(&oscillator).unwrap(), &[(-2.0, im), (-2.0, -im)], 1e-13);
        let chain = matrix(&[&[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0], &[0.0, 0.0, 0.0]]);
        near(&eigenvalues(&chain).unwrap(), &[(0.0, 0.0); 3], 0.0_f64.max(1e-300));
        let turns = matrix(&[&[0.0, 0.0, 1.0], &[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]]);
        let half = 0.75_f64.sqrt();
        near(&eigenvalues(&turns).unwrap(), &[(1.0, 0.0), (-0.5, half), (-0.5, -half)], 1e-13);
    }

    /// Blocks whose eigenvalues are known, hidden by a similarity T B T^-1 of shears: random, but the same ones each time.
    #[allow(clippy::needless_range_loop, reason = "two rows of one matrix at a time")]
    #[test]
    fn known_eigenvalues_are_found_in_any_coordinates() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        for size in [2_usize, 3, 5, 8, 13, 25, 40] {
            for _ in 0..20 {
                let mut a = vec![vec![0.0; size]; size];
                let mut expected = Vec::new();
                let mut at = 0;
                while at < size {
                    let (re, im) = (-20.0 * random() - at as f64, 1.0 + 30.0 * random());
                    if at + 1 < size && random() < 0.5 {
                        (a[at][at], a[at + 1][at + 1], a[at][at + 1], a[at + 1][at]) = (re, re, im, -im);
                        expected.extend([(re, im), (re, -im)]);
                        at += 2;
                    } else {
                        a[at][at] = re;
                        expected.push((re, 0.0));
                        at += 1;
                    }
                }
                for _ in 0..3 * size {
                    let (to, from) = ((random() * size as f64) as usize, (random() * size as f64) as usize);
                    let by = random() - 0.5;
                    if to != from {
                        for column in 0..size {
                            a[to][column] += by * a[from][column];
                        }
                        for row in &mut a {
                            row[from] -= by * row[to];
                        }
                    }
                }
                let rows: Vec<&[f64]> = a.iter().map(Vec::as_slice).collect();
                expected.sort_by(|one: &(f64, f64), other| other.partial_cmp(one).unwrap());
                near(&eigenvalues(&matrix(&rows)).unwrap(), &expected, 1e-8);
            }
        }
    }

    /// Three bodies that exchange heat: nothing leaves, so one eigenvalue is 0. It was printed as 4.9e-15.
    #[test]
    fn a_neutral_motion_is_exactly_zero() {
        let (a, b, c, d) = (31.7, 0.3, 1.0 / 7.0, 211.3);
        let exchange = [[-a, b, 0.0], [a, -b - c, d], [0.0, c, -d]];
        let rows: Vec<&[f64]> = exchange.iter().map(|row| &row[..]).collect();
        let values = eigenvalues(&matrix(&rows)).unwrap();
        assert_eq!(values[0], Complex { re: 0.0, im: 0.0 });
        assert!(values[1].re < -30.0 && values[2].re < -200.0, "{values:?}");
    }

    #[test]
    fn what_is_not_finite_has_none() {
        assert!(eigenvalues(&matrix(&[&[f64::NAN]])).is_err());
        assert_eq!(eigenvalues(&Matrix::zeros(0, 0)), Ok(Vec::new()));
    }
}
