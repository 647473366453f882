//! Weather of a scenario: the table `[weather]`.

use skidpad_core::spec::Quantity;
use skidpad_world::weather::{Gusts, Weather};

use super::reader::ScenarioReader;
use crate::quantity;
use crate::reader::{Node, Table};

pub(super) const KEYS: &[&str] = &["wind", "gusts"];
pub(super) const GUSTS: &[&str] = &["deviation", "time_scale", "seed"];
/// The strongest mean wind along an axis, m/s.
const STRONGEST_M_S: f64 = 60.0;

impl<'a> ScenarioReader<'a> {
    /// The weather; calm where there is no table.
    pub(super) fn weather(&mut self, root: &Table<'a>) -> Weather {
        let must =
            "a table: { wind = [\"8 m/s\", 0], gusts = { deviation = \"2 m/s\", time_scale = \"4 s\" } }";
        let Some(table) = self.r.table(root, "weather", must) else { return Weather::CALM };
        self.r.unknown(&table, KEYS, |_| None);
        let wind_m_s = self.wind(&table).unwrap_or([0.0; 2]);
        let gusts = self.r.table(&table, "gusts", "a table: { deviation = \"2 m/s\", time_scale = \"4 s\" }");
        Weather { wind_m_s, gusts: gusts.and_then(|gusts| self.gusts(&gusts)), ..Weather::CALM }
    }

    fn wind(&mut self, table: &Table<'a>) -> Option<[f64; 2]> {
        let node = table.get("wind")?;
        let Some([x, y]) = node.elements().and_then(|parts| <[Node; 2]>::try_from(parts).ok()) else {
            let must = "the velocity of the air along the x and y axes of the road, such as [\"8 m/s\", 0]";
            self.r.wrong(&node, must, None);
            return None;
        };
        let speed = quantity::measure(Quantity::Speed);
        let mut part = |node: &Node<'a>| self.r.quantity(node, speed, (-STRONGEST_M_S, STRONGEST_M_S));
        let (x, y) = (part(&x), part(&y));
        Some([x?, y?])
    }

    fn gusts(&mut self, table: &Table<'a>) -> Option<Gusts> {
        self.r.unknown(table, GUSTS, |_| None);
        let mut read = |key: &str, quantity: Quantity, range: (f64, f64)| {
            let measure = quantity::measure(quantity);
            let Some(node) = table.get(key) else {
                self.r.missing(table, key, format!("given: {}", crate::reader::must(measure, range)));
                return None;
            };
            self.r.quantity(&node, measure, range)
        };
        let deviation_m_s = read("deviation", Quantity::Speed, (0.0, 15.0));
        let time_scale_s = read("time_scale", Quantity::Time, (0.5, 1000.0));
        let seed = table.get("seed").map_or(Some(1), |node| self.r.whole(&node, 0, i64::MAX));
        let seed = u64::try_from(seed?).ok();
        Some(Gusts { seed: seed?, deviation_m_s: deviation_m_s?, time_scale_s: time_scale_s? })
    }
}
