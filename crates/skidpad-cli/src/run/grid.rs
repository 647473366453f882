//! The values of an axis of a sweep: `FROM:TO:COUNT` or `A,B,C`.

use skidpad_formats::quantity;

/// The most variants of a sweep.
pub const MOST_VARIANTS: usize = 10_000;

/// The values of an axis.
#[derive(Debug, PartialEq)]
pub struct Grid {
    /// The unit that all values have, empty where they are bare numbers; `None` where they differ, or are no numbers.
    pub unit: Option<String>,
    /// Each with its number, where it is one, and as it is written in a file.
    pub values: Vec<(Option<f64>, String)>,
}

/// A number with its unit, as written.
struct Number<'t> {
    value: f64,
    unit: &'t str,
    written: &'t str,
}

/// The values that a text lists.
pub fn parse(text: &str) -> Result<Grid, String> {
    let listed = split(text, ',');
    if listed.len() > 1 {
        return list(&listed);
    }
    match split(text, ':')[..] {
        [from, to, count] => range(from, to, count),
        _ => Err(format!(
            "`{text}` is neither FROM:TO:COUNT nor A,B,C; write such as 0.6:1.2:13, and for one value --set"
        )),
    }
}

/// The parts of a text, but for those inside brackets and quotes.
fn split(text: &str, by: char) -> Vec<&str> {
    let (mut depth, mut is_quoted, mut start, mut parts) = (0_usize, false, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '[' | '{' if !is_quoted => depth += 1,
            ']' | '}' if !is_quoted => depth = depth.saturating_sub(1),
            c if c == by && depth == 0 && !is_quoted => {
                parts.push(text[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

fn list(parts: &[&str]) -> Result<Grid, String> {
    if parts.iter().any(|part| part.is_empty()) {
        return Err("a value is empty; write such as 0.6,0.9,1.2".to_owned());
    }
    for (at, part) in parts.iter().enumerate() {
        if parts[..at].contains(part) {
            return Err(format!("{part} appears twice; give each value once"));
        }
    }
    let numbers: Vec<Option<Number>> = parts.iter().map(|part| number(part)).collect();
    let bare = numbers.iter().flatten().find(|number| number.unit.is_empty());
    if let (Some(bare), Some(other)) = (bare, numbers.iter().flatten().find(|number| !number.unit.is_empty()))
    {
        return Err(format!(
            "{} has no unit, and {} has; give each value its unit (numbers have a decimal point, and no comma)",
            bare.written, other.written
        ));
    }
    let first = numbers.first().and_then(|number| number.as_ref().map(|number| number.unit));
    let is_same = |number: &Option<Number>| number.as_ref().map(|number| number.unit) == first;
    let unit = first.filter(|_| numbers.iter().all(is_same)).map(str::to_owned);
    let value = |(part, number): (&&str, &Option<Number>)| {
        let number = number.as_ref().filter(|_| unit.is_some());
        (number.map(|number| number.value), (*part).to_owned())
    };
    let values = parts.iter().zip(&numbers).map(value).collect();
    Ok(Grid { unit, values })
}

fn range(from: &str, to: &str, count: &str) -> Result<Grid, String> {
    let end = |name: &str, text: &str| {
        let must = "must be a number, such as 0.6 or 1400 kg".to_owned();
        number(text).map(|_| ()).ok_or_else(|| format!("{name} is `{text}`; {must}"))
    };
    end("FROM", from)?;
    end("TO", to)?;
    let (Some(from), Some(to)) = (number(from), number(to)) else { return Err(String::new()) };
    let unit = if to.unit.is_empty() { from.unit } else { to.unit };
    if from.unit != to.unit {
        return Err(format!(
            "{} and {} have different units; write {} {unit}:{} {unit}:{count}",
            from.written, to.written, from.value, to.value
        ));
    }
    let one = || format!("for one value write --set FIELD={}", from.written);
    let number: Option<usize> = count.parse().ok();
    let count = number.filter(|count| (2..=MOST_VARIANTS).contains(count)).ok_or_else(|| {
        format!("COUNT is `{count}`; must be a whole number from 2 to {MOST_VARIANTS} ({})", one())
    })?;
    if from.value == to.value {
        return Err(format!("both ends are {}; {}", from.written, one()));
    }
    if from.value > to.value {
        let (low, high) = (to.written, from.written);
        return Err(format!("{high} is above {low}; write {low}:{high}:{count}"));
    }
    let values: Vec<(Option<f64>, String)> = (0..count).map(|at| between(&from, &to, at, count)).collect();
    let rises = |pair: &[(Option<f64>, String)]| pair[0].0 < pair[1].0;
    if !values.windows(2).all(rises) {
        return Err(format!(
            "{} and {} are too near each other for {count} values; take fewer",
            from.written, to.written
        ));
    }
    Ok(Grid { unit: Some(unit.to_owned()), values })
}

/// A value of a range; the ends are as they are written.
fn between(from: &Number, to: &Number, at: usize, count: usize) -> (Option<f64>, String) {
    let last = count - 1;
    match at {
        0 => return (Some(from.value), from.written.to_owned()),
        at if at == last => return (Some(to.value), to.written.to_owned()),
        _ => {}
    }
    let share = at as f64 / last as f64;
    let value = from.value * (1.0 - share) + to.value * share;
    // Fifteen digits: 0.7 and not 0.7000000000000001.
    let value: f64 = format!("{value:.14e}").parse().unwrap_or(value);
    let written = format!("{value} {}", from.unit);
    (Some(value), written.trim_end().to_owned())
}

/// A finite number with its unit; `None` of a text.
fn number(text: &str) -> Option<Number<'_>> {
    let (value, unit) = quantity::number(text)?;
    let unit = unit.trim();
    let is_unit = unit.is_empty() || !unit.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '/');
    (value.is_finite() && is_unit).then_some(Number { value, unit, written: text })
}

#[cfg(test)]
mod tests {
    use super::{Grid, parse};

    fn written(text: &str) -> Vec<String> {
        parse(text).unwrap().values.into_iter().map(|value| value.1).collect()
    }

    #[test]
    fn ranges_have_exact_ends_and_short_numbers_between() {
        assert_eq!(
            written("0.6:1.2:13"),
            ["0.6", "0.65", "0.7", "0.75", "0.8", "0.85", "0.9", "0.95", "1", "1.05", "1.1", "1.15", "1.2"]
        );
        assert_eq!(written("1200 kg:1500 kg:3"), ["1200 kg", "1350 kg", "1500 kg"]);
        assert_eq!(written("-1:1:3"), ["-1", "0", "1"]);
        assert_eq!(written("0:1:4"), ["0", "0.333333333333333", "0.666666666666667", "1"]);
        let Grid { unit, values } = parse("0.1:0.3:3").unwrap();
        assert_eq!(unit.as_deref(), Some(""));
        let numbers: Vec<f64> = values.iter().filter_map(|value| value.0).collect();
        assert_eq!(numbers, [0.1, 0.2, 0.3]);
    }

    #[test]
    fn lists_hold_any_values() {
        assert_eq!(written("[3.5, 2], [3.8, 2]"), ["[3.5, 2]", "[3.8, 2]"]);
        assert_eq!(written("boxster-s,\"a,b:c\""), ["boxster-s", "\"a,b:c\""]);
        let list = parse("205/55R16,225/45R17").unwrap();
        assert_eq!((list.unit, list.values[0].0), (None, None));
        let list = parse("55 mph, 60 mph").unwrap();
        assert_eq!((list.unit.as_deref(), list.values[1].0), (Some("mph"), Some(60.0)));
    }

    #[test]
    fn wrong_ranges_say_what_to_write() {
        for (text, says) in [
            ("", "neither FROM:TO:COUNT nor A,B,C"),
            ("0.6", "for one value --set"),
            ("0.6:1.2", "neither FROM:TO:COUNT"),
            ("1:2:3:4", "neither FROM:TO:COUNT"),
            (
                "0.6:1.2:0",
                "COUNT is `0`; must be a whole number from 2 to 10000 (for one value write --set FIELD=0.6)",
            ),
            ("0.6:1.2:1", "COUNT is `1`"),
            ("0.6:1.2:2.5", "COUNT is `2.5`"),
            ("0.6:1.2:10001", "COUNT is `10001`"),
            ("0.6:1.2:-3", "COUNT is `-3`"),
            ("0.6:1.2:", "COUNT is ``"),
            ("NaN:1.2:3", "FROM is `NaN`; must be a number"),
            ("0.6:inf:3", "TO is `inf`; must be a number"),
            ("0.6:1e999:3", "TO is `1e999`; must be a number"),
            (":1:3", "FROM is ``"),
            ("0.6:0.6:3", "both ends are 0.6; for one value write --set FIELD=0.6"),
            ("1.2:0.6:13", "1.2 is above 0.6; write 0.6:1.2:13"),
            ("1200:1500 kg:4", "1200 and 1500 kg have different units; write 1200 kg:1500 kg:4"),
            ("1:1.0000000000000002:5", "too near each other for 5 values"),
            ("0.5,,1", "a value is empty"),
            ("0.5,0.5", "0.5 appears twice"),
            // A number with a comma would be two values.
            ("1,400 kg", "1 has no unit, and 400 kg has; give each value its unit"),
        ] {
            let message = parse(text).unwrap_err();
            assert!(message.contains(says), "{text}: {message}");
        }
    }
}
