//! Every field that a vehicle file can have, by its path.

use skidpad_core::spec::Field;

use super::beside::AXLES;
use super::rows;
use super::sections::{REVERSE, SECTIONS, TOP, keys};
use super::side_pull::KEY as SIDE_PULL;
use super::tyres::{KEYS as TYRES, LAWS};
use crate::surface;

/// The paths of all fields; one inside the rows of a list stands behind `[0]`.
pub(crate) fn paths() -> Vec<String> {
    let mut paths: Vec<String> = TOP.iter().map(|key| (*key).to_owned()).collect();
    paths.extend(["force", "mass"].map(|key| format!("{SIDE_PULL}.{key}")));
    for (section, _) in SECTIONS {
        paths.extend(keys(section).iter().map(|key| format!("{section}.{key}")));
    }
    for (list, fields) in rows::LISTS {
        paths.extend(fields.iter().map(|field| format!("{list}[0].{}", field.name)));
    }
    paths.push("engine.torque_lines[0].slope_nm_per_rpm".to_owned());
    paths.extend(rows::MOTOR.iter().map(|field| format!("engine.motor.{}", field.name)));
    paths.extend(TYRES.iter().map(|key| format!("tyres.{key}")));
    for (law, channels) in LAWS {
        let coefficients = channels
            .iter()
            .flat_map(|channel| AXLES.iter().map(move |axle| format!("tyres.{law}.{axle}.{}", channel.name)));
        paths.extend(coefficients);
    }
    paths.extend(surface::KEYS.iter().map(|key| format!("conditions.{key}")));
    paths
}

/// The field of a section.
pub(crate) fn field(section: &str, key: &str) -> Option<&'static Field> {
    if (section, key) == ("gearbox", REVERSE.name) {
        return Some(&REVERSE);
    }
    let (_, fields) = SECTIONS.iter().find(|(name, _)| *name == section)?;
    fields.iter().find(|field| field.name == key)
}

/// The fields of a section that a rule derives.
pub(crate) fn derivable_keys(section: &str) -> impl Iterator<Item = &'static str> {
    let fields = SECTIONS.iter().find(|(name, _)| *name == section).map_or(&[][..], |(_, fields)| fields);
    fields.iter().filter(|field| field.rule.is_some()).map(|field| field.name)
}
