//! Scenarios that go on from a log: the table `[start]`.

use skidpad_core::spec::Quantity;

use super::reader::ScenarioReader;
use super::start::StartFromLog;
use crate::quantity;
use crate::reader::Table;

pub(super) const KEYS: &[&str] = &["log", "time", "car"];
/// Keys of a scenario that a log has, too.
const OF_LOG: &[&str] = &[
    "car", "model", "integrator", "initial", "surface", "weather", "ground", "friction", "contact", "wall",
    "cone", "traffic", "shaping",
];
/// The latest time, s.
const LATEST_S: f64 = 1e7;

impl<'a> ScenarioReader<'a> {
    /// The table `[start]`, where there is one; refuses what the log has.
    pub(super) fn start(&mut self, root: &Table<'a>) -> Option<StartFromLog> {
        let must = "a table: { log = \"run.skidlog\", time = \"12 s\" }";
        let table = self.r.table(root, "start", must)?;
        self.r.unknown(&table, KEYS, |_| None);
        for key in OF_LOG {
            if let Some(node) = root.get(key) {
                self.r.wrong(&node, "left out with [start], as the log has it", None);
            }
        }
        let log = self.r.text_of(&table, "log", "the path of a log, from this file's folder, in quotes");
        let car = self.r.optional_text(&table, "car", "the name of a car of the log, in quotes");
        let time = quantity::measure(Quantity::Time);
        let time_s = table.get("time").map(|node| self.r.quantity(&node, time, (0.0, LATEST_S)));
        if time_s == Some(None) {
            return None;
        }
        Some(StartFromLog { log: log?.to_owned(), time_s: time_s.flatten(), car: car.map(str::to_owned) })
    }
}
