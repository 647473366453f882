//! Units of channels by their names, and channels that change in jumps.

/// Endings of channels' names and the SI units that they stand for, the longer ones first.
const ENDINGS: [(&str, &str); 34] = [
    ("_nm_s2", "N.m.s^2"),
    ("_rad_s2", "rad/s^2"),
    ("_kg_m2", "kg.m^2"),
    ("_kg_m3", "kg/m^3"),
    ("_n_rad", "N/rad"),
    ("_rad_s", "rad/s"),
    ("_m_s2", "m/s^2"),
    ("_m_s3", "m/s^3"),
    ("_n_s_m", "N.s/m"),
    ("_nm_s", "N.m.s"),
    ("_n_m", "N/m"),
    ("_w_k", "W/K"),
    ("_n_s", "N.s"),
    ("_m_s", "m/s"),
    ("_1_m", "1/m"),
    ("_1_s", "1/s"),
    ("_s_m", "s/m"),
    ("_m_n", "m/N"),
    ("_radpm", "rad/m"),
    ("_rad", "rad"),
    ("_deg", "deg"),
    ("_nm", "N.m"),
    ("_kg", "kg"),
    ("_pa", "Pa"),
    ("_m2", "m^2"),
    ("_m3", "m^3"),
    ("_s2", "s^2"),
    ("_m", "m"),
    ("_s", "s"),
    ("_n", "N"),
    ("_w", "W"),
    ("_j", "J"),
    ("_k", "K"),
    ("_v", "V"),
];

/// SI unit of a channel by the ending of its name; `-` for a pure number.
///
/// ```
/// use skidpad_formats::telemetry::unit_of;
/// assert_eq!([unit_of("velocity_x_m_s"), unit_of("x_m"), unit_of("gear")], ["m/s", "m", "-"]);
/// ```
pub fn unit_of(name: &str) -> &'static str {
    let ends = |entry: &&(&str, &str)| name.ends_with(entry.0);
    ENDINGS.iter().find(ends).map_or("-", |(_, unit)| unit)
}

/// Ending of the names of channels with a unit; `None` for pure numbers.
pub(super) fn ending_of(unit: &str) -> Option<&'static str> {
    ENDINGS.iter().find(|(_, known)| *known == unit).map(|(ending, _)| *ending)
}

/// Returns true for a channel that holds its value between two samples: a pure number that is whole in all of them, such as a gear,
/// a switch or the number of a lap. All others are interpolated linearly.
pub(super) fn is_held(name: &str, mut values: impl Iterator<Item = f64>) -> bool {
    unit_of(name) == "-" && values.all(|value| value == value.trunc())
}
