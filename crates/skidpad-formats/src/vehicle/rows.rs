//! The numbers of a vehicle that stand in tables: torque curves, converters, and tyres with coefficients of their own.

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::spec::{
    CouplingSpec, Field, OnAxles, Quantity, TorqueLine, TorqueSpec, TyresSpec, VehicleSpec,
};

use super::tyres::LAWS;

/// Sections of the coefficients of laws, in the order of [`LAWS`], front and rear.
const TYRES: [[&str; 2]; 4] = [
    ["tyres.brush.front", "tyres.brush.rear"],
    ["tyres.fiala.front", "tyres.fiala.rear"],
    ["tyres.tmeasy.front", "tyres.tmeasy.rear"],
    ["tyres.pacejka89.front", "tyres.pacejka89.rear"],
];

const fn field(name: &'static str, quantity: Quantity, [low, high]: [f64; 2], doc: &'static str) -> Field {
    Field { name, quantity, low, high, doc, rule: None, fixed: None }
}

/// A point of a torque curve. What reads files takes quantities and ranges from here, too.
pub(super) const POINT: [Field; 2] = [
    field(
        "speed",
        Quantity::AngularSpeed,
        [0.0, 2e4],
        "Engine speed of a point of the torque curve; they rise.",
    ),
    field("torque", Quantity::Torque, [0.0, 1e5], "Torque at full load there."),
];
/// A straight line of a torque curve.
pub(super) const LINE: [Field; 3] = [
    field(
        "from",
        Quantity::AngularSpeed,
        [0.0, 2e4],
        "The least engine speed of a line of the torque curve; they rise.",
    ),
    field("intercept", Quantity::Torque, [-1e5, 1e5], "Torque of the line extended to speed 0."),
    field("slope", Quantity::RotaryResistance, [-1e4, 1e4], "Torque per engine speed."),
];
/// A row of a converter.
pub(super) const ROW: [Field; 3] = [
    field("speed_ratio", Quantity::Ratio, [0.0, 1.0], "Turbine speed over pump speed; the rows rise from 0."),
    field("torque_ratio", Quantity::Ratio, [0.5, 5.0], "Turbine torque over pump torque."),
    field("capacity", Quantity::ConverterCapacity, [0.0, 10.0], "Pump torque over its speed squared."),
];

/// The numbers of a motor, which stand in a table.
pub(super) const MOTOR: [Field; 2] = [
    Field {
        name: "torque",
        quantity: Quantity::Torque,
        low: 1e-3,
        high: 1e5,
        doc: "Largest torque of the motor.",
        rule: None,
        fixed: None,
    },
    Field {
        name: "power",
        quantity: Quantity::Power,
        low: 1.0,
        high: 1e8,
        doc: "Largest power of the motor.",
        rule: None,
        fixed: None,
    },
];

/// The lists of rows, by the paths of the lists.
pub(super) const LISTS: &[(&str, &[Field])] =
    &[("engine.torque", &POINT), ("engine.torque_lines", &LINE), ("converter.points", &ROW)];

/// A number of a table: its section, its row where the table has rows, its field, and its place in the row.
pub(super) type Entry = (&'static str, Option<usize>, Field, usize);

/// Numbers of the engine's torque curve.
pub(super) fn torque(spec: &VehicleSpec) -> Vec<Entry> {
    match &spec.torque {
        TorqueSpec::Points(points) => rows("engine.torque", points.len(), &POINT),
        TorqueSpec::Lines(lines) => rows("engine.torque_lines", lines.len(), &LINE),
        TorqueSpec::Motor { .. } => Vec::new(),
    }
}

/// Numbers of the converter.
pub(super) fn converter(spec: &VehicleSpec) -> Vec<Entry> {
    match &spec.coupling {
        CouplingSpec::Converter(converter) => rows("converter.points", converter.points.len(), &ROW),
        _ => Vec::new(),
    }
}

/// Numbers of the tyres. Coefficients in a tyre's own file are not the vehicle's.
pub(super) fn tyres(spec: &VehicleSpec) -> Vec<Entry> {
    let Some(tyres) = &spec.tyres else { return Vec::new() };
    let has =
        [tyres.brush.is_some(), tyres.fiala.is_some(), tyres.tmeasy.is_some(), tyres.pacejka89.is_some()];
    let laws = LAWS.iter().zip(TYRES).zip(has).filter(|(_, has)| *has);
    let of = |((_, channels), sections): (&(&str, &'static [Channel]), [&'static str; 2])| {
        sections.into_iter().flat_map(move |section| coefficients(section, channels)).collect::<Vec<Entry>>()
    };
    laws.flat_map(|(law, _)| of(law)).collect()
}

fn coefficients(section: &'static str, channels: &'static [Channel]) -> Vec<Entry> {
    let entry = |(index, channel): (usize, &Channel)| {
        let doc = "A coefficient of the tyre's law; the unit ends its name.";
        let field = field(channel.name, Quantity::Ratio, [channel.low, channel.high], doc);
        (section, None, field, index)
    };
    channels.iter().enumerate().map(entry).collect()
}

fn rows(section: &'static str, count: usize, fields: &'static [Field]) -> Vec<Entry> {
    let row =
        |row: usize| fields.iter().enumerate().map(move |(index, field)| (section, Some(row), *field, index));
    (0..count).flat_map(row).collect()
}

/// A number of a table; `None` where the vehicle has none there.
pub(super) fn get(spec: &VehicleSpec, (section, row, index): (&str, Option<usize>, usize)) -> Option<f64> {
    let row = row.unwrap_or(0);
    match (section, &spec.torque, &spec.coupling) {
        ("engine.torque", TorqueSpec::Points(points), _) => {
            points.get(row).and_then(|point| [point.0, point.1].get(index).copied())
        }
        ("engine.torque_lines", TorqueSpec::Lines(lines), _) => {
            let numbers = |line: &TorqueLine| [line.from_rad_s, line.intercept_nm, line.slope_nm_s];
            lines.get(row).and_then(|line| numbers(line).get(index).copied())
        }
        ("converter.points", _, CouplingSpec::Converter(converter)) => {
            converter.points.get(row).and_then(|point| [point.0, point.1, point.2].get(index).copied())
        }
        _ => {
            let (tyres, is_front) = (spec.tyres.as_ref()?, section.ends_with(".front"));
            match section.split('.').nth(1)? {
                "brush" => coefficient(tyres.brush.as_ref()?, is_front, index),
                "fiala" => coefficient(tyres.fiala.as_ref()?, is_front, index),
                "tmeasy" => coefficient(tyres.tmeasy.as_ref()?, is_front, index),
                "pacejka89" => coefficient(tyres.pacejka89.as_ref()?, is_front, index),
                _ => None,
            }
        }
    }
}

fn coefficient<T: Record<f64> + Channels>(tyres: &OnAxles<T>, is_front: bool, index: usize) -> Option<f64> {
    let tyre = if is_front { &tyres.front } else { &tyres.rear };
    let mut numbers = vec![0.0; T::LEN];
    tyre.store(&mut &mut numbers[..]);
    numbers.get(index).copied()
}

/// Acts on a number of a table; does nothing where the vehicle has none there.
pub(super) fn with(
    spec: &mut VehicleSpec,
    (section, row, index): (&str, Option<usize>, usize),
    act: impl FnOnce(&mut f64),
) {
    let row = row.unwrap_or(0);
    let number = match (section, &mut spec.torque, &mut spec.coupling) {
        ("engine.torque", TorqueSpec::Points(points), _) => {
            points.get_mut(row).map(|point| if index == 0 { &mut point.0 } else { &mut point.1 })
        }
        ("engine.torque_lines", TorqueSpec::Lines(lines), _) => lines.get_mut(row).map(|line| match index {
            0 => &mut line.from_rad_s,
            1 => &mut line.intercept_nm,
            _ => &mut line.slope_nm_s,
        }),
        ("converter.points", _, CouplingSpec::Converter(converter)) => {
            converter.points.get_mut(row).map(|point| match index {
                0 => &mut point.0,
                1 => &mut point.1,
                _ => &mut point.2,
            })
        }
        _ => return with_tyres(spec.tyres.as_mut(), (section, index), act),
    };
    if let Some(number) = number {
        act(number);
    }
}

fn with_tyres(tyres: Option<&mut TyresSpec>, (section, index): (&str, usize), act: impl FnOnce(&mut f64)) {
    let Some(tyres) = tyres else { return };
    let is_front = section.ends_with(".front");
    match section.split('.').nth(1) {
        Some("brush") => on(tyres.brush.as_mut(), (is_front, index), act),
        Some("fiala") => on(tyres.fiala.as_mut(), (is_front, index), act),
        Some("tmeasy") => on(tyres.tmeasy.as_mut(), (is_front, index), act),
        Some("pacejka89") => on(tyres.pacejka89.as_mut(), (is_front, index), act),
        _ => {}
    }
}

fn on<T: Record<f64> + Channels>(
    tyres: Option<&mut OnAxles<T>>,
    (is_front, index): (bool, usize),
    act: impl FnOnce(&mut f64),
) {
    let Some(tyres) = tyres else { return };
    let tyre = if is_front { &mut tyres.front } else { &mut tyres.rear };
    let mut numbers = vec![0.0; T::LEN];
    tyre.store(&mut &mut numbers[..]);
    act(&mut numbers[index]);
    *tyre = T::load(&&numbers[..]);
}
