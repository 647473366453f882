//! Questions to a tyre as lines of JSON, and their answers.
//!
//! ```json
//! {"fz_n": 4000, "kappa": 0.02, "alpha_rad": 0.05, "gamma_rad": 0, "vx_m_s": 20, "pressure_pa": 220000}
//! ```
//!
//! The load must be given. A slip or camber that is left out is 0, speed and pressure are those of the tyre's
//! measurement. Axes are those of the tyre's file, ISO-W: a positive slip angle gives a negative side force.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::error::Category;
use skidpad_core::record::{Channels, Record};
use skidpad_core::tyre::magic_formula::{Answer, MagicFormula, Question, Version};

use std::fmt;

use crate::document::shortened;
use crate::error::bounded;
use crate::error::{did_you_mean, one_of};
use crate::evaluation::LONGEST_LINE_BYTES;

/// The keys of a question, with the least and the largest value of each.
const KEYS: [(&str, f64, f64); 6] = [
    ("fz_n", -1e7, 1e7),
    ("kappa", -1e6, 1e6),
    ("alpha_rad", -3.2, 3.2),
    ("gamma_rad", -1.6, 1.6),
    ("vx_m_s", -1e3, 1e3),
    ("pressure_pa", 1.0, 1e9),
];

/// Numbers of a question, in the order of the keys; `None` for a key that the line leaves out.
struct Asked([Option<f64>; 6]);

/// Reads a question to a tyre of some version of the formula.
///
/// # Errors
/// A line that is blank, too long, not UTF-8 or not such a question; a number out of its range.
pub fn ask(version: Version, tyre: &MagicFormula<f64>, line: &[u8]) -> Result<Question<f64>, String> {
    if line.len() > LONGEST_LINE_BYTES {
        return Err(crate::evaluation::too_long());
    }
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("the line is not UTF-8 from byte {} on", error.valid_up_to() + 1))?;
    if text.trim().is_empty() {
        return Err("the line is blank; write {\"fz_n\": 4000, \"kappa\": 0.02, \"alpha_rad\": 0.05}".into());
    }
    let Asked(numbers) = serde_json::from_str(text).map_err(|error| {
        let what = bounded(&error.to_string()).replace(" at line 1 column ", " at column ");
        match error.classify() {
            Category::Data | Category::Io => what,
            Category::Syntax | Category::Eof if what.starts_with("number out of range") => what,
            Category::Syntax | Category::Eof => format!("the line is not JSON: {what}"),
        }
    })?;
    let wrong: Vec<String> = KEYS
        .iter()
        .zip(numbers)
        .filter_map(|((name, low, high), value)| {
            let value = value.filter(|value| !(*value >= *low && *value <= *high))?;
            Some(format!("{name} is {value:e}; it must be between {low:e} and {high:e}"))
        })
        .collect();
    if !wrong.is_empty() {
        return Err(wrong.join("; "));
    }
    let [load, kappa, alpha, gamma, speed, pressure] = numbers;
    let load_n = load.ok_or("fz_n is missing; a question needs the load, such as {\"fz_n\": 4000}")?;
    let plain = tyre.plain_question(load_n);
    Ok(Question {
        load_n,
        kappa: kappa.unwrap_or_default(),
        alpha_rad: alpha.unwrap_or_default(),
        gamma_rad: gamma.unwrap_or_default(),
        speed_m_s: speed.unwrap_or(plain.speed_m_s),
        // A tyre of a version without pressure has one of its own only.
        pressure_pa: pressure.filter(|_| version != Version::V5_2).unwrap_or(plain.pressure_pa),
    })
}

/// An answer as a line of JSON, without its end.
///
/// # Errors
/// Numbers that are not finite, by their names.
pub fn reply(answer: &Answer<f64>) -> Result<String, String> {
    let mut values = vec![0.0; Answer::<f64>::LEN];
    answer.store(&mut &mut values[..]);
    let named = || Answer::<f64>::CHANNELS.iter().zip(&values);
    let wrong: Vec<&str> =
        named().filter(|(_, value)| !value.is_finite()).map(|(channel, _)| channel.name).collect();
    if !wrong.is_empty() {
        return Err(format!("{} would not be a finite number here", one_of(wrong)));
    }
    let pairs: Vec<String> = named()
        .map(|(channel, value)| format!("\"{}\":{}", channel.name, serde_json::Value::from(*value)))
        .collect();
    Ok(format!("{{{}}}", pairs.join(",")))
}

impl<'de> Deserialize<'de> for Asked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AskedVisitor)
    }
}

struct AskedVisitor;

impl<'de> Visitor<'de> for AskedVisitor {
    type Value = Asked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys fz_n, kappa, alpha_rad")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Asked, A::Error> {
        let mut numbers = [None; 6];
        while let Some(key) = map.next_key::<String>()? {
            let names = || KEYS.iter().map(|(name, _, _)| *name);
            let Some(index) = names().position(|name| name == key) else {
                let hint = did_you_mean(&key, names()).map_or(".".to_owned(), |hint| format!("; {hint}"));
                let (key, keys) = (shortened(&key), one_of(names()));
                return Err(A::Error::custom(format!("the key {key} is not known{hint} Keys are {keys};")));
            };
            if numbers[index].replace(map.next_value::<f64>()?).is_some() {
                return Err(A::Error::custom(format!("the key `{key}` appears twice;")));
            }
        }
        Ok(Asked(numbers))
    }
}
