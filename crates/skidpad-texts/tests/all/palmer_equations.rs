//! Every equation of Palmer's chapter 8 up to 8.35 against its printed form, worked out with plain
//! numbers; and what the text concludes from them.
#![allow(clippy::disallowed_methods)]

use core::f64::consts::PI;

use skidpad_core::powertrain::power;
use skidpad_core::{aero, tyre, units};
use skidpad_texts::engine::palmer_engine_braking;
use skidpad_texts::gearing;
use skidpad_texts::palmer::{
    BOXSTER, BOXSTER_GEARS, BOXSTER_LINES, COMPARISON, Coefficients, DRAG_CLASSES, PalmerRoad, REDLINE_RPM,
    boxster_line, boxster_torque, line_torque, sprint, torque_line,
};
use skidpad_texts::{brakes, chassis};

/// A slope of 0.1 rad in thinner air, so that no term drops out.
const ROAD: PalmerRoad<f64> = PalmerRoad { slope_rad: 0.1, air_density_kg_m3: 1.1, gravity_m_s2: 9.8 };

/// Cosine and sine of 0.1 rad from their series, for the expected values.
const COS: f64 = 0.995_004_165_278_025_8;
const SIN: f64 = 0.099_833_416_646_828_15;

fn coefficients(gear: usize, rpm: f64, road: &PalmerRoad<f64>) -> Coefficients<f64> {
    let (b, d) = boxster_line(rpm);
    let line = torque_line(0.0, b, d);
    Coefficients::new(&BOXSTER, BOXSTER_GEARS[gear - 1], line.slope_nm_s, line.intercept_nm, road)
}

#[test]
fn each_equation_gives_its_printed_form() {
    let c = coefficients(6, 6000.0, &ROAD);
    let level = coefficients(6, 6000.0, &PalmerRoad::LEVEL);
    // At 40 m/s in third gear: 8.13 backwards.
    let v3 = 40.0;
    let rpm3 = v3 * 60.0 * 1.52 * 3.44 / (2.0 * PI * 0.3186);
    let third = coefficients(3, rpm3, &ROAD);
    let resistance = 0.015 * 9.8 * COS + 9.8 * SIN;
    let drag = |v: f64| 0.5 * 0.31 * 1.1 * v * v * 1.94;
    let e3 = -0.032 * rpm3 + 457.2;
    let rows: &[(&str, f64, f64)] = &[
        ("8.1", chassis::normal_force(1393.0, 9.8, 0.1), 1393.0 * 9.8 * COS),
        ("8.2", skidpad_special::drive::drive_force(1000.0, 0.3186), 1000.0 / 0.3186),
        (
            "8.3",
            skidpad_texts::aero::palmer_drag_as_printed(aero::drag_factor(0.31, 1.94, 1.2), 30.0),
            0.5 * 0.31 * 1.2 * 900.0 * 1.94,
        ),
        (
            "8.4",
            chassis::palmer_rolling_friction(0.015, chassis::normal_force(1393.0, 9.8, 0.1)),
            0.015 * 1393.0 * 9.8 * COS,
        ),
        (
            "8.5",
            BOXSTER.net_force_as_printed(1000.0, 30.0, &ROAD),
            1000.0 / 0.3186 - 1393.0 * resistance - drag(30.0),
        ),
        (
            "8.6",
            BOXSTER.acceleration(1000.0, 30.0, &ROAD),
            1000.0 / (0.3186 * 1393.0) - resistance - drag(30.0) / 1393.0,
        ),
        ("8.7", boxster_torque(3000.0), 0.025 * 3000.0 + 195.0),
        ("8.8", power(300.0, 600.0), 180_000.0),
        ("8.9", units::rpm(7200.0), 2.0 * PI * 7200.0 / 60.0),
        ("8.10", skidpad_special::drive::wheel_torque(300.0, 2.2, 3.44, 1.0), 300.0 * 2.2 * 3.44),
        (
            "8.11",
            BOXSTER.acceleration_in_gear(300.0, 2.2, 30.0, &ROAD),
            300.0 * 2.2 * 3.44 / (0.3186 * 1393.0) - resistance - drag(30.0) / 1393.0,
        ),
        (
            "8.12",
            gearing::wheel_speed(units::rpm(5000.0), 2.2, 3.44),
            2.0 * PI * 5000.0 / (60.0 * 2.2 * 3.44),
        ),
        ("8.13", BOXSTER.speed_at(units::rpm(5000.0), 2.2), 0.3186 * 2.0 * PI * 5000.0 / (60.0 * 2.2 * 3.44)),
        ("8.14", gearing::engine_speed_after_shift(6500.0, 1.52, 1.22), 6500.0 * 1.22 / 1.52),
        ("8.15", gearing::engine_speed_after_shift(7200.0, 3.82, 2.2), 7200.0 * 2.2 / 3.82),
        ("8.16", aero::frontal_area(1.78, 1.28), 0.85 * 1.78 * 1.28),
        ("8.17a", boxster_torque(1000.0), 220.0),
        ("8.17b", boxster_torque(4599.0), 0.025 * 4599.0 + 195.0),
        ("8.17c", boxster_torque(4600.0), -0.032 * 4600.0 + 457.2),
        ("8.18", line_torque(-0.032, 457.2, 6000.0), 265.2),
        (
            "8.19",
            gearing::road_speed(units::rpm(5000.0), 1.52, 3.44, 0.3186),
            2.0 * PI * 0.3186 * 5000.0 / (60.0 * 1.52 * 3.44),
        ),
        (
            "8.20",
            third.acceleration(v3),
            e3 * 1.52 * 3.44 / (0.3186 * 1393.0) - resistance - drag(v3) / 1393.0,
        ),
        ("8.21", c.acceleration(50.0), c.c1 * 2500.0 + c.c2 * 50.0 + c.c3),
        ("8.22a", c.c1, -0.5 * 0.31 * 1.1 * 1.94 / 1393.0),
        ("8.22b", c.c2, -60.0 * 0.84 * 0.84 * 3.44 * 3.44 * 0.032 / (2.0 * PI * 1393.0 * 0.3186 * 0.3186)),
        ("8.22c", c.c3, 0.84 * 3.44 * 457.2 / (1393.0 * 0.3186) - resistance),
        (
            "8.23",
            BOXSTER.speed_at(units::rpm(REDLINE_RPM), 1.02),
            2.0 * PI * 0.3186 * 7200.0 / (60.0 * 1.02 * 3.44),
        ),
        ("8.25", c.top_speed(), (-c.c2 - (c.c2 * c.c2 - 4.0 * c.c1 * c.c3).sqrt()) / (2.0 * c.c1)),
        ("8.26a", level.c1, -0.5 * 0.31 * 1.2 * 1.94 / 1393.0),
        (
            "8.26b",
            level.c2,
            -(60.0 * 0.84 * 0.84 * 3.44 * 3.44 * 0.032) / (2.0 * PI * 1393.0 * 0.3186 * 0.3186),
        ),
        ("8.26c", level.c3, 0.84 * 3.44 * 457.2 / (1393.0 * 0.3186) - 0.015 * 9.8),
        (
            "8.27",
            BOXSTER.speed_at(units::rpm(REDLINE_RPM), 0.84),
            2.0 * PI * 0.3186 * 7200.0 / (60.0 * 0.84 * 3.44),
        ),
        (
            "8.28",
            skidpad_texts::aero::palmer_drag_as_printed(aero::drag_factor(0.31, 1.94, 1.2), 75.4),
            0.5 * 0.31 * 1.2 * 75.4 * 75.4 * 1.94,
        ),
        (
            "8.29",
            chassis::palmer_rolling_friction(0.015, chassis::normal_force(1393.0, 9.81, 0.0)),
            0.015 * 1393.0 * 9.81,
        ),
        ("8.30", palmer_engine_braking(0.74, 6000.0), 0.74 * 6000.0 / 60.0),
        ("8.31", brakes::deceleration_from_distance(26.8, 34.0), -26.8 * 26.8 / 68.0),
        (
            "8.32",
            skidpad_special::chassis::traction_limit(0.91, chassis::normal_force(1393.0, 9.8, 0.1)),
            0.91 * 1393.0 * 9.8 * COS,
        ),
        ("8.33 speed", chassis::skidpad_speed(0.91, 9.8, 30.0), (0.91_f64 * 9.8 * 30.0).sqrt()),
        ("8.33 friction", chassis::skidpad_friction(16.0, 9.8, 30.0), 256.0 / (30.0 * 9.8)),
        (
            "8.34",
            skidpad_special::drive::drive_force(
                skidpad_special::drive::wheel_torque(310.0, 3.82, 3.44, 1.0),
                0.3186,
            ),
            310.0 * 3.82 * 3.44 / 0.3186,
        ),
        ("8.35", chassis::total_acceleration(3.0, 20.0, 100.0), 5.0),
    ];
    for (number, got, want) in rows {
        assert!((got - want).abs() <= 1e-13 * want.abs(), "{number}: {got} is not {want}");
    }
}

#[test]
fn both_roots_of_8_25_are_equilibria_8_24() {
    let c = coefficients(6, 6000.0, &PalmerRoad::LEVEL);
    let [plus, minus] = c.equilibrium_speeds();
    for speed in [plus, minus] {
        assert!(c.acceleration(speed).abs() < 1e-12, "{speed}");
    }
    assert!(plus < 0.0 && minus == c.top_speed());
}

/// 8.20 is 8.11 with the torque that 8.17 gives at the engine speed of 8.19.
#[test]
fn the_quadratic_is_the_force_balance() {
    for gear in 1..=6 {
        for rpm in [500.0, 1500.0, 4000.0, 5000.0, 7200.0] {
            let ratio = BOXSTER_GEARS[gear - 1];
            let speed = BOXSTER.speed_at(units::rpm(rpm), ratio);
            let balance = BOXSTER.acceleration_in_gear(boxster_torque(rpm), ratio, speed, &ROAD);
            let quadratic = coefficients(gear, rpm, &ROAD).acceleration(speed);
            assert!((balance - quadratic).abs() < 1e-13 * (1.0 + balance.abs()), "{gear} {rpm}");
        }
    }
}

/// Table 8-2's text: "the shift point for optimum acceleration is at the redline" holds on his
/// lines for all five shifts: up to 7200 rpm the lower gear has more torque at the wheels.
#[test]
fn the_redline_is_the_best_shift_point_in_every_gear() {
    for pair in BOXSTER_GEARS.windows(2) {
        for rpm in (4000..=7200).step_by(50).map(f64::from) {
            let after = gearing::engine_speed_after_shift(rpm, pair[0], pair[1]);
            let (lower, higher) = (boxster_torque(rpm) * pair[0], boxster_torque(after) * pair[1]);
            assert!(lower > higher, "{pair:?} at {rpm} rpm: {lower} N.m, {higher} N.m");
        }
    }
}

/// The same seen in the times: shifting earlier costs time on the way to every speed.
#[test]
fn shifting_before_the_redline_is_slower() {
    let time = |shift_rpm: f64| {
        let road = PalmerRoad::LEVEL;
        sprint(&BOXSTER, &road, &BOXSTER_LINES, (&BOXSTER_GEARS, shift_rpm), 60.0).unwrap().time_s
    };
    for pair in [5600.0, 6000.0, 6400.0, 6800.0, 7200.0].windows(2) {
        assert!(time(pair[0]) > time(pair[1]), "{pair:?}");
    }
}

/// The conclusion from 8.35: on a curve that it takes at constant speed, a car that accelerates as
/// well skids, and so it skids at a lower speed.
#[test]
fn accelerating_into_a_curve_skids_sooner() {
    let limit: f64 = 0.91 * 9.8;
    let radius = 50.0;
    let fastest = chassis::skidpad_speed(0.91, 9.8, radius);
    let mut before = fastest;
    for straight in [1.0, 2.0, 4.0, 8.0] {
        assert!(chassis::total_acceleration(straight, fastest, radius) > limit);
        let across = (limit * limit - straight * straight).sqrt();
        let speed = (across * radius).sqrt();
        assert!((chassis::total_acceleration(straight, speed, radius) - limit).abs() < 1e-12);
        assert!(speed < before, "{straight} m/s^2: {speed} m/s");
        before = speed;
    }
    assert!((chassis::total_acceleration(0.0, fastest, radius) - limit).abs() < 1e-12);
}

/// After 8.34: the smaller of the engine's force and the tyres' limit counts.
#[test]
fn the_tyres_limit_the_drive_force() {
    let limit = skidpad_special::chassis::traction_limit(0.91, chassis::normal_force(1393.0, 9.8, 0.0));
    let force = |gear: usize| {
        skidpad_special::drive::drive_force(
            skidpad_special::drive::wheel_torque(310.0, BOXSTER_GEARS[gear - 1], 3.44, 1.0),
            0.3186,
        )
    };
    assert!(force(1) > limit && skidpad_special::chassis::traction_limited(force(1), limit) == limit);
    assert!(force(2) < limit && skidpad_special::chassis::traction_limited(force(2), limit) == force(2));
    assert_eq!(skidpad_special::chassis::traction_limited(-2.0 * limit, limit), -limit);
}

/// Contradiction 14: 8.41 below the limit.
#[test]
fn the_lateral_force_is_never_below_zero() {
    let limit = skidpad_special::chassis::traction_limit(0.91, chassis::normal_force(1393.0, 9.8, 0.0));
    for speed in [0.0, 10.0, 20.0, 30.0] {
        let printed: f64 = chassis::palmer_lateral_force_as_printed(1393.0, speed, 50.0, limit);
        let meant = chassis::palmer_lateral_force(1393.0, speed, 50.0, limit);
        assert_eq!(printed, 1393.0 * speed * speed / 50.0 - limit);
        assert_eq!(meant, printed.max(0.0), "at {speed} m/s");
    }
}

#[test]
fn a_tyre_code_gives_the_radius() {
    let boxster = tyre::TyreSize { width_mm: 225.0, aspect_percent: 40.0, rim_in: 18.0 };
    assert_eq!(boxster.unloaded_radius_m(), BOXSTER.wheel_radius_m);
}

/// What a sprint is: its pieces join, it ends where it is told to, and it knows what is never
/// reached.
#[test]
fn a_sprint_is_the_motion_of_8_20() {
    let road = PalmerRoad::LEVEL;
    let run = |gears: &[f64], to: f64| sprint(&BOXSTER, &road, &BOXSTER_LINES, (gears, REDLINE_RPM), to);
    // Heun's method with live lines and tiny steps, from 8.11.
    let (mut v, mut x, mut t, mut gear) = (0.0, 0.0, 0.0, 0);
    let dt = 2e-5;
    let rate = |v: f64, gear: usize| {
        let rpm = units::to_rpm(gearing::engine_speed(v, BOXSTER_GEARS[gear], 3.44, 0.3186));
        BOXSTER.acceleration_in_gear(boxster_torque(rpm), BOXSTER_GEARS[gear], v, &road)
    };
    for target in [10.0, 100.0 / 3.6, 50.0] {
        while v < target {
            let first = rate(v, gear);
            let second = rate(v + dt * first, gear);
            x += dt * (v + 0.5 * dt * first);
            v += 0.5 * dt * (first + second);
            t += dt;
            if v >= BOXSTER.speed_at(units::rpm(REDLINE_RPM), BOXSTER_GEARS[gear]) {
                gear += 1;
            }
        }
        let exact = run(&BOXSTER_GEARS, target).unwrap();
        assert_eq!(exact.gear, gear + 1);
        assert!((exact.time_s - t).abs() < 1e-4, "{exact:?} {t}");
        assert!((exact.distance_m - x).abs() < 2e-3, "{exact:?} {x}");
    }
    let rest = run(&BOXSTER_GEARS, 0.0).unwrap();
    assert_eq!((rest.time_s, rest.distance_m, rest.gear), (0.0, 0.0, 1));
    assert_eq!(run(&BOXSTER_GEARS[..1], 20.0), None, "the redline of first gear");
    assert_eq!(run(&BOXSTER_GEARS, 76.0), None, "the drag");
    assert_eq!(run(&[], 1.0), None);
    assert_eq!(run(&BOXSTER_GEARS, f64::NAN), None);
    // The final drive alone: "over 16 seconds".
    let alone = run(&[1.0], 100.0 / 3.6).unwrap();
    assert!((alone.time_s - 17.3).abs() < 0.05, "{alone:?}");
}

/// Tables 8-1, 8-3 and 8-4 are consistent with each other and with the text's car.
#[test]
fn the_tables_agree_with_the_car() {
    let [bike, car] = COMPARISON;
    assert_eq!(car.mass_kg + 70.0, BOXSTER.mass_kg);
    assert_eq!(car.redline_rpm, REDLINE_RPM);
    assert!(bike.mass_kg < car.mass_kg && bike.to_100_kmh_s < 0.6 * car.to_100_kmh_s);
    assert!(bike.top_speed_kmh < car.top_speed_kmh && bike.redline_rpm > car.redline_rpm);
    let (_, low, high) = DRAG_CLASSES[0];
    assert!((low..=high).contains(&BOXSTER.drag_coefficient));
    assert!(DRAG_CLASSES.iter().all(|(_, low, high)| low < high));
    assert!(BOXSTER_GEARS.is_sorted_by(|a, b| a > b));
}
