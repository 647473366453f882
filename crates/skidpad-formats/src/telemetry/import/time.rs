//! Times of logs.

/// A time: a number, or hours, minutes and seconds with colons between, s; `None` for another text.
pub(super) fn time_s(text: &str, may_have_comma: bool) -> Option<f64> {
    let text = if may_have_comma { text.replace(',', ".") } else { text.to_owned() };
    let mut time_s = 0.0;
    let mut parts = 0;
    for part in text.trim().split(':') {
        let value: f64 = part.parse().ok().filter(|value: &f64| value.is_finite())?;
        if parts > 0 && !(0.0..60.0).contains(&value) {
            return None;
        }
        time_s = 60.0 * time_s + value;
        parts += 1;
    }
    (parts <= 3).then_some(time_s)
}

#[cfg(test)]
mod tests {
    use super::time_s;

    #[test]
    fn times_may_have_colons() {
        for (text, expected) in [("12.5", 12.5), (" 1:02.5 ", 62.5), ("01:00:00,25", 3600.25), ("-3", -3.0)] {
            assert_eq!(time_s(text, true), Some(expected), "{text}");
        }
        for wrong in ["", "x", "1:60", "1:2:3:4", "NaN", "inf", "1:-2"] {
            assert_eq!(time_s(wrong, true), None, "{wrong}");
        }
    }
}
