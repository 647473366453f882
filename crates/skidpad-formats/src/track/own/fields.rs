//! Values that several tables of a track file have.

use skidpad_core::spec::Quantity;
use skidpad_world::track::Side;

use crate::quantity::measure;
use crate::reader::{Node, Reader, Table, must};

/// Distances along a line, m: the line's own length is checked once it is known.
pub(super) const ALONG_M: [f64; 2] = [0.0, 1e6];

/// A range as readers take it.
pub(super) fn range([low, high]: [f64; 2]) -> (f64, f64) {
    (low, high)
}

/// Reader of a track file.
pub(super) struct TrackReader<'a> {
    pub r: Reader<'a>,
}

impl<'a> TrackReader<'a> {
    /// A quantity that must be there.
    pub fn needed(
        &mut self,
        table: &Table<'a>,
        key: &str,
        quantity: Quantity,
        limits: [f64; 2],
    ) -> Option<f64> {
        if !table.has(key) {
            self.r.missing(table, key, format!("given: {}", must(measure(quantity), range(limits))));
        }
        self.optional(table, key, quantity, limits)
    }

    /// A quantity that may be there.
    pub fn optional(
        &mut self,
        table: &Table<'a>,
        key: &str,
        quantity: Quantity,
        limits: [f64; 2],
    ) -> Option<f64> {
        let node = table.get(key)?;
        self.r.quantity(&node, measure(quantity), range(limits))
    }

    /// Distances at which something begins and ends.
    pub fn stretch(&mut self, table: &Table<'a>, from: &str, to: &str) -> Option<[f64; 2]> {
        let mut end = |key: &str| self.needed(table, key, Quantity::Length, ALONG_M);
        let (from_m, to_m) = (end(from), end(to));
        Some([from_m?, to_m?])
    }

    /// A side of the road.
    pub fn side(&mut self, table: &Table<'a>) -> Option<Side> {
        self.r.choice(table, "side", &Side::ALL.map(|side| (side.name(), side)))
    }

    /// Tables, each under its own heading.
    pub fn rows(&mut self, root: &Table<'a>, key: &str, must: &str) -> Vec<Table<'a>> {
        let Some(node) = root.get(key) else { return Vec::new() };
        let Some(rows) = node.elements() else {
            self.r.wrong(&node, format!("tables, each under its own heading [[{key}]]: {must}"), None);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for row in rows {
            match row.as_table() {
                Some(table) => tables.push(table),
                None => self.r.wrong(&row, must, None),
            }
        }
        tables
    }

    /// The elements of an array.
    pub fn array(&mut self, table: &Table<'a>, key: &str, must: &str) -> Option<Vec<Node<'a>>> {
        let node = table.get(key)?;
        let elements = node.elements();
        if elements.is_none() {
            self.r.wrong(&node, must, None);
        }
        elements
    }
}
