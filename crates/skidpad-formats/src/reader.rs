//! Walks a TOML tree and collects everything that is wrong with it.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::document::shortened;
use crate::error::{Faults, did_you_mean, one_of};
use crate::quantity::{self, Measure};

/// A value with its path and place.
#[derive(Clone)]
pub(crate) struct Node<'a> {
    pub path: String,
    pub span: Range<usize>,
    pub value: &'a DeValue<'a>,
}

/// A table with its path and the place of its name.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    pub path: String,
    pub offset: usize,
    pub entries: &'a DeTable<'a>,
}

/// Where a value stands, and how it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub offset: usize,
    pub written: String,
}

/// The problems found so far and the places of the values read.
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub faults: Faults,
    pub places: BTreeMap<String, Place>,
}

impl<'a> Table<'a> {
    /// The table as a whole file.
    pub fn root(tree: &'a Spanned<DeTable<'a>>) -> Self {
        Self { path: String::new(), offset: 0, entries: tree.get_ref() }
    }

    /// The path of a key.
    pub fn key(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        let value = self.entries.get(name)?;
        Some(Node { path: self.key(name), span: value.span(), value: value.get_ref() })
    }

    pub fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// The keys with their places.
    pub fn keys(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.entries.keys().map(|key| (key.get_ref().as_ref(), key.span().start))
    }
}

impl<'a> Node<'a> {
    pub fn as_str(&self) -> Option<&'a str> {
        self.value.as_str()
    }

    pub fn as_table(&self) -> Option<Table<'a>> {
        let entries = self.value.as_table()?;
        Some(Table { path: self.path.clone(), offset: self.span.start, entries })
    }

    /// The elements of an array.
    pub fn elements(&self) -> Option<Vec<Node<'a>>> {
        let array: &'a DeArray<'a> = self.value.as_array()?;
        let element = |(index, value): (usize, &'a Spanned<DeValue<'a>>)| Node {
            path: format!("{}[{index}]", self.path),
            span: value.span(),
            value: value.get_ref(),
        };
        Some(array.iter().enumerate().map(element).collect())
    }

    /// The number of an integer or float; NaN and infinity are numbers to TOML.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            DeValue::Integer(integer) => {
                i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|value| value as f64)
            }
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => None,
        }
    }

    /// A whole number.
    pub fn whole(&self) -> Option<i64> {
        let DeValue::Integer(integer) = self.value else { return None };
        i64::from_str_radix(integer.as_str(), integer.radix()).ok()
    }
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, faults: Faults::default(), places: BTreeMap::new() }
    }

    /// A value as it is written.
    pub fn written(&self, node: &Node<'a>) -> String {
        match node.value {
            DeValue::Table(table) if !self.text[node.span.start.min(self.text.len())..].starts_with('{') => {
                format!("a table of {} keys", table.len())
            }
            _ => shortened(self.text.get(node.span.clone()).unwrap_or_default()),
        }
    }

    /// Remembers where a value stands.
    pub fn place(&mut self, node: &Node<'a>) {
        let place = Place { offset: node.span.start, written: self.written(node) };
        self.places.insert(node.path.clone(), place);
    }

    /// Reports a value.
    pub fn wrong(&mut self, node: &Node<'a>, must: impl Into<String>, hint: Option<String>) {
        let written = self.written(node);
        self.faults.push(node.span.start, &node.path, written, must.into(), hint);
    }

    /// Reports a key that is not there.
    pub fn missing(&mut self, table: &Table<'a>, key: &str, must: impl Into<String>) {
        self.faults.push(table.offset, &table.key(key), "nothing".to_owned(), must.into(), None);
    }

    /// Reports the keys that are not known. `elsewhere` says where else a key belongs.
    pub fn unknown(&mut self, table: &Table<'a>, known: &[&str], elsewhere: impl Fn(&str) -> Option<String>) {
        let mut unknown = table.keys().filter(|(key, _)| !known.contains(key));
        let must = format!("one of the keys {}", one_of(known.iter().copied()));
        let listed: Vec<(&str, usize)> = unknown.by_ref().take(self.faults.room()).collect();
        for (key, offset) in listed {
            let hint = did_you_mean(key, known.iter().copied()).or_else(|| elsewhere(key));
            let value = format!("the unknown key `{}`", shortened(key));
            self.faults.push(offset, &table.key(&shortened(key)), value, must.clone(), hint);
        }
        self.faults.push_unlisted(unknown.count());
    }

    /// A table below another.
    pub fn table(&mut self, parent: &Table<'a>, key: &str, must: &str) -> Option<Table<'a>> {
        let node = parent.get(key)?;
        let Some(mut table) = node.as_table() else {
            self.wrong(&node, must, None);
            return None;
        };
        if let Some((_, offset)) = parent.keys().find(|(name, _)| *name == key) {
            table.offset = offset;
        }
        Some(table)
    }

    /// A text that must be there.
    pub fn text_of(&mut self, table: &Table<'a>, key: &str, must: &str) -> Option<&'a str> {
        if !table.has(key) {
            self.missing(table, key, format!("given: {must}"));
        }
        self.optional_text(table, key, must)
    }

    /// A text that may be there; never blank.
    pub fn optional_text(&mut self, table: &Table<'a>, key: &str, must: &str) -> Option<&'a str> {
        let node = table.get(key)?;
        self.place(&node);
        let text = node.as_str().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.wrong(&node, must, None);
        }
        text
    }

    /// One of some words.
    pub fn choice<T: Copy>(&mut self, table: &Table<'a>, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let names = || choices.iter().map(|(name, _)| *name);
        let quoted: Vec<String> = names().map(|name| format!("\"{name}\"")).collect();
        let must = one_of(quoted.iter().map(String::as_str));
        let Some(node) = table.get(key) else {
            self.missing(table, key, format!("given: {must}"));
            return None;
        };
        self.place(&node);
        let written = node.as_str().unwrap_or_default();
        let found = choices.iter().find(|(name, _)| *name == written).map(|(_, choice)| *choice);
        if found.is_none() {
            self.wrong(&node, must, did_you_mean(written, names()));
        }
        found
    }

    /// A number with its unit within a range, SI; a bare number is SI.
    pub fn quantity(&mut self, node: &Node<'a>, measure: &Measure, range: (f64, f64)) -> Option<f64> {
        self.place(node);
        let value = match node.as_str() {
            Some(text) => match quantity::parse(text, measure) {
                Ok(value) => value,
                Err(error) => {
                    let hint = error.hint;
                    self.wrong(node, must(measure, range), hint);
                    return None;
                }
            },
            None => match node.number() {
                Some(value) => value,
                None => {
                    self.wrong(node, must(measure, range), None);
                    return None;
                }
            },
        };
        if (range.0..=range.1).contains(&value) {
            return Some(value);
        }
        let converted = format!("{value} {}", measure.si());
        let is_news = node.as_str().is_some_and(|text| text.trim() != converted.trim());
        let hint = is_news.then(|| format!("it is {}", converted.trim()));
        self.wrong(node, must(measure, range), hint);
        None
    }

    /// A whole number within a range.
    pub fn whole(&mut self, node: &Node<'a>, low: i64, high: i64) -> Option<i64> {
        self.place(node);
        let value = node.whole().filter(|value| (low..=high).contains(value));
        if value.is_none() {
            self.wrong(node, format!("a whole number from {low} to {high}"), None);
        }
        value
    }
}

/// "a mass from 20 to 100000 kg, such as "1400 kg" (units: kg, lb, g or t)".
pub(crate) fn must(measure: &Measure, range: (f64, f64)) -> String {
    let (low, high) = range;
    let si = measure.si();
    let space = if si.is_empty() { "" } else { " " };
    let mut must = format!("{} from {} to {}{space}{si}", measure.name, plain(low), plain(high));
    must += &format!(", such as {}", measure.example(low, high));
    if measure.units.len() > 1 {
        let units = measure.units.iter().map(|unit| unit.symbol).filter(|symbol| !symbol.is_empty());
        must += &format!(" ({} {})", if si.is_empty() { "or in" } else { "units:" }, one_of(units));
    }
    must
}

/// A bound as people write it.
pub(crate) fn plain(value: f64) -> String {
    if value != 0.0 && !(1e-4..1e7).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}
