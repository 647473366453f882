//! Monster's table of units: every row, in both versions.

use crate::units;

use super::figure::{Figure, row};
use super::monster::{Version, id};

/// The table, in both versions.
pub(super) fn figures() -> Vec<Figure> {
    [Version::V1_4, Version::V1_9].into_iter().flat_map(table).collect()
}

fn table(v: Version) -> Vec<Figure> {
    let place = (v.name(), "Units and Conversions");
    let metric_hp = units::metric_horsepower(1.0);
    let metric_hp_row = row(id!(v, "unit-metric-hp-watt"), place, "1 metric hp");
    vec![
        row(id!(v, "unit-mile"), place, "1 mile").prints("1.6093", "km").gives(units::miles(1.0) * 1e-3, ""),
        row(id!(v, "unit-foot"), place, "1 foot").prints("0.3048", "m").gives(units::feet(1.0), ""),
        row(id!(v, "unit-inch"), place, "1 inch").prints("0.0254", "m").gives(units::inches(1.0), ""),
        row(id!(v, "unit-inch-cm"), place, "1 inch")
            .prints("2.54", "cm")
            .gives(units::inches(1.0) * 100.0, ""),
        row(id!(v, "unit-kmh"), place, "1 km/h").prints("0.2778", "m/s").gives(units::kmh(1.0), ""),
        row(id!(v, "unit-mph-kmh"), place, "1 mph")
            .prints("1.609", "km/h")
            .gives(units::to_kmh(units::mph(1.0)), ""),
        row(id!(v, "unit-mph"), place, "1 mph").prints(".447", "m/s").gives(units::mph(1.0), ""),
        row(id!(v, "unit-rpm"), place, "1 rpm").prints("0.105", "rad/s").gives(units::rpm(1.0), ""),
        row(id!(v, "unit-g"), place, "1 g").prints("9.8", "m/s2").gives(units::STANDARD_GRAVITY_M_S2, ""),
        row(id!(v, "unit-g-imperial"), place, "1 g, given in lb/s2").prints("32.1", "ft/s2").gives(
            units::to_feet(units::STANDARD_GRAVITY_M_S2),
            "the unit is ft/s2, not lb/s2; and 9.8 m/s2 are 32.15, cut off to 32.1",
        ),
        row(id!(v, "unit-pound-force"), place, "1 lb")
            .prints("4.45", "N")
            .gives(units::pounds_force(1.0), ""),
        row(id!(v, "unit-pound"), place, "1 lb").prints("0.4536", "kg").gives(units::pounds(1.0), ""),
        row(id!(v, "unit-foot-pound"), place, "1 lb.ft")
            .prints("1.356", "N.m")
            .gives(units::foot_pounds(1.0), ""),
        row(id!(v, "unit-foot-pound-second"), place, "1 lb.ft/s")
            .prints("1.356", "W")
            .gives(units::foot_pounds(1.0), ""),
        row(id!(v, "unit-hp-foot-pound"), place, "1 hp")
            .prints("550", "lb.ft/s")
            .gives(units::to_foot_pounds(units::horsepower(1.0)), ""),
        row(id!(v, "unit-hp"), place, "1 hp").prints("745.7", "W").gives(units::horsepower(1.0), ""),
        row(id!(v, "unit-metric-hp"), place, "1 metric hp")
            .prints("0.986", "hp")
            .gives(units::to_horsepower(metric_hp), ""),
        match v {
            Version::V1_4 => metric_hp_row
                .prints("735.5", "kW")
                .gives(metric_hp * 1e-3, "735.5 W: a thousandth of what is printed"),
            Version::V1_9 => metric_hp_row.prints("735.5", "W").gives(metric_hp, ""),
        },
    ]
}
