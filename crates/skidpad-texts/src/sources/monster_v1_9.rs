//! The figures that Monster's v1.9 prints alone: the Corvette C5 and its LS1.

use crate::gearing;
use crate::monster;
use crate::monster::MonsterCar;
use crate::units;
use skidpad_core::tyre::TyreSize;
use skidpad_special::drive::wheel_torque;

use super::figure::{Figure, row};
use super::monster::drive_force;

/// Everything that v1.9 prints alone.
pub(super) fn figures() -> Vec<Figure> {
    let mut found = engine();
    found.extend(gears());
    found.extend(rpm());
    found
}

/// The LS1 and the first example.
fn engine() -> Vec<Figure> {
    let place = ("Monster v1.9", "Engine Force");
    let tyre = TyreSize { width_mm: 275.0, aspect_percent: 40.0, rim_in: 18.0 };
    vec![
        row("monster-1-9-torque-10-n", place, "torque of 10 N at 0.3 m")
            .prints("3", "N.m")
            .gives(gearing::torque_of(10.0, 0.3), ""),
        row("monster-1-9-torque-1-n", place, "torque of 1 N at 3 m")
            .prints("3", "N.m")
            .gives(gearing::torque_of(1.0, 3.0), ""),
        row("monster-1-9-ls1-torque", place, "350 lb-ft, the largest torque of the LS1")
            .prints("475", "N.m")
            .gives(units::foot_pounds(350.0), ""),
        row("monster-1-9-ls1-power", place, "345 hp, its largest power")
            .prints("257", "kW")
            .gives(units::horsepower(345.0) * 1e-3, ""),
        row("monster-1-9-5252", place, "hp = torque rpm / 5252")
            .prints("5252", "rpm")
            .gives(units::HORSEPOWER_CROSSING_RPM, "33 000 / (2 pi)"),
        row("monster-1-9-crossing", place, "horsepower over foot-pounds at 5252 rpm: the curves cross")
            .prints("1", "-")
            .gives(monster::horsepower(350.0, 5252.0) / 350.0, ""),
        row("monster-1-9-ls1-power-at-4400", place, "horsepower at the torque's peak").unit("hp").gives(
            monster::horsepower(350.0, 4400.0),
            "less than 345 hp, so that the power still rises from there",
        ),
        row("monster-1-9-tyre-radius", place, "unloaded radius of a P275/40ZR-18")
            .prints("34", "cm")
            .gives(tyre.unloaded_radius_m() * 100.0, ""),
        row("monster-1-9-torque-imperial", place, "448 N.m in foot-pounds")
            .prints("330", "lb.ft")
            .gives(units::to_foot_pounds(448.0), ""),
        row("monster-1-9-torque-from-imperial", place, "330 lb-ft in N.m")
            .prints("448", "N.m")
            .within(0.5 * units::FOOT_POUND_NM)
            .gives(units::foot_pounds(330.0), "448 N.m are 330.4 lb-ft, rounded to 330"),
        row("monster-1-9-radius-imperial", place, "0.34 m in inches")
            .prints("13.4", "in")
            .gives(units::to_inches(0.34), ""),
        row("monster-1-9-drive-force", place, "448 * 2.66 * 3.42 * 0.7 / 0.34")
            .prints("8391", "N")
            .gives(drive_force(448.0, (2.66, 3.42), 0.7, 0.34), ""),
    ]
}

/// The Corvette in first gear.
fn gears() -> Vec<Figure> {
    let first = (2.66, 3.42);
    let place = ("Monster v1.9", "Gear Ratios");
    let force = drive_force(475.0, first, 0.7, 0.33);
    let car = MonsterCar { mass_kg: 1439.0, drag_factor: 0.0, rolling_factor: 0.0 };
    let wheel_rpm = units::to_rpm(gearing::wheel_speed(units::rpm(4400.0), first.0, first.1));
    let speed = gearing::road_speed(units::rpm(4400.0), first.0, first.1, 0.34);
    let axle = |rpm: f64| gearing::road_speed(units::rpm(rpm), 1.0, 1.0, 0.34);
    vec![
        row("monster-1-9-c5-force", place, "475 * 2.66 * 3.42 * 0.7 / 0.33")
            .prints("9166", "N")
            .gives(force, ""),
        row("monster-1-9-c5-force-own-radius", place, "the same with the car's own radius, 0.34 m")
            .prints("9166", "N")
            .gives(
                drive_force(475.0, first, 0.7, 0.34),
                "the formula has 0.33 m, the text everywhere else 0.34 m",
            ),
        row("monster-1-9-c5-acceleration", place, "9166 N on 1439 kg")
            .prints("6.4", "m/s2")
            .gives(car.acceleration(force, 0.0), ""),
        row("monster-1-9-c5-acceleration-g", place, "the same in g")
            .prints("0.65", "g")
            .gives(units::to_standard_gravities(car.acceleration(force, 0.0)), ""),
        row("monster-1-9-c5-multiplier", place, "multiplier 2.66 * 3.42")
            .prints("9.1", "-")
            .gives(wheel_torque(1.0, first.0, first.1, 1.0), ""),
        row("monster-1-9-c5-multiplier-losses", place, "the same after 30 % loss")
            .prints("6.4", "-")
            .gives(wheel_torque(1.0, first.0, first.1, 0.7), ""),
        row("monster-1-9-force-per-torque", place, "force per N.m of engine torque, 6.4 N.m / 0.34 m")
            .prints("2.2", "N")
            .gives(drive_force(1.0, first, 0.7, 0.34), "2.2 is the product; the quotient is 18.7 N"),
        row("monster-1-9-c5-engine-rpm-per-wheel-rpm", place, "engine revolutions for one of the wheel")
            .prints("9.1", "-")
            .gives(1.0 / gearing::wheel_speed(1.0, first.0, first.1), ""),
        row("monster-1-9-way-per-revolution", place, "2 pi R")
            .prints("2.14", "m")
            .gives(gearing::way_per_revolution(0.34), ""),
        row("monster-1-9-c5-wheel-rpm", place, "wheels at 4400 rpm in first gear")
            .prints("483", "rpm")
            .truncated()
            .gives(wheel_rpm, "483.7, cut off"),
        row("monster-1-9-c5-wheel-rev-s", place, "the same")
            .prints("8.05", "rev/s")
            .chain(483.0 / 60.0)
            .gives(wheel_rpm / 60.0, "483 / 60; unrounded it is 8.06"),
        row("monster-1-9-c5-speed", place, "speed there").prints("17.2", "m/s").gives(speed, ""),
        row("monster-1-9-c5-speed-kmh", place, "the same")
            .prints("62", "km/h")
            .gives(units::to_kmh(speed), ""),
        row("monster-1-9-1000-axle-rpm", place, "speed at 1000 rpm of the rear axle")
            .prints("36", "m/s")
            .gives(axle(1000.0), ""),
        row("monster-1-9-1000-axle-rpm-kmh", place, "the same")
            .prints("128", "km/h")
            .gives(units::to_kmh(axle(1000.0)), ""),
        row("monster-1-9-1000-axle-rpm-mph", place, "the same")
            .prints("80", "mph")
            .gives(units::to_mph(axle(1000.0)), ""),
        row("monster-1-9-2000-axle-rpm-kmh", place, "speed at 2000 rpm of the rear axle")
            .prints("256", "km/h")
            .gives(units::to_kmh(axle(2000.0)), ""),
        row("monster-1-9-2000-axle-rpm-mph", place, "the same")
            .prints("160", "mph")
            .chain(2.0 * 80.0)
            .gives(units::to_mph(axle(2000.0)), "twice the printed 80; unrounded it is 159.3"),
    ]
}

/// From the wheel to the engine.
fn rpm() -> Vec<Figure> {
    let place = ("Monster v1.9", "How do we get the RPM?");
    let slip_place = ("Monster v1.9", "Slip ratio and traction force");
    let crank = |wheel_rad_s: f64| gearing::engine_speed(wheel_rad_s, 2.66, 3.42, 1.0);
    let slow = units::kmh(20.0);
    let why =
        "the text went on with 16.8 rad/s, which it prints as 17: 152.8 rad/s, 9170 rad/min, 1459.4 rpm";
    vec![
        row("monster-1-9-17-rad-s-crank", place, "crankshaft speed at 17 rad/s of the wheel")
            .prints("153", "rad/s")
            .chain(crank(16.8))
            .gives(crank(17.0), why),
        row("monster-1-9-17-rad-s-rad-min", place, "the same")
            .prints("9170", "rad/min")
            .chain(crank(16.8) * 60.0)
            .gives(crank(17.0) * 60.0, why),
        row("monster-1-9-17-rad-s-rpm", place, "the same")
            .prints("1460", "rpm")
            .significant(3)
            .chain(units::to_rpm(crank(16.8)))
            .gives(units::to_rpm(crank(17.0)), why),
        row("monster-1-9-16-8-rad-s-crank", place, "crankshaft speed at the 16.8 rad/s of v1.4")
            .unit("rad/s")
            .gives(crank(16.8), "what the text went on with, and printed as 153"),
        row("monster-1-9-16-8-rad-s-rpm", place, "the same")
            .unit("rpm")
            .gives(units::to_rpm(crank(16.8)), "printed as 1460"),
        row("monster-1-9-20-kmh", place, "20 km/h").prints("5.6", "m/s").gives(slow, ""),
        row("monster-1-9-20-kmh-wheel", place, "wheel speed at 5.6 m/s")
            .prints("17", "rad/s")
            .gives(gearing::rolling_speed(5.6, 0.33), ""),
        row("monster-1-9-20-kmh-rpm", place, "engine speed at 20 km/h in first gear, R = 0.33 m")
            .prints("1460", "rpm")
            .significant(3)
            .gives(units::to_rpm(gearing::engine_speed(slow, 2.66, 3.42, 0.33)), "1462.5, to three digits"),
        row("monster-1-9-slip-ratio-locked", slip_place, "slip ratio of a locked wheel")
            .prints("-1", "-")
            .gives(crate::tyre::slip_ratio_v1_9_as_printed(0.0, 20.0), ""),
    ]
}
