//! Where the road is otherwise: the tables `[[ground]]`.

use skidpad_core::spec::Quantity;
use skidpad_world::ground::{Area, Ground, Patch, Shape};

use super::reader::{FARTHEST_M, ScenarioReader};
use crate::quantity;
use crate::reader::{Node, Table};

pub(super) const KEYS: &[&str] =
    &["x", "y", "length", "width", "radius", "heading", "grip", "rolling", "height", "map"];
const ROWS: &str = "patches of the road, each under its own heading [[ground]]";
/// The most patches of a file.
const MOST_PATCHES: usize = 1000;

impl<'a> ScenarioReader<'a> {
    pub(super) fn ground(&mut self, root: &Table<'a>) -> Ground {
        let Some(node) = root.get("ground") else { return Ground::default() };
        let Some(rows) = node.elements() else {
            self.r.wrong(&node, ROWS, None);
            return Ground::default();
        };
        if rows.len() > MOST_PATCHES {
            let value = format!("{} patches", rows.len());
            self.r.faults.push(
                node.span.start,
                "ground",
                value,
                format!("at most {MOST_PATCHES} patches"),
                None,
            );
            return Ground::default();
        }
        Ground::from_patches(rows.iter().flat_map(|row| self.patches(row)).collect())
    }

    /// What a table lays on the road: a map, or another road, a bump, or both on an area.
    fn patches(&mut self, node: &Node<'a>) -> Vec<Patch> {
        let Some(row) = node.as_table() else {
            self.r.wrong(node, "a patch of the road: { x = 40, y = 0, radius = 5, grip = 0.2 }", None);
            return Vec::new();
        };
        self.r.unknown(&row, KEYS, |_| None);
        if row.has("map") {
            return self.map(&row).into_iter().collect();
        }
        let area = self.area(&row);
        let ratio = quantity::measure(Quantity::Ratio);
        let length = quantity::measure(Quantity::Length);
        let mut read =
            |key: &str, measure, range| row.get(key).and_then(|node| self.r.quantity(&node, measure, range));
        let (grip, rolling) = (read("grip", ratio, (0.0, 3.0)), read("rolling", ratio, (0.0, 50.0)));
        let height_m = read("height", length, (-1.0, 1.0));
        if !["grip", "rolling", "height"].iter().any(|key| row.has(key)) {
            let must = "given, or rolling, or height: at least one of the three";
            self.r.missing(&row, "grip", must);
        }
        let Some(area) = area else { return Vec::new() };
        let is_even = grip.is_some() || rolling.is_some();
        let even = is_even.then_some(Patch::Even { area, grip, rolling });
        let bump = height_m.map(|height_m| Patch::Bump { area, height_m });
        even.into_iter().chain(bump).collect()
    }

    fn area(&mut self, row: &Table<'a>) -> Option<Area> {
        let far = (-FARTHEST_M, FARTHEST_M);
        let centre_m = self.length(row, "x", far).zip(self.length(row, "y", far));
        let heading_rad = match row.get("heading") {
            Some(node) => self.r.quantity(&node, quantity::measure(Quantity::Angle), (-7.0, 7.0)),
            None => Some(0.0),
        };
        let sizes = (1e-3, FARTHEST_M);
        let shape = if row.has("radius") {
            for key in ["length", "width"] {
                if let Some(node) = row.get(key) {
                    self.r.wrong(&node, "omitted, as `radius` is given", None);
                }
            }
            self.length(row, "radius", sizes).map(|radius_m| Shape::Disc { radius_m })
        } else {
            let size_m = self
                .length_or(row, "length", [sizes.0, sizes.1], ", or radius for a disc")
                .zip(self.length(row, "width", sizes));
            size_m.map(|(length, width)| Shape::Rectangle { size_m: [length, width] })
        };
        let ((x, y), heading_rad, shape) = (centre_m?, heading_rad?, shape?);
        Some(Area { centre_m: [x, y], heading_rad, shape })
    }

    fn map(&mut self, row: &Table<'a>) -> Option<Patch> {
        let must = "the path of a table of comma-separated values, from this file's folder, in quotes";
        let name = self.r.text_of(row, "map", must)?;
        let node = row.get("map")?;
        for (key, _) in row.keys().filter(|(key, _)| *key != "map" && KEYS.contains(key)) {
            if let Some(node) = row.get(key) {
                self.r.wrong(&node, "omitted, as `map` is given", None);
            }
        }
        let Some(base) = &self.base else {
            self.r.wrong(&node, "omitted in a text that comes from no file", None);
            return None;
        };
        match base.resolve(name).and_then(|path| self.maps.read(path)) {
            Ok(grid) => Some(Patch::Map(grid)),
            Err(error) => {
                // Its own problems with their lines, in place of one that says that there are some.
                self.r.wrong(&node, format!("a map that can be read:\n{error}"), None);
                None
            }
        }
    }
}
