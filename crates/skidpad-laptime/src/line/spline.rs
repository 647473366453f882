//! Smooth curves through evenly spaced numbers: cubic splines with continuous second derivatives.
//!
//! With knots one apart, the second derivatives m at the knots satisfy m[i-1] + 4 m[i] + m[i+1] = 6 (y[i-1] - 2 y[i] + y[i+1]) (de
//! Boor, A Practical Guide to Splines, chapter IV). An open curve is straight at its ends.

use super::banded::{Factors, Ring};

/// The system of all splines with some number of knots.
pub(super) struct Knots {
    factors: Factors,
    is_closed: bool,
}

/// A number as a smooth function of the knots' parameter, which grows by 1 from knot to knot.
pub(super) struct Spline {
    values: Vec<f64>,
    /// Second derivatives at the knots.
    seconds: Vec<f64>,
}

impl Knots {
    pub fn new(count: usize, is_closed: bool) -> Self {
        let mut ring = Ring::zero(count);
        // The ends of an open curve have second derivatives of 0 and are coupled with nothing.
        let joined = if is_closed { 0..count } else { 1..count - 2 };
        let mut more = vec![4.0; count];
        for at in joined {
            ring.add_square(at, &[1.0, 1.0], 1.0);
            more[at] -= 1.0;
            more[(at + 1) % count] -= 1.0;
        }
        Self { factors: ring.factors(&more), is_closed }
    }

    /// The spline through a value at each knot.
    pub fn through(&self, values: Vec<f64>) -> Spline {
        let count = values.len();
        let bend = |at: usize| {
            if !self.is_closed && (at == 0 || at == count - 1) {
                return 0.0;
            }
            6.0 * (values[(at + count - 1) % count] - 2.0 * values[at] + values[(at + 1) % count])
        };
        let seconds = self.factors.solve(&(0..count).map(bend).collect::<Vec<_>>());
        Spline { values, seconds }
    }
}

impl Spline {
    /// Value, first and second derivative at a share of the way from a knot to the next one.
    pub fn at(&self, knot: usize, share: f64) -> [f64; 3] {
        let next = (knot + 1) % self.values.len();
        let (a, b) = (1.0 - share, share);
        let [p, q] = [self.values[knot], self.values[next]];
        let [d, e] = [self.seconds[knot], self.seconds[next]];
        [
            a * p + b * q + ((a * a * a - a) * d + (b * b * b - b) * e) / 6.0,
            q - p + ((3.0 * b * b - 1.0) * e - (3.0 * a * a - 1.0) * d) / 6.0,
            a * d + b * e,
        ]
    }
}
