//! Every field that a scenario can have, by its path.

use super::{cones, controls, driver, friction, ground, scene, shaping, start_table, weather};
use crate::surface;

/// Everything that may stand at the top of a scenario.
pub(crate) const KEYS: &[&str] = &[
    "car", "model", "dt_s", "dt", "duration_s", "duration", "integrator", "interpolate", "start", "initial",
    "surface", "weather", "ground", "friction", "contact", "wall", "cone", "traffic", "shaping", "driver",
    "controls",
];

/// The paths of all fields of scenarios; one inside the rows of a list stands behind `[0]`.
pub(crate) fn paths() -> Vec<String> {
    let tables: [(&str, &[&str]); 15] = [
        ("start", start_table::KEYS),
        ("surface", surface::KEYS),
        ("weather", weather::KEYS),
        ("weather.gusts", weather::GUSTS),
        ("ground[0]", ground::KEYS),
        ("friction", friction::KEYS),
        ("contact", scene::CONTACT),
        ("wall[0]", scene::WALL),
        ("cone[0]", cones::CONE),
        ("traffic[0]", scene::TRAFFIC),
        ("traffic[0].driver", driver::KEYS),
        ("traffic[0].controls[0]", controls::KEYS),
        ("shaping", shaping::KEYS),
        ("driver", driver::KEYS),
        ("controls[0]", controls::KEYS),
    ];
    let mut paths: Vec<String> = KEYS.iter().map(|key| (*key).to_owned()).collect();
    paths
        .extend(tables.iter().flat_map(|(table, keys)| keys.iter().map(move |key| format!("{table}.{key}"))));
    paths.extend(shaping::inner_fields());
    paths
}
