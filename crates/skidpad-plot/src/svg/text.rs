//! Text and numbers as they stand in a picture.

use std::fmt::Write;

/// Text as XML and HTML take it, in elements and in quoted attributes. Characters that XML 1.0 cannot hold
/// become U+FFFD.
///
/// ```
/// assert_eq!(skidpad_plot::svg::escape("<a> & \"b\""), "&lt;a&gt; &amp; &quot;b&quot;");
/// ```
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(letter),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A length in pixels with one decimal at most.
pub(super) fn pixels(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { String::from("0") } else { text.to_owned() }
}

/// The width of a text in pixels at a size of letters, rather too large than too small: fonts differ.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '/' | ' ' | '-' | '·' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '−' | '±' => 0.92,
        'A'..='Z' => 0.7,
        _ => 0.62,
    };
    size * text.chars().map(letter).sum::<f64>()
}

/// How a text stands to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Writes a text element.
pub(super) fn write(svg: &mut String, place: (f64, f64), anchor: Anchor, class: &str, text: &str) {
    let (x, y) = (pixels(place.0), pixels(place.1));
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let text = escape(text);
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{anchor}{class}>{text}</text>");
}

/// Writes a text that reads upwards, centred on its point.
pub(super) fn write_upwards(svg: &mut String, place: (f64, f64), class: &str, text: &str) {
    let (x, y) = (pixels(place.0), pixels(place.1));
    let text = escape(text);
    let _ = writeln!(
        svg,
        "<text transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"middle\" class=\"{class}\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::{escape, pixels};

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(1.0, "1"), (-0.01, "0"), (2.25, "2.2"), (-3.16, "-3.2"), (0.05, "0.1")] {
            assert_eq!(pixels(value), text, "{value}");
        }
    }

    #[test]
    fn no_text_leaves_its_element() {
        assert_eq!(escape("</text><script>\u{0}"), "&lt;/text&gt;&lt;script&gt;\u{fffd}");
    }
}
