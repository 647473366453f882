//! The sections of a vehicle file: their fields, and the words of choices.

use skidpad_core::spec::{
    AssistsSpec, AxleSpec, BodySpec, BumpStopsSpec, ChassisSpec, ClutchSpec, DifferentialsSpec, DriveSpec,
    EngineSpec, Field, GearboxKind, GearboxSpec, Quantity, Section, SpaceSpec, StallingSpec, SteeringSpec,
    TyreLaw,
};

use super::kind::VehicleKind;
use super::side_pull::KEY as SIDE_PULL;

/// The words for the kinds.
pub(crate) const KINDS: &[(&str, VehicleKind)] =
    &[("car", VehicleKind::Car), ("motorcycle", VehicleKind::Motorcycle)];
/// Everything that may stand at the top of a file.
pub(crate) const TOP: &[&str] = &[
    "name", "title", "year", "kind", "notes", "tyre_law", "coupling", SIDE_PULL, "sources", "body", "front",
    "rear", "engine", "clutch", "converter", "gearbox", "drive", "chassis", "steering", "differentials",
    "assists", "stalling", "bump_stops", "space", "tyres", "model", "conditions", "published",
];
/// The sections with their fields, in the order of files.
pub(crate) const SECTIONS: &[(&str, &[Field])] = &[
    ("body", BodySpec::FIELDS),
    ("front", AxleSpec::FIELDS),
    ("rear", AxleSpec::FIELDS),
    ("engine", EngineSpec::FIELDS),
    ("clutch", ClutchSpec::FIELDS),
    ("converter", CONVERTER_FIELDS),
    ("gearbox", GearboxSpec::FIELDS),
    ("drive", DriveSpec::FIELDS),
    ("chassis", ChassisSpec::FIELDS),
    ("steering", SteeringSpec::FIELDS),
    ("differentials", DifferentialsSpec::FIELDS),
    ("assists", AssistsSpec::FIELDS),
    ("stalling", StallingSpec::FIELDS),
    ("bump_stops", BumpStopsSpec::FIELDS),
    ("space", SpaceSpec::FIELDS),
];
/// The words for the tyre laws.
pub(crate) const TYRE_LAWS: &[(&str, TyreLaw)] =
    &[("linear", TyreLaw::Linear), ("linear-capped", TyreLaw::LinearCapped), ("peaked", TyreLaw::Peaked)];
/// The words for the couplings.
pub(crate) const COUPLINGS: &[(&str, Coupling)] =
    &[("clutch", Coupling::Clutch), ("converter", Coupling::Converter), ("direct", Coupling::Direct)];
/// The words for the kinds of gearbox.
pub(crate) const GEARBOX_KINDS: &[(&str, GearboxKind)] = &[
    ("manual", GearboxKind::Manual),
    ("automatic", GearboxKind::Automatic),
    ("dual-clutch", GearboxKind::DualClutch),
    ("single", GearboxKind::Single),
];
/// The ratio of reverse, which stands in `[gearbox]` beside its fields.
pub(crate) const REVERSE: Field = Field {
    name: "reverse",
    quantity: Quantity::Ratio,
    low: 0.05,
    high: 100.0,
    doc: "Ratio of reverse, positive.",
    rule: None,
    fixed: None,
};
/// The numbers of a torque converter.
pub(crate) const CONVERTER_FIELDS: &[Field] = &[
    Field {
        name: "lock_up_ratio",
        quantity: Quantity::Ratio,
        low: 0.0,
        high: 2.0,
        doc: "Speed ratio from which the lock-up clutch closes; above 1 never.",
        rule: None,
        fixed: None,
    },
    Field {
        name: "lock_up_from_gear",
        quantity: Quantity::Ratio,
        low: 1.0,
        high: 12.0,
        doc: "The lowest gear in which the lock-up clutch may close.",
        rule: None,
        fixed: None,
    },
];

/// Fewest and most cylinders of an engine.
pub(crate) const CYLINDERS: [i64; 2] = [1, 24];

/// Coupling of the engine to the gearbox.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Coupling {
    Clutch,
    Converter,
    Direct,
}

/// The keys of a section.
pub(crate) fn keys(section: &str) -> Vec<&'static str> {
    let fields = SECTIONS.iter().find(|(name, _)| *name == section).map_or(&[][..], |(_, fields)| fields);
    let more: &[&str] = match section {
        "front" | "rear" => &["tyre"],
        "engine" => &["cylinders", "torque", "torque_lines", "motor"],
        "converter" => &["points"],
        "gearbox" => &["kind", "ratios", "reverse"],
        _ => &[],
    };
    fields.iter().map(|field| field.name).chain(more.iter().copied()).collect()
}

/// The index of a section's field by name.
pub(crate) fn field_of<S: Section>(name: &str) -> Option<usize> {
    S::FIELDS.iter().position(|field| field.name == name)
}
