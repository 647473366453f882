//! States at the start: the table `[initial]`.

use std::collections::BTreeMap;

use super::position::Position;
use super::reader::ScenarioReader;
use crate::reader::Table;

/// The largest number of states that the table may name.
const MOST_STATES: usize = 200;

/// The value of a state at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitialValue {
    /// The value, in the unit of the state's name; finite.
    pub value: f64,
    /// Its line in the file; 0 where it does not stand there.
    pub line: usize,
}

impl<'a> ScenarioReader<'a> {
    /// The states by name, in the file's order.
    pub(super) fn initial(&mut self, root: &Table<'a>) -> Vec<(String, f64)> {
        let must = "a table of the model's states by name";
        let Some(table) = self.r.table(root, "initial", must) else { return Vec::new() };
        if table.entries.len() > MOST_STATES {
            let value = format!("{} states", table.entries.len());
            self.r.faults.push(table.offset, "initial", value, format!("at most {MOST_STATES} states"), None);
            return Vec::new();
        }
        let mut values = Vec::new();
        for (key, _) in table.keys() {
            let Some(node) = table.get(key) else { continue };
            self.r.place(&node);
            match node.number().filter(|value| value.is_finite()) {
                Some(value) => values.push((key.to_owned(), value)),
                None => self.r.wrong(&node, "a finite number, in the unit that ends the state's name", None),
            }
        }
        values
    }
}

/// States at the start with their lines.
pub(super) fn placed(
    initial: Vec<(String, f64)>,
    places: &BTreeMap<String, Position>,
) -> BTreeMap<String, InitialValue> {
    let with_line = |(name, value): (String, f64)| {
        let line = places.get(&format!("initial.{name}")).map_or(0, |place| place.line);
        (name, InitialValue { value, line })
    };
    initial.into_iter().map(with_line).collect()
}
