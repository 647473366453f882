//! The units that a tyre property file is written in.

use skidpad_core::units::INCH_M;

use super::lines::{Sections, Written};
use crate::document::shortened;
use crate::error::{Faults, did_you_mean, one_of};

/// Physical quantity of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Number,
    Length,
    Speed,
    Force,
    /// Force over length.
    Stiffness,
    /// Force over speed.
    Damping,
    Angle,
    Pressure,
}

impl Quantity {
    /// The SI unit, as messages name it.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Number => "",
            Self::Length => " m",
            Self::Speed => " m/s",
            Self::Force => " N",
            Self::Stiffness => " N/m",
            Self::Damping => " N s/m",
            Self::Angle => " rad",
            Self::Pressure => " Pa",
        }
    }
}

/// Sizes of the file's units in SI units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    length: f64,
    force: f64,
    pub(super) angle: f64,
    time: f64,
    pressure: Option<f64>,
}

type Names = &'static [(&'static str, f64)];

const LENGTHS: Names = &[
    ("meter", 1.0),
    ("metre", 1.0),
    ("m", 1.0),
    ("mm", 1e-3),
    ("millimeter", 1e-3),
    ("cm", 1e-2),
    ("centimeter", 1e-2),
    ("km", 1e3),
    ("kilometer", 1e3),
    ("inch", INCH_M),
    ("in", INCH_M),
    ("foot", 12.0 * INCH_M),
    ("ft", 12.0 * INCH_M),
];
/// A pound is 0.45359237 kg, standard gravity 9.80665 m/s^2: both by definition.
const POUND_FORCE_N: f64 = 0.45359237 * 9.80665;
const FORCES: Names = &[
    ("newton", 1.0),
    ("n", 1.0),
    ("kn", 1e3),
    ("kilonewton", 1e3),
    ("knewton", 1e3),
    ("pound_force", POUND_FORCE_N),
    ("lbf", POUND_FORCE_N),
    ("kilogram_force", 9.80665),
    ("kgf", 9.80665),
];
const ANGLES: Names = &[
    ("radian", 1.0),
    ("radians", 1.0),
    ("rad", 1.0),
    ("degree", core::f64::consts::PI / 180.0),
    ("degrees", core::f64::consts::PI / 180.0),
    ("deg", core::f64::consts::PI / 180.0),
];
const MASSES: Names = &[
    ("kg", 1.0),
    ("kilogram", 1.0),
    ("gram", 1e-3),
    ("g", 1e-3),
    ("pound_mass", 0.45359237),
    ("lbm", 0.45359237),
    ("slug", 14.593902937206364),
];
const TIMES: Names = &[
    ("second", 1.0),
    ("seconds", 1.0),
    ("sec", 1.0),
    ("s", 1.0),
    ("millisecond", 1e-3),
    ("ms", 1e-3),
    ("minute", 60.0),
    ("hour", 3600.0),
];
const PRESSURES: Names = &[
    ("pascal", 1.0),
    ("pa", 1.0),
    ("kpa", 1e3),
    ("kilopascal", 1e3),
    ("mpa", 1e6),
    ("bar", 1e5),
    ("psi", POUND_FORCE_N / (INCH_M * INCH_M)),
];

impl Units {
    /// Reads the section `[UNITS]`: all five must be given, and a unit of pressure may be.
    pub(super) fn read(sections: &Sections, faults: &mut Faults) -> Self {
        let mut unit = |key: &str, names: Names, is_needed: bool| {
            let first = names.first().map_or("", |(name, _)| name);
            let all = || one_of(names.iter().map(|(name, _)| *name));
            let must = || format!("one of {}, in quotes", all());
            let path = format!("UNITS.{key}");
            match sections.entry("UNITS", key) {
                None if !is_needed => None,
                None => {
                    let at = sections.begins.get("UNITS").copied().unwrap_or_default();
                    let example = format!("given in [UNITS], such as {key} = '{first}'");
                    faults.push(at, &path, "nothing".to_owned(), example, None);
                    None
                }
                Some(entry) => {
                    let known = |(name, _): &&(&str, f64)| entry.text.eq_ignore_ascii_case(name);
                    let found = names.iter().find(known).map(|(_, size)| *size);
                    if found.is_none() && entry.value != Written::Wrong {
                        let hint = did_you_mean(&entry.text, names.iter().map(|(name, _)| *name));
                        let value = format!("`{}`", shortened(&entry.text));
                        faults.push(entry.offset, &path, value, must(), hint);
                    }
                    found
                }
            }
        };
        let length = unit("LENGTH", LENGTHS, true).unwrap_or(1.0);
        let force = unit("FORCE", FORCES, true).unwrap_or(1.0);
        let angle = unit("ANGLE", ANGLES, true).unwrap_or(1.0);
        // No quantity of the formula is a mass; but a file without its unit is not whole.
        unit("MASS", MASSES, true);
        let time = unit("TIME", TIMES, true).unwrap_or(1.0);
        Self { length, force, angle, time, pressure: unit("PRESSURE", PRESSURES, false) }
    }

    /// A value of the file in SI units.
    pub(super) fn si(&self, value: f64, quantity: Quantity) -> f64 {
        value
            * match quantity {
                Quantity::Number => 1.0,
                Quantity::Length => self.length,
                Quantity::Speed => self.length / self.time,
                Quantity::Force => self.force,
                Quantity::Stiffness => self.force / self.length,
                Quantity::Damping => self.force * self.time / self.length,
                Quantity::Angle => self.angle,
                Quantity::Pressure => self.pressure.unwrap_or(self.force / (self.length * self.length)),
            }
    }
}
