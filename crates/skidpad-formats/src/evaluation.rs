//! Questions about one state of a model, as lines of JSON, and their answers.
//!
//! ```json
//! {"model": "w1", "state": {"x_m": 0, "y_m": 0, "yaw_rad": 0, "velocity_x_m_s": 20, "velocity_y_m_s": 0, "yaw_rate_rad_s": 0}, "input": {"steer_rad": 0.02}}
//! ```
//!
//! `state`, `input`, `mode` and `surface` are objects by name or arrays in the model's order. Every
//! state must be given; an input that is left out is 0, or the surface itself under a wheel, a mode as the
//! model itself has it in that state, road and air dry, level asphalt. The answer's derivative has the names of the states, or
//! is an array where the state was one.

mod evaluator;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use skidpad_core::math::Real;
use skidpad_core::record::Channel;

use std::fmt;

use crate::document::shortened;
use crate::error::bounded;
use crate::error::{did_you_mean, one_of};

pub use evaluator::Evaluator;
pub(crate) use evaluator::question;

/// The longest line that is read, bytes.
pub const LONGEST_LINE_BYTES: usize = 1 << 20;
/// The keys of a question.
const KEYS: [&str; 6] = ["model", "car", "state", "input", "mode", "surface"];
/// More problems than this are counted, not listed.
const MOST_PROBLEMS: usize = 20;

/// What a line asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionLine {
    /// The model's name.
    pub model: String,
    /// The car: a preset, a path, or one of the model's own.
    pub car: Option<String>,
    /// The state.
    pub state: Option<Numbers>,
    /// What the driver gives.
    pub input: Option<Numbers>,
    /// Gears and the like.
    pub mode: Option<Numbers>,
    /// Road and air.
    pub surface: Option<Numbers>,
}

/// Numbers by name, or in the model's order.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// By name.
    Named(Vec<(String, f64)>),
    /// In order.
    Ordered(Vec<f64>),
}

/// Reads a line.
///
/// # Errors
/// A line that is blank, too long, not UTF-8 or not such a question.
pub fn parse(line: &[u8]) -> Result<QuestionLine, String> {
    if line.len() > LONGEST_LINE_BYTES {
        return Err(too_long());
    }
    // Some shells put it before what they pipe.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("the line is not UTF-8 from byte {} on", error.valid_up_to() + 1))?;
    if text.trim().is_empty() {
        return Err(
            "the line is blank; write {\"model\": ..., \"car\": ..., \"state\": {...}, \"input\": {...}}"
                .into(),
        );
    }
    serde_json::from_str(text).map_err(|error| {
        // Each question is a line of its own; a value of another type is quoted whole, and may be a megabyte.
        let what = bounded(&error.to_string())
            .replace(" at line 1 column ", " at column ")
            .replace("; at column", " at column");
        match error.classify() {
            Category::Data | Category::Io => what,
            Category::Syntax | Category::Eof if what.starts_with("number out of range") => what,
            Category::Syntax | Category::Eof => format!("the line is not JSON: {what}"),
        }
    })
}

/// What is said of a line that is longer than any question.
pub fn too_long() -> String {
    format!("the line is too long: a question has at most {LONGEST_LINE_BYTES} bytes")
}

impl Numbers {
    /// Whether they stand in order, without names.
    pub fn is_ordered(&self) -> bool {
        matches!(self, Self::Ordered(_))
    }

    /// The numbers in the order of a list of channels, `None` where one is left out. `what` names
    /// them in messages: `state`.
    ///
    /// # Errors
    /// Every name that the list does not have or that appears twice, every number out of its range,
    /// and an array of another length.
    pub fn in_order(&self, what: &str, channels: &[Channel]) -> Result<Vec<Option<f64>>, String> {
        let mut problems = Problems::default();
        let mut values = vec![None; channels.len()];
        match self {
            Self::Ordered(given) if given.len() != channels.len() => problems.push(format!(
                "{what} has {} numbers; it must have {}: {}",
                given.len(),
                channels.len(),
                listed(channels)
            )),
            Self::Ordered(given) => values = given.iter().copied().map(Some).collect(),
            Self::Named(given) => {
                for (name, value) in given {
                    match channels.iter().position(|channel| channel.name == name) {
                        None => {
                            problems.push(unknown(what, name, channels));
                            problems.closing = Some(format!("Known are {}", listed(channels)));
                        }
                        Some(at) if values[at].is_some() => {
                            problems.push(format!("{what}.{name} appears twice"))
                        }
                        Some(at) => values[at] = Some(*value),
                    }
                }
            }
        }
        for (value, channel) in values.iter().zip(channels) {
            let Some(value) = value else { continue };
            if !(channel.low..=channel.high).contains(value) {
                let Channel { name, unit, low, high, .. } = channel;
                let unit = if *unit == "-" { String::new() } else { format!(" {unit}") };
                let [value, low, high] = [value, low, high].map(|number| plain(*number));
                problems.push(format!("{what}.{name} is {value}; it must be between {low} and {high}{unit}"));
            } else if channel.name.ends_with("gear") && value % 1.0 != 0.0 {
                let name = channel.name;
                problems.push(format!("{what}.{name} is {value}; it must be a whole number"));
            }
        }
        problems.into_result(values)
    }
}

/// Every one of some numbers, or which are missing.
///
/// # Errors
/// The names of those that are missing.
pub fn complete(what: &str, values: &[Option<f64>], channels: &[Channel]) -> Result<Vec<f64>, String> {
    let missing: Vec<&str> = channels
        .iter()
        .zip(values)
        .filter(|(_, value)| value.is_none())
        .map(|(channel, _)| channel.name)
        .collect();
    if missing.is_empty() && values.len() == channels.len() {
        return Ok(values.iter().copied().flatten().collect());
    }
    let (names, all) = (missing.join(", "), listed(channels));
    Err(format!("{what} lacks {names}; all must be given: {all} (or an array of numbers in this order)"))
}

/// A number as a person would write it: a large one with its power of ten.
fn plain(value: f64) -> String {
    if (1e-5..1e9).contains(&Real::abs(value)) || value == 0.0 {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// Names with their units: `x_m (m), yaw_rad (rad)`.
pub fn listed(channels: &[Channel]) -> String {
    let names: Vec<String> =
        channels.iter().map(|channel| format!("{} ({})", channel.name, channel.unit)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn unknown(what: &str, name: &str, channels: &[Channel]) -> String {
    let names = || channels.iter().map(|channel| channel.name);
    let hint = did_you_mean(name, names()).map_or(String::new(), |hint| format!("; {hint}"));
    let name = shortened(name);
    format!("{what}.{name} is not known{hint}")
}

#[derive(Default)]
struct Problems {
    listed: Vec<String>,
    more: usize,
    /// A sentence after all of them.
    closing: Option<String>,
}

impl Problems {
    fn push(&mut self, problem: String) {
        if self.listed.len() < MOST_PROBLEMS {
            self.listed.push(problem);
        } else {
            self.more += 1;
        }
    }

    fn into_result<T>(mut self, value: T) -> Result<T, String> {
        if self.listed.is_empty() {
            return Ok(value);
        }
        if self.more > 0 {
            self.listed.push(format!("and {} more problems", self.more));
        }
        let problems = self.listed.join("; ");
        Err(match self.closing {
            Some(closing) => {
                let end = if problems.ends_with('?') { "" } else { "." };
                format!("{problems}{end} {closing}")
            }
            None => problems,
        })
    }
}

/// A part of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its key.
    pub key: &'a str,
    /// What its numbers are.
    pub channels: &'a [Channel],
    /// Its numbers.
    pub values: &'a [f64],
    /// Whether they are written as an array.
    pub is_ordered: bool,
}

impl Part<'_> {
    fn written(&self) -> String {
        let number = |value: &f64| serde_json::Value::from(*value).to_string();
        let named = |(channel, value): (&Channel, &f64)| format!("\"{}\":{}", channel.name, number(value));
        let values = self.values;
        if self.is_ordered {
            let numbers: Vec<String> = values.iter().map(number).collect();
            return format!("\"{}\":[{}]", self.key, numbers.join(","));
        }
        let numbers: Vec<String> = self.channels.iter().zip(values).map(named).collect();
        format!("\"{}\":{{{}}}", self.key, numbers.join(","))
    }
}

/// An answer as a line of JSON, without its end. `notes`: what of the question was not taken as it stands.
///
/// # Errors
/// Numbers that are not finite, by their names.
pub fn answer_line(parts: &[Part<'_>], notes: &[String]) -> Result<String, String> {
    let mut problems = Problems::default();
    for part in parts {
        for (channel, _) in part.channels.iter().zip(part.values).filter(|(_, value)| !value.is_finite()) {
            let (what, name) = (part.key, channel.name);
            problems.push(format!("the {what} of {name} is not a finite number in this state"));
        }
    }
    problems.into_result(())?;
    let mut members: Vec<String> = parts.iter().map(Part::written).collect();
    if !notes.is_empty() {
        members.push(format!("\"notes\":{}", serde_json::Value::from(notes)));
    }
    Ok(format!("{{{}}}", members.join(",")))
}

/// An error as a line of JSON, without its end.
pub fn error_line(message: &str) -> String {
    format!("{{\"error\":{}}}", serde_json::Value::from(message))
}

impl<'de> Deserialize<'de> for QuestionLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LineVisitor)
    }
}

struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = QuestionLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys model, car, state, input")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<QuestionLine, A::Error> {
        let mut line = QuestionLine::default();
        let mut model: Option<String> = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "model" => once(&mut model, &key, map.next_value()?)?,
                "car" => once(&mut line.car, &key, map.next_value()?)?,
                "state" => once(&mut line.state, &key, map.next_value()?)?,
                "input" => once(&mut line.input, &key, map.next_value()?)?,
                "mode" => once(&mut line.mode, &key, map.next_value()?)?,
                "surface" => once(&mut line.surface, &key, map.next_value()?)?,
                _ => {
                    let hint = did_you_mean(&key, KEYS).map_or(".".to_owned(), |hint| format!("; {hint}"));
                    let (key, keys) = (shortened(&key), one_of(KEYS));
                    return Err(A::Error::custom(format!(
                        "the key {key} is not known{hint} Keys are {keys};"
                    )));
                }
            }
        }
        line.model = model
            .ok_or_else(|| A::Error::custom("the model is missing: {\"model\": \"single_track\", ...};"))?;
        Ok(line)
    }
}

fn once<T, E: Error>(place: &mut Option<T>, key: &str, value: T) -> Result<(), E> {
    match place.replace(value) {
        Some(_) => Err(E::custom(format!("the key `{key}` appears twice"))),
        None => Ok(()),
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumbersVisitor)
    }
}

struct NumbersVisitor;

impl<'de> Visitor<'de> for NumbersVisitor {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of numbers by name, or an array of numbers in the model's order")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Numbers, A::Error> {
        let mut numbers = Vec::new();
        while let Some((name, Number(value))) = map.next_entry::<String, Number>()? {
            numbers.push((name, value));
        }
        Ok(Numbers::Named(numbers))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
        let mut numbers = Vec::new();
        while let Some(Number(value)) = list.next_element::<Number>()? {
            numbers.push(value);
        }
        Ok(Numbers::Ordered(numbers))
    }
}

struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if value.is_finite() { Ok(Self(value)) } else { Err(D::Error::custom("a number must be finite")) }
    }
}
