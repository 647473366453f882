//! Scenarios that go on from a log: the table `[start]`.

use std::path::PathBuf;

use skidpad_core::spec::Quantity;

use super::start::StartFromLog;
use super::{Scenario, ScenarioReader};
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

impl Scenario {
    /// The path of the log from which the scenario goes on; `None` where it begins by itself.
    ///
    /// # Errors
    /// A path that leads out of the scenario's folder; a scenario that was read from no file.
    pub fn start_path(&self) -> Option<Result<PathBuf, String>> {
        let start = self.start.as_ref()?;
        Some(match &self.base {
            Some(base) => {
                base.resolve(&start.log).map_err(|error| format!("{}: start.log: {error}", self.origin))
            }
            None => Err(format!("{}: start.log: a text outside any folder names no file", self.origin)),
        })
    }
}

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
