//! Numbers as tables, pictures and screens show them.

/// A number with `digits` decimals. A number that rounds to zero has no sign.
///
/// ```
/// use skidpad_world::shown::fixed;
/// assert_eq!([fixed(-0.04, 1), fixed(-0.06, 1), fixed(2.0, 0)], ["0.0", "-0.1", "2"]);
/// ```
pub fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if is_zero(rest) => rest.to_owned(),
        _ => text,
    }
}

/// A number as [`fixed`] writes it, with a plus sign where it is above zero, for differences.
///
/// ```
/// use skidpad_world::shown::signed;
/// assert_eq!([signed(-0.04, 1), signed(0.04, 1), signed(0.06, 1)], ["0.0", "0.0", "+0.1"]);
/// ```
pub fn signed(number: f64, digits: usize) -> String {
    let text = fixed(number, digits);
    if number > 0.0 && !is_zero(&text) { format!("+{text}") } else { text }
}

fn is_zero(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}
