//! Reads a side pull, and the axles whose friction follows from it.

use skidpad_core::spec::{AxleSpec, Field, Quantity, Section};

use super::provenance::Provenance;
use super::side_pull::{KEY, PULLED, RANGES, RULE, SidePull, is_pulled};
use super::value::VehicleReader;
use crate::quantity::{self, FORCE, Measure};
use crate::reader::{Table, plain};

impl<'a> VehicleReader<'a> {
    /// Reads the side pull, where the file has one.
    pub fn side_pull(&mut self, root: &Table<'a>) -> Option<SidePull> {
        let must = "the largest force of a pull and the mass that was pulled: { force = \"20 N\", mass = \"3.8 kg\" }";
        // Whatever is wrong with it, the axles lack nothing.
        self.pulled_friction = root.has(KEY).then_some(f64::NAN);
        let table = self.r.table(root, KEY, must)?;
        self.attribution(&table, KEY, &["force", "mass"]);
        let mut read = |key: &str, measure: &Measure, range: (f64, f64)| match table.get(key) {
            Some(node) => self.r.quantity(&node, measure, range),
            None => {
                self.r.missing(&table, key, format!("given: {must}"));
                None
            }
        };
        let force_n = read("force", &FORCE, RANGES[0]);
        let mass_kg = read("mass", quantity::measure(Quantity::Mass), RANGES[1]);
        let pull = SidePull { force_n: force_n?, mass_kg: mass_kg? };
        let (low, high) = friction_range();
        if !(low..=high).contains(&pull.friction()) {
            let node = root.get(KEY)?;
            let (low, high) = (plain(low), plain(high));
            let must = format!(
                "a friction from {low} to {high}: its force over its weight is {:.3}",
                pull.friction()
            );
            self.r.wrong(&node, must, None);
            return None;
        }
        self.pulled_friction = Some(pull.friction());
        Some(pull)
    }

    /// The value of a field that follows from the side pull of the file; `None` where the field is another, or there is none.
    pub fn pulled(&mut self, table: &Table<'a>, section: &str, field: &Field) -> Option<f64> {
        let friction = self.pulled_friction.filter(|_| is_pulled(section, field.name))?;
        if let Some(node) = table.get(field.name) {
            let must = format!("left out, or else {KEY}, from which the friction of both axles follows");
            self.r.wrong(&node, must, None);
        }
        self.note(&format!("{section}.{}", field.name), Provenance::Derived { rule: RULE });
        Some(friction)
    }
}

/// The range that a friction from a side pull has to be in.
fn friction_range() -> (f64, f64) {
    let field = AxleSpec::FIELDS.iter().find(|field| field.name == PULLED[0]);
    field.map_or((0.0, f64::INFINITY), |field| (field.low, field.high))
}
