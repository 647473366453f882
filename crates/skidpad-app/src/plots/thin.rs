//! Lines with no more points than can be seen.

/// Leaves out points of a line that runs along its first coordinate, so that each is within a tolerance of what is left,
/// up or down: from the last point that was kept, all since are seen through a door that closes (E. H. Bristol, "Swinging
/// door trending", 1990).
///
/// ```
/// use skidpad_app::plots::thinned;
/// let straight: Vec<[f64; 2]> = (0..100).map(|x| [f64::from(x), 2.0 * f64::from(x)]).collect();
/// assert_eq!(thinned(&straight, 0.1), [[0.0, 0.0], [99.0, 198.0]]);
/// ```
pub fn thinned(line: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let Some((first, rest)) = line.split_first() else { return Vec::new() };
    let (mut kept, mut last, mut door) = (*first, *first, OPEN);
    let mut left = vec![kept];
    for point in rest {
        let slope = |from: [f64; 2], off: f64| (point[1] + off - from[1]) / (point[0] - from[0]);
        let at = slope(kept, 0.0);
        if !(door[0]..=door[1]).contains(&at) {
            left.push(last);
            (kept, door) = (last, OPEN);
        }
        let (low, high) = (slope(kept, -tolerance), slope(kept, tolerance));
        door = [if low > door[0] { low } else { door[0] }, if high < door[1] { high } else { door[1] }];
        last = *point;
    }
    if left.last() != Some(&last) {
        left.push(last);
    }
    left
}

/// Every slope.
const OPEN: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

#[cfg(test)]
mod tests {
    use super::thinned;
    use skidpad_core::math::Real;

    /// Each point that was left out is near the line through those that were not.
    #[test]
    fn what_is_left_is_within_the_tolerance() {
        let at = |x: f64| Real::sin(0.05 * x) + 0.3 * Real::sin(0.9 * x) + if x > 500.0 { 5.0 } else { 0.0 };
        let line: Vec<[f64; 2]> = (0..1000).map(f64::from).map(|x| [x, at(x)]).collect();
        for tolerance in [0.01, 0.1, 1.0] {
            let left = thinned(&line, tolerance);
            assert!(left[0] == line[0] && left.last() == line.last());
            for point in &line {
                let after = left.partition_point(|other| other[0] < point[0]);
                let (low, high) = (left[after.max(1) - 1], left[after]);
                let share = if high[0] > low[0] { (point[0] - low[0]) / (high[0] - low[0]) } else { 0.0 };
                let off = point[1] - (low[1] + share * (high[1] - low[1]));
                assert!(Real::abs(off) <= tolerance + 1e-9, "{tolerance}: {off} at {point:?}");
            }
        }
        assert!(thinned(&line, 0.1).len() < 500 && thinned(&line, 1.0).len() < 30);
        assert!(thinned(&[], 0.1).is_empty() && thinned(&line[..1], 0.1).len() == 1);
    }
}
