//! Smooth curves through numbers: cubic splines with continuous second derivatives.
//!
//! The second derivatives at the knots solve a tridiagonal system (de Boor, A Practical Guide to Splines, chapter IV). A closed
//! curve adds one corner to the system, which is solved by the Sherman-Morrison formula. An open curve is natural: straight at its
//! ends.

/// A number as a smooth function of a parameter.
#[derive(Clone, Debug)]
pub(super) struct Spline {
    knots: Vec<f64>,
    values: Vec<f64>,
    /// Second derivatives at the knots.
    seconds: Vec<f64>,
}

impl Spline {
    /// The curve through values at knots, which ascend. `is_closed`: the last value is the first one again, and the curve goes on
    /// there as it began.
    pub fn through(knots: &[f64], values: &[f64], is_closed: bool) -> Self {
        let seconds = if is_closed { closed(knots, values) } else { natural(knots, values) };
        Self { knots: knots.to_vec(), values: values.to_vec(), seconds }
    }

    /// Value, first and second derivative at a parameter within the piece that begins at a knot.
    pub fn at(&self, piece: usize, parameter: f64) -> [f64; 3] {
        let [from, to] = [piece, piece + 1].map(|place| self.knots[place]);
        let width = to - from;
        let (a, b) = ((to - parameter) / width, (parameter - from) / width);
        let [p, q] = [self.values[piece], self.values[piece + 1]];
        let [d, e] = [self.seconds[piece], self.seconds[piece + 1]];
        let sixth = width * width / 6.0;
        [
            a * p + b * q + ((a * a * a - a) * d + (b * b * b - b) * e) * sixth,
            (q - p) / width + ((3.0 * b * b - 1.0) * e - (3.0 * a * a - 1.0) * d) * width / 6.0,
            a * d + b * e,
        ]
    }
}

/// Rows of the system at the inner knots: widths before and after, and the change of slope times 6.
fn row(before: [f64; 2], at: [f64; 2], after: [f64; 2]) -> [f64; 3] {
    let [one, other] = [at[0] - before[0], after[0] - at[0]];
    [one, other, 6.0 * ((after[1] - at[1]) / other - (at[1] - before[1]) / one)]
}

fn natural(knots: &[f64], values: &[f64]) -> Vec<f64> {
    let count = knots.len();
    let point = |place: usize| [knots[place], values[place]];
    let mut seconds = vec![0.0; count];
    if count > 2 {
        let rows: Vec<_> = (1..count - 1).map(|at| row(point(at - 1), point(at), point(at + 1))).collect();
        let diagonal: Vec<_> = rows.iter().map(|[one, other, _]| 2.0 * (one + other)).collect();
        let right: Vec<_> = rows.iter().map(|row| row[2]).collect();
        let beside: Vec<_> = rows.iter().map(|row| row[1]).collect();
        seconds[1..count - 1].copy_from_slice(&tridiagonal(&diagonal, &beside, right));
    }
    seconds
}

fn closed(knots: &[f64], values: &[f64]) -> Vec<f64> {
    // The last knot is the first one again.
    let count = knots.len() - 1;
    let period = knots[count] - knots[0];
    let point = |place: usize| [knots[place], values[place]];
    let rows: Vec<_> = (0..count)
        .map(|at| {
            let before = if at == 0 { [knots[count - 1] - period, values[count - 1]] } else { point(at - 1) };
            row(before, point(at), point(at + 1))
        })
        .collect();
    let corner = rows[0][0];
    // The matrix with its corners is one without them and a product of vectors, (gamma, 0, ..., corner) with (1, 0, ..., corner / gamma).
    let mut diagonal: Vec<_> = rows.iter().map(|[one, other, _]| 2.0 * (one + other)).collect();
    let gamma = -diagonal[0];
    diagonal[0] -= gamma;
    diagonal[count - 1] -= corner * corner / gamma;
    let beside: Vec<_> = rows.iter().map(|row| row[1]).collect();
    let mut solution = tridiagonal(&diagonal, &beside, rows.iter().map(|row| row[2]).collect());
    let mut vector = vec![0.0; count];
    (vector[0], vector[count - 1]) = (gamma, corner);
    let other = tridiagonal(&diagonal, &beside, vector);
    let share = (solution[0] + corner / gamma * solution[count - 1])
        / (1.0 + other[0] + corner / gamma * other[count - 1]);
    solution.iter_mut().zip(&other).for_each(|(number, other)| *number -= share * other);
    solution.push(solution[0]);
    solution
}

/// Solves a symmetric tridiagonal system, whose numbers beside the diagonal are those after each but the last. It is dominated by
/// its diagonal, so that no pivot is sought.
fn tridiagonal(diagonal: &[f64], beside: &[f64], mut right: Vec<f64>) -> Vec<f64> {
    let count = diagonal.len();
    let mut reduced = vec![0.0; count];
    let mut pivot = diagonal[0];
    right[0] /= pivot;
    for place in 1..count {
        reduced[place] = beside[place - 1] / pivot;
        pivot = diagonal[place] - beside[place - 1] * reduced[place];
        right[place] = (right[place] - beside[place - 1] * right[place - 1]) / pivot;
    }
    for place in (0..count - 1).rev() {
        right[place] -= reduced[place + 1] * right[place + 1];
    }
    right
}
