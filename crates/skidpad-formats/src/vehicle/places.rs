//! Every number of a vehicle: where it stands, what it may be, and its value.

use skidpad_core::spec::{AxleSpec, CouplingSpec, Field, Section, TorqueSpec, VehicleSpec, derivable};

use super::file::VehicleFile;
use super::provenance::Provenance;
use super::rows::{self, MOTOR};
use super::sections::{REVERSE, SECTIONS};
use super::side_pull::{is_by_pull, is_pulled};

/// The ratio of a forward gear.
const RATIO: Field =
    Field { name: "ratios", doc: "Ratio of a forward gear, positive; they fall.", ..REVERSE };
/// Place of a number in a vehicle.
///
/// ```
/// let mut file = skidpad_formats::presets::preset("boxster-s").unwrap();
/// let drive = file.places().into_iter().find(|place| place.path() == "gearbox.final_drive").unwrap();
/// assert_eq!(drive.get(&file.spec), Some(3.44));
/// file.set(&drive, 4.0);
/// assert_eq!(file.spec.gearbox.final_drive, 4.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its section, as files write it.
    pub section: &'static str,
    /// Its name, quantity, range and meaning.
    pub field: Field,
    /// Its index among the forward gears, where it is the ratio of one.
    pub gear: Option<usize>,
    /// Its row, where it stands in a table of rows.
    pub row: Option<usize>,
    index: usize,
}

impl Place {
    /// Section and name, as messages write them: `body.kerb_mass`, `gearbox.ratios[0]`,
    /// `engine.torque[3].speed`.
    pub fn path(&self) -> String {
        let of = |index: Option<usize>| index.map_or_else(String::new, |index| format!("[{index}]"));
        format!("{}{}.{}{}", self.section, of(self.row), self.field.name, of(self.gear))
    }

    /// The key of its [`Provenance`]: of the whole where it is one of several that are given together.
    pub fn given_as(&self) -> String {
        match (self.section, self.gear) {
            // Sections within sections are tables.
            (table, _) if table.contains('.') => self.section.to_owned(),
            _ => format!("{}.{}", self.section, self.field.name),
        }
    }

    fn from_entry((section, row, field, index): rows::Entry) -> Self {
        Self { section, field, gear: None, row, index }
    }

    /// Its value, SI; `None` for a vehicle that has no such place.
    pub fn get(&self, spec: &VehicleSpec) -> Option<f64> {
        let index = self.index;
        match self.section {
            "body" => Some(spec.body.get(index)),
            "front" => Some(self.of_axle(spec, true)),
            "rear" => Some(self.of_axle(spec, false)),
            "engine" => Some(spec.engine.get(index)),
            "gearbox" if self.field.name == REVERSE.name => Some(spec.reverse),
            "gearbox" => match self.gear {
                Some(gear) => spec.ratios.get(gear).copied(),
                None => Some(spec.gearbox.get(index)),
            },
            "drive" => Some(spec.drive.get(index)),
            "chassis" => spec.chassis.as_ref().map(|own| own.get(index)),
            "steering" => spec.steering.as_ref().map(|own| own.get(index)),
            "differentials" => spec.differentials.as_ref().map(|own| own.get(index)),
            "assists" => spec.assists.as_ref().map(|own| own.get(index)),
            "stalling" => spec.stalling.as_ref().map(|own| own.get(index)),
            "bump_stops" => spec.bump_stops.as_ref().map(|own| own.get(index)),
            "space" => spec.space.as_ref().map(|own| own.get(index)),
            _ => self.get_part(spec),
        }
    }

    /// Returns true if the place is one of two fields of which exactly one is given.
    pub(super) fn is_one_of_either(&self) -> bool {
        matches!(self.section, "front" | "rear")
            && AxleSpec::EITHER.is_some_and(|either| either.contains(&self.field.name))
    }

    /// A number of an axle; where it follows from the one that is given in its place, that which follows.
    fn of_axle(&self, spec: &VehicleSpec, is_front: bool) -> f64 {
        match self.field.name {
            "peak_slip_angle" => spec.peak_slip_angle_rad(is_front),
            "cornering_stiffness" => spec.cornering_stiffness_n_rad(is_front),
            _ if is_front => spec.front.get(self.index),
            _ => spec.rear.get(self.index),
        }
    }

    fn with_axle(&self, spec: &mut VehicleSpec, act: impl FnOnce(&mut f64)) {
        let is_front = self.section == "front";
        let mut number = self.of_axle(spec, is_front);
        act(&mut number);
        let axle = if is_front { &mut spec.front } else { &mut spec.rear };
        if self.is_one_of_either() {
            axle.give_either(self.field.name, number);
        } else {
            axle.set(self.index, number);
        }
    }

    /// Returns a number of the coupling, of the engine's torque or of the tyres.
    fn get_part(&self, spec: &VehicleSpec) -> Option<f64> {
        match (self.section, &spec.coupling, &spec.torque) {
            ("clutch", CouplingSpec::Clutch(clutch), _) => Some(clutch.get(self.index)),
            ("converter", CouplingSpec::Converter(converter), _) if self.index == 0 => {
                Some(converter.lock_up_ratio)
            }
            ("converter", CouplingSpec::Converter(converter), _) => {
                Some(f64::from(converter.lock_up_from_gear))
            }
            ("engine.motor", _, TorqueSpec::Motor { torque_nm, power_w }) => {
                Some(if self.index == 0 { *torque_nm } else { *power_w })
            }
            _ => rows::get(spec, (self.section, self.row, self.index)),
        }
    }

    /// Puts in a value, SI, in a vehicle that has the place.
    pub(crate) fn set(&self, spec: &mut VehicleSpec, value: f64) {
        self.with(spec, |number| *number = value);
    }

    fn with(&self, spec: &mut VehicleSpec, act: impl FnOnce(&mut f64)) {
        let index = self.index;
        match self.section {
            "body" => on(&mut spec.body, index, act),
            "front" | "rear" => self.with_axle(spec, act),
            "engine" => on(&mut spec.engine, index, act),
            "gearbox" if self.field.name == REVERSE.name => act(&mut spec.reverse),
            "gearbox" => match self.gear {
                Some(gear) => spec.ratios.get_mut(gear).into_iter().take(1).for_each(once(act)),
                None => on(&mut spec.gearbox, index, act),
            },
            "drive" => on(&mut spec.drive, index, act),
            "chassis" => on_some(spec.chassis.as_mut(), index, act),
            "steering" => on_some(spec.steering.as_mut(), index, act),
            "differentials" => on_some(spec.differentials.as_mut(), index, act),
            "assists" => on_some(spec.assists.as_mut(), index, act),
            "stalling" => on_some(spec.stalling.as_mut(), index, act),
            "bump_stops" => on_some(spec.bump_stops.as_mut(), index, act),
            "space" => on_some(spec.space.as_mut(), index, act),
            _ => self.with_parts(spec, act),
        }
    }

    /// Changes a number of the coupling, of the engine's torque or of the tyres.
    fn with_parts(&self, spec: &mut VehicleSpec, act: impl FnOnce(&mut f64)) {
        match (self.section, &mut spec.coupling, &mut spec.torque) {
            ("clutch", CouplingSpec::Clutch(clutch), _) => on(clutch, self.index, act),
            ("converter", CouplingSpec::Converter(converter), _) if self.index == 0 => {
                act(&mut converter.lock_up_ratio);
            }
            ("converter", CouplingSpec::Converter(converter), _) => {
                let mut gear = f64::from(converter.lock_up_from_gear);
                act(&mut gear);
                converter.lock_up_from_gear = gear.round() as u32;
            }
            ("engine.motor", _, TorqueSpec::Motor { torque_nm, power_w }) => {
                act(if self.index == 0 { torque_nm } else { power_w });
            }
            _ => rows::with(spec, (self.section, self.row, self.index), act),
        }
    }
}

fn once(act: impl FnOnce(&mut f64)) -> impl FnMut(&mut f64) {
    let mut act = Some(act);
    move |number| {
        if let Some(act) = act.take() {
            act(number);
        }
    }
}

fn on<S: Section>(section: &mut S, index: usize, act: impl FnOnce(&mut f64)) {
    let mut number = section.get(index);
    act(&mut number);
    section.set(index, number);
}

fn on_some<S: Section>(section: Option<&mut S>, index: usize, act: impl FnOnce(&mut f64)) {
    if let Some(section) = section {
        on(section, index, act);
    }
}

impl VehicleFile {
    /// Every number that the vehicle has outside tyre files, in the order of files.
    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (section, fields) in SECTIONS {
            let plain = fields.iter().enumerate();
            places.extend(plain.map(|(index, field)| Place {
                section,
                field: *field,
                gear: None,
                row: None,
                index,
            }));
            if *section == "gearbox" {
                let ratio = |gear| Place { section, field: RATIO, gear: Some(gear), row: None, index: 0 };
                places.extend((0..self.spec.ratios.len()).map(ratio));
                places.push(Place { section, field: REVERSE, gear: None, row: None, index: 0 });
            }
            if *section == "engine" {
                let motor = MOTOR.into_iter().enumerate();
                places.extend(motor.map(|(index, field)| Place {
                    section: "engine.motor",
                    field,
                    gear: None,
                    row: None,
                    index,
                }));
                places.extend(rows::torque(&self.spec).into_iter().map(Place::from_entry));
            }
            if *section == "converter" {
                places.extend(rows::converter(&self.spec).into_iter().map(Place::from_entry));
            }
        }
        places.extend(rows::tyres(&self.spec).into_iter().map(Place::from_entry));
        places.retain(|place| place.get(&self.spec).is_some());
        places
    }

    /// Gives a value, SI; what is derived by its rule follows. Nothing is checked: see [`VehicleSpec::validate`].
    pub fn set(&mut self, place: &Place, value: f64) {
        place.set(&mut self.spec, value);
        if is_pulled(place.section, place.field.name) {
            self.forget_side_pull();
        }
        if place.is_one_of_either() {
            AxleSpec::EITHER.iter().flatten().for_each(|name| {
                self.provenance.remove(&format!("{}.{name}", place.section));
            });
        }
        self.provenance.insert(place.given_as(), Provenance::Given);
        self.derive();
    }

    /// Derives again what is derived.
    pub fn derive(&mut self) {
        for (section, name) in derivable() {
            let how = self.provenance.get(&format!("{section}.{name}"));
            if matches!(how, Some(Provenance::Derived { .. })) && !is_by_pull(how) {
                self.spec.derive(section, name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::presets;

    /// For every number of every preset, `get` reads the number that `with` changes.
    #[test]
    fn every_number_is_read_where_it_is_written() {
        for name in presets::preset_names() {
            let file = presets::preset(name).unwrap();
            for place in file.places() {
                let mut spec = file.spec.clone();
                let mut written = None;
                place.with(&mut spec, |number| {
                    written = Some(*number);
                    *number += 1.0;
                });
                assert_eq!(place.get(&file.spec), written, "{name} {}", place.path());
                assert_eq!(place.get(&spec), written.map(|was| was + 1.0), "{name} {}", place.path());
            }
        }
    }
}
