//! The reader of a scenario, and the forms of values that several of its tables have.

use skidpad_core::math::Vec2;
use skidpad_core::spec::Quantity;

use super::held::Held;
use super::map::Maps;
use crate::disk::BaseFolder;
use crate::edit::Positions;
use crate::quantity::{self, Measure};
use crate::reader::{Node, Reader, Table, must};

/// The farthest from the origin, m.
pub(super) const FARTHEST_M: f64 = 1e7;

/// Reader of a scenario. Each table's file adds the method that reads the table.
pub(super) struct ScenarioReader<'a> {
    pub r: Reader<'a>,
    /// Folder of the files that it names; `None`: none are read.
    pub base: Option<BaseFolder>,
    pub maps: Maps,
    /// Angle of the front wheels at full stick, where the rows give sticks.
    pub lock_rad: Option<f64>,
    /// Controls that a driver has, and the rows do not.
    pub held: Held,
    /// Lines of what does not stand in the file.
    pub positions: Positions,
}

impl<'a> ScenarioReader<'a> {
    /// A bare number, or with its unit where the key does not end in one.
    pub(super) fn number(&mut self, node: &Node<'a>, measure: &Measure, must: &str) -> Option<f64> {
        let names_unit = ["_s", "_rad", "_s2"].iter().any(|unit| node.path.ends_with(unit));
        let (value, hint) = match node.as_str() {
            Some(text) if !names_unit => match quantity::parse(text, measure) {
                Ok(value) => (Some(value), None),
                Err(error) => (None, error.hint),
            },
            Some(_) => {
                let key = node.path.rsplit('.').next().unwrap_or_default();
                let bare = key.strip_suffix("_m_s2").or_else(|| key.rsplit_once('_').map(|(bare, _)| bare));
                (None, bare.map(|bare| format!("with a unit, the key is `{bare}`")))
            }
            None => (node.number(), None),
        };
        if value.is_none() {
            self.r.wrong(node, must, hint);
        }
        value
    }

    /// A length that must be there.
    pub(super) fn length(&mut self, row: &Table<'a>, key: &str, range: (f64, f64)) -> Option<f64> {
        self.length_or(row, key, [range.0, range.1], "")
    }

    /// A length that must be there; `or`: what may stand in its place, as the message ends.
    pub(super) fn length_or(
        &mut self,
        row: &Table<'a>,
        key: &str,
        [low, high]: [f64; 2],
        or: &str,
    ) -> Option<f64> {
        let (measure, range) = (quantity::measure(Quantity::Length), (low, high));
        let Some(node) = row.get(key) else {
            self.r.missing(row, key, format!("given: {}{or}", must(measure, range)));
            return None;
        };
        self.r.quantity(&node, measure, range)
    }

    /// Two lengths: `[12, "5 ft"]`.
    pub(super) fn point(&mut self, table: &Table<'a>, key: &str) -> Option<Vec2<f64>> {
        let must = "a point: its x and y in m, such as [40, -2.5]";
        let measure = quantity::measure(Quantity::Length);
        let Some(node) = table.get(key) else {
            self.r.missing(table, key, format!("given: {must}"));
            return None;
        };
        let Some([x, y]) = node.elements().and_then(|parts| <[Node; 2]>::try_from(parts).ok()) else {
            self.r.wrong(&node, must, None);
            return None;
        };
        let far = (-FARTHEST_M, FARTHEST_M);
        let (x, y) = (self.r.quantity(&x, measure, far), self.r.quantity(&y, measure, far));
        Some(Vec2::new(x?, y?))
    }

    /// The rows of an array of tables; none where there are too many.
    pub(super) fn rows(
        &mut self,
        root: &Table<'a>,
        key: &str,
        most: usize,
        must: &str,
    ) -> Vec<(Node<'a>, Table<'a>)> {
        let Some(node) = root.get(key) else { return Vec::new() };
        let Some(rows) = node.elements() else {
            self.r.wrong(&node, format!("tables, each under its own heading [[{key}]]: {must}"), None);
            return Vec::new();
        };
        if rows.len() > most {
            let value = format!("{} tables", rows.len());
            self.r.faults.push(node.span.start, key, value, format!("at most {most}"), None);
            return Vec::new();
        }
        let mut tables = Vec::new();
        for row in rows {
            match row.as_table() {
                Some(table) => tables.push((row, table)),
                None => self.r.wrong(&row, must, None),
            }
        }
        tables
    }
}
