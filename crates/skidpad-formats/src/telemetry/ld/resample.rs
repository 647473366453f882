//! Even sampling of channels over uneven times.

/// Frequencies of i2, Hz.
const FREQUENCIES_HZ: [u16; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/// Shortfall of a rate that is rounding, as of 199.9999 Hz.
const ROUNDING: f64 = 1e-3;

/// Frequency at which a table is sampled, Hz: the lowest one that is not below the rate of its median interval.
pub(super) fn frequency_hz(times_s: &[f64]) -> u16 {
    let mut intervals_s: Vec<f64> = times_s.windows(2).map(|pair| pair[1] - pair[0]).collect();
    intervals_s.sort_by(f64::total_cmp);
    let Some(median_s) = intervals_s.get(intervals_s.len() / 2) else { return FREQUENCIES_HZ[0] };
    let rate_hz = (1.0 - ROUNDING) / median_s;
    let enough = FREQUENCIES_HZ.iter().find(|frequency| f64::from(**frequency) >= rate_hz);
    enough.copied().unwrap_or(FREQUENCIES_HZ[FREQUENCIES_HZ.len() - 1])
}

/// Place of a sample: the row before it, and the share of the way to the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SamplePlace {
    pub row: usize,
    pub share: f64,
}

/// Places of samples at a frequency, from the first row to the last.
pub(super) fn places(times_s: &[f64], frequency_hz: u16) -> impl Iterator<Item = SamplePlace> {
    let count = sample_count(times_s, frequency_hz);
    let from_s = times_s.first().copied().unwrap_or(0.0);
    let mut row = 0;
    (0..count).map(move |sample| {
        let time_s = from_s + sample as f64 / f64::from(frequency_hz);
        while row + 1 < times_s.len() && times_s[row + 1] <= time_s {
            row += 1;
        }
        let share = match times_s.get(row + 1) {
            Some(next_s) => (time_s - times_s[row]) / (next_s - times_s[row]),
            None => 0.0,
        };
        SamplePlace { row, share }
    })
}

/// Number of the samples from the first row to the last.
pub(super) fn sample_count(times_s: &[f64], frequency_hz: u16) -> usize {
    let (Some(from_s), Some(to_s)) = (times_s.first(), times_s.last()) else { return 0 };
    // A last row that rounding puts before its sample is sampled as well.
    ((to_s - from_s) * f64::from(frequency_hz) + ROUNDING).floor() as usize + 1
}

/// Sample of a column.
pub(super) fn sample(values: &[f32], at: SamplePlace, is_held: bool) -> f64 {
    let value = f64::from(values[at.row]);
    let next = values.get(at.row + 1).filter(|_| !is_held && at.share > 0.0);
    next.map_or(value, |next| value + at.share * (f64::from(*next) - value))
}

#[cfg(test)]
mod tests {
    use super::{SamplePlace, frequency_hz, places, sample};

    #[test]
    fn samples_lie_between_rows_and_gears_are_held() {
        let times_s = [2.0, 2.5, 3.5, 4.0];
        let found: Vec<SamplePlace> = places(&times_s, 2).collect();
        let expected = [(0, 0.0), (1, 0.0), (1, 0.5), (2, 0.0), (3, 0.0)];
        assert_eq!(found.iter().map(|place| (place.row, place.share)).collect::<Vec<_>>(), expected);
        let speeds = [0.0, 10.0, 30.0, 40.0];
        let gears = [1.0, 2.0, 3.0, 3.0];
        assert_eq!(
            found.iter().map(|place| sample(&speeds, *place, false)).collect::<Vec<_>>(),
            [0.0, 10.0, 20.0, 30.0, 40.0]
        );
        assert_eq!(
            found.iter().map(|place| sample(&gears, *place, true)).collect::<Vec<_>>(),
            [1.0, 2.0, 2.0, 3.0, 3.0]
        );
    }

    #[test]
    fn the_frequency_is_not_below_the_rate_of_the_rows() {
        let rows = |interval_s: f64| (0..50).map(|row| f64::from(row) * interval_s).collect::<Vec<_>>();
        let found = [0.005, 1.0 / 60.0, 0.0001, 0.04, 3.0].map(|interval_s| frequency_hz(&rows(interval_s)));
        assert_eq!(found, [200, 100, 1000, 50, 1]);
    }
}
