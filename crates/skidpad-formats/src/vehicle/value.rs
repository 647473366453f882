//! The ways to give a value.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use skidpad_core::spec::{AxleSpec, Field, Section};
use toml::de::DeValue;

use super::beside::TyreFiles;
use super::provenance::Provenance;
use super::sections::SECTIONS;
use super::side_pull::PULLED;
use crate::edit::Positions;
use crate::error::did_you_mean;
use crate::quantity;
use crate::reader::{Node, Reader, Table, must, plain};

/// Reads a vehicle: the plain reader, with sources and provenance.
pub(super) struct VehicleReader<'a> {
    pub r: Reader<'a>,
    pub sources: BTreeSet<&'a str>,
    pub provenance: BTreeMap<String, Provenance>,
    /// Tyre files that the vehicle may name.
    pub tyre_files: TyreFiles<'a>,
    /// Lines of what does not stand in the file.
    pub positions: Positions,
    /// Friction of both axles by the side pull of the file: NaN where the pull is wrong.
    pub pulled_friction: Option<f64>,
    /// Paths of the tyre files that were read.
    pub paths: Vec<PathBuf>,
}

/// The keys of a value written as a table.
const VALUE_KEYS: &[&str] = &["value", "source", "estimate", "range", "why"];

impl<'a> VehicleReader<'a> {
    /// A field in one of its three ways; NaN where it is wrong, missing or derived.
    pub fn field(&mut self, table: &Table<'a>, field: &Field) -> f64 {
        let Some(node) = table.get(field.name) else {
            let either = AxleSpec::EITHER.filter(|[first, _]| *first == field.name);
            let or = either.map_or_else(String::new, |[_, second]| format!("; or {second} in its place"));
            let pull =
                if PULLED.contains(&field.name) { "; or side_pull at the top of the file" } else { "" };
            self.r.missing(table, field.name, format!("given: {}{or}{pull}", ways(field)));
            return f64::NAN;
        };
        self.r.place(&node);
        if node.as_str() == Some("derived") {
            match field.rule {
                Some(rule) => self.note(&node.path, Provenance::Derived { rule }),
                None => self.r.wrong(&node, ways(field), Some("no rule derives this field".to_owned())),
            }
            return f64::NAN;
        }
        match node.as_table() {
            Some(inner) => self.attributed(&node, &inner, field),
            None => {
                self.note(&node.path, Provenance::Given);
                self.quantity(&node, field).unwrap_or(f64::NAN)
            }
        }
    }

    fn quantity(&mut self, node: &Node<'a>, field: &Field) -> Option<f64> {
        if matches!(node.value, DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_)) {
            return self.r.quantity(node, quantity::measure(field.quantity), (field.low, field.high));
        }
        self.r.wrong(node, ways(field), None);
        None
    }

    /// `{ value = ..., source = ... }` or `{ estimate = ..., range = [...], why = ... }`.
    fn attributed(&mut self, node: &Node<'a>, inner: &Table<'a>, field: &Field) -> f64 {
        self.r.unknown(inner, VALUE_KEYS, |_| None);
        let named = |name: &str| inner.get(name).map(|value| Node { path: node.path.clone(), ..value });
        match (named("value"), named("estimate")) {
            (Some(value), None) => {
                for key in ["range", "why"] {
                    self.only_for(inner, key, "an estimate");
                }
                let source = self.source(inner);
                self.note(
                    &node.path,
                    source.map_or(Provenance::Given, |source| Provenance::Published { source }),
                );
                self.quantity(&value, field).unwrap_or(f64::NAN)
            }
            (None, Some(estimate)) => {
                self.only_for(inner, "source", "a value");
                let value = self.quantity(&estimate, field);
                let range = self.range(inner, &estimate, field, value);
                let why = self.r.text_of(inner, "why", "the reason for the estimate, as text");
                self.note(
                    &node.path,
                    Provenance::Estimate { range, why: why.unwrap_or_default().to_owned() },
                );
                value.unwrap_or(f64::NAN)
            }
            (Some(_), Some(_)) => {
                self.r.wrong(node, "either a `value` or an `estimate`", None);
                f64::NAN
            }
            (None, None) => {
                self.r.wrong(node, ways(field), None);
                f64::NAN
            }
        }
    }

    /// The range of an estimate, with the estimate inside.
    fn range(
        &mut self,
        inner: &Table<'a>,
        estimate: &Node<'a>,
        field: &Field,
        value: Option<f64>,
    ) -> Option<(f64, f64)> {
        let must = "the least and the largest value that are possible: `range = [least, largest]`";
        let Some(node) = inner.get("range") else {
            self.r.missing(inner, "range", format!("given: {must}"));
            return None;
        };
        let Some(ends) = node.elements().filter(|ends| ends.len() == 2) else {
            self.r.wrong(&node, must, None);
            return None;
        };
        let low = self.quantity(&ends[0], field);
        let high = self.quantity(&ends[1], field);
        let (low, high) = (low?, high?);
        if low >= high {
            self.r.wrong(&node, must, Some("the first must be smaller than the second".to_owned()));
            return None;
        }
        if value.is_some_and(|value| !(low..=high).contains(&value)) {
            let within = format!("within its own range {}", self.r.written(&node));
            self.r.wrong(estimate, within, None);
        }
        Some((low, high))
    }

    /// Reports a key that belongs to the other way.
    fn only_for(&mut self, inner: &Table<'a>, key: &str, way: &str) {
        if let Some(node) = inner.get(key) {
            self.r.wrong(&node, format!("left out: `{key}` belongs to {way}"), None);
        }
    }

    /// The source of a value, one of `[sources]`.
    pub fn source(&mut self, inner: &Table<'a>) -> Option<String> {
        let must = "the name of a source in [sources]";
        let name = self.r.optional_text(inner, "source", must)?;
        if self.sources.contains(name) {
            return Some(name.to_owned());
        }
        let hint = did_you_mean(name, self.sources.iter().copied())
            .unwrap_or_else(|| "add it to [sources]: name = \"citation or address\"".to_owned());
        self.r.wrong(&inner.get("source")?, must, Some(hint));
        None
    }

    /// Reads the provenance of a list, a curve or a code: `source = ...`, or `estimate = true` with `why = ...`, or neither.
    pub fn attribution(&mut self, inner: &Table<'a>, path: &str, known: &[&str]) {
        let keys: Vec<&str> = known.iter().copied().chain(["source", "estimate", "why"]).collect();
        self.r.unknown(inner, &keys, |_| None);
        let provenance = match inner.get("estimate") {
            Some(node) => {
                if node.value.as_bool() != Some(true) {
                    let must = "`true`, beside the values, with `why = \"...\"`";
                    self.r.wrong(&node, must, None);
                }
                self.only_for(inner, "source", "a value that is not an estimate");
                let why = self.r.text_of(inner, "why", "the reason for the estimate, as text");
                Provenance::Estimate { range: None, why: why.unwrap_or_default().to_owned() }
            }
            None => {
                self.only_for(inner, "why", "an estimate");
                self.source(inner).map_or(Provenance::Given, |source| Provenance::Published { source })
            }
        };
        self.note(path, provenance);
    }

    pub fn note(&mut self, path: &str, provenance: Provenance) {
        self.provenance.insert(path.to_owned(), provenance);
    }
}

/// Returns the range of a field and the three ways to give it, in words.
pub(super) fn ways(field: &Field) -> String {
    let measure = quantity::measure(field.quantity);
    let example = measure.example(field.low, field.high);
    let derived = match field.rule {
        Some(rule) => format!(" or \"derived\" ({rule})"),
        None => " (no rule says what \"derived\" would be)".to_owned(),
    };
    format!(
        "{}; write {example} or {{ value = {example}, source = \"...\" }} or \
         {{ estimate = {example}, range = [{}, {}], why = \"...\" }}{derived}",
        must(measure, (field.low, field.high)),
        plain(field.low),
        plain(field.high),
    )
}

/// The section that a misplaced key belongs in.
pub(super) fn belongs_in(key: &str) -> Option<String> {
    let section = SECTIONS.iter().find(|(_, fields)| fields.iter().any(|field| field.name == key))?;
    Some(format!("`{key}` belongs in [{}]", section.0))
}
