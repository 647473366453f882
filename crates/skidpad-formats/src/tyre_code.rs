//! Tyre codes as they stand on the side of a tyre: `225/40ZR18`, `P275/40ZR-18`, `205/55 R16 91V`,
//! `100/90-18`.

use std::fmt;

use skidpad_core::tyre::TyreSize;

/// What is read, in words.
const EXPECTED: &str = "width in mm / side wall in % of the width, construction and rim in inches: \
                        \"225/40ZR18\", \"P275/40ZR-18\", \"205/55 R16 91V\" or \"100/90-18\"";

/// A tyre code that cannot be read: what is missing, and what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TyreCodeError {
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for TyreCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{EXPECTED} ({})", self.what)
    }
}

impl std::error::Error for TyreCodeError {}

/// Reads the size in a tyre code. What stands after the rim (load index, speed symbol, `XL`,
/// `M/C`) is not needed for the size and may be anything that tyres bear.
///
/// ```
/// let size = skidpad_formats::tyre_code::parse("P275/40ZR-18").unwrap();
/// assert_eq!((size.width_mm, size.aspect_percent, size.rim_in), (275.0, 40.0, 18.0));
/// ```
///
/// # Errors
/// What is missing in the code or out of its range.
pub fn parse(code: &str) -> Result<TyreSize, TyreCodeError> {
    let wrong = |what: String| TyreCodeError { what };
    if code.len() > 60 {
        return Err(wrong("the code is too long".to_owned()));
    }
    let code = code.trim().to_ascii_uppercase();
    let use_of_tyre = ["LT", "ST", "P", "T", "C"].iter().find_map(|letters| code.strip_prefix(letters));
    let (width_mm, rest) = number(use_of_tyre.unwrap_or(&code))
        .ok_or_else(|| wrong("it does not begin with the width".to_owned()))?;
    let rest = rest
        .strip_prefix('/')
        .ok_or_else(|| wrong("the side wall is missing: no `/` after the width".to_owned()))?;
    let (aspect_percent, rest) =
        number(rest).ok_or_else(|| wrong("there is no number after the `/`".to_owned()))?;
    let construction: usize =
        rest.bytes().take_while(|byte| byte.is_ascii_uppercase() || b" -()".contains(byte)).count();
    let letters = &rest[..construction];
    let is_bias = letters.trim() == "-";
    if !is_bias && !letters.contains(['R', 'B', 'D']) {
        return Err(wrong("the construction is missing before the rim: `R`, `B`, `D` or `-`".to_owned()));
    }
    let (rim_in, rest) =
        number(&rest[construction..]).ok_or_else(|| wrong("the rim is missing".to_owned()))?;
    if !rest.chars().all(|c| c.is_ascii_alphanumeric() || " ()/-+.*".contains(c)) {
        return Err(wrong(format!("`{}` does not belong in a tyre code", rest.trim())));
    }
    for (name, value, low, high) in [
        ("the width", width_mm, 20.0, 500.0),
        ("the side wall", aspect_percent, 15.0, 110.0),
        ("the rim", rim_in, 4.0, 30.0),
    ] {
        if !(low..=high).contains(&value) {
            return Err(wrong(format!("{name} is {value}, not between {low} and {high}")));
        }
    }
    Ok(TyreSize { width_mm, aspect_percent, rim_in })
}

/// A number without sign or exponent at the beginning of a text, and the rest.
fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    let end = if fraction > 0 { whole + 1 + fraction } else { whole };
    Some((text[..end].parse().ok()?, text[end..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn codes_are_read() {
        for (code, width, aspect, rim) in [
            ("225/40ZR18", 225.0, 40.0, 18.0),
            ("225/40ZR-18", 225.0, 40.0, 18.0),
            ("P275/40ZR-18", 275.0, 40.0, 18.0),
            ("P245/45ZR-17", 245.0, 45.0, 17.0),
            ("205/55 R16 91V", 205.0, 55.0, 16.0),
            ("190/50ZR17", 190.0, 50.0, 17.0),
            ("120/70ZR17M/C", 120.0, 70.0, 17.0),
            ("190/50 ZR 17 M/C (73W)", 190.0, 50.0, 17.0),
            ("235/40R18 95Y XL", 235.0, 40.0, 18.0),
            ("LT265/70R17 121/118S", 265.0, 70.0, 17.0),
            ("100/90-18", 100.0, 90.0, 18.0),
            ("100/90 - 18 56H", 100.0, 90.0, 18.0),
            ("130/90B16", 130.0, 90.0, 16.0),
            ("315/80R22.5", 315.0, 80.0, 22.5),
            ("205/50VR15", 205.0, 50.0, 15.0),
            ("195/65 hr15", 195.0, 65.0, 15.0),
        ] {
            let size = parse(code).unwrap_or_else(|error| panic!("{code}: {error}"));
            assert_eq!((size.width_mm, size.aspect_percent, size.rim_in), (width, aspect, rim), "{code}");
        }
    }

    #[test]
    fn what_is_no_code_says_what_is_expected() {
        for (code, says) in [
            ("", "does not begin with the width"),
            ("ZR18", "does not begin with the width"),
            ("225R18", "the side wall is missing"),
            ("155SR13", "the side wall is missing"),
            ("225/ZR18", "no number after the `/`"),
            ("225/4018", "the construction is missing"),
            ("225/40ZR", "the rim is missing"),
            ("225/40X18", "the construction is missing"),
            ("225/40ZR18 é", "does not belong"),
            ("2250/40ZR18", "the width is 2250"),
            ("225/4ZR18", "the side wall is 4"),
            ("225/40ZR181", "the rim is 181"),
            ("é", "does not begin"),
        ] {
            let error = parse(code).expect_err(code).to_string();
            assert!(error.contains(says) && error.contains("225/40ZR18"), "{code}: {error}");
        }
        assert!(parse(&"2".repeat(100)).is_err());
    }
}
