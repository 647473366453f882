//! The figures of Monster's tutorials: what both versions print, and what v1.4 prints alone.

use crate::brakes;
use crate::gearing;
use crate::monster::MonsterCar;
use crate::units;
use skidpad_core::aero;
use skidpad_core::chassis::{LoadTransfer, TyreForces};
use skidpad_special::chassis::{monster_axle_loads, traction_limit};
use skidpad_special::drive::wheel_torque;

use super::figure::{Figure, row};

/// Which of the two texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// January 2002.
    V1_4,
    /// November 2003.
    V1_9,
}

impl Version {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::V1_4 => "Monster v1.4",
            Self::V1_9 => "Monster v1.9",
        }
    }
}

/// The same name for both versions, each with its own number in it.
macro_rules! id {
    ($version:expr, $name:literal) => {
        match $version {
            $crate::sources::monster::Version::V1_4 => concat!("monster-1-4-", $name),
            $crate::sources::monster::Version::V1_9 => concat!("monster-1-9-", $name),
        }
    };
}
pub(super) use id;

const GRAVITY_M_S2: f64 = 9.8;
/// The driver and the car of the examples.
const MASS_KG: f64 = 1500.0;

/// Figures that both versions print on straight lines, and those of v1.4 alone, apart from the table of units.
pub(super) fn figures() -> Vec<Figure> {
    let both = [Version::V1_4, Version::V1_9];
    let mut found: Vec<Figure> = both.into_iter().flat_map(resistance).collect();
    found.extend(both.into_iter().flat_map(loads));
    found.extend(v1_4());
    found
}

/// The car of the section on constants.
fn coasting() -> MonsterCar<f64> {
    let drag_factor = aero::drag_factor(0.30, 2.2, 1.29);
    MonsterCar { mass_kg: MASS_KG, drag_factor, rolling_factor: 30.0 * drag_factor }
}

fn resistance(v: Version) -> Vec<Figure> {
    let car = coasting();
    let printed = MonsterCar { mass_kg: MASS_KG, drag_factor: 0.4257, rolling_factor: 12.8 };
    let forces = (v.name(), "Straight line physics");
    let constants = (v.name(), "Magic Constants");
    let top = car.top_speed(car.resistance(37.0));
    vec![
        row(id!(v, "cdrag"), constants, "Cdrag = 0.5 * 0.30 * 2.2 * 1.29")
            .prints("0.4257", "N.s2/m2")
            .gives(car.drag_factor, ""),
        row(id!(v, "crr"), constants, "Crr = 30 Cdrag")
            .prints("12.8", "N.s/m")
            .gives(car.rolling_factor, "12.771"),
        row(id!(v, "equal-resistance"), forces, "speed at which drag and rolling resistance are equal")
            .prints("30", "m/s")
            .gives(printed.equal_resistance_speed(), "with the printed 12.8 and 0.4257: 30.07"),
        row(id!(v, "100-kmh-in-m-s"), forces, "100 km/h, given as 30 m/s")
            .prints("30", "m/s")
            .within(5.0)
            .gives(units::kmh(100.0), "given as approximate, to one digit"),
        row(id!(v, "100-kmh-in-mph"), forces, "100 km/h, given as 60 mph")
            .prints("60", "mph")
            .within(5.0)
            .gives(units::to_mph(units::kmh(100.0)), "given as approximate, to one digit"),
        row(id!(v, "30-m-s-in-kmh"), forces, "30 m/s, given as 100 km/h")
            .prints("100", "km/h")
            .within(10.0)
            .gives(units::to_kmh(30.0), "given as approximate; the factor 30 belongs to 30 m/s = 108 km/h"),
        row(id!(v, "30-m-s-in-mph"), forces, "30 m/s, given as 60 mph")
            .prints("60", "mph")
            .within(10.0)
            .gives(units::to_mph(30.0), "given as approximate, to one digit; 30 m/s is 67.1 mph"),
        row(id!(v, "top-speed"), forces, "top speed of the diagram, from its traction")
            .prints("37", "m/s")
            .gives(top, "the traction is read as the resistance at 37 m/s; the root leads back"),
        row(id!(v, "top-speed-kmh"), forces, "the same").prints("133", "km/h").gives(units::to_kmh(top), ""),
        row(id!(v, "top-speed-mph"), forces, "the same").prints("83", "mph").gives(units::to_mph(top), ""),
        row(id!(v, "resistance-at-top-speed"), forces, "drag and rolling resistance at 37 m/s")
            .unit("N")
            .gives(car.resistance(37.0), "with Crr = 30 Cdrag unrounded"),
        row(id!(v, "air-density-imperial"), constants, "1.29 kg/m3 in pounds a cubic foot")
            .prints("0.0801", "lb/ft3")
            .gives(units::to_pounds_per_cubic_foot(1.29), "0.0801 lb/ft3 is 1.283 kg/m3"),
        row(id!(v, "frontal-area-imperial"), constants, "2.2 m2 in square feet")
            .prints("20", "ft2")
            .gives(units::to_square_feet(2.2), "20 sq ft is 1.86 m2"),
        row(id!(v, "braking-at-rest"), constants, "constant braking force at rest")
            .prints("0", "N")
            .gives(brakes::monster_braking_force(10_000.0, 0.0), "it stops with the car"),
    ]
}

fn loads(v: Version) -> Vec<Figure> {
    let weight = MASS_KG * GRAVITY_M_S2;
    let (_, rear_rest) = monster_axle_loads(weight, 0.5, 0.4, MASS_KG, 0.0);
    let limit = traction_limit(1.0, rear_rest);
    let car = MonsterCar { mass_kg: MASS_KG, drag_factor: 0.0, rolling_factor: 0.0 };
    let acceleration = car.acceleration(limit, 0.0);
    let (front, rear) = monster_axle_loads(weight, 0.5, 1.0 / 2.5, MASS_KG, acceleration);
    let transfer = LoadTransfer { weight_n: weight, front_share: 0.5, height_over_wheelbase: 1.0 / 2.5 };
    let solved: TyreForces<f64> = transfer.solve(0.0, 1.0);
    let place = (v.name(), "Engine Force");
    let loop_solved = "the load that the acceleration shifts raises the limit, and so on: solved exactly";
    vec![
        row(id!(v, "mass-imperial"), place, "1500 kg in pounds")
            .prints("3300", "lb")
            .significant(2)
            .gives(units::to_pounds(MASS_KG), "3307 lb, printed to two digits"),
        row(id!(v, "rear-load-at-rest"), place, "weight on the rear wheels, (1500/2) * 9.8")
            .prints("7350", "N")
            .gives(rear_rest, ""),
        row(id!(v, "rear-load-imperial"), place, "7350 N in pounds")
            .prints("1650", "lb")
            .significant(3)
            .gives(units::to_pounds_force(rear_rest), "1652 lb, printed to three digits"),
        row(id!(v, "traction-limit"), place, "largest traction of the rear wheels at mu = 1")
            .prints("7350", "N")
            .gives(limit, ""),
        row(id!(v, "acceleration-at-limit"), place, "acceleration 7350 N / 1500 kg")
            .prints("4.9", "m/s2")
            .gives(acceleration, ""),
        row(id!(v, "acceleration-at-limit-g"), place, "the same in g")
            .prints("0.5", "g")
            .gives(units::to_standard_gravities(acceleration), ""),
        row(id!(v, "shifted-load"), place, "shifted load (1.0/2.50) * 1500 * 4.9")
            .prints("2940", "N")
            .gives(rear - rear_rest, ""),
        row(id!(v, "front-load-shifted"), place, "front load 7350 - 2940").unit("N").gives(front, ""),
        row(id!(v, "rear-load-shifted"), place, "rear load 7350 + 2940")
            .unit("N")
            .gives(rear, "more than the drive force of the example: the driver may floor it"),
        row(id!(v, "solved-traction"), place, "traction with the load that it shifts itself, mu = 1")
            .unit("N")
            .gives(solved.rear_n, loop_solved),
        row(id!(v, "solved-acceleration"), place, "acceleration with it")
            .unit("m/s2")
            .gives(car.acceleration(solved.rear_n, 0.0), loop_solved),
        row(
            id!(v, "wheel-inertia"),
            (v.name(), "Torque on the drive wheels"),
            "wheel inertia 75 * 0.33^2 / 2",
        )
        .prints("4.1", "kg.m2")
        .gives(gearing::cylinder_inertia(75.0, 0.33), ""),
        row(id!(v, "slip-ratio-rolling"), (v.name(), "Slip ratio"), "slip ratio of a rolling wheel")
            .prints("0", "-")
            .gives(
                match v {
                    Version::V1_4 => crate::tyre::slip_ratio_v1_4_as_printed(20.0, 20.0),
                    Version::V1_9 => crate::tyre::slip_ratio_v1_9_as_printed(20.0, 20.0),
                },
                "",
            ),
    ]
}

/// Force at the road from the torque of the engine, N.
pub(super) fn drive_force(torque_nm: f64, gears: (f64, f64), efficiency: f64, radius_m: f64) -> f64 {
    skidpad_special::drive::drive_force(wheel_torque(torque_nm, gears.0, gears.1, efficiency), radius_m)
}

/// The Alfa in first gear and the rear-driven example.
fn v1_4() -> Vec<Figure> {
    let first = (3.5, 3.6);
    let place = ("Monster v1.4", "Gear Ratios");
    let rpm = ("Monster v1.4", "How do we get the RPM?");
    let force = drive_force(190.0, first, 0.7, 0.33);
    // 140 lb ft by the text's own 1.356 N.m: what 190 is rounded from.
    let unrounded = drive_force(140.0 * 1.356, first, 0.7, 0.33);
    let alfa = MonsterCar { mass_kg: 1140.0, drag_factor: 0.0, rolling_factor: 0.0 };
    let wheel = gearing::wheel_speed(units::rpm(3500.0), first.0, first.1);
    let speed = gearing::road_speed(units::rpm(3500.0), first.0, first.1, 0.33);
    let slow = units::kmh(20.0);
    let crank = gearing::engine_speed(slow, first.0, first.1, 0.33);
    vec![
        row("monster-1-4-torque-imperial", ("Monster v1.4", "Engine Force"), "448 N.m in foot-pounds")
            .prints("330", "lb.ft")
            .gives(units::to_foot_pounds(448.0), ""),
        row("monster-1-4-radius-imperial", ("Monster v1.4", "Engine Force"), "0.33 m in inches")
            .prints("13", "in")
            .gives(units::to_inches(0.33), ""),
        row("monster-1-4-drive-force", ("Monster v1.4", "Engine Force"), "448 * 3.06 * 3.07 * 0.7 / 0.33")
            .prints("8927", "N")
            .gives(drive_force(448.0, (3.06, 3.07), 0.7, 0.33), ""),
        row("monster-1-4-alfa-torque-imperial", place, "190 N.m in foot-pounds")
            .prints("140", "lb.ft")
            .gives(units::to_foot_pounds(190.0), ""),
        row("monster-1-4-alfa-force", place, "190 * 3.5 * 3.6 * 0.7 / 0.33")
            .prints("5074", "N")
            .chain(unrounded)
            .gives(force, "140 lb ft at the text's 1.356 N.m are 189.84 N.m, rounded to 190 in the formula"),
        row("monster-1-4-alfa-acceleration", place, "the force on 1140 kg")
            .prints("4.5", "m/s2")
            .gives(alfa.acceleration(force, 0.0), ""),
        row("monster-1-4-alfa-acceleration-g", place, "the same in g")
            .prints("0.45", "g")
            .gives(units::to_standard_gravities(alfa.acceleration(force, 0.0)), ""),
        row("monster-1-4-alfa-multiplier", place, "multiplier 3.5 * 3.6")
            .prints("12.6", "-")
            .gives(wheel_torque(1.0, first.0, first.1, 1.0), ""),
        row("monster-1-4-alfa-engine-rpm-per-wheel-rpm", place, "engine revolutions for one of the wheel")
            .prints("12.6", "-")
            .gives(1.0 / gearing::wheel_speed(1.0, first.0, first.1), ""),
        row("monster-1-4-force-per-torque", place, "force per N.m of engine torque").prints("4.16", "N").gives(
            drive_force(1.0, first, 1.0, 0.33),
            "the text multiplies by the radius, which it calls diameter; dividing gives 38.2 N, 26.7 N with losses",
        ),
        row("monster-1-4-way-per-revolution", place, "2 pi R")
            .prints("2.07", "m")
            .gives(gearing::way_per_revolution(0.33), ""),
        row("monster-1-4-alfa-wheel-rpm", place, "wheels at 3500 rpm in first gear")
            .prints("278", "rpm")
            .gives(units::to_rpm(wheel), ""),
        row("monster-1-4-alfa-wheel-rev-s", place, "the same")
            .prints("4.6", "rev/s")
            .gives(units::to_rpm(wheel) / 60.0, ""),
        row("monster-1-4-alfa-speed", place, "speed there").prints("9.6", "m/s").gives(speed, ""),
        row("monster-1-4-alfa-speed-kmh", place, "the same")
            .prints("35", "km/h")
            .gives(units::to_kmh(speed), ""),
        row("monster-1-4-20-kmh", rpm, "20 km/h").prints("5.6", "m/s").gives(slow, ""),
        row("monster-1-4-20-kmh-wheel", rpm, "wheel speed at 20 km/h")
            .prints("16.8", "rad/s")
            .gives(gearing::rolling_speed(slow, 0.33), "from 20 km/h itself; the printed 5.6 m/s gives 17.0"),
        row("monster-1-4-20-kmh-crank", rpm, "crankshaft speed there")
            .prints("212", "rad/s")
            .gives(crank, ""),
        row("monster-1-4-20-kmh-rad-min", rpm, "the same")
            .prints("12727", "rad/min")
            .gives(crank * 60.0, ""),
        row("monster-1-4-20-kmh-rpm", rpm, "the same")
            .prints("2025", "rpm")
            .truncated()
            .gives(units::to_rpm(crank), "2025.6, cut off; from the printed 16.8 rad/s it is 2021.4"),
        row("monster-1-4-16-8-rad-s-rpm", rpm, "the same from the printed 16.8 rad/s")
            .unit("rpm")
            .gives(units::to_rpm(gearing::engine_speed(16.8, 3.5, 3.6, 1.0)), ""),
    ]
}
