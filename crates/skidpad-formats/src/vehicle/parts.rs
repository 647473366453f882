//! Reads the sections of a vehicle file.

use skidpad_core::spec::{
    AxleSpec, ClutchSpec, ConverterSpec, CouplingSpec, Field, GearboxKind, Quantity, Section, TorqueSpec,
};
use skidpad_core::tyre::TyreSize;

use super::provenance::Provenance;
use super::rows::ROW;
use super::sections::{
    CONVERTER_FIELDS, COUPLINGS, CYLINDERS, Coupling, GEARBOX_KINDS, REVERSE, field_of, keys,
};
use super::torque::measure_of;
use super::value::{VehicleReader, belongs_in};
use crate::error::one_of;
use crate::quantity;
use crate::reader::{Node, Table};
use crate::tyre_code;

/// Lists longer than this are not even looked at; core says how long each may be.
const MOST_ROWS: usize = 100;

/// The part of `[gearbox]` that is not in its table of fields.
#[derive(Default)]
pub(super) struct GearsRead {
    pub kind: Option<GearboxKind>,
    pub ratios: Vec<f64>,
    pub reverse: f64,
}

impl<'a> VehicleReader<'a> {
    /// A section of plain fields, with its table for what else stands in it. NaN where a value is
    /// wrong, missing or derived.
    pub fn section<S: Section>(&mut self, root: &Table<'a>, name: &str) -> (Option<Table<'a>>, S) {
        let mut section = S::blank();
        let Some(table) = self.open(root, name) else { return (None, section) };
        let absent = S::EITHER.map(|[first, second]| match (table.has(first), table.has(second)) {
            (false, true) => first,
            _ => second,
        });
        for (index, field) in S::FIELDS.iter().enumerate() {
            if absent == Some(field.name) && !table.has(field.name) {
                section.set(index, AxleSpec::NOT_GIVEN);
                continue;
            }
            let value = match self.pulled(&table, name, field) {
                Some(friction) => friction,
                None => self.field(&table, field),
            };
            section.set(index, value);
        }
        (Some(table), section)
    }

    /// A section of fields that all have rules, which may be left out: then all are derived.
    pub fn optional_section<S: Section>(&mut self, root: &Table<'a>, name: &str) -> S {
        if root.has(name) {
            return self.section(root, name).1;
        }
        for field in S::FIELDS {
            if let Some(rule) = field.rule {
                self.note(&format!("{name}.{}", field.name), Provenance::Derived { rule });
            }
        }
        S::blank()
    }

    /// A section that must be there, with its keys checked.
    fn open(&mut self, root: &Table<'a>, name: &str) -> Option<Table<'a>> {
        let keys = keys(name);
        let must =
            format!("a section [{name}] with {}", one_of(keys.iter().copied()).replace(" or ", " and "));
        if !root.has(name) {
            self.r.missing(root, name, format!("given: {must}"));
        }
        let table = self.r.table(root, name, &must)?;
        self.r.unknown(&table, &keys, belongs_in);
        Some(table)
    }

    /// An axle with the size of its tyres.
    pub fn axle(&mut self, root: &Table<'a>, name: &str) -> (Option<TyreSize>, AxleSpec) {
        let (table, mut axle) = self.section::<AxleSpec>(root, name);
        let Some(table) = table else { return (None, axle) };
        let size = table.get("tyre").and_then(|node| self.tyre(&node));
        if let Some(wheels) = field_of::<AxleSpec>("wheels").filter(|_| axle.wheels.is_finite()) {
            let is_whole = axle.wheels == axle.wheels.trunc();
            if let (false, Some(node)) = (is_whole, table.get("wheels")) {
                self.r.wrong(&node, "a whole number of wheels from 1 to 4", None);
                axle.set(wheels, f64::NAN);
            }
        }
        (size, axle)
    }

    fn tyre(&mut self, node: &Node<'a>) -> Option<TyreSize> {
        let code = match node.as_table() {
            Some(inner) => {
                self.attribution(&inner, &node.path, &["value"]);
                inner.get("value").map(|code| Node { path: node.path.clone(), ..code })
            }
            None => {
                self.note(&node.path, Provenance::Given);
                Some(node.clone())
            }
        };
        let Some(code) = code else {
            self.r.wrong(
                node,
                "a tyre code: \"225/40ZR18\" or { value = \"225/40ZR18\", source = \"...\" }",
                None,
            );
            return None;
        };
        self.r.place(&code);
        match tyre_code::parse(code.as_str().unwrap_or_default()) {
            Ok(size) => Some(size),
            Err(error) => {
                self.r.wrong(&code, error.to_string(), None);
                None
            }
        }
    }

    /// Kind and ratios of the gearbox.
    pub fn gears(&mut self, table: &Table<'a>) -> GearsRead {
        let kind = self.r.choice(table, "kind", GEARBOX_KINDS);
        let reverse = self.field(table, &REVERSE);
        let must = "the ratios of the forward gears, first gear first: [2.66, 1.78, 1.30] or \
                    { value = [2.66, 1.78, 1.30], source = \"...\" }";
        let ratio = quantity::measure(Quantity::Ratio);
        let rows = self.list(table, "ratios", "value", must);
        let ratios =
            rows.iter().map(|row| self.r.quantity(row, ratio, (0.05, 100.0)).unwrap_or(f64::NAN)).collect();
        GearsRead { kind, ratios, reverse }
    }

    /// The elements of a list given as `[...]` or `{ value = [...], source = ... }`; empty where it
    /// is missing or wrong.
    pub fn list(&mut self, table: &Table<'a>, key: &str, inner_key: &str, must: &str) -> Vec<Node<'a>> {
        let Some(node) = table.get(key) else {
            self.r.missing(table, key, format!("given: {must}"));
            return Vec::new();
        };
        self.r.place(&node);
        let list = match node.as_table() {
            Some(inner) => {
                self.attribution(&inner, &node.path, &[inner_key]);
                inner.get(inner_key).map(|list| Node { path: node.path.clone(), ..list })
            }
            None => {
                self.note(&node.path, Provenance::Given);
                Some(node.clone())
            }
        };
        let elements = list.as_ref().and_then(Node::elements).filter(|elements| !elements.is_empty());
        let hint = match elements {
            Some(elements) if elements.len() <= MOST_ROWS => return elements,
            Some(elements) => Some(format!("{} are too many: at most 32 have room", elements.len())),
            None => None,
        };
        self.r.wrong(list.as_ref().unwrap_or(&node), must, hint);
        Vec::new()
    }

    /// Number of cylinders of an engine, where it is given.
    pub fn cylinders(&mut self, engine: &Table<'a>, torque: &TorqueSpec) -> Option<u8> {
        let node = engine.get("cylinders")?;
        let [fewest, most] = CYLINDERS;
        let count = self.r.whole(&node, fewest, most)?;
        if matches!(torque, TorqueSpec::Motor { .. }) {
            self.r.wrong(&node, "left out: an electric motor has no cylinders", None);
            return None;
        }
        u8::try_from(count).ok()
    }

    /// Reads the coupling of engine and gearbox, with its section.
    pub fn coupling(&mut self, root: &Table<'a>) -> Option<CouplingSpec> {
        let coupling = self.r.choice(root, "coupling", COUPLINGS);
        for (kind, name) in [(Coupling::Clutch, "clutch"), (Coupling::Converter, "converter")] {
            let is_other = coupling.is_some_and(|coupling| coupling != kind);
            let found = root.keys().find(|(key, _)| *key == name && is_other);
            if let Some((_, offset)) = found {
                let must = format!("left out, or coupling = \"{name}\"");
                self.r.faults.push(offset, name, format!("a section [{name}]"), must, None);
            }
        }
        match coupling? {
            Coupling::Clutch => Some(CouplingSpec::Clutch(self.section::<ClutchSpec>(root, "clutch").1)),
            Coupling::Converter => self.converter(root),
            Coupling::Direct => Some(CouplingSpec::Direct),
        }
    }

    fn converter(&mut self, root: &Table<'a>) -> Option<CouplingSpec> {
        let table = self.open(root, "converter")?;
        let [lock_up_ratio, from_gear] = [0, 1].map(|index| self.field(&table, &CONVERTER_FIELDS[index]));
        if from_gear.is_finite() && from_gear != from_gear.trunc() {
            let node = table.get("lock_up_from_gear")?;
            self.r.wrong(&node, "a whole number of a gear from 1 to 12", None);
        }
        let must = "rows of speed ratio, torque ratio and capacity: points = [[0, 2.0, 0.003], [1, 1, 0]], or \
                    points = { value = [[...], ...], source = \"...\" }";
        let mut points = Vec::new();
        for row in self.list(&table, "points", "value", must) {
            self.r.place(&row);
            let Some([speed, torque, capacity]) = row.elements().and_then(|row| <[_; 3]>::try_from(row).ok())
            else {
                self.r.wrong(&row, "a row of three: [speed ratio, torque ratio, capacity]", None);
                continue;
            };
            let mut number = |node: &Node<'a>, field: &Field| {
                let (measure, range) = measure_of(field);
                self.r.quantity(node, measure, range).unwrap_or(f64::NAN)
            };
            let [speed, torque, capacity] =
                [number(&speed, &ROW[0]), number(&torque, &ROW[1]), number(&capacity, &ROW[2])];
            points.push((speed, torque, capacity));
        }
        let lock_up_from_gear = if from_gear.is_finite() { from_gear as u32 } else { 0 };
        Some(CouplingSpec::Converter(ConverterSpec { points, lock_up_ratio, lock_up_from_gear }))
    }
}
