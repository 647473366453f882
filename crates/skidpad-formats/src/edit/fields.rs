//! Every field that a scenario or a vehicle file can have.

use skidpad_world::names::near_paths;

use crate::quantity;
use crate::scenario::fields as scenario_fields;
use crate::surface;
use crate::vehicle::{SIDE_PULL, TOP, fields as vehicle_fields};

/// Tables of names that are not known beforehand.
const OPEN: &[&str] = &["initial", "sources", "published"];

/// The file that has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The scenario.
    Scenario,
    /// The vehicle that the scenario names.
    Vehicle,
}

/// The file of a path without rows; a message with the near ones where no file has it. A word that both files have is the
/// scenario's.
pub(super) fn file_of(plain: &str) -> Result<File, String> {
    let files = [(File::Scenario, scenario_fields::paths()), (File::Vehicle, vehicle_fields::paths())];
    let first = plain.split('.').next().unwrap_or_default();
    for (file, fields) in &files {
        let has = |known: &String| {
            let known = known.replace("[0]", "");
            known == plain || known.strip_prefix(plain).is_some_and(|rest| rest.starts_with('.'))
        };
        let is_open = OPEN.contains(&first) && fields.iter().any(|known| known.starts_with(first));
        if is_open || fields.iter().any(has) {
            return Ok(*file);
        }
    }
    // Its mass is not the one that is meant by the mass of any other section.
    let is_meant = |path: &String| first == SIDE_PULL || !path.starts_with(SIDE_PULL) || path == SIDE_PULL;
    let fields: Vec<String> = files.into_iter().flat_map(|(_, fields)| fields).filter(is_meant).collect();
    match near_paths(plain, &fields) {
        near if near.is_empty() => Err(format!(
            "unknown field; must be one of a scenario ({}) or of a vehicle file ({})",
            scenario_fields::KEYS.join(", "),
            TOP.join(", ")
        )),
        near => Err(format!("unknown field; near: {}", near.join(", "))),
    }
}

/// Unit of a bare number in a field, by its path without rows.
pub(super) fn si_unit(plain: &str) -> &'static str {
    let unit = match plain.split_once('.') {
        None if matches!(plain, "dt" | "duration") => "s",
        Some((SIDE_PULL, "force")) => "N",
        Some((SIDE_PULL, "mass")) => "kg",
        Some(("surface", key)) => surface::measure_of(key).map_or("", quantity::Measure::si),
        Some((section, key)) => {
            vehicle_fields::field(section, key).map_or("", |field| field.quantity.si_unit())
        }
        None => "",
    };
    if unit == "-" { "" } else { unit }
}
