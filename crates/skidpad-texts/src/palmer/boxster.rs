//! The Boxster S of the book and its tables 8-1, 8-3 and 8-4.

use super::{PalmerCar, line_torque};
use crate::units;
use skidpad_core::spec::TorqueLine;

/// The torque lines 8.17a to c of the Boxster S, as Palmer prints them: speed from which the line
/// holds in rpm, slope b in N.m per rpm, intercept d in N.m.
pub const BOXSTER_LINES: [(f64, f64, f64); 3] =
    [(0.0, 0.0, 220.0), (1000.0, 0.025, 195.0), (4600.0, -0.032, 457.2)];

/// A torque line from its printed form: rpm and N.m per rpm.
pub fn torque_line(from_rpm: f64, slope_nm_rpm: f64, intercept_nm: f64) -> TorqueLine {
    TorqueLine {
        from_rad_s: units::rpm(from_rpm),
        intercept_nm,
        slope_nm_s: slope_nm_rpm * units::to_rpm(1.0),
    }
}

/// The row of 8.17 that holds at an engine speed in rpm, with the text's limits: the first up to
/// and with 1000, the third from 4600.
pub fn boxster_line(engine_rpm: f64) -> (f64, f64) {
    let [first, second, third] = BOXSTER_LINES;
    let row = if engine_rpm <= second.0 {
        first
    } else if engine_rpm < third.0 {
        second
    } else {
        third
    };
    (row.1, row.2)
}

/// 8.7 with 8.17a to c: the torque of the Boxster S at full throttle, N.m.
pub fn boxster_torque(engine_rpm: f64) -> f64 {
    let (slope, intercept) = boxster_line(engine_rpm);
    line_torque(slope, intercept, engine_rpm)
}

/// Gear ratios of the Boxster S (table 8-1).
pub const BOXSTER_GEARS: [f64; 6] = [3.82, 2.20, 1.52, 1.22, 1.02, 0.84];

/// The Boxster S as the book's class `BoxsterS` has it.
pub const BOXSTER: PalmerCar<f64> = PalmerCar {
    mass_kg: 1393.0,
    drag_coefficient: 0.31,
    frontal_area_m2: 1.94,
    rolling_coefficient: 0.015,
    wheel_radius_m: 0.3186,
    final_drive: 3.44,
};

/// Drag coefficients of table 8-3: class, least, largest.
pub const DRAG_CLASSES: [(&str, f64, f64); 6] = [
    ("sports car", 0.27, 0.38),
    ("'60s muscle car", 0.38, 0.5),
    ("sedan", 0.34, 0.5),
    ("truck", 0.6, 1.0),
    ("tractor-trailer", 0.6, 1.2),
    ("motorcycle", 0.5, 1.0),
];

/// A column of table 8-4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The vehicle.
    pub name: &'static str,
    /// Mass, kg.
    pub mass_kg: f64,
    /// 0 to 100 km/h, s.
    pub to_100_kmh_s: f64,
    /// Top speed, km/h.
    pub top_speed_kmh: f64,
    /// Redline, rpm.
    pub redline_rpm: f64,
    /// Largest torque, N.m, and its speed, rpm.
    pub torque: (f64, f64),
    /// Largest power, hp, and its speed, rpm.
    pub power: (f64, f64),
}

/// Table 8-4: the Honda CBR1000RR beside the Porsche Boxster S, as printed.
pub const COMPARISON: [Comparison; 2] = [
    Comparison {
        name: "Honda CBR1000RR",
        mass_kg: 180.0,
        to_100_kmh_s: 2.95,
        top_speed_kmh: 225.0,
        redline_rpm: 11650.0,
        torque: (106.0, 8500.0),
        power: (153.5, 11000.0),
    },
    Comparison {
        name: "Porsche Boxster S",
        mass_kg: 1323.0,
        to_100_kmh_s: 5.5,
        top_speed_kmh: 266.0,
        redline_rpm: 7200.0,
        torque: (310.0, 4600.0),
        power: (258.0, 6400.0),
    },
];
