//! Quantities with units: `"258 hp"`, `"7200 rpm"`, `"0.74 N.m/(rev/s)"`.
//!
//! A number stands before a unit; spaces do not matter, and neither does how the parts of a unit
//! are joined: `N.m`, `N·m`, `N*m`, `N-m` and `N m` are the same.

use std::fmt;

use skidpad_core::spec::Quantity;

use crate::error::{did_you_mean, one_of};

mod tables;
mod unit;

pub use tables::{ACCELERATION, CONVERTER_CAPACITY, DENSITY, FORCE, SLOPE};
pub use unit::{Measure, Unit};

/// A text that is no quantity of the kind that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityError {
    /// What it must be: the accepted units, with an example.
    pub must: String,
    /// What is wrong, or what was probably meant.
    pub hint: Option<String>,
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hint {
            Some(hint) => write!(f, "must be {}; {hint}", self.must),
            None => write!(f, "must be {}", self.must),
        }
    }
}

impl std::error::Error for QuantityError {}

/// The units of a quantity.
pub fn measure(quantity: Quantity) -> &'static Measure {
    tables::measure(quantity)
}

/// Reads a number with its unit, in SI.
///
/// ```
/// use skidpad_core::spec::Quantity;
/// use skidpad_formats::quantity::{measure, parse};
/// assert_eq!(parse("3230 lb", measure(Quantity::Mass)).unwrap(), 1465.1033551);
/// assert_eq!(parse("7200 rpm", measure(Quantity::AngularSpeed)).unwrap(), skidpad_core::units::rpm(7200.0));
/// let error = parse("3230 m", measure(Quantity::Mass)).unwrap_err();
/// assert!(error.to_string().ends_with("`m` is a unit of length, not of mass"));
/// ```
///
/// # Errors
/// A text without a number or unit, with a unit of something else, or with a number that is not
/// finite.
pub fn parse(text: &str, measure: &Measure) -> Result<f64, QuantityError> {
    let wrong = |hint: Option<String>| QuantityError { must: measure.must(), hint };
    if text.len() > 100 {
        return Err(wrong(None));
    }
    let Some((number, rest)) = number(text) else {
        let is_comma = text.contains(',');
        return Err(wrong(is_comma.then(|| "numbers have a decimal point, and no comma".to_owned())));
    };
    let Some(unit) = measure.unit(rest) else {
        return Err(wrong(measure.unit_hint(rest, text)));
    };
    let value = (unit.to_si)(number);
    if value.is_finite() { Ok(value) } else { Err(wrong(Some("the number is not finite".to_owned()))) }
}

impl Measure {
    /// The SI unit.
    pub fn si(&self) -> &'static str {
        self.units[0].symbol
    }

    /// The unit of a spelling.
    pub fn unit(&self, written: &str) -> Option<&'static Unit> {
        let written = normal(written);
        self.units.iter().find(|unit| unit.symbol == written || unit.spellings().any(|name| name == written))
    }

    /// "a mass in kg, lb, g or t, such as "1400 kg"".
    pub fn must(&self) -> String {
        let units = one_of(self.units.iter().map(|unit| unit.symbol).filter(|symbol| !symbol.is_empty()));
        format!("{} in {units}, such as {}", self.name, written(self.examples[0]))
    }

    /// The example nearest to the middle of a range, SI, by proportion.
    pub fn example(&self, low: f64, high: f64) -> String {
        let middle = if low > 0.0 { low * high } else { high * high / 100.0 };
        let off = |value: f64| {
            if value * value > middle { value * value / middle } else { middle / (value * value) }
        };
        let values =
            self.examples.iter().filter_map(|example| Some((off(parse(example, self).ok()?), example)));
        let inside = values
            .filter(|(_, example)| parse(example, self).is_ok_and(|value| (low..=high).contains(&value)));
        match inside.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, example)) => written(example),
            None => format!("{low}"),
        }
    }

    /// Its name without article.
    fn noun(&self) -> &'static str {
        self.name.split_once(' ').map_or(self.name, |(_, noun)| noun)
    }

    fn unit_hint(&self, written: &str, text: &str) -> Option<String> {
        let written = normal(written);
        if written.is_empty() {
            return Some(format!("`{}` has no unit", text.trim()));
        }
        if written.starts_with(',') {
            return Some("numbers have a decimal point, and no comma".to_owned());
        }
        let other = tables::ALL.iter().find(|measure| measure.unit(&written).is_some());
        if let Some(other) = other {
            return Some(format!("`{written}` is a unit of {}, not of {}", other.noun(), self.noun()));
        }
        did_you_mean(&written, self.units.iter().map(|unit| unit.symbol).filter(|symbol| !symbol.is_empty()))
    }
}

impl Unit {
    /// How else the symbol is written, each as [`normal`] makes it.
    fn spellings(&self) -> impl Iterator<Item = String> {
        std::iter::once(self.symbol).chain(self.aliases.iter().copied()).map(normal)
    }
}

/// The number at the beginning of a text, and the rest: its unit. The number is not finite where the digits are too many.
pub fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let minus = ['-', '−'];
    let unsigned = text.trim_start_matches('+').trim_start_matches(minus);
    let signs = text.chars().count() - unsigned.chars().count();
    let bytes = unsigned.as_bytes();
    let digits_from = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits_from(0);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits_from(end + 1);
        if whole + fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    if end == 0 || signs > 1 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let from = end + 1 + sign;
        let exponent = if from <= bytes.len() { digits_from(from) } else { 0 };
        if exponent > 0 {
            end = from + exponent;
        }
    }
    let value: f64 = unsigned[..end].parse().ok()?;
    let value = if text.starts_with(minus) { -value } else { value };
    Some((value, &unsigned[end..]))
}

/// An example as it stands in a file: in quotes where it has a unit.
fn written(example: &str) -> String {
    if example.parse::<f64>().is_ok() { example.to_owned() } else { format!("\"{example}\"") }
}

/// One spelling of a unit: parts joined by single dots, powers as plain digits.
fn normal(written: &str) -> String {
    let mut normal = String::new();
    let mut is_joined = false;
    for c in written.trim().chars() {
        match c {
            '.' | '·' | '⋅' | '*' | '×' | '-' | '‐' | '–' | '−' => is_joined = true,
            c if c.is_whitespace() => is_joined = true,
            '^' => {}
            c => {
                let is_open = normal.is_empty() || normal.ends_with(['/', '(']);
                if is_joined && !is_open && !matches!(c, '/' | ')') {
                    normal.push('.');
                }
                is_joined = false;
                normal.push(match c {
                    '²' => '2',
                    '³' => '3',
                    '′' => '\'',
                    '″' => '"',
                    c => c,
                });
            }
        }
    }
    normal
}

#[cfg(test)]
mod tests;
