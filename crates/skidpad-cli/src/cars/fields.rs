//! Every value of a vehicle, with how it is known.

use serde::Serialize;
use skidpad_core::record::{Channels, Record};
use skidpad_core::spec::{
    AssistsSpec, AxleSpec, BodySpec, BumpStopsSpec, ChassisSpec, ClutchSpec, CouplingSpec, DifferentialsSpec,
    DriveSpec, EngineSpec, Field, GearboxSpec, OnAxles, Quantity, Section, SpaceSpec, StallingSpec,
    SteeringSpec, TorqueSpec, VehicleSpec,
};
use skidpad_core::tyre::TyreSize;
use skidpad_core::tyre::magic_formula::{Side, Version};
use skidpad_core::units::to_rpm;
use skidpad_formats::quantity;
use skidpad_formats::tyre::TyreFile;
use skidpad_formats::vehicle::{Provenance, VehicleFile};

use crate::table::significant;

/// A value of a vehicle.
#[derive(Serialize)]
pub struct Entry {
    /// Section and name, as files write it.
    pub field: String,
    /// The value in SI: a number, or a list of numbers or rows.
    pub value: Value,
    /// Its SI unit; `-` for a pure number.
    pub unit: String,
    /// The value as people write it.
    pub written: String,
    /// `published`, `given`, `derived` or `estimate`.
    pub how: &'static str,
    /// Short name of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The rule that derives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The least and the largest value that are thought possible, SI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
    /// Why it is estimated so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Meaning of the field.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub meaning: &'static str,
}

/// A value in SI.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A name.
    Text(String),
    /// A list.
    List(Vec<f64>),
    /// Rows of a table.
    Rows(Vec<Vec<f64>>),
}

/// All values, in the order of files.
pub fn entries(file: &VehicleFile) -> Vec<Entry> {
    let spec = &file.spec;
    let mut list = Entries { file, entries: Vec::new() };
    list.section::<BodySpec>("body", &spec.body);
    if let Some(pull) = &file.side_pull {
        let written = format!("{} N on {} kg", significant(pull.force_n, 5), significant(pull.mass_kg, 5));
        list.push("side_pull", Value::List(vec![pull.force_n, pull.mass_kg]), "N, kg", written);
    }
    for (name, tyre, axle) in [("front", spec.front_tyre, &spec.front), ("rear", spec.rear_tyre, &spec.rear)]
    {
        list.tyre(name, tyre);
        list.section::<AxleSpec>(name, axle);
    }
    list.section::<EngineSpec>("engine", &spec.engine);
    if let Some(cylinders) = file.cylinders {
        list.number("engine.cylinders", f64::from(cylinders));
    }
    list.torque(spec);
    match &spec.coupling {
        CouplingSpec::Clutch(clutch) => list.section::<ClutchSpec>("clutch", clutch),
        CouplingSpec::Converter(converter) => {
            list.number("converter.lock_up_ratio", converter.lock_up_ratio);
            list.number("converter.lock_up_from_gear", f64::from(converter.lock_up_from_gear));
            let rows: Vec<Vec<f64>> = converter.points.iter().map(|row| vec![row.0, row.1, row.2]).collect();
            let written = format!("{} rows of speed ratio, torque ratio, capacity", rows.len());
            list.push("converter.points", Value::Rows(rows), "-, -, N.m.s^2", written);
        }
        CouplingSpec::Direct => {}
    }
    list.section::<GearboxSpec>("gearbox", &spec.gearbox);
    let ratios: Vec<String> = spec.ratios.iter().map(|ratio| significant(*ratio, 5)).collect();
    list.push("gearbox.ratios", Value::List(spec.ratios.clone()), "-", ratios.join(", "));
    list.number("gearbox.reverse", spec.reverse);
    list.section::<DriveSpec>("drive", &spec.drive);
    if let Some(chassis) = &spec.chassis {
        list.section::<ChassisSpec>("chassis", chassis);
    }
    if let Some(steering) = &spec.steering {
        list.section::<SteeringSpec>("steering", steering);
    }
    if let Some(differentials) = &spec.differentials {
        list.section::<DifferentialsSpec>("differentials", differentials);
    }
    if let Some(assists) = &spec.assists {
        list.section::<AssistsSpec>("assists", assists);
    }
    if let Some(stalling) = &spec.stalling {
        list.section::<StallingSpec>("stalling", stalling);
    }
    if let Some(stops) = &spec.bump_stops {
        list.section::<BumpStopsSpec>("bump_stops", stops);
    }
    if let Some(space) = &spec.space {
        list.section::<SpaceSpec>("space", space);
    }
    list.tyres();
    list.entries
}

struct Entries<'a> {
    file: &'a VehicleFile,
    entries: Vec<Entry>,
}

impl Entries<'_> {
    fn push(&mut self, field: &str, value: Value, unit: &str, written: String) {
        self.push_from(field, (field, unit), value, written);
    }

    /// A value that is known as what holds it is.
    fn push_from(&mut self, holder: &str, (field, unit): (&str, &str), value: Value, written: String) {
        let mut entry = Entry {
            field: field.to_owned(),
            value,
            unit: unit.to_owned(),
            written,
            how: "given",
            source: None,
            rule: None,
            range: None,
            why: None,
            meaning: "",
        };
        match self.file.provenance.get(holder) {
            Some(Provenance::Published { source }) => {
                entry.how = "published";
                entry.source = Some(source.clone());
            }
            Some(Provenance::Derived { rule }) => {
                entry.how = "derived";
                entry.rule = Some(rule);
            }
            Some(Provenance::Estimate { range, why }) => {
                entry.how = "estimate";
                entry.range = range.map(|(low, high)| [low, high]);
                entry.why = Some(why.clone());
            }
            Some(Provenance::Given) | None => {}
        }
        self.entries.push(entry);
    }

    fn number(&mut self, field: &str, value: f64) {
        self.push(field, Value::Number(value), "-", significant(value, 5));
    }

    fn section<S: Section>(&mut self, section: &str, values: &S) {
        for (index, field) in S::FIELDS.iter().enumerate() {
            let value = values.get(index);
            // Of two fields of which exactly one is given, the other is not in the file.
            if value == 0.0 && S::EITHER.is_some_and(|either| either.contains(&field.name)) {
                continue;
            }
            let name = format!("{section}.{}", field.name);
            self.push(&name, Value::Number(value), field.quantity.si_unit(), written(field, value));
            if let Some(entry) = self.entries.last_mut() {
                entry.meaning = field.doc;
            }
        }
    }

    fn tyre(&mut self, axle: &str, size: Option<TyreSize>) {
        let Some(size) = size else { return };
        let numbers = vec![size.width_mm, size.aspect_percent, size.rim_in];
        let written = format!("{}/{} on {} in", size.width_mm, size.aspect_percent, size.rim_in);
        self.push(&format!("{axle}.tyre"), Value::List(numbers), "mm, %, in", written);
    }

    /// Tyres with coefficients of their own: files by their names, tables by each coefficient.
    fn tyres(&mut self) {
        let file = self.file;
        for (axle, is_front) in [("front", true), ("rear", false)] {
            if let Some(tyres) = &file.tyres {
                let tyre = tyres.on(is_front);
                let written = format!("{}: {}", tyre.name, described(&tyre.file));
                self.push(&format!("tyres.{axle}"), Value::Text(tyre.name.clone()), "-", written);
            }
        }
        let Some(tyres) = &file.spec.tyres else { return };
        tyres.brush.iter().for_each(|of| self.law("brush", of));
        tyres.fiala.iter().for_each(|of| self.law("fiala", of));
        tyres.tmeasy.iter().for_each(|of| self.law("tmeasy", of));
        tyres.pacejka89.iter().for_each(|of| self.law("pacejka89", of));
    }

    fn law<T: Record<f64> + Channels>(&mut self, law: &str, tyres: &OnAxles<T>) {
        for (axle, tyre) in [("front", &tyres.front), ("rear", &tyres.rear)] {
            let mut values = vec![0.0; T::LEN];
            tyre.store(&mut &mut values[..]);
            for (channel, value) in T::CHANNELS.iter().zip(values) {
                let holder = format!("tyres.{law}.{axle}");
                let field = format!("{holder}.{}", channel.name);
                let unit = if channel.unit == "-" { "" } else { channel.unit };
                let written = format!("{} {unit}", significant(value, 5));
                let written = written.trim_end().to_owned();
                self.push_from(&holder, (&field, channel.unit), Value::Number(value), written);
            }
        }
    }

    fn torque(&mut self, spec: &VehicleSpec) {
        match &spec.torque {
            TorqueSpec::Points(points) => {
                let rows = points.iter().map(|point| vec![point.0, point.1]).collect();
                let point = |point: &(f64, f64)| format!("{:.0} N.m at {:.0} rpm", point.1, to_rpm(point.0));
                let most = points.iter().max_by(|one, other| one.1.total_cmp(&other.1));
                let most = most.map(point).unwrap_or_default();
                let written = format!("{} points, at most {most}", points.len());
                self.push("engine.torque", Value::Rows(rows), "rad/s, N.m", written);
            }
            TorqueSpec::Lines(lines) => {
                let rows = lines
                    .iter()
                    .map(|line| vec![line.from_rad_s, line.intercept_nm, line.slope_nm_s])
                    .collect();
                let written = format!("{} straight lines: from, torque at 0, slope", lines.len());
                self.push("engine.torque_lines", Value::Rows(rows), "rad/s, N.m, N.m.s", written);
            }
            TorqueSpec::Motor { torque_nm, power_w } => {
                let written = if *power_w < SMALL_MOTOR_W {
                    format!("{torque_nm:.3} N.m, {power_w:.0} W")
                } else {
                    format!("{torque_nm:.0} N.m, {:.0} kW", power_w / 1e3)
                };
                self.push("engine.motor", Value::List(vec![*torque_nm, *power_w]), "N.m, W", written);
            }
        }
    }
}

/// Power below which a motor is written in W: that of a 1:10 car was 0 kW.
pub(super) const SMALL_MOTOR_W: f64 = 5e3;

/// A tyre file in a few words: formula, size of the load, side, and what it left out.
fn described(tyre: &TyreFile) -> String {
    let coefficients = &tyre.coefficients;
    let version = match coefficients.version {
        Version::V5_2 => "5.2",
        Version::V6_1 => "6.1",
        Version::V6_2 => "6.2",
    };
    let side = match tyre.side {
        Some(Side::Left) => "of the left, mirrored on the right",
        Some(Side::Right) => "of the right, mirrored on the left",
        None => "of no known side, the same on both",
    };
    let load_n = coefficients.size.nominal_load_n;
    let left_out: usize = tyre.taken.iter().map(|taken| taken.keys.len()).sum();
    let more = if left_out > 0 {
        format!(", {left_out} missing keys (see skidpad tyre show)")
    } else {
        String::new()
    };
    format!("Magic Formula {version} for {load_n:.0} N, {side}{more}")
}

/// A value in the unit that people prefer.
pub fn written(field: &Field, value: f64) -> String {
    if field.quantity == Quantity::Ratio {
        return significant(value, 5);
    }
    let units = quantity::measure(field.quantity).units;
    // The units of a measure begin with SI; the one that people prefer comes next.
    let keeps_si =
        matches!(field.quantity, Quantity::Mass | Quantity::Area | Quantity::Torque | Quantity::Inertia);
    let unit = if keeps_si { &units[0] } else { units.get(1).unwrap_or(&units[0]) };
    format!("{} {}", significant((unit.from_si)(value), 5), unit.symbol)
}
