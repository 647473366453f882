//! From lines to coefficients.

mod checks;
mod parts;

use std::collections::BTreeMap;

use skidpad_core::math::Real;
use skidpad_core::record::{Channel, Record};
use skidpad_core::tyre::magic_formula::{Coefficients, Version};

use super::keys::{self, Dialect, Need};
use super::lines::{self, Sections, Written};
use super::units::{Quantity, Units};
use super::{Taken, TyreFile};
use crate::MAX_FILE_BYTES;
use crate::document::{shortened, too_large};
use crate::error::{Faults, FileError};

pub(super) fn parse(origin: &str, bytes: &[u8]) -> Result<TyreFile, FileError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(too_large(origin, bytes.len() as u64, MAX_FILE_BYTES));
    }
    // Comments are written in whatever encoding; keys and values are ASCII.
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim().is_empty() {
        let must = "a tyre property file with sections such as [UNITS] and [MODEL]";
        return Err(FileError::whole(origin, "an empty file", must));
    }
    let mut faults = Faults::default();
    let sections = lines::read(text, &mut faults);
    let units = Units::read(&sections, &mut faults);
    let kind = kind(&sections, &mut faults);
    let mut reader = Reader { sections: &sections, units, kind, faults, taken: Vec::new() };
    let file = reader.file();
    match file {
        Some(file) if reader.faults.is_empty() => Ok(file),
        _ => Err(reader.faults.into_error(origin, text)),
    }
}

/// Version of the formula and dialect of the file.
#[derive(Clone, Copy)]
struct Kind {
    version: Version,
    dialect: Dialect,
    /// True if the file gives them; otherwise they are assumed, so that the rest can be checked.
    is_known: bool,
}

/// `FITTYP` as MF-Tyre counts, or `PROPERTY_FILE_FORMAT = 'PAC2002'`.
fn kind(sections: &Sections, faults: &mut Faults) -> Kind {
    const MUST: &str = "5, 6, 21 or 52 (Magic Formula 5.2), 61 or 62";
    let text = |key: &str| sections.entry("MODEL", key).map(|entry| entry.text.to_ascii_uppercase());
    let is_pac2002 = text("PROPERTY_FILE_FORMAT").is_some_and(|format| format == "PAC2002");
    let of = |version, dialect| Kind { version, dialect, is_known: true };
    let fit = sections.entry("MODEL", "FITTYP");
    let dialect = if is_pac2002 { Dialect::Loose } else { Dialect::Strict };
    match fit.map(|entry| (entry, &entry.value)) {
        Some((_, Written::Number(number))) if *number == 5.0 => return of(Version::V5_2, Dialect::Loose),
        Some((_, Written::Number(number))) if [6.0, 21.0, 52.0].contains(number) => {
            return of(Version::V5_2, dialect);
        }
        Some((_, Written::Number(number))) if *number == 61.0 => return of(Version::V6_1, Dialect::Strict),
        Some((_, Written::Number(number))) if *number == 62.0 => return of(Version::V6_2, Dialect::Strict),
        None if is_pac2002 => return of(Version::V5_2, Dialect::Loose),
        Some((_, Written::Wrong)) => {}
        Some((entry, _)) => {
            let value = format!("`{}`", shortened(&entry.text));
            faults.push(entry.offset, "MODEL.FITTYP", value, MUST.to_owned(), None);
        }
        None => {
            let at = sections.begins.get("MODEL").copied().unwrap_or_default();
            let must = format!("given: {MUST}; or PROPERTY_FILE_FORMAT = 'PAC2002'");
            faults.push(at, "MODEL.FITTYP", "nothing".to_owned(), must, None);
        }
    }
    Kind { version: Version::V5_2, dialect: Dialect::Loose, is_known: false }
}

/// A key that is looked for.
struct Wanted<'a> {
    section: &'a str,
    key: &'a str,
    quantity: Quantity,
    range: [f64; 2],
}

struct Reader<'a> {
    sections: &'a Sections,
    units: Units,
    kind: Kind,
    faults: Faults,
    taken: Vec<Taken>,
}

impl Reader<'_> {
    /// Everything, or `None` where something that the rest needs is missing.
    fn file(&mut self) -> Option<TyreFile> {
        let coefficients = self.coefficients();
        let vertical = self.vertical();
        let side = self.side();
        self.unused();
        let warnings = self.warnings();
        let coefficients = coefficients?;
        self.cross(&coefficients, &vertical);
        if self.units.angle != 1.0 {
            let taken = "pure numbers for angles in rad, as the formula has them; ANGLE holds for the ranges";
            self.taken.push(Taken { keys: vec!["all coefficients".to_owned()], taken: taken.to_owned() });
        }
        let taken = std::mem::take(&mut self.taken);
        Some(TyreFile { coefficients, vertical, side, taken, warnings })
    }

    fn coefficients(&mut self) -> Option<Coefficients<f64>> {
        let size = self.size();
        let limits = self.limits();
        let structure = self.structure();
        let mut read: Vec<Vec<f64>> = Vec::new();
        for (section, channels) in keys::sections() {
            read.push(self.section(section, channels));
        }
        let [scaling, longitudinal, lateral, overturning, rolling, aligning] = &read[..] else { return None };
        Some(Coefficients {
            version: self.kind.version,
            size,
            limits,
            scaling: Record::load(&&scaling[..]),
            longitudinal: Record::load(&&longitudinal[..]),
            lateral: Record::load(&&lateral[..]),
            overturning: Record::load(&&overturning[..]),
            rolling: Record::load(&&rolling[..]),
            aligning: Record::load(&&aligning[..]),
            structure,
        })
    }

    /// The coefficients of a section, in the order of its record.
    fn section(&mut self, section: &str, channels: &[Channel]) -> Vec<f64> {
        let mut effects: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let mut ones: BTreeMap<u8, Vec<String>> = BTreeMap::new();
        let mut values = Vec::with_capacity(channels.len());
        let is_there =
            |channel: &&Channel| self.sections.entry(section, &channel.name.to_ascii_uppercase()).is_some();
        let (kind, there) = (self.kind, channels.iter().filter(is_there).collect::<Vec<_>>());
        let has_effect = |effect: &str| {
            let need = |channel: &&Channel| keys::need(kind.version, kind.dialect, channel.name);
            there.iter().any(|channel| matches!(need(channel), Need::Effect(other) if other == effect))
        };
        for channel in channels {
            let key = channel.name.to_ascii_uppercase();
            let need = keys::need(kind.version, kind.dialect, channel.name);
            let entry = self.sections.entry(section, &key);
            let value = match (need, entry) {
                (Need::NotInVersion(value), _) => value,
                (Need::TakenAs(value), None) => {
                    ones.entry(value as u8).or_default().push(key);
                    value
                }
                (Need::Effect(effect), None) if !has_effect(effect) => {
                    effects.entry(effect).or_default().push(key);
                    0.0
                }
                _ => {
                    let range = [channel.low, channel.high];
                    self.number(&Wanted { section, key: &key, quantity: Quantity::Number, range })
                }
            };
            values.push(value);
        }
        for (value, keys) in ones {
            self.taken.push(Taken { keys, taken: value.to_string() });
        }
        for (effect, keys) in effects {
            self.taken.push(Taken { keys, taken: format!("0, without {effect}") });
        }
        values
    }

    /// A number that must be there, in SI units. Where it is not, or is wrong, the fault is listed.
    fn number(&mut self, wanted: &Wanted<'_>) -> f64 {
        let Wanted { section, key, quantity, range: [low, high] } = *wanted;
        let path = format!("{section}.{key}");
        let Some(entry) = self.sections.entry(section, key) else {
            self.missing(section, key, &path);
            return low;
        };
        let (value, must) = match &entry.value {
            Written::Wrong => return low,
            Written::Nothing => ("nothing".to_owned(), "a number".to_owned()),
            Written::Text(text) => (format!("`{}`", shortened(text)), "a number".to_owned()),
            Written::Number(number) => {
                let si = self.units.si(*number, quantity);
                // NaN cannot be, but is refused all the same.
                if si >= low && si <= high {
                    return si;
                }
                let unit = quantity.unit();
                (entry.text.clone(), format!("between {} and {}{unit}", plain(low), plain(high)))
            }
        };
        self.faults.push(entry.offset, &path, value, must, None);
        low
    }

    fn missing(&mut self, section: &str, key: &str, path: &str) {
        if !self.kind.is_known && !needed_by_all(key) {
            return;
        }
        let at = self.sections.begins.get(section).copied();
        let elsewhere = self.sections.holders(key).next().map(|other| format!("it stands in [{other}]"));
        let must = if at.is_some() { "given".to_owned() } else { format!("given in a section [{section}]") };
        self.faults.push(at.unwrap_or(usize::MAX), path, "nothing".to_owned(), must, elsewhere);
    }
}

/// Name of a version.
pub(super) fn version_name(version: Version) -> &'static str {
    match version {
        Version::V5_2 => "5.2",
        Version::V6_1 => "6.1",
        Version::V6_2 => "6.2",
    }
}

/// Returns true if a key is required in every version and dialect.
fn needed_by_all(key: &str) -> bool {
    let name = key.to_ascii_lowercase();
    let is_coefficient =
        keys::sections().iter().any(|(_, channels)| channels.iter().any(|channel| channel.name == name));
    let is_given = |version, dialect| keys::need(version, dialect, &name) == Need::Given;
    !is_coefficient || (is_given(Version::V5_2, Dialect::Loose) && is_given(Version::V6_1, Dialect::Strict))
}

/// A number as a person would write it.
fn plain(value: f64) -> String {
    if value == 0.0 || (1e-5..1e9).contains(&Real::abs(value)) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}
