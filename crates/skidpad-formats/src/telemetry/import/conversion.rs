//! Units of loggers, by their symbols.

use skidpad_core::units::{
    FOOT_M, FOOT_POUND_NM, HORSEPOWER_W, INCH_M, METRIC_HORSEPOWER_W, MILE_M, POUND_FORCE_N,
    STANDARD_GRAVITY_M_S2, degrees, kmh, mph, rpm,
};

/// Conversion of a unit to its SI unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::telemetry) struct Conversion {
    /// SI unit; `-` for pure numbers.
    pub si: &'static str,
    /// One of the unit, in SI units.
    pub factor: f64,
    /// Value in SI units at 0 of the unit.
    pub offset: f64,
}

impl Conversion {
    /// Conversion of pure numbers and SI units.
    pub const fn none(si: &'static str) -> Self {
        Self { si, factor: 1.0, offset: 0.0 }
    }

    /// A value in SI units.
    pub fn to_si(self, value: f64) -> f64 {
        value * self.factor + self.offset
    }
}

/// Symbols of a unit in small letters, with its SI unit and factor.
type Symbols = (&'static [&'static str], &'static str, f64);

const HOUR_S: f64 = 3600.0;
const SEA_MILE_M: f64 = 1852.0;
const BAR_PA: f64 = 1e5;
const PSI_PA: f64 = POUND_FORCE_N / (INCH_M * INCH_M);

const UNITS: [Symbols; 43] = [
    (&["m/s", "mps", "ms-1"], "m/s", 1.0),
    (&["km/h", "kph", "kmh", "km/hr"], "m/s", kmh(1.0)),
    (&["mph", "mi/h"], "m/s", mph(1.0)),
    (&["kn", "knots", "kt", "kts"], "m/s", SEA_MILE_M / HOUR_S),
    (&["s", "sec", "seconds", "unix time"], "s", 1.0),
    (&["ms"], "s", 1e-3),
    (&["min"], "s", 60.0),
    (&["m"], "m", 1.0),
    (&["mm"], "m", 1e-3),
    (&["cm"], "m", 1e-2),
    (&["km"], "m", 1e3),
    (&["ft", "feet"], "m", FOOT_M),
    (&["in", "inch"], "m", INCH_M),
    (&["mi", "mile", "miles"], "m", MILE_M),
    (&["m/s^2", "m/s2", "m/s/s", "m/s²"], "m/s^2", 1.0),
    (&["g"], "m/s^2", STANDARD_GRAVITY_M_S2),
    (&["rad"], "rad", 1.0),
    (&["deg", "°", "degrees", "degree"], "rad", degrees(1.0)),
    (&["rad/s"], "rad/s", 1.0),
    (&["deg/s", "°/s", "dps"], "rad/s", degrees(1.0)),
    (&["rpm", "1/min", "rev/min"], "rad/s", rpm(1.0)),
    (&["hz", "1/s"], "1/s", 1.0),
    (&["", "-", "#", "ratio", "none", "no unit", "bool"], "-", 1.0),
    (&["%", "pct", "percent"], "-", 0.01),
    (&["pa"], "Pa", 1.0),
    (&["kpa"], "Pa", 1e3),
    (&["mpa"], "Pa", 1e6),
    (&["bar"], "Pa", BAR_PA),
    (&["mbar", "hpa"], "Pa", 1e-3 * BAR_PA),
    (&["psi"], "Pa", PSI_PA),
    (&["n"], "N", 1.0),
    (&["lbf"], "N", POUND_FORCE_N),
    (&["n.m", "nm", "n·m"], "N.m", 1.0),
    (&["lb-ft", "lbf.ft", "ft-lb", "ft.lb", "lbft"], "N.m", FOOT_POUND_NM),
    (&["w"], "W", 1.0),
    (&["kw"], "W", 1e3),
    (&["hp", "bhp"], "W", HORSEPOWER_W),
    (&["ps", "ch", "cv"], "W", METRIC_HORSEPOWER_W),
    (&["k"], "K", 1.0),
    (&["kg"], "kg", 1.0),
    (&["v", "volts"], "V", 1.0),
    (&["mv"], "V", 1e-3),
    (&["j"], "J", 1.0),
];

/// 0 degrees Celsius and a degree Fahrenheit, K.
const CELSIUS_K: f64 = 273.15;
const FAHRENHEIT_K: f64 = 5.0 / 9.0;

/// Conversion of a unit; `None` for a symbol that is not known.
pub(in crate::telemetry) fn conversion(symbol: &str) -> Option<Conversion> {
    let symbol = symbol.trim().to_lowercase();
    match symbol.as_str() {
        "c" | "°c" | "degc" | "deg c" | ".c" | "celsius" => {
            return Some(Conversion { si: "K", factor: 1.0, offset: CELSIUS_K });
        }
        "f" | "°f" | "degf" | "deg f" | ".f" | "fahrenheit" => {
            // 459.67 degrees Fahrenheit above absolute zero at 0.
            return Some(Conversion { si: "K", factor: FAHRENHEIT_K, offset: 459.67 * FAHRENHEIT_K });
        }
        _ => {}
    }
    let found = UNITS.iter().find(|(symbols, ..)| symbols.contains(&symbol.as_str()));
    found.map(|(_, si, factor)| Conversion { si, factor: *factor, offset: 0.0 })
}

#[cfg(test)]
mod tests {
    use super::conversion;

    #[test]
    fn units_are_converted() {
        for (symbol, value, si, expected) in [
            ("km/h", 36.0, "m/s", 10.0),
            ("MPH", 100.0, "m/s", 44.704),
            ("G", -1.0, "m/s^2", -9.80665),
            (" °C ", 20.0, "K", 293.15),
            ("F", 32.0, "K", 273.15),
            ("%", 50.0, "-", 0.5),
            ("rpm", 60.0, "rad/s", std::f64::consts::TAU),
            ("psi", 1.0, "Pa", 6_894.757_293_168),
            ("", 3.0, "-", 3.0),
        ] {
            let found = conversion(symbol).unwrap();
            let close = (found.to_si(value) - expected).abs() < 1e-9 * expected.abs();
            assert!(found.si == si && close, "{symbol}: {} {}", found.to_si(value), found.si);
        }
        assert_eq!(conversion("furlong"), None);
    }
}
