//! Drivers of a scenario: the tables `[driver]` and `[traffic.driver]`.

use skidpad_core::spec::Quantity;
use skidpad_world::path_driver::{DrivePath, DriverTask};

use super::reader::ScenarioReader;
use crate::quantity;
use crate::reader::Table;

pub(super) const KEYS: &[&str] = &["speed", "path", "radius", "from", "length", "offset"];
/// The fastest that a driver keeps, m/s.
const FASTEST_M_S: f64 = 150.0;
/// The smallest and the largest radius of a circle, m.
const RADIUS_M: (f64, f64) = (1.0, 1e5);

impl<'a> ScenarioReader<'a> {
    /// The table of a driver, where there is one.
    pub(super) fn driver(&mut self, parent: &Table<'a>) -> Option<DriverTask> {
        let must = "a table: { speed = \"80 km/h\", path = \"circle\", radius = 40 }";
        let table = self.r.table(parent, "driver", must)?;
        self.r.unknown(&table, KEYS, |_| None);
        let speed = quantity::measure(Quantity::Speed);
        let speed_m_s = match table.get("speed") {
            Some(node) => self.r.quantity(&node, speed, (0.0, FASTEST_M_S)),
            None => {
                self.r.missing(&table, "speed", "given: the speed to keep, such as \"80 km/h\"");
                None
            }
        };
        let path = self.path(&table);
        Some(DriverTask { speed_m_s: speed_m_s?, path: path? })
    }

    /// The path to follow; `Some(None)` where the rows steer.
    fn path(&mut self, table: &Table<'a>) -> Option<Option<DrivePath>> {
        type Form<'f> = (&'f str, &'f [&'f str]);
        const FORMS: [Form; 3] =
            [("line", &[]), ("circle", &["radius"]), ("lane-change", &["from", "length", "offset"])];
        let names = FORMS.map(|(name, keys)| (name, (name, keys)));
        let (name, own) = match table.has("path") {
            true => self.r.choice(table, "path", &names)?,
            false => ("", &[][..]),
        };
        for (other, keys) in FORMS {
            for key in keys.iter().filter(|key| !own.contains(key)) {
                if let Some(node) = table.get(key) {
                    self.r.wrong(&node, format!("left out, or path = \"{other}\" given"), None);
                    return None;
                }
            }
        }
        Some(match name {
            "" => None,
            "line" => Some(DrivePath::Line),
            "circle" => Some(DrivePath::Circle { radius_m: self.radius(table)? }),
            _ => {
                let from_m = self.length(table, "from", (0.0, 1e5));
                let length_m = self.length(table, "length", (1.0, 1e5));
                let offset_m = self.length(table, "offset", (-1e3, 1e3));
                Some(DrivePath::LaneChange { from_m: from_m?, length_m: length_m?, offset_m: offset_m? })
            }
        })
    }

    fn radius(&mut self, table: &Table<'a>) -> Option<f64> {
        let (least, most) = RADIUS_M;
        let radius_m = self.length(table, "radius", (-most, most))?;
        if radius_m.abs() >= least {
            return Some(radius_m);
        }
        if let Some(node) = table.get("radius") {
            self.r.wrong(
                &node,
                format!("at least {least} m, or at most -{least} m for a circle to the right"),
                None,
            );
        }
        None
    }
}
