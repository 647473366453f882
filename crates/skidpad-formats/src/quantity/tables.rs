//! The units of each quantity.

use skidpad_core::math::Real;
use skidpad_core::spec::Quantity;
use skidpad_core::units::{
    FOOT_M, FOOT_POUND_NM, HORSEPOWER_W, INCH_M, METRIC_HORSEPOWER_W, MILE_M, POUND_KG,
    STANDARD_GRAVITY_M_S2, degrees, kmh, mph, rpm, to_degrees, to_kmh, to_mph, to_rpm,
};

use super::unit::{Measure, Unit};

/// `unit!("lb" | "lbs" = * POUND_KG)`: the factor to SI; `/ 1000.0` a divisor, which keeps
/// "2415 mm" the number next to 2.415; `(rpm, to_rpm)` the two functions.
macro_rules! unit {
    ($symbol:literal $(| $alias:literal)* = * $factor:expr) => {
        unit!($symbol $(| $alias)* = (|value| value * $factor, |value| value / $factor))
    };
    ($symbol:literal $(| $alias:literal)* = / $divisor:expr) => {
        unit!($symbol $(| $alias)* = (|value| value / $divisor, |value| value * $divisor))
    };
    ($symbol:literal $(| $alias:literal)* = ($to:expr, $from:expr)) => {
        Unit { symbol: $symbol, aliases: &[$($alias),*], to_si: $to, from_si: $from }
    };
    ($symbol:literal $(| $alias:literal)*) => {
        unit!($symbol $(| $alias)* = (|value| value, |value| value))
    };
}

static RATIO: Measure = Measure {
    name: "a number",
    units: &[unit!("" | "1" | ":1" | "to.1"), unit!("%" | "percent" | "per.cent" = / 100.0)],
    examples: &["0.3", "0.9", "2", "20", "0.05", "0.012"],
};
static MASS: Measure = Measure {
    name: "a mass",
    units: &[
        unit!("kg" | "KG" | "Kg"),
        unit!("lb" | "lbs" | "lbm" | "LB" | "LBS" | "pounds" = *POUND_KG),
        unit!("g" = / 1000.0),
        unit!("t" = *1000.0),
    ],
    examples: &["1400 kg", "18 kg"],
};
static LENGTH: Measure = Measure {
    name: "a length",
    units: &[
        unit!("m"),
        unit!("mm" = / 1000.0),
        unit!("cm" = / 100.0),
        unit!("km" = *1000.0),
        unit!("in" | "inch" | "inches" | "\"" = *INCH_M),
        unit!("ft" | "foot" | "feet" | "'" = *FOOT_M),
        unit!("mi" | "mile" | "miles" = *MILE_M),
    ],
    examples: &["2.5 m", "1.8 m", "310 mm"],
};
/// Units of a force.
pub static FORCE: Measure = Measure {
    name: "a force",
    units: &[
        unit!("N"),
        unit!("kN" = *1000.0),
        unit!("lbf" = *POUND_KG * STANDARD_GRAVITY_M_S2),
        unit!("kgf" | "kp" = *STANDARD_GRAVITY_M_S2),
    ],
    examples: &["20 N"],
};
static AREA: Measure = Measure {
    name: "an area",
    units: &[
        unit!("m^2" | "m2" | "sq.m" | "qm"),
        unit!("ft^2" | "ft2" | "sq.ft" | "sqft" | "sq.feet" = *(FOOT_M * FOOT_M)),
    ],
    examples: &["2.0 m^2"],
};
static TIME: Measure = Measure {
    name: "a time",
    units: &[unit!("s" | "sec" | "seconds"), unit!("ms" = / 1000.0), unit!("min" = *60.0)],
    examples: &["0.3 s", "5 s"],
};
static SPEED: Measure = Measure {
    name: "a speed",
    units: &[
        unit!("m/s"),
        unit!("km/h" | "kph" | "kmh" = (kmh, to_kmh)),
        unit!("mph" | "mi/h" | "MPH" = (mph, to_mph)),
    ],
    examples: &["100 km/h"],
};
static ANGULAR_SPEED: Measure = Measure {
    name: "an angular speed",
    units: &[unit!("rad/s"), unit!("rpm" | "RPM" | "1/min" | "r/min" | "rev/min" | "min1" = (rpm, to_rpm))],
    examples: &["3000 rpm"],
};
static TORQUE: Measure = Measure {
    name: "a torque",
    units: &[
        unit!("N.m" | "Nm" | "NM"),
        unit!("lb-ft" | "lbf.ft" | "ft.lb" | "ft.lbf" | "ft.lbs" | "lbs.ft" = *FOOT_POUND_NM),
        unit!("kgf.m" | "kg.m" | "kgm" | "mkg" | "m.kgf" = *STANDARD_GRAVITY_M_S2),
    ],
    examples: &["350 N.m"],
};
static POWER: Measure = Measure {
    name: "a power",
    units: &[
        unit!("W"),
        unit!("kW" | "KW" = *1000.0),
        unit!("MW" = *1e6),
        unit!("hp" | "HP" | "bhp" = *HORSEPOWER_W),
        unit!("PS" | "ps" | "ch" | "cv" | "CV" = *METRIC_HORSEPOWER_W),
    ],
    examples: &["190 kW"],
};
static INERTIA: Measure = Measure {
    name: "a moment of inertia",
    units: &[unit!("kg.m^2" | "kg.m2" | "kgm2"), unit!("lb.ft^2" | "lb.ft2" = *(POUND_KG * FOOT_M * FOOT_M))],
    examples: &["0.2 kg.m^2"],
};
static LINEAR_RESISTANCE: Measure = Measure {
    name: "a resistance",
    units: &[unit!("N.s/m" | "Ns/m" | "N/(m/s)" | "N/m/s" | "kg/s")],
    examples: &["12.8 N.s/m"],
};
static CORNERING_STIFFNESS: Measure = Measure {
    name: "a cornering stiffness",
    units: &[
        unit!("N/rad"),
        unit!("kN/rad" = *1000.0),
        unit!("N/deg" = / degrees(1.0)),
        unit!("kN/deg" = *(1000.0 / degrees(1.0))),
        unit!("lbf/deg" | "lb/deg" = *(POUND_KG * STANDARD_GRAVITY_M_S2 / degrees(1.0))),
    ],
    examples: &["90 kN/rad", "1600 N/deg"],
};
static STIFFNESS: Measure = Measure {
    name: "a stiffness",
    units: &[
        unit!("N/m"),
        unit!("N/mm" | "kN/m" = *1000.0),
        unit!("lbf/in" | "lb/in" = *(POUND_KG * STANDARD_GRAVITY_M_S2 / (FOOT_M / 12.0))),
    ],
    examples: &["200 N/mm"],
};
static ROTARY_RESISTANCE: Measure = Measure {
    name: "a torque per angular speed",
    units: &[
        unit!("N.m.s" | "Nms" | "N.m.s/rad" | "N.m/(rad/s)" | "Nm/(rad/s)"),
        // Palmer's own way of writing it: a torque per revolution a second.
        unit!(
            "N.m/(rev/s)" | "N.m/rev/s" | "N.m.per.rev/s" | "Nm/(rev/s)" =
                (|value| value * to_rpm(1.0) / 60.0, |value| value * 60.0 / to_rpm(1.0))
        ),
        unit!("N.m/rpm" | "Nm/rpm" = (|value| value * to_rpm(1.0), |value| value / to_rpm(1.0))),
    ],
    examples: &["0.74 N.m/(rev/s)"],
};
static ANGLE: Measure = Measure {
    name: "an angle",
    units: &[unit!("rad"), unit!("deg" | "°" | "degrees" | "degree" = (degrees, to_degrees))],
    examples: &["5 deg"],
};

/// The slope of a road: an angle, or its tangent in per cent.
pub static SLOPE: Measure = Measure {
    name: "a slope",
    units: &[
        unit!("rad"),
        unit!("deg" | "°" | "degrees" | "degree" = (degrees, to_degrees)),
        unit!("%" | "percent" = (|value| Real::atan(value / 100.0), |value| Real::tan(value) * 100.0)),
    ],
    examples: &["5 %"],
};
/// Acceleration.
pub static ACCELERATION: Measure = Measure {
    name: "an acceleration",
    units: &[
        unit!("m/s^2" | "m/s2"),
        unit!("g" | "G" = *STANDARD_GRAVITY_M_S2),
        unit!("ft/s^2" | "ft/s2" = *FOOT_M),
    ],
    examples: &["0.9 g"],
};
/// Density of the air.
pub static DENSITY: Measure = Measure {
    name: "a density",
    units: &[
        unit!("kg/m^3" | "kg/m3"),
        unit!("lb/ft^3" | "lb/ft3" = *(POUND_KG / (FOOT_M * FOOT_M * FOOT_M))),
    ],
    examples: &["1.2 kg/m^3"],
};
/// Capacity of a torque converter: pump torque over the square of the pump's speed.
pub static CONVERTER_CAPACITY: Measure = Measure {
    name: "a converter capacity",
    units: &[
        unit!("N.m.s^2" | "N.m.s2" | "Nms2" | "N.m/(rad/s)2"),
        unit!(
            "N.m/rpm^2" | "N.m/rpm2" | "Nm/rpm2" =
                (|value| value * to_rpm(1.0) * to_rpm(1.0), |value| value / to_rpm(1.0) / to_rpm(1.0))
        ),
    ],
    examples: &["0.003 N.m.s^2"],
};

/// All of them, to find whose unit a misplaced one is.
pub(super) static ALL: [&Measure; 18] = [
    &MASS, &LENGTH, &AREA, &TIME, &SPEED, &ANGULAR_SPEED, &TORQUE, &POWER, &INERTIA, &LINEAR_RESISTANCE,
    &ROTARY_RESISTANCE, &CORNERING_STIFFNESS, &ANGLE, &RATIO, &ACCELERATION, &DENSITY, &CONVERTER_CAPACITY,
    &SLOPE,
];

pub(super) fn measure(quantity: Quantity) -> &'static Measure {
    match quantity {
        Quantity::Ratio => &RATIO,
        Quantity::Mass => &MASS,
        Quantity::Length => &LENGTH,
        Quantity::Area => &AREA,
        Quantity::Time => &TIME,
        Quantity::Speed => &SPEED,
        Quantity::AngularSpeed => &ANGULAR_SPEED,
        Quantity::Torque => &TORQUE,
        Quantity::Power => &POWER,
        Quantity::Inertia => &INERTIA,
        Quantity::LinearResistance => &LINEAR_RESISTANCE,
        Quantity::RotaryResistance => &ROTARY_RESISTANCE,
        Quantity::ConverterCapacity => &CONVERTER_CAPACITY,
        Quantity::Angle => &ANGLE,
        Quantity::CorneringStiffness => &CORNERING_STIFFNESS,
        Quantity::Stiffness => &STIFFNESS,
    }
}
