//! Running means along a line.

/// Means of numbers and their neighbours up to some places away; at the ends of an open line its last number goes on.
pub(super) fn averages(numbers: &[f64], reach: usize, is_closed: bool) -> Vec<f64> {
    let count = numbers.len() as isize;
    let span = usize::min(reach, (numbers.len() - 1) / 2) as isize;
    let at = |place: isize| {
        let place = if is_closed { place.rem_euclid(count) } else { place.clamp(0, count - 1) };
        numbers[place as usize]
    };
    let mut sum: f64 = (-span..=span).map(at).sum();
    let mut means = Vec::with_capacity(numbers.len());
    for place in 0..count {
        means.push(sum / (2 * span + 1) as f64);
        sum += at(place + span + 1) - at(place - span);
    }
    means
}

#[cfg(test)]
mod tests {
    use super::averages;

    #[test]
    fn means_run_around_a_ring_and_stop_at_ends() {
        let numbers = [3.0, 0.0, 0.0, 6.0];
        assert_eq!(averages(&numbers, 1, true), [3.0, 1.0, 2.0, 3.0]);
        assert_eq!(averages(&numbers, 1, false), [2.0, 1.0, 2.0, 4.0]);
        assert_eq!(averages(&numbers, 0, true), numbers);
    }
}
