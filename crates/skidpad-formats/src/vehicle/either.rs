//! Peak slip angle or cornering stiffness: a file gives one of them for each axle; and frictions or a side pull.

use skidpad_core::spec::{AxleSpec, Section};

use super::file::VehicleFile;
use super::places::Place;
use super::provenance::Provenance;
use super::sections::field_of;
use super::side_pull::{KEY, PULLED};

impl VehicleFile {
    /// Returns true if a number is not in the file, but follows from the one that is given in its place.
    pub fn follows(&self, place: &Place) -> bool {
        place.is_one_of_either() && !self.provenance.contains_key(&place.given_as())
    }

    /// Gives the one of two alternative fields that another file gives, with its value and provenance. Does nothing if the place
    /// is not one of two such fields.
    pub fn give_as_in(&mut self, place: &Place, other: &Self) {
        if !place.is_one_of_either() {
            return;
        }
        for name in AxleSpec::EITHER.into_iter().flatten() {
            let key = format!("{}.{name}", place.section);
            let Some(how) = other.provenance.get(&key) else {
                self.provenance.remove(&key);
                continue;
            };
            let (axle, of) = match place.section {
                "front" => (&mut self.spec.front, &other.spec.front),
                _ => (&mut self.spec.rear, &other.spec.rear),
            };
            let index = field_of::<AxleSpec>(name);
            axle.give_either(name, index.map_or(f64::NAN, |index| of.get(index)));
            self.provenance.insert(key, how.clone());
        }
        self.derive();
    }

    /// Returns true if the cornering stiffness of an axle follows from the rule for all cars: none was published for this one.
    pub fn is_cornering_by_rule(&self) -> bool {
        let by_rule = |axle: &str| {
            let how = self.provenance.get(&format!("{axle}.peak_slip_angle"));
            matches!(how, Some(Provenance::Derived { .. }))
        };
        self.spec.tyres.is_none() && (by_rule("front") || by_rule("rear"))
    }

    /// Gives each axle the friction that follows from the side pull as its own, and forgets the pull: one friction is set to another.
    pub(super) fn forget_side_pull(&mut self) {
        if self.side_pull.take().is_none() {
            return;
        }
        self.provenance.remove(KEY);
        for axle in ["front", "rear"] {
            for name in PULLED {
                self.provenance.insert(format!("{axle}.{name}"), Provenance::Given);
            }
        }
    }
}
