//! From lines to coefficients.

use std::collections::BTreeMap;

use skidpad::math::Real;
use skidpad::record::{Channel, Channels, Record};
use skidpad::tyre::magic_formula::{Coefficients, Limits, Side, Size, Structure, Version, Vertical};

use super::keys::{self, Dialect, Need};
use super::lines::{self, Entry, Sections, Written};
use super::units::{Quantity, Units};
use super::{Taken, TyreFile};
use crate::MAX_FILE_BYTES;
use crate::document::{shortened, too_large};
use crate::error::{Faults, FileError, did_you_mean};

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

/// What the file is: version of the formula, and who wrote it.
#[derive(Clone, Copy)]
struct Kind {
    version: Version,
    dialect: Dialect,
    /// Whether the file says so, or it is only assumed so that the rest can be looked at.
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
        let [scaling, lengthwise, sideways, overturning, rolling, aligning] = &read[..] else { return None };
        Some(Coefficients {
            version: self.kind.version,
            size,
            limits,
            scaling: Record::load(&&scaling[..]),
            lengthwise: Record::load(&&lengthwise[..]),
            sideways: Record::load(&&sideways[..]),
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

    fn size(&mut self) -> Size<f64> {
        let is_new = self.kind.version != Version::V5_2;
        let range = |name: &str| range_of(Size::<f64>::CHANNELS, name);
        let mut of = |section, key, quantity, name| {
            self.number(&Wanted { section, key, quantity, range: range(name) })
        };
        let (nominal_pressure_pa, inflation_pressure_pa) = if is_new {
            (
                of("OPERATING_CONDITIONS", "NOMPRES", Quantity::Pressure, "nominal_pressure_pa"),
                of("OPERATING_CONDITIONS", "INFLPRES", Quantity::Pressure, "inflation_pressure_pa"),
            )
        } else {
            (1.0, 1.0)
        };
        Size {
            unloaded_radius_m: of("DIMENSION", "UNLOADED_RADIUS", Quantity::Length, "unloaded_radius_m"),
            nominal_load_n: of("VERTICAL", "FNOMIN", Quantity::Force, "nominal_load_n"),
            nominal_pressure_pa,
            inflation_pressure_pa,
            nominal_speed_m_s: of("MODEL", "LONGVL", Quantity::Speed, "nominal_speed_m_s"),
            low_speed_m_s: of("MODEL", "VXLOW", Quantity::Speed, "low_speed_m_s"),
        }
    }

    fn limits(&mut self) -> Limits<f64> {
        let is_new = self.kind.version != Version::V5_2;
        let range = |name: &str| range_of(Limits::<f64>::CHANNELS, name);
        let mut of = |section, key, quantity, name| {
            self.number(&Wanted { section, key, quantity, range: range(name) })
        };
        let (pressure_low_pa, pressure_high_pa) = if is_new {
            let section = "INFLATION_PRESSURE_RANGE";
            (
                of(section, "PRESMIN", Quantity::Pressure, "pressure_low_pa"),
                of(section, "PRESMAX", Quantity::Pressure, "pressure_high_pa"),
            )
        } else {
            (1.0, 1.0)
        };
        Limits {
            pressure_low_pa,
            pressure_high_pa,
            load_low_n: of("VERTICAL_FORCE_RANGE", "FZMIN", Quantity::Force, "load_low_n"),
            load_high_n: of("VERTICAL_FORCE_RANGE", "FZMAX", Quantity::Force, "load_high_n"),
            kappa_low: of("LONG_SLIP_RANGE", "KPUMIN", Quantity::Number, "kappa_low"),
            kappa_high: of("LONG_SLIP_RANGE", "KPUMAX", Quantity::Number, "kappa_high"),
            alpha_low_rad: of("SLIP_ANGLE_RANGE", "ALPMIN", Quantity::Angle, "alpha_low_rad"),
            alpha_high_rad: of("SLIP_ANGLE_RANGE", "ALPMAX", Quantity::Angle, "alpha_high_rad"),
            gamma_low_rad: of("INCLINATION_ANGLE_RANGE", "CAMMIN", Quantity::Angle, "gamma_low_rad"),
            gamma_high_rad: of("INCLINATION_ANGLE_RANGE", "CAMMAX", Quantity::Angle, "gamma_high_rad"),
        }
    }

    fn structure(&mut self) -> Structure<f64> {
        if self.kind.version == Version::V5_2 {
            return Record::splat(0.0);
        }
        let keys = ["LONGITUDINAL_STIFFNESS", "LATERAL_STIFFNESS"];
        let later = ["PCFX1", "PCFX2", "PCFX3", "PCFY1", "PCFY2", "PCFY3"];
        let mut values = Vec::new();
        for (index, key) in keys.into_iter().chain(later).enumerate() {
            let channel = Structure::<f64>::CHANNELS[index];
            let quantity = if index < 2 { Quantity::Stiffness } else { Quantity::Number };
            let range = [channel.low, channel.high];
            values.push(self.number(&Wanted { section: "STRUCTURAL", key, quantity, range }));
        }
        Record::load(&&values[..])
    }

    fn vertical(&mut self) -> Vertical<f64> {
        let is_new = self.kind.version != Version::V5_2;
        let mut values = Vec::new();
        for channel in Vertical::<f64>::CHANNELS {
            let (section, key, quantity, default) = match channel.name {
                "stiffness_n_m" => ("VERTICAL", "VERTICAL_STIFFNESS".to_owned(), Quantity::Stiffness, None),
                "damping_n_s_m" => ("VERTICAL", "VERTICAL_DAMPING".to_owned(), Quantity::Damping, None),
                "width_m" => ("DIMENSION", "WIDTH".to_owned(), Quantity::Length, None),
                "rim_radius_m" => ("DIMENSION", "RIM_RADIUS".to_owned(), Quantity::Length, None),
                name @ ("breff" | "dreff" | "freff") => {
                    ("VERTICAL", name.to_ascii_uppercase(), Quantity::Number, None)
                }
                name @ ("q_ra1" | "q_ra2" | "q_rb1" | "q_rb2") => {
                    ("CONTACT_PATCH", name.to_ascii_uppercase(), Quantity::Number, Some(0.0))
                }
                name => {
                    let built_in = if name == "q_re0" { 1.0 } else { 0.0 };
                    ("VERTICAL", name.to_ascii_uppercase(), Quantity::Number, Some(built_in))
                }
            };
            let range = [channel.low, channel.high];
            values.push(match default {
                // What 5.2 does not have is as its equations have it built in.
                Some(value) if !is_new => value,
                _ => self.number(&Wanted { section, key: &key, quantity, range }),
            });
        }
        Record::load(&&values[..])
    }

    fn side(&mut self) -> Option<Side> {
        let entry = self.sections.entry("MODEL", "TYRESIDE");
        let text = entry.map(|entry| entry.text.to_ascii_uppercase()).unwrap_or_default();
        match (text.as_str(), entry) {
            ("LEFT", _) => return Some(Side::Left),
            ("RIGHT", _) => return Some(Side::Right),
            ("" | "UNKNOWN" | "SYMMETRIC" | "BOTH", _) | (_, None) => {}
            (_, Some(Entry { value: Written::Wrong, .. })) => {}
            (_, Some(entry)) => {
                let value = format!("`{}`", shortened(&entry.text));
                let must = "'LEFT', 'RIGHT' or 'UNKNOWN'".to_owned();
                self.faults.push(entry.offset, "MODEL.TYRESIDE", value, must, None);
            }
        }
        let taken = "unknown: the tyre is not mirrored, whichever side it is mounted on".to_owned();
        self.taken.push(Taken { keys: vec!["TYRESIDE".to_owned()], taken });
        None
    }

    /// What a whole file has and the formula does not use: asked for so that a file that was cut is found out.
    fn unused(&mut self) {
        let whole: (&str, &[&str]) = match self.kind.version {
            Version::V5_2 => ("ALIGNING_COEFFICIENTS", &["QTZ1", "MBELT"]),
            Version::V6_1 | Version::V6_2 => ("TURNSLIP_COEFFICIENTS", &keys::TURN_SLIP),
        };
        for key in whole.1 {
            let range = [-1e9, 1e9];
            self.number(&Wanted { section: whole.0, key, quantity: Quantity::Number, range });
        }
    }

    /// What no single key can tell.
    fn cross(&mut self, c: &Coefficients<f64>, vertical: &Vertical<f64>) {
        let limits = &c.limits;
        let mut ordered = |low: (&str, f64), high: (&str, f64), section: &str| {
            let is_right = |key: &str| !self.faults.is_at(&format!("{section}.{key}"));
            let entries = (self.sections.entry(section, low.0), self.sections.entry(section, high.0));
            // One that is missing or wrong is listed already.
            if let (Some(_), Some(entry)) = entries
                && low.1 > high.1
                && is_right(low.0)
                && is_right(high.0)
            {
                let path = format!("{section}.{}", high.0);
                self.faults.push(
                    entry.offset,
                    &path,
                    entry.text.clone(),
                    format!("at least {}", low.0),
                    None,
                );
            }
        };
        let pressure = (limits.pressure_low_pa, limits.pressure_high_pa);
        ordered(("PRESMIN", pressure.0), ("PRESMAX", pressure.1), "INFLATION_PRESSURE_RANGE");
        ordered(("FZMIN", limits.load_low_n), ("FZMAX", limits.load_high_n), "VERTICAL_FORCE_RANGE");
        ordered(
            ("RIM_RADIUS", vertical.rim_radius_m),
            ("UNLOADED_RADIUS", c.size.unloaded_radius_m),
            "DIMENSION",
        );
        let zeros = [
            ("LONGITUDINAL_COEFFICIENTS", "PDX1", c.lengthwise.pdx1),
            ("LATERAL_COEFFICIENTS", "PDY1", c.sideways.pdy1),
            ("LATERAL_COEFFICIENTS", "PKY1", c.sideways.pky1),
            ("LATERAL_COEFFICIENTS", "PKY2", c.sideways.pky2),
        ];
        for (section, key, _) in zeros.into_iter().filter(|(_, _, value)| *value == 0.0) {
            // One that is missing is listed already.
            if let Some(entry) = self.sections.entry(section, key) {
                let path = format!("{section}.{key}");
                if !self.faults.is_at(&path) {
                    self.faults.push(
                        entry.offset,
                        &path,
                        entry.text.clone(),
                        "another number than 0".into(),
                        None,
                    );
                }
            }
        }
    }

    /// Keys that are not read, and what they may have been meant for.
    fn warnings(&self) -> Vec<String> {
        let version = self.kind.version;
        let coefficients = keys::sections();
        let in_section = |section: &str| {
            let channels =
                coefficients.iter().find(|(name, _)| *name == section).map_or(&[][..], |found| found.1);
            let others =
                keys::OTHERS.iter().find(|(name, _)| *name == section).map_or(&[][..], |found| found.1);
            (channels, others)
        };
        let mut warnings: Vec<(usize, String)> = Vec::new();
        let all = self.sections.entries.iter();
        for (section, (key, entry)) in
            all.flat_map(|(section, keys)| keys.iter().map(move |pair| (section, pair)))
        {
            let (channels, others) = in_section(section);
            let name = key.to_ascii_lowercase();
            let what = if others.contains(&key.as_str()) {
                continue;
            } else if channels.iter().any(|channel| channel.name == name) {
                if keys::has(version, &name) {
                    continue;
                }
                format!("{section}.{key} is not part of Magic Formula {}: not read", version_name(version))
            } else if channels.is_empty() && !keys::OTHERS.iter().any(|(name, _)| name == section) {
                format!("{section}.{key}: the section is not known: not read")
            } else {
                let upper: Vec<String> =
                    channels.iter().map(|channel| channel.name.to_ascii_uppercase()).collect();
                let known = upper.iter().map(String::as_str).chain(others.iter().copied());
                let hint = did_you_mean(key, known).map_or(String::new(), |hint| format!("; {hint}"));
                format!("{section}.{key} is not known: not read{hint}")
            };
            warnings.push((entry.line, format!("line {}: {what}", entry.line)));
        }
        warnings.sort();
        warnings.into_iter().map(|(_, text)| text).collect()
    }
}

/// How a version is called.
pub(super) fn version_name(version: Version) -> &'static str {
    match version {
        Version::V5_2 => "5.2",
        Version::V6_1 => "6.1",
        Version::V6_2 => "6.2",
    }
}

/// Whether every version needs a key, whoever wrote the file.
fn needed_by_all(key: &str) -> bool {
    let name = key.to_ascii_lowercase();
    let is_coefficient =
        keys::sections().iter().any(|(_, channels)| channels.iter().any(|channel| channel.name == name));
    let is_given = |version, dialect| keys::need(version, dialect, &name) == Need::Given;
    !is_coefficient || (is_given(Version::V5_2, Dialect::Loose) && is_given(Version::V6_1, Dialect::Strict))
}

fn range_of(channels: &[Channel], name: &str) -> [f64; 2] {
    channels
        .iter()
        .find(|channel| channel.name == name)
        .map_or([0.0, 0.0], |channel| [channel.low, channel.high])
}

/// A number as a person would write it.
fn plain(value: f64) -> String {
    if value == 0.0 || (1e-5..1e9).contains(&Real::abs(value)) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}
