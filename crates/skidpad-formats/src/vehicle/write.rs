//! Vehicles as the text of their files.

use std::fmt::{self, Display};
use std::io::Write as _;
use std::path::Path;

use skidpad_core::record::{Channels, Record};
use skidpad_core::spec::{CouplingSpec, Field, OnAxles, TorqueSpec};
use skidpad_core::tyre::TyreSize;

use super::file::VehicleFile;
use super::provenance::Provenance;
use super::sections::{COUPLINGS, Coupling, GEARBOX_KINDS, KINDS, SECTIONS, TYRE_LAWS};
use super::side_pull::{KEY as SIDE_PULL, SidePull, is_by_pull};
use super::tyres::{LAWS, MODES, NamedTyre};
use crate::disk;
use crate::error::FileError;
use crate::tyre::{self, PRESETS};

/// The text of a vehicle's file: bare numbers in SI units, with their sources; what is derived stays so. Read again it is
/// the same vehicle, to the last bit; comments of a file that it was read from, and its units, are lost. Tyre files that it
/// names are in it, with all their coefficients.
///
/// ```
/// let file = skidpad_formats::presets::preset("boxster-s").unwrap();
/// let text = skidpad_formats::vehicle::write(&file);
/// assert_eq!(skidpad_formats::vehicle::parse("again.toml", text.as_bytes()).unwrap(), file);
/// ```
pub fn write(file: &VehicleFile) -> String {
    let mut text = Text(String::new());
    text.top(file);
    text.sources(file);
    for (section, fields) in SECTIONS {
        text.section(file, section, fields);
    }
    text.tyres(file);
    text.conditions(file);
    text.published(file);
    text.0
}

/// A text as TOML and JSON both write it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

fn size(size: &TyreSize) -> String {
    quoted(&format!("{}/{}R{}", size.width_mm, size.aspect_percent, size.rim_in))
}

/// A number as TOML writes it: what is none, too.
fn plain(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { format!("{number:?}") }
}

fn list(numbers: impl IntoIterator<Item = f64>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(plain).collect();
    format!("[{}]", numbers.join(", "))
}

fn lists<const N: usize>(rows: impl IntoIterator<Item = [f64; N]>) -> String {
    let rows: Vec<String> = rows.into_iter().map(list).collect();
    format!("[{}]", rows.join(", "))
}

/// The word for a value.
fn word<T: PartialEq>(words: &'static [(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, of)| of == value).map_or("", |(word, _)| word)
}

struct Text(String);

impl Text {
    fn line(&mut self, line: impl Display) {
        use fmt::Write as _;
        // A String takes everything.
        let _ = writeln!(self.0, "{line}");
    }

    fn pair(&mut self, key: &str, value: impl Display) {
        self.line(format_args!("{key} = {value}"));
    }

    fn heading(&mut self, name: &str) {
        self.line(format_args!("\n[{name}]"));
    }

    fn top(&mut self, file: &VehicleFile) {
        let coupling = match file.spec.coupling {
            CouplingSpec::Direct => Coupling::Direct,
            CouplingSpec::Clutch(_) => Coupling::Clutch,
            CouplingSpec::Converter(_) => Coupling::Converter,
        };
        self.pair("name", quoted(&file.spec.name));
        self.pair("title", quoted(&file.title));
        if let Some(year) = file.year {
            self.pair("year", year);
        }
        self.pair("kind", quoted(word(KINDS, &file.kind)));
        self.pair("tyre_law", quoted(word(TYRE_LAWS, &file.spec.tyre_law)));
        self.pair("coupling", quoted(word(COUPLINGS, &coupling)));
        if let Some(SidePull { force_n, mass_kg }) = file.side_pull {
            self.table(file, SIDE_PULL, SIDE_PULL, &[("force", plain(force_n)), ("mass", plain(mass_kg))]);
        }
        for (key, value) in [("notes", &file.notes), ("model", &file.model)] {
            if let Some(value) = value {
                self.pair(key, quoted(value));
            }
        }
    }

    fn sources(&mut self, file: &VehicleFile) {
        self.heading("sources");
        for (name, citation) in &file.sources {
            self.pair(&quoted(name), quoted(citation));
        }
    }

    fn section(&mut self, file: &VehicleFile, section: &str, fields: &[Field]) {
        let places: Vec<_> = file.places().into_iter().filter(|place| place.section == section).collect();
        if places.is_empty() {
            return;
        }
        self.heading(section);
        self.size(file, section);
        for place in places.iter().filter(|place| place.gear.is_none() && !file.follows(place)) {
            let value = place.get(&file.spec).unwrap_or(f64::NAN);
            let how = file.provenance.get(&place.given_as());
            if is_by_pull(how) && file.side_pull.is_some() {
                continue;
            }
            let how = how.filter(|_| !is_by_pull(how));
            self.pair(place.field.name, number(value, how));
        }
        debug_assert!(places.len() >= fields.len());
        match section {
            "engine" => {
                if let Some(cylinders) = file.cylinders {
                    self.pair("cylinders", cylinders);
                }
                self.torque(file);
            }
            "gearbox" => {
                self.pair("kind", quoted(word(GEARBOX_KINDS, &file.spec.gearbox_kind)));
                let ratios = list(file.spec.ratios.iter().copied());
                self.table(file, "gearbox.ratios", "ratios", &[("value", ratios)]);
            }
            "converter" => {
                if let CouplingSpec::Converter(converter) = &file.spec.coupling {
                    let rows = lists(converter.points.iter().map(|row| [row.0, row.1, row.2]));
                    self.table(file, "converter.points", "points", &[("value", rows)]);
                }
            }
            _ => {}
        }
    }

    fn size(&mut self, file: &VehicleFile, section: &str) {
        let tyre = match section {
            "front" => &file.spec.front_tyre,
            "rear" => &file.spec.rear_tyre,
            _ => return,
        };
        if let Some(tyre) = tyre {
            self.table(file, &format!("{section}.tyre"), "tyre", &[("value", size(tyre))]);
        }
    }

    /// Writes a value that is given as a whole, with its provenance.
    fn table(&mut self, file: &VehicleFile, path: &str, key: &str, values: &[(&str, String)]) {
        let mut inside: Vec<String> = values.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        inside.extend(whence(file.provenance.get(path)));
        self.pair(key, format_args!("{{ {} }}", inside.join(", ")));
    }

    fn torque(&mut self, file: &VehicleFile) {
        match &file.spec.torque {
            TorqueSpec::Points(points) => {
                let points = lists(points.iter().map(|point| [point.0, point.1]));
                self.table(file, "engine.torque", "torque", &[("points", points)]);
            }
            TorqueSpec::Lines(lines) => {
                let line = |line: &skidpad_core::spec::TorqueLine| {
                    let (from, intercept) = (line.from_rad_s, line.intercept_nm);
                    format!("{{ from = {from:?}, intercept = {intercept:?}, slope = {:?} }}", line.slope_nm_s)
                };
                let lines: Vec<String> = lines.iter().map(line).collect();
                let lines = format!("[{}]", lines.join(", "));
                self.table(file, "engine.torque_lines", "torque_lines", &[("lines", lines)]);
            }
            TorqueSpec::Motor { torque_nm, power_w } => {
                let values = [("torque", format!("{torque_nm:?}")), ("power", format!("{power_w:?}"))];
                self.table(file, "engine.motor", "motor", &values);
            }
        }
    }

    fn tyres(&mut self, file: &VehicleFile) {
        let Some(tyres) = &file.spec.tyres else { return };
        self.heading("tyres");
        if let (Some(names), Some(magic)) = (&file.tyres, &tyres.magic) {
            self.pair("front", named(&names.front));
            self.pair("rear", named(&names.rear));
            self.pair("mode", quoted(word(MODES, &magic.front.mode)));
        }
        for line in whence(file.provenance.get("tyres.front")) {
            self.line(line);
        }
        self.law(file, LAWS[0].0, tyres.brush.as_ref());
        self.law(file, LAWS[1].0, tyres.fiala.as_ref());
        self.law(file, LAWS[2].0, tyres.tmeasy.as_ref());
        self.law(file, LAWS[3].0, tyres.pacejka89.as_ref());
    }

    fn law<T: Record<f64> + Channels>(&mut self, file: &VehicleFile, law: &str, on: Option<&OnAxles<T>>) {
        let Some(on) = on else { return };
        for (axle, tyre) in [("front", &on.front), ("rear", &on.rear)] {
            self.heading(&format!("tyres.{law}.{axle}"));
            let mut numbers = vec![0.0; T::LEN];
            tyre.store(&mut &mut numbers[..]);
            for (channel, number) in T::CHANNELS.iter().zip(numbers) {
                self.pair(channel.name, format_args!("{number:?}"));
            }
            for line in whence(file.provenance.get(&format!("tyres.{law}.{axle}"))) {
                self.line(line);
            }
        }
    }

    fn conditions(&mut self, file: &VehicleFile) {
        let Some(road) = &file.conditions else { return };
        self.heading("conditions");
        let numbers = [
            road.grip,
            road.rolling,
            road.slope_rad,
            road.bank_rad,
            road.headwind_m_s,
            road.crosswind_m_s,
            road.air_density_kg_m3,
            road.gravity_m_s2,
        ];
        for (key, number) in crate::surface::KEYS.iter().zip(numbers) {
            self.pair(key, format_args!("{number:?}"));
        }
    }

    fn published(&mut self, file: &VehicleFile) {
        for figure in &file.published {
            self.line("\n[[published]]");
            self.pair("test", quoted(figure.test.name));
            self.pair("value", quoted(&figure.written));
            self.pair("source", quoted(&figure.source));
            for (key, number) in [("rollout", figure.rollout_m), ("test_mass", figure.test_mass_kg)] {
                if let Some(number) = number {
                    self.pair(key, format_args!("{number:?}"));
                }
            }
            for (key, text) in [("identifies", &figure.identifies), ("note", &figure.note)] {
                if let Some(text) = text {
                    self.pair(key, quoted(text));
                }
            }
        }
    }
}

/// A tyre that comes with Skidpad by its name, any other with the text of its file: read again, the vehicle needs no file
/// beside it.
fn named(tyre: &NamedTyre) -> String {
    let name = quoted(&tyre.name);
    if PRESETS.iter().any(|(preset, _)| *preset == tyre.name) {
        return name;
    }
    format!("{{ name = {name}, text = {} }}", quoted(&tyre::write(&tyre.file, &[])))
}

/// A number in one of its ways.
fn number(value: f64, how: Option<&Provenance>) -> String {
    let value = plain(value);
    match how {
        Some(Provenance::Derived { .. }) => quoted("derived"),
        Some(Provenance::Published { source }) => {
            format!("{{ value = {value}, source = {} }}", quoted(source))
        }
        Some(Provenance::Estimate { range: Some((low, high)), why }) => {
            format!("{{ estimate = {value}, range = [{low:?}, {high:?}], why = {} }}", quoted(why))
        }
        Some(Provenance::Given | Provenance::Estimate { range: None, .. }) | None => value,
    }
}

/// Provenance of a value that is given as a whole, as pairs of key and value.
fn whence(how: Option<&Provenance>) -> Vec<String> {
    match how {
        Some(Provenance::Published { source }) => vec![format!("source = {}", quoted(source))],
        Some(Provenance::Estimate { why, .. }) => {
            vec!["estimate = true".to_owned(), format!("why = {}", quoted(why))]
        }
        _ => Vec::new(),
    }
}

/// Writes a vehicle's file, as a whole or not at all.
///
/// # Errors
/// A path that cannot be written.
pub fn save(path: &Path, file: &VehicleFile) -> Result<(), FileError> {
    let text = write(file);
    disk::write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
        let origin = path.display().to_string();
        FileError::whole(&origin, format!("no file ({error})"), "the path of a file that can be written")
    })
}
