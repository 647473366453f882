//! Values that a log does not have.

/// Fills what is no finite number: by straight lines between the values before and after it, or by the value before it where values are
/// held; before the first value and after the last one by these. Returns the number of those filled; `None` where no value is finite.
pub(super) fn filled(values: &mut [f64], is_held: bool) -> Option<usize> {
    let mut count = 0;
    let mut before: Option<(usize, f64)> = None;
    for place in 0..values.len() {
        let value = values[place];
        if !value.is_finite() {
            count += 1;
            continue;
        }
        let open = before.map_or(0, |(last, _)| last + 1);
        for (step, blank) in values[open..place].iter_mut().enumerate() {
            *blank = match before {
                None => value,
                Some((_, last)) if is_held => last,
                Some((_, last)) => last + (value - last) * ((step + 1) as f64 / (place + 1 - open) as f64),
            };
        }
        before = Some((place, value));
    }
    let (last, value) = before?;
    values[last + 1..].fill(value);
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn blanks_are_filled_from_beside_them() {
        let nan = f64::NAN;
        let mut values = [nan, 1.0, nan, f64::INFINITY, 4.0, nan];
        assert_eq!(filled(&mut values, false), Some(4));
        assert_eq!(values, [1.0, 1.0, 2.0, 3.0, 4.0, 4.0]);
        let mut values = [2.0, nan, 3.0];
        assert_eq!(filled(&mut values, true), Some(1));
        assert_eq!(values, [2.0, 2.0, 3.0]);
        assert_eq!((filled(&mut [nan], false), filled(&mut [], false)), (None, None));
    }
}
