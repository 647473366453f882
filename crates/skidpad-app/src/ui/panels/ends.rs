//! Ends of the axes of plots.

/// Differences below this share of a number, and numbers below it, are rounding.
const ROUNDING: f64 = 1e-9;
/// Room on each side of numbers that waver about one, as a share of it: the labels of the axis have digits enough to differ.
const LEAST_ROOM: f64 = 5e-4;

/// Ends of the axis of numbers, with some room. Numbers that are all the same, but for rounding, are in the middle of it.
pub(super) fn ends(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    let finite = numbers.filter(|number| number.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
    if low > high {
        return [-1.0, 1.0];
    }
    let (spread, largest) = (high - low, low.abs().max(high.abs()));
    let room = if spread > ROUNDING * largest.max(1.0) {
        (0.08 * spread).max(LEAST_ROOM * largest)
    } else if largest > ROUNDING {
        0.05 * largest
    } else {
        1.0
    };
    [low - room, high + room]
}

#[cfg(test)]
mod tests {
    use super::ends;

    /// The axis of a channel at rest went from -1e-9 to 1e-9, with "0.000000" at every line; that of an engine at idle was
    /// cut, as "000.0005".
    #[test]
    fn a_constant_channel_has_an_axis_with_room() {
        let constant = |number: f64| ends([number, number * (1.0 + 1e-15)].into_iter());
        assert_eq!(constant(0.0), [-1.0, 1.0]);
        let [low, high] = constant(1000.0);
        assert!((low - 950.0).abs() < 1e-6 && (high - 1050.0).abs() < 1e-6, "{low} to {high}");
        assert_eq!(ends([1e-14, -1e-14].into_iter()).map(f64::round), [-1.0, 1.0]);
    }

    /// Its labels were cut to the last digits, which all were the same.
    #[test]
    fn a_nearly_constant_channel_has_labels_that_differ() {
        let [low, high] = ends([1000.0, 1000.01].into_iter());
        assert!(low < 999.6 && high > 1000.4, "{low} to {high}");
    }

    #[test]
    fn a_small_signal_fills_its_axis() {
        let [low, high] = ends([0.0, 1e-6, f64::NAN].into_iter());
        assert!((low + 8e-8).abs() < 1e-12 && (high - 1.08e-6).abs() < 1e-12, "{low} to {high}");
        assert_eq!(ends([f64::INFINITY].into_iter()), [-1.0, 1.0]);
    }
}
