//! The figures of Palmer's chapter 8 up to wheel traction, and what follows from its numbers.

use crate::brakes;
use crate::chassis::{normal_force, palmer_rolling_friction};
use crate::engine::{palmer_engine_braking, torque_of_power as torque};
use crate::gearing;
use crate::palmer::{
    BOXSTER, BOXSTER_GEARS, BOXSTER_LINES, BRAKING_M_S2, COMPARISON, Coefficients, PalmerRoad, REDLINE_RPM,
    boxster_torque, line_peak_power_rpm, line_through, line_torque, sprint, torque_line,
};
use crate::units;
use skidpad_core::aero;
use skidpad_core::powertrain::power;
use skidpad_core::tyre::TyreSize;
use skidpad_special::chassis::traction_limit;
use skidpad_special::drive::{drive_force, wheel_torque};

use super::figure::{Figure, Row, row};

const SOURCE: &str = "Palmer";
const ROAD: PalmerRoad<f64> = PalmerRoad::LEVEL;

/// Everything that Palmer prints on straight lines.
pub(super) fn figures() -> Vec<Figure> {
    let mut found = engine();
    found.extend(gears());
    found.extend(redline_speeds());
    found.extend(top_speed());
    found.extend(resistance());
    found.extend(braking());
    found.extend(sprints());
    found.extend(comparison());
    found
}

fn at(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, (SOURCE, location), quantity)
}

/// The third line in sixth gear, unrounded.
fn sixth() -> Coefficients<f64> {
    in_gear(BOXSTER_GEARS[5], BOXSTER.frontal_area_m2)
}

/// The third line in a gear.
fn in_gear(ratio: f64, frontal_area_m2: f64) -> Coefficients<f64> {
    let (from, slope, intercept) = BOXSTER_LINES[2];
    let line = torque_line(from, slope, intercept);
    let car = crate::palmer::PalmerCar { frontal_area_m2, ..BOXSTER };
    Coefficients::new(&car, ratio, line.slope_nm_s, line.intercept_nm, &ROAD)
}

fn engine() -> Vec<Figure> {
    let lines = "8.17, figure 8-7";
    let (rising, _) = line_through((1000.0, 220.0), (4600.0, 309.2));
    let (falling, _) = line_through((4600.0, 309.2), (7200.0, 227.0));
    let unrounded = line_torque(rising, 220.0, 3600.0);
    let peak = |rpm: f64| power(boxster_torque(rpm), units::rpm(rpm));
    let peak_rpm = line_peak_power_rpm(-0.032, 457.2);
    let [_, boxster] = COMPARISON;
    vec![
        at("palmer-line-slope-rising", lines, "slope from 220 N.m at 1000 rpm to 309.2 N.m at 4600 rpm")
            .prints("0.025", "N.m/rpm")
            .gives(rising, ""),
        at("palmer-line-intercept-rising", lines, "intercept of the line with the printed slope")
            .prints("195", "N.m")
            .gives(line_torque(-0.025, 220.0, 1000.0), ""),
        at("palmer-line-slope-falling", lines, "slope from 309.2 N.m at 4600 rpm to 227 N.m at 7200 rpm")
            .prints("-0.032", "N.m/rpm")
            .gives(falling, ""),
        at(
            "palmer-line-intercept-falling",
            lines,
            "intercept of the line from 310 N.m with the printed slope",
        )
        .prints("457.2", "N.m")
        .gives(line_torque(0.032, boxster_torque(4600.0), 4600.0), ""),
        at("palmer-line-1000", lines, "torque line at 1000 rpm")
            .prints("220", "N.m")
            .gives(line_torque(0.025, 195.0, 1000.0), ""),
        at("palmer-line-4600", lines, "torque line at 4600 rpm, the peak")
            .prints("309.2", "N.m")
            .chain(unrounded)
            .gives(
                boxster_torque(4600.0),
                "the slope 0.02478 is rounded to 0.025, which adds 0.8 N.m over 3600 rpm",
            ),
        at("palmer-line-7200", lines, "torque line at 7200 rpm, the redline")
            .prints("227", "N.m")
            .gives(boxster_torque(7200.0), ""),
        at("palmer-peak-torque", "table 8-4", "largest torque of the lines, beside the table's")
            .prints("310", "N.m")
            .gives(boxster_torque(boxster.torque.1), ""),
        at("palmer-peak-power-speed", "figure 8-4", "engine speed of the largest power, by table 8-4")
            .prints("6200", "rpm")
            .gives(boxster.power.1, "the figure's text and the table have the same power at two speeds"),
        at("palmer-lines-power-at-6200", "8.8, 8.17", "power of the lines at 6200 rpm").unit("W").gives(
            peak(6200.0),
            "below the measured curve of figure 8-4, as the text says of straight lines",
        ),
        at("palmer-lines-peak-power-speed", "8.8, 8.17", "engine speed of the lines' largest power")
            .unit("rpm")
            .gives(peak_rpm, ""),
        at("palmer-lines-peak-power", "8.8, 8.17", "largest power of the lines")
            .unit("W")
            .gives(peak(peak_rpm), ""),
        at("palmer-peak-power-hp", "table 8-4", "258 hp, beside figure 8-4's largest power")
            .prints("1.92e5", "W")
            .gives(units::horsepower(boxster.power.0), ""),
    ]
}

/// From how many gears of the Boxster S no earlier shift than at the redline pulls harder, on his lines.
fn shifts_at_redline() -> f64 {
    let pull = |engine_rpm: f64, ratio: f64| wheel_torque(boxster_torque(engine_rpm), ratio, 3.44, 1.0);
    let holds = |pair: &&[f64]| {
        (1000..=REDLINE_RPM as u32).step_by(10).map(f64::from).all(|engine_rpm| {
            let after = gearing::engine_speed_after_shift(engine_rpm, pair[0], pair[1]);
            after < 1000.0 || pull(engine_rpm, pair[0]) >= pull(after, pair[1])
        })
    };
    BOXSTER_GEARS.windows(2).filter(holds).count() as f64
}

fn gears() -> Vec<Figure> {
    let pair = "figure 8-6";
    let ratio = gearing::pair_ratio(2.0, 1.0);
    let shift = gearing::engine_speed_after_shift(REDLINE_RPM, BOXSTER_GEARS[0], BOXSTER_GEARS[1]);
    let tyre = TyreSize { width_mm: 225.0, aspect_percent: 40.0, rim_in: 18.0 };
    let force = |gear: usize| {
        let torque = wheel_torque(boxster_torque(4600.0), BOXSTER_GEARS[gear - 1], 3.44, 1.0);
        drive_force(torque, BOXSTER.wheel_radius_m)
    };
    vec![
        at("palmer-pair-ratio", pair, "ratio of two gears, the second twice as large")
            .prints("2", "-")
            .gives(ratio, ""),
        at("palmer-pair-speed", pair, "speed of the second over the first")
            .prints("0.5", "-")
            .gives(gearing::wheel_speed(1.0, ratio, 1.0), "half"),
        at("palmer-pair-torque", pair, "torque of the second over the first")
            .prints("2", "-")
            .gives(wheel_torque(1.0, ratio, 1.0, 1.0), "twice"),
        at("palmer-tyre-radius", "Determining Wheel Radius", "unloaded radius of a 225/40ZR-18")
            .prints("0.3186", "m")
            .gives(tyre.unloaded_radius_m(), ""),
        at("palmer-8-15", "8.15", "engine speed after the shift from first to second at 7200 rpm")
            .prints("4147", "rpm")
            .gives(shift, ""),
        at("palmer-shift-down", "8.14", "engine speed after the shift from second to first at 7200 rpm")
            .unit("rpm")
            .gives(
                gearing::engine_speed_after_shift(REDLINE_RPM, BOXSTER_GEARS[1], BOXSTER_GEARS[0]),
                "far above the 8000 rpm at which the simulator's engine blows",
            ),
        at("palmer-shifts-at-redline", "8.15", "gears of the Boxster S to leave at the redline, not before")
            .unit("-")
            .should_be(5.0)
            .gives(shifts_at_redline(), "true on his lines for all five"),
        at("palmer-drive-force-first", "8.34", "drive force in first gear at 4600 rpm")
            .unit("N")
            .gives(force(1), "more than 0.91 g allow: the tyres spin"),
        at("palmer-traction-limit", "8.32", "traction limit at 0.91 g").unit("N").gives(
            traction_limit(0.91, normal_force(BOXSTER.mass_kg, 9.8, 0.0)),
            "of the whole weight, as the text has it",
        ),
    ]
}

/// Table 8-2 and 8.27.
fn redline_speeds() -> Vec<Figure> {
    // Names, then metres a second and km/h as printed.
    const ROWS: [(&str, &str, &str, &str); 6] = [
        ("palmer-redline-1", "18.3", "palmer-redline-1-kmh", "65.8"),
        ("palmer-redline-2", "31.7", "palmer-redline-2-kmh", "114.3"),
        ("palmer-redline-3", "45.9", "palmer-redline-3-kmh", "165.4"),
        ("palmer-redline-4", "57.2", "palmer-redline-4-kmh", "206.0"),
        ("palmer-redline-5", "68.5", "palmer-redline-5-kmh", "246.4"),
        ("palmer-redline-6", "83.1", "palmer-redline-6-kmh", "299.3"),
    ];
    const GEARS: [&str; 6] = [
        "speed at 7200 rpm in first gear",
        "speed at 7200 rpm in second gear",
        "speed at 7200 rpm in third gear",
        "speed at 7200 rpm in fourth gear",
        "speed at 7200 rpm in fifth gear",
        "speed at 7200 rpm in sixth gear",
    ];
    let speed = |ratio: f64, rpm: f64| BOXSTER.speed_at(units::rpm(rpm), ratio);
    let mut found = Vec::new();
    for (index, (id, m_s, id_kmh, kmh)) in ROWS.into_iter().enumerate() {
        let ratio = BOXSTER_GEARS[index];
        let exact = speed(ratio, REDLINE_RPM);
        let (drive, radius) = (BOXSTER.final_drive, BOXSTER.wheel_radius_m);
        let rounded = gearing::redline_speed_kmh_as_printed(REDLINE_RPM, ratio, drive, radius);
        let why = if index == 3 || index == 4 { "60 / (2 pi) is rounded to 9.55" } else { "" };
        found.push(at(id, "table 8-2", GEARS[index]).prints(m_s, "m/s").gives(exact, ""));
        found.push(
            at(id_kmh, "table 8-2", GEARS[index])
                .prints(kmh, "km/h")
                .chain(rounded)
                .gives(units::to_kmh(exact), why),
        );
    }
    let top = speed(BOXSTER_GEARS[5], REDLINE_RPM);
    found.push(at("palmer-8-27", "8.27", GEARS[5]).prints("83.1", "m/s").gives(top, ""));
    found.push(at("palmer-8-27-kmh", "8.27", GEARS[5]).prints("299.3", "km/h").gives(units::to_kmh(top), ""));
    found.push(
        at("palmer-8000-rpm-first", "8.13", "speed at 8000 rpm in first gear, where the engine blows")
            .unit("m/s")
            .gives(speed(BOXSTER_GEARS[0], 8000.0), ""),
    );
    found
}

fn top_speed() -> Vec<Figure> {
    let c = sixth();
    // 8.26d puts the printed c1 to c3 in.
    let rounded = Coefficients { c1: -2.59e-4, c2: -0.018, c3: 2.83 };
    let by_rounded = "from the rounded c1, c2 and c3 it is 75.406 m/s, 271.46 km/h; unrounded 75.339, 271.22";
    let [negative, top] = c.equilibrium_speeds();
    let area = aero::frontal_area(1.78, 1.28);
    let fifth = in_gear(BOXSTER_GEARS[4], BOXSTER.frontal_area_m2);
    vec![
        at("palmer-8-16", "8.16", "frontal area 0.85 * 1.78 * 1.28").prints("1.94", "m2").gives(area, ""),
        at("palmer-driver", "8.26", "mass of the driver")
            .prints("70", "kg")
            .gives(BOXSTER.mass_kg - COMPARISON[1].mass_kg, "1393 kg less table 8-4's 1323 kg"),
        at("palmer-8-26a", "8.26a", "c1 in sixth gear").prints("-2.59e-4", "1/m").gives(c.c1, ""),
        at("palmer-8-26b", "8.26b", "c2 in sixth gear").prints("-0.018", "1/s").gives(c.c2, ""),
        at("palmer-8-26c", "8.26c", "c3 in sixth gear").prints("2.83", "m/s2").gives(c.c3, ""),
        at("palmer-8-26d", "8.26d", "top speed in sixth gear")
            .prints("75.4", "m/s")
            .chain(rounded.top_speed())
            .gives(top, by_rounded),
        at("palmer-8-26d-kmh", "8.26d", "the same")
            .prints("271.5", "km/h")
            .chain(units::to_kmh(rounded.top_speed()))
            .gives(units::to_kmh(top), by_rounded),
        at("palmer-8-26d-other", "8.26d", "the other root")
            .unit("m/s")
            .gives(negative, "negative, as the text says; -144.9 from the rounded coefficients"),
        at("palmer-8-26d-rounded", "8.26d", "top speed with the rounded c1, c2 and c3")
            .unit("m/s")
            .gives(rounded.top_speed(), "what the text did: 75.4"),
        at("palmer-8-26d-rounded-kmh", "8.26d", "the same")
            .unit("km/h")
            .gives(units::to_kmh(rounded.top_speed()), ""),
        at("palmer-8-26d-rounded-other", "8.26d", "the other root with them")
            .unit("m/s")
            .gives(rounded.equilibrium_speeds()[0], "negative, as the text says"),
        at("palmer-top-speed-own-area", "8.25", "top speed in sixth gear with the unrounded frontal area")
            .unit("m/s")
            .gives(in_gear(BOXSTER_GEARS[5], area).top_speed(), ""),
        at("palmer-top-speed-fifth", "8.25", "top speed in fifth gear by drag alone")
            .unit("m/s")
            .gives(fifth.top_speed(), "above the redline speed of fifth gear, 68.46 m/s, which stops it"),
    ]
}

fn resistance() -> Vec<Figure> {
    let factor = aero::drag_factor(BOXSTER.drag_coefficient, BOXSTER.frontal_area_m2, ROAD.air_density_kg_m3);
    let drag = |speed_m_s: f64| crate::aero::palmer_drag_as_printed(factor, speed_m_s);
    let weight = normal_force(BOXSTER.mass_kg, 9.81, 0.0);
    let rolling = palmer_rolling_friction(BOXSTER.rolling_coefficient, weight);
    vec![
        at("palmer-8-28", "8.28", "drag at 75.4 m/s").prints("2051", "N").gives(drag(75.4), ""),
        at("palmer-8-29", "8.29", "rolling friction").prints("205", "N").gives(rolling, ""),
        at("palmer-drag-over-rolling", "8.29", "drag over rolling friction at 75.4 m/s")
            .prints("10", "-")
            .gives(drag(75.4) / rolling, ""),
        at("palmer-drag-10-kmh", "8.29", "drag at 10 km/h")
            .prints("2.8", "N")
            .gives(drag(units::kmh(10.0)), ""),
        at("palmer-36-kmh", "Driving Around Curves", "10 m/s in km/h")
            .prints("36", "km/h")
            .gives(units::to_kmh(10.0), ""),
    ]
}

fn braking() -> Vec<Figure> {
    let torque = palmer_engine_braking(0.74, 6000.0);
    let place = "8.30";
    let hard = brakes::deceleration_from_distance(26.8, 34.0);
    vec![
        at("palmer-8-30", place, "torque of engine braking at 6000 rpm")
            .prints("74", "N.m")
            .gives(torque, ""),
        at("palmer-8-30-acceleration", place, "acceleration by it, without the gears")
            .prints("-0.17", "m/s2")
            .gives(BOXSTER.engine_braking_as_printed(torque), "the form that the text uses"),
        at("palmer-8-30-through-first", place, "acceleration by it, through first gear and final drive")
            .prints("-0.17", "m/s2")
            .gives(
                BOXSTER.engine_braking(torque, BOXSTER_GEARS[0]),
                "the text leaves the gears out, which multiply the torque",
            ),
        at("palmer-8-31-speed", "8.31", "60 mi/hr").prints("26.8", "m/s").gives(units::mph(60.0), ""),
        at("palmer-8-31", "8.31", "braking from 26.8 m/s in 34 m")
            .prints("-10.4", "m/s2")
            .gives(hard, "34 m give -10.56; -10.4 needs 34.4 m or more"),
        at(
            "palmer-braking-over-skidpad",
            "8.33",
            "the braking of 8.31 in g, beside the largest of the tyres",
        )
        .prints("0.91", "g")
        .gives(
            units::to_standard_gravities(-hard),
            "0.91 g is said to hold in a straight line too; the car brakes harder than that",
        ),
        at(
            "palmer-stop-from-60-mph",
            "A Car Simulator",
            "way to a stop from 26.8 m/s at the simulator's -5 m/s2",
        )
        .unit("m")
        .gives(brakes::stopping_distance(26.8, BRAKING_M_S2), "more than twice the 34 m of the real car"),
    ]
}

fn sprints() -> Vec<Figure> {
    let to = units::kmh(100.0);
    let run = |gears: &[f64], speed: f64| {
        let run = sprint(&BOXSTER, &ROAD, &BOXSTER_LINES, (gears, REDLINE_RPM), speed);
        run.map_or(f64::NAN, |run| run.time_s)
    };
    vec![
        at("palmer-0-100-final-drive", "Gears and Wheel Torque", "0 to 100 km/h with the final drive alone")
            .prints("16", "s")
            .at_least()
            .gives(run(&[1.0], to), "over 16 s, the text says: with the three lines it is 17.3 s"),
        at("palmer-0-100", "8.20", "0 to 100 km/h on the three lines, shifting at the redline")
            .unit("s")
            .gives(
                run(&BOXSTER_GEARS, to),
                "without loss at the tyres or in the shift; table 8-4 has the maker's 5.5 s",
            ),
        at("palmer-0-60", "8.20", "0 to 60 mph in the same way")
            .unit("s")
            .gives(run(&BOXSTER_GEARS, units::mph(60.0)), ""),
        at("palmer-0-200", "8.20", "0 to 200 km/h in the same way")
            .unit("s")
            .gives(run(&BOXSTER_GEARS, units::kmh(200.0)), ""),
    ]
}

/// Table 8-4.
fn comparison() -> Vec<Figure> {
    let place = "table 8-4";
    let [bike, car] = COMPARISON;
    let torque_at = |(hp, rpm): (f64, f64)| torque(units::horsepower(hp), units::rpm(rpm));
    let hp_at = |(nm, rpm): (f64, f64)| units::to_horsepower(power(nm, units::rpm(rpm)));
    vec![
        at("palmer-bike-time-share", place, "0 to 100 km/h of the motorcycle over the car's")
            .prints("0.5", "-")
            .gives(bike.to_100_kmh_s / car.to_100_kmh_s, "a little over half"),
        at("palmer-bike-torque-at-peak-power", place, "torque of the CBR1000RR at its largest power")
            .unit("N.m")
            .gives(torque_at(bike.power), "below the 106 N.m of the peak, as it must be"),
        at("palmer-bike-power-at-peak-torque", place, "power of the CBR1000RR at its largest torque")
            .unit("hp")
            .gives(hp_at(bike.torque), "below 153.5 hp, as it must be"),
        at("palmer-car-torque-at-peak-power", place, "torque of the Boxster S at its largest power")
            .unit("N.m")
            .gives(torque_at(car.power), "below the 310 N.m of the peak; the lines give 252 N.m there"),
        at("palmer-car-power-at-peak-torque", place, "power of the Boxster S at its largest torque")
            .unit("hp")
            .gives(hp_at(car.torque), "below 258 hp, as it must be"),
    ]
}
