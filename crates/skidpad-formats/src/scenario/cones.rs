//! Cones of a scenario: the tables `[[cone]]`.

use skidpad_core::math::Vec2;
use skidpad_world::scene::Cone;
use skidpad_world::world::MOST_CONES;

use super::reader::{FARTHEST_M, ScenarioReader};
use crate::reader::Table;

pub(super) const CONE: &[&str] = &["x", "y", "from", "to", "count"];

impl<'a> ScenarioReader<'a> {
    /// The cones: single ones, and rows of evenly spaced ones.
    pub(super) fn cones(&mut self, root: &Table<'a>) -> Vec<Cone> {
        let must =
            "a cone: { x = 20, y = 0 }, or a row of cones: { from = [20, 0], to = [90, 0], count = 5 }";
        let rows = self.rows(root, "cone", MOST_CONES, must);
        let mut cones = Vec::new();
        for (node, table) in &rows {
            self.r.unknown(table, CONE, |_| None);
            match table.has("from") || table.has("to") || table.has("count") {
                true => self.row_of_cones(table, &mut cones),
                false => {
                    let far = (-FARTHEST_M, FARTHEST_M);
                    let (x, y) = (self.length(table, "x", far), self.length(table, "y", far));
                    cones.extend(x.zip(y).map(|(x, y)| Cone { position_m: [x, y] }));
                }
            }
            if cones.len() > MOST_CONES {
                self.r.wrong(node, format!("at most {MOST_CONES} cones in all"), None);
                return Vec::new();
            }
        }
        cones
    }

    fn row_of_cones(&mut self, table: &Table<'a>, cones: &mut Vec<Cone>) {
        for key in ["x", "y"] {
            if let Some(node) = table.get(key) {
                self.r.wrong(&node, "left out where a row of cones is given by from, to and count", None);
            }
        }
        let (from_m, to_m) = (self.point(table, "from"), self.point(table, "to"));
        let Some(node) = table.get("count") else {
            self.r.missing(table, "count", "given: the number of cones in the row, such as 5");
            return;
        };
        let count = self.r.whole(&node, 2, MOST_CONES as i64).and_then(|count| u32::try_from(count).ok());
        if let Some(node) = table.get("to").filter(|_| from_m.is_some() && from_m == to_m) {
            self.r.wrong(&node, "another point than from: the cones of a row stand apart", None);
            return;
        }
        if let (Some(from_m), Some(to_m), Some(count)) = (from_m, to_m, count) {
            let apart_m = (to_m - from_m).scale(1.0 / f64::from(count - 1));
            let at = |place: u32| -> Vec2<f64> { from_m + apart_m.scale(f64::from(place)) };
            cones.extend((0..count).map(|place| Cone { position_m: at(place).into() }));
        }
    }
}
