//! Monster's figures of a straight line: resistance, load transfer, and the torque curves of engines and gears.

use crate::gearing;
use crate::monster;
use crate::monster::MonsterCar;
use crate::units;
use skidpad_core::aero;
use skidpad_core::powertrain::power;
use skidpad_special::chassis::{monster_axle_loads, traction_limit};
use skidpad_special::drive::wheel_torque;

use super::draft::{Draft, draft, grid};
use crate::sources::monster::Version;

const BOTH: &str = "Monster v1.4 and v1.9";

/// Full-load torque of the LS1: rpm, N.m. The text's curve is lost: drawn by hand through 448 N.m at 2500 rpm, 350 lb ft
/// at 4400 rpm and 345 hp at 5600 rpm, which it prints; the preset `corvette-c5` has the same points.
pub const LS1_TORQUE: [(f64, f64); 13] = [
    (1000.0, 385.0),
    (1500.0, 415.0),
    (2000.0, 435.0),
    (2500.0, 448.0),
    (3000.0, 455.0),
    (3500.0, 462.0),
    (4000.0, 470.0),
    (4400.0, 474.5),
    (4800.0, 468.0),
    (5200.0, 456.0),
    (5600.0, 438.7),
    (6000.0, 405.0),
    (6200.0, 385.0),
];
/// The C5's gears; the text's table is lost.
const C5_GEARS: [f64; 6] = [2.66, 1.78, 1.3, 1.0, 0.74, 0.5];
const C5_FINAL_DRIVE: f64 = 3.42;

/// Full-load torque of the Alfa Romeo of v1.4, which prints 190 N.m at 3500 rpm alone; the preset `alfa-romeo` has the same
/// points.
pub const ALFA_TORQUE: [(f64, f64); 13] = [
    (1000.0, 127.0),
    (1500.0, 144.0),
    (2000.0, 160.0),
    (2500.0, 174.0),
    (3000.0, 184.0),
    (3500.0, 190.0),
    (4000.0, 188.0),
    (4500.0, 186.0),
    (5000.0, 184.0),
    (5500.0, 180.0),
    (6000.0, 174.0),
    (6400.0, 170.1),
    (6800.0, 158.0),
];
/// Its gears: the first is the text's, the others are the preset's.
const ALFA_GEARS: [f64; 5] = [3.5, 2.238, 1.52, 1.156, 0.971];
const ALFA_FINAL_DRIVE: f64 = 3.6;

const GEAR_NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

pub(super) fn drafts() -> Vec<Draft> {
    vec![resistance(), loads(), axle_torque_v1_4(), engine_imperial(), engine_si(), axle_torque_v1_9()]
}

/// The diagram of "Straight line physics", the same in both versions.
fn resistance() -> Draft {
    let drag_factor = aero::drag_factor(0.30, 2.2, 1.29);
    let car = MonsterCar { mass_kg: 1500.0, drag_factor, rolling_factor: 30.0 * drag_factor };
    let all = (0.0, 45.0);
    let top = car.resistance(37.0);
    draft("monster-resistance", (BOTH, "Straight line physics"), "traction and resistance")
        .axes(("speed", "m/s"), ("force", "N"))
        .span(0.0, 1500.0)
        .line("traction", all, move |_| top)
        .line("drag", all, move |speed| -aero::drag(drag_factor, speed))
        .line("rolling resistance", all, move |speed| -aero::linear_resistance(30.0 * drag_factor, speed))
        .line("both together", all, move |speed| car.resistance(speed))
        .place("monster-1-9-equal-resistance", "drag", 30.0 * 30.0 * drag_factor)
        .place("monster-1-9-top-speed", "both together", top)
        .caption(
            "The traction is read as the resistance at the printed top speed of 37 m/s. Drag overtakes rolling \
             resistance at 30 m/s.",
        )
}

fn loads() -> Draft {
    let loads = |acceleration| monster_axle_loads(1500.0 * 9.8, 0.5, 1.0 / 2.5, 1500.0, acceleration);
    let all = (-9.0, 9.0);
    draft("monster-load-transfer", (BOTH, "Weight Transfer"), "axle loads, h / L = 0.4")
        .axes(("acceleration", "m/s²"), ("load", "N"))
        .line("front, Wf", all, move |acceleration| loads(acceleration).0)
        .line("rear, Wr", all, move |acceleration| loads(acceleration).1)
        .line("traction for that acceleration, M a", (0.0, 9.0), |acceleration| 1500.0 * acceleration)
        .height("monster-1-9-rear-load-at-rest", "rear, Wr", 0.0)
        .height("monster-1-9-front-load-shifted", "front, Wf", 4.9)
        .height("monster-1-9-rear-load-shifted", "rear, Wr", 4.9)
        .place("monster-1-9-solved-acceleration", "rear, Wr", traction_limit(1.0, 12_250.0))
        .caption(
            "At 4.9 m/s² 2940 N are on the rear wheels that were on the front ones. Where traction meets the rear load \
             the tyres give all that they have at mu = 1: the loop that the text cuts after one turn.",
        )
}

/// A curve as the straight lines between its points, at a place.
fn between(points: &[(f64, f64)], x: f64) -> f64 {
    let last = points.len() - 1;
    let index = points.partition_point(|point| point.0 <= x).clamp(1, last);
    let (from, to) = (points[index - 1], points[index]);
    from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0)
}

fn ends(points: &[(f64, f64)]) -> (f64, f64) {
    (points[0].0, points[points.len() - 1].0)
}

/// The engine's curve with its corners: rpm, N.m.
fn corners(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (from, to) = ends(points);
    let mut found: Vec<(f64, f64)> = grid(from, to).map(|rpm| (rpm, between(points, rpm))).collect();
    found.extend(points);
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.dedup();
    found
}

fn engine_imperial() -> Draft {
    let torque = |rpm| units::to_foot_pounds(between(&LS1_TORQUE, rpm));
    let crossing = 5252.0;
    let all = ends(&LS1_TORQUE);
    draft(
        "monster-ls1-imperial",
        ("Monster v1.9", "Engine Force"),
        "torque and power of the LS1, imperial",
    )
    .axes(("engine speed", "rpm"), ("torque (lb·ft), power", "hp"))
    .span(0.0, 400.0)
    .line("torque", all, torque)
    .line("power = torque rpm / 5252", all, move |rpm| monster::horsepower(torque(rpm), rpm))
    .height("monster-1-9-torque-imperial", "torque", 2500.0)
    .place("monster-1-9-5252", "power = torque rpm / 5252", torque(crossing))
    .caption(
        "The text's curve is lost; the points between the printed ones are drawn by hand. In these units the \
             curves of any engine cross at 5252 rpm.",
    )
}

fn engine_si() -> Draft {
    let torque = |rpm| between(&LS1_TORQUE, rpm);
    let all = ends(&LS1_TORQUE);
    draft("monster-ls1-si", ("Monster v1.9", "Engine Force"), "torque and power of the LS1 in SI units")
        .axes(("engine speed", "rpm"), ("torque", "N·m"))
        .span(0.0, 500.0)
        .right(("power", "kW"))
        .line("torque", all, torque)
        .line("power (right)", all, move |rpm| 1e-3 * power(torque(rpm), units::rpm(rpm)))
        .on_right()
        .height("monster-1-9-torque-from-imperial", "torque", 2500.0)
        .height("monster-1-9-ls1-torque", "torque", 4400.0)
        .height("monster-1-9-ls1-power", "power (right)", 5600.0)
        .caption("The same curves. They do not cross at a place that means anything: the scales are two.")
}

/// Torque at the rear axle over its own speed, for each gear, and the engine's.
fn axle_torque(found: Draft, (engine, gears, final_drive): (&[(f64, f64)], &[f64], f64)) -> Draft {
    let engine = corners(engine);
    let at_axle = |ratio: f64| {
        let turned = |(rpm, torque): &(f64, f64)| {
            let axle = gearing::wheel_speed(units::rpm(*rpm), ratio, final_drive);
            (units::to_rpm(axle), wheel_torque(*torque, ratio, final_drive, 1.0))
        };
        engine.iter().map(turned).collect::<Vec<_>>()
    };
    let geared =
        gears.iter().zip(GEAR_NAMES).fold(found, |found, (ratio, name)| found.through(name, at_axle(*ratio)));
    geared.through("engine, over its own speed", engine)
}

fn axle_torque_v1_4() -> Draft {
    let axes = draft(
        "monster-1-4-axle-torque",
        (Version::V1_4.name(), "Gear Ratios"),
        "torque at the rear axle of the Alfa in each gear",
    )
    .axes(("speed of the axle", "rpm"), ("torque", "N·m"));
    axle_torque(axes, (&ALFA_TORQUE, &ALFA_GEARS, ALFA_FINAL_DRIVE)).peak("monster-1-4-alfa-wheel-rpm", "first").caption(
        "Without losses. Only first gear, the final drive and 190 N.m at 3500 rpm are the text's: the other gears and \
         the rest of the engine's curve are lost, and are the preset's.",
    )
}

fn axle_torque_v1_9() -> Draft {
    let axes = draft(
        "monster-1-9-axle-torque",
        (Version::V1_9.name(), "Gear Ratios"),
        "torque at the rear axle of the C5 in each gear",
    )
    .axes(("speed of the axle", "rpm"), ("torque", "N·m"));
    axle_torque(axes, (&LS1_TORQUE, &C5_GEARS, C5_FINAL_DRIVE)).peak("monster-1-9-c5-wheel-rpm", "first").caption(
        "The engine's curve magnified by each gear and the final drive, without losses. 1000 rpm of the axle are \
         36 m/s, 128 km/h.",
    )
}

#[cfg(test)]
mod tests {
    use skidpad_core::math::Real;

    use super::{ALFA_TORQUE, LS1_TORQUE, between, corners};

    fn largest(points: &[(f64, f64)]) -> f64 {
        points.iter().map(|point| point.1).fold(0.0, Real::max)
    }

    #[test]
    fn a_curve_goes_through_its_points_and_its_peak_is_one_of_them() {
        for curve in [LS1_TORQUE, ALFA_TORQUE] {
            assert!(curve.iter().all(|(rpm, torque)| (between(&curve, *rpm) - torque).abs() < 1e-9));
            assert_eq!(largest(&corners(&curve)), largest(&curve));
        }
    }
}
