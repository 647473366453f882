//! Ends of rays that were not found, from those beside them.

use skidpad_core::math::Real;

/// Least share of the rays that must have been found.
const LEAST_FOUND: f64 = 0.6;
/// Share of what its neighbours have below which an end is taken for one that was missed.
const MISSED: f64 = 0.8;

/// The ends in ascending directions, with those that were not found, or that lie far within their neighbours, interpolated; `None` where
/// too few were found.
pub(super) fn mended(found: &[Option<f64>]) -> Option<Vec<f64>> {
    let known = found.iter().flatten().count();
    if (known as f64) < LEAST_FOUND * found.len() as f64 {
        return None;
    }
    let mut ends = filled(found);
    for _ in 0..2 {
        let before = ends.clone();
        for place in 1..ends.len() - 1 {
            let (one, other) = (before[place - 1], before[place + 1]);
            if ends[place] < MISSED * Real::min(one, other) {
                ends[place] = 0.5 * (one + other);
            }
        }
    }
    Some(ends)
}

/// The ends with those that were not found interpolated between the nearest that were.
fn filled(found: &[Option<f64>]) -> Vec<f64> {
    let nearest = |place: usize, step: isize| {
        let mut at = place;
        loop {
            if let Some(end) = found[at] {
                return Some((at, end));
            }
            at = at.checked_add_signed(step).filter(|at| *at < found.len())?;
        }
    };
    (0..found.len())
        .map(|place| match (nearest(place, -1), nearest(place, 1)) {
            (Some((low, one)), Some((high, other))) if high > low => {
                one + (other - one) * (place - low) as f64 / (high - low) as f64
            }
            (Some((_, end)), _) | (None, Some((_, end))) => end,
            (None, None) => 0.0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn holes_are_bridged_and_dents_are_filled() {
        let found = [Some(8.0), None, Some(10.0), Some(3.0), Some(12.0), None];
        assert_eq!(mended(&found), Some(vec![8.0, 9.0, 10.0, 11.0, 12.0, 12.0]));
        assert_eq!(mended(&[Some(1.0), None, None, Some(2.0)]), None, "half of them are too few");
        assert_eq!(mended(&[Some(1.0), Some(5.0), Some(2.0)]), Some(vec![1.0, 5.0, 2.0]), "bulges stay");
    }
}
