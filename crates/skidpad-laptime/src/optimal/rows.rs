//! Sums and shares of numbers by place.

use skidpad_core::math::Real;

use super::blocks::Row;
use super::transcription::Transcription;

/// Distances of the unknowns from their lower and upper bounds.
pub(super) fn gaps<C, const W: usize>(program: &Transcription<'_, C, W>, x: &[Row<W>]) -> [Vec<Row<W>>; 2] {
    let between = |one: &[Row<W>], other: &[Row<W>]| moved(one, -1.0, other);
    [between(x, &program.lows), between(&program.highs, x)]
}

pub(super) fn moved<const W: usize>(x: &[Row<W>], share: f64, step: &[Row<W>]) -> Vec<Row<W>> {
    let row = |(x, step): (&Row<W>, &Row<W>)| core::array::from_fn(|place| x[place] + share * step[place]);
    x.iter().zip(step).map(row).collect()
}

pub(super) fn dot<const W: usize>(one: &[Row<W>], other: &[Row<W>]) -> f64 {
    one.iter().flatten().zip(other.iter().flatten()).map(|(a, b)| a * b).sum()
}

/// Share of a step at which numbers that are to stay positive keep a share of their size.
pub(super) fn share<const W: usize>(numbers: &[Row<W>], step: &[Row<W>], keep: f64) -> f64 {
    let pairs = numbers.iter().flatten().zip(step.iter().flatten());
    pairs.fold(
        1.0,
        |least, (number, change)| {
            if *change < 0.0 { Real::min(least, -(1.0 - keep) * number / change) } else { least }
        },
    )
}

/// Share of a step that stays within both bounds.
pub(super) fn reach<const W: usize>(gaps: &[Vec<Row<W>>; 2], step: &[Row<W>], keep: f64) -> f64 {
    let back: Vec<Row<W>> = step.iter().map(|row| row.map(|change| -change)).collect();
    Real::min(share(&gaps[0], step, keep), share(&gaps[1], &back, keep))
}
