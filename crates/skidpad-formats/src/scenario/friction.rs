//! The friction function of a scenario, for the models that have a choice: `friction = "exponential"`.

use skidpad_core::spec::Quantity;
use skidpad_world::models::{FRICTION_LAWS, FrictionChoice};

use super::reader::ScenarioReader;
use crate::error::{did_you_mean, one_of};
use crate::quantity;
use crate::reader::Table;

pub(super) const KEYS: &[&str] = &["law", "largest", "slip_speed"];

impl<'a> ScenarioReader<'a> {
    /// The friction function; `None` where there is none, or it is wrong.
    pub(super) fn friction(&mut self, root: &Table<'a>) -> Option<FrictionChoice> {
        let node = root.get("friction")?;
        self.r.place(&node);
        let names = || FRICTION_LAWS.into_iter();
        let named = |name: &str| names().find(|known| *known == name);
        let must = || {
            let quoted: Vec<String> = names().map(|name| format!("\"{name}\"")).collect();
            one_of(quoted.iter().map(String::as_str))
        };
        if let Some(name) = node.as_str() {
            let law = named(name);
            if law.is_none() {
                self.r.wrong(&node, must(), did_you_mean(name, names()));
            }
            return law.map(FrictionChoice::new);
        }
        let Some(table) = node.as_table() else {
            let table = "a table { law = \"exponential\", largest = 1.05, slip_speed = 0.61 }";
            self.r.wrong(&node, format!("{}, or {table}", must()), None);
            return None;
        };
        self.r.unknown(&table, KEYS, |_| None);
        let law = self.r.choice(&table, "law", &FRICTION_LAWS.map(|name| (name, name)));
        let mut read = |key: &str, what: Quantity, range: (f64, f64)| {
            table.get(key).and_then(|node| self.r.quantity(&node, quantity::measure(what), range))
        };
        let largest = read("largest", Quantity::Ratio, (0.05, 3.0));
        let k_m_s = read("slip_speed", Quantity::Speed, (0.1, 50.0));
        Some(FrictionChoice { law: law?, largest, k_m_s })
    }
}
