//! The section `[stations]`: places through which the line goes, as rows.

use skidpad_core::spec::Quantity;
use skidpad_world::track::Station;
use toml::de::DeArray;

use super::fields::{TrackReader, range};
use super::read::StationLine;
use crate::error::{did_you_mean, one_of};
use crate::quantity::measure;
use crate::reader::{Node, Table};
use crate::track::check::{BANKINGS_RAD, HEIGHTS_M, MOST_STATIONS, POSITIONS_M, WIDTHS_M};

/// A column: its name, its quantity and its range.
type Column = (&'static str, Quantity, [f64; 2]);

pub(super) const COLUMNS: [Column; 6] = [
    ("x", Quantity::Length, POSITIONS_M),
    ("y", Quantity::Length, POSITIONS_M),
    ("left", Quantity::Length, WIDTHS_M),
    ("right", Quantity::Length, WIDTHS_M),
    ("height", Quantity::Length, HEIGHTS_M),
    ("banking", Quantity::Angle, BANKINGS_RAD),
];
/// So many of them must be there.
const NEEDED: usize = 4;
const COLUMNS_MUST: &str = "names of the columns: [\"x\", \"y\", \"left\", \"right\"], and \"height\" and \"banking\" where they vary";
const ROWS_MUST: &str = "rows of numbers in the order of `columns`: [[0, 0, 5, 5], [100, 0, 5, 5]]";

impl<'a> TrackReader<'a> {
    pub(super) fn stations(&mut self, root: &Table<'a>) -> Option<StationLine> {
        let table = self.r.table(root, "stations", "a section [stations] with columns and rows")?;
        self.r.unknown(&table, &["columns", "rows"], |_| None);
        let order = self.columns(&table);
        let Some(node) = table.get("rows") else {
            self.r.missing(&table, "rows", format!("given: {ROWS_MUST}"));
            return None;
        };
        let Some(rows) = node.value.as_array() else {
            self.r.wrong(&node, ROWS_MUST, None);
            return None;
        };
        if rows.len() > MOST_STATIONS {
            let value = format!("{} rows", rows.len());
            let must = format!("at most {MOST_STATIONS}");
            self.r.faults.push(node.span.start, &node.path, value, must, None);
            return None;
        }
        self.stations_of(&node.path, rows, &order?)
    }

    /// The columns in their order, by their places in [`COLUMNS`].
    fn columns(&mut self, table: &Table<'a>) -> Option<Vec<usize>> {
        if !table.has("columns") {
            self.r.missing(table, "columns", format!("given: {COLUMNS_MUST}"));
        }
        let before = self.r.faults.room();
        let all = || COLUMNS.iter().map(|column| column.0);
        let mut order = Vec::new();
        for node in self.array(table, "columns", COLUMNS_MUST)? {
            let name = node.as_str().unwrap_or_default();
            match all().position(|known| known == name) {
                None => {
                    let must = one_of(all());
                    self.r.wrong(&node, must, did_you_mean(name, all()));
                }
                Some(place) if order.contains(&place) => self.r.wrong(&node, "another column", None),
                Some(place) => order.push(place),
            }
        }
        let lacking: Vec<&str> =
            (0..NEEDED).filter(|place| !order.contains(place)).map(|place| COLUMNS[place].0).collect();
        if let Some(node) = table.get("columns").filter(|_| !lacking.is_empty()) {
            let must = format!("names of columns with {}", lacking.join(", "));
            self.r.wrong(&node, must, None);
        }
        (self.r.faults.room() == before).then_some(order)
    }

    /// Nodes with their paths are made of what is wrong alone: there may be a million numbers.
    fn stations_of(&mut self, path: &str, rows: &'a DeArray<'a>, order: &[usize]) -> Option<StationLine> {
        let mut line = StationLine::default();
        for (place, row) in rows.iter().enumerate() {
            if self.r.faults.room() == 0 {
                return None;
            }
            let node = || Node { path: format!("{path}[{place}]"), span: row.span(), value: row.get_ref() };
            let Some(cells) = row.get_ref().as_array().filter(|cells| cells.len() == order.len()) else {
                let names: Vec<&str> = order.iter().map(|column| COLUMNS[*column].0).collect();
                self.r.wrong(&node(), format!("{} numbers: [{}]", order.len(), names.join(", ")), None);
                continue;
            };
            let mut numbers = [0.0; COLUMNS.len()];
            for (cell, index) in cells.iter().zip(order) {
                let (name, quantity, limits) = COLUMNS[*index];
                let bare = Node { path: String::new(), span: cell.span(), value: cell.get_ref() };
                let inside = bare.number().filter(|value| (limits[0]..=limits[1]).contains(value));
                let number = match inside {
                    Some(number) => Some(number),
                    None => {
                        let node = Node { path: format!("{path}[{place}].{name}"), ..bare };
                        self.r.quantity(&node, measure(quantity), range(limits))
                    }
                };
                numbers[*index] = number.unwrap_or_default();
            }
            let [x, y, left, right, height_m, banking_rad] = numbers;
            line.stations.push(Station {
                position_m: [x, y],
                height_m,
                banking_rad,
                widths_m: [left, right],
            });
            line.offsets.push(row.span().start);
        }
        Some(line)
    }
}
