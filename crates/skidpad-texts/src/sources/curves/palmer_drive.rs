//! Palmer's figures of a car that drives straight on: acceleration, resistance, standing start, braking.

use crate::brakes;
use crate::chassis::{normal_force, palmer_rolling_friction};
use crate::engine::palmer_engine_braking;
use crate::gearing;
use crate::palmer::{
    BOXSTER, BOXSTER_GEARS, BOXSTER_LINES, BRAKING_M_S2, PalmerRoad, REDLINE_RPM, boxster_torque, sprint,
    turns,
};
use crate::units;
use skidpad_core::aero;

use super::draft::{Draft, draft, grid};
use super::palmer::{GEAR_NAMES, SOURCE};

const ROAD: PalmerRoad<f64> = PalmerRoad::LEVEL;
/// 60 mi/hr as the text rounds it, m/s.
const BRAKED_FROM_M_S: f64 = 26.8;
/// The engine braking coefficient of 8.30, N.m s.
const ENGINE_BRAKING: f64 = 0.74;

pub(super) fn drafts() -> Vec<Draft> {
    vec![
        acceleration(),
        resistance(),
        standing_start(),
        engine_braking(),
        engine_deceleration(),
        braking(),
        stopping(),
    ]
}

/// 8.20 in a gear: m/s^2 at a speed in m/s.
fn acceleration_in(ratio: f64, speed: f64) -> f64 {
    let engine = gearing::engine_speed(speed, ratio, BOXSTER.final_drive, BOXSTER.wheel_radius_m);
    BOXSTER.acceleration_in_gear(boxster_torque(units::to_rpm(engine)), ratio, speed, &ROAD)
}

fn acceleration() -> Draft {
    let mut found = draft("palmer-8-20", (SOURCE, "(8.20), (8.26)"), "acceleration in each gear")
        .axes(("speed", "m/s"), ("acceleration", "m/s²"))
        .span(-1.0, 10.0)
        .level(turns::BOXSTER_SKIDPAD_G * ROAD.gravity_m_s2, "0.91 g, the tyres' largest (8.33)")
        .level(0.0, "")
        .caption(
            "To the redline of each gear. In sixth gear it is zero at 75.339 m/s; the text's rounded c1, c2 and c3 make \
             75.4 m/s of it.",
        );
    for (ratio, name) in BOXSTER_GEARS.into_iter().zip(GEAR_NAMES) {
        let redline = BOXSTER.speed_at(units::rpm(REDLINE_RPM), ratio);
        found = found.line(name, (0.0, redline), move |speed| acceleration_in(ratio, speed));
    }
    found.place("palmer-8-26d", "sixth", 0.0)
}

fn resistance() -> Draft {
    let factor = aero::drag_factor(BOXSTER.drag_coefficient, BOXSTER.frontal_area_m2, ROAD.air_density_kg_m3);
    // 8.29 has 9.81 m/s^2.
    let rolling =
        palmer_rolling_friction(BOXSTER.rolling_coefficient, normal_force(BOXSTER.mass_kg, 9.81, 0.0));
    let all = (0.0, 85.0);
    draft("palmer-8-28", (SOURCE, "(8.3), (8.4), (8.28), (8.29)"), "drag and rolling friction")
        .axes(("speed", "m/s"), ("force", "N"))
        .span(0.0, 2600.0)
        .line("drag", all, move |speed| crate::aero::palmer_drag_as_printed(factor, speed))
        .line("rolling friction", all, move |_| rolling)
        .height("palmer-8-28", "drag", 75.4)
        .height("palmer-8-29", "rolling friction", 75.4)
        .height("palmer-drag-10-kmh", "drag", units::kmh(10.0))
        .caption("At the top speed of 75.4 m/s the drag is 10 times the rolling friction.")
}

fn standing_start() -> Draft {
    let run = |gears: &'static [f64], to_kmh: f64| {
        let time = |kmh: f64| {
            let run = sprint(&BOXSTER, &ROAD, &BOXSTER_LINES, (gears, REDLINE_RPM), units::kmh(kmh))?;
            Some((run.time_s, kmh))
        };
        let reached = grid(0.0, to_kmh).skip(1).filter_map(time);
        std::iter::once((0.0, 0.0)).chain(reached).collect::<Vec<_>>()
    };
    draft("palmer-standing-start", (SOURCE, "(8.20)"), "standing start on the three lines")
        .axes(("time", "s"), ("speed", "km/h"))
        .span(0.0, 220.0)
        .through("through the gears, shifting at the redline", run(&BOXSTER_GEARS, 200.0))
        .through("final drive alone", run(&[1.0], 100.0))
        .place("palmer-0-60", "through the gears, shifting at the redline", units::to_kmh(units::mph(60.0)))
        .place("palmer-0-100", "through the gears, shifting at the redline", 100.0)
        .place("palmer-0-200", "through the gears, shifting at the redline", 200.0)
        .caption(
            "Without a limit of the tyres. The text says over 16 s to 100 km/h for the final drive alone; its lines give \
             17.3 s.",
        )
}

fn engine_braking() -> Draft {
    let name = "T_eb = 0.74 times rev/s";
    draft("palmer-8-30", (SOURCE, "(8.30)"), "torque of engine braking")
        .axes(("engine speed", "rpm"), ("torque", "N·m"))
        .line(name, (0.0, REDLINE_RPM), |rpm| palmer_engine_braking(ENGINE_BRAKING, rpm))
        .legend("")
        .height("palmer-8-30", name, 6000.0)
        .caption("With the coefficient of a Formula 1 car.")
}

fn engine_deceleration() -> Draft {
    let all = (0.0, REDLINE_RPM);
    let printed = "as printed, without the gears";
    let torque = |rpm| palmer_engine_braking(ENGINE_BRAKING, rpm);
    let mut found = draft("palmer-8-30-acceleration", (SOURCE, "(8.30)"), "acceleration by engine braking")
        .axes(("engine speed", "rpm"), ("acceleration", "m/s²"))
        .span(-2.8, 0.1)
        .line(printed, all, move |rpm| BOXSTER.engine_braking_as_printed(torque(rpm)))
        .height("palmer-8-30-through-first", "through first gear", 6000.0)
        .caption("The torque goes through gears and final drive, which the text leaves out.");
    for index in [0, 2, 5] {
        let (ratio, name) = (BOXSTER_GEARS[index], GEAR_NAMES[index]);
        let name = format!("through {name} gear");
        found = found.line(name, all, move |rpm| BOXSTER.engine_braking(torque(rpm), ratio)).corrected();
    }
    found
}

fn braking() -> Draft {
    let name = "−v0² / (2 x) from 26.8 m/s";
    draft("palmer-8-31", (SOURCE, "(8.31)"), "deceleration that stops within a distance")
        .axes(("distance", "m"), ("acceleration", "m/s²"))
        .line(name, (25.0, 80.0), |distance| brakes::deceleration_from_distance(BRAKED_FROM_M_S, distance))
        .height("palmer-8-31", name, 34.0)
        .place("palmer-stop-from-60-mph", name, BRAKING_M_S2)
        .caption("34 m take −10.56 m/s²; the simulator's constant −5 m/s² needs 71.8 m.")
}

fn stopping() -> Draft {
    // Constant deceleration: x = (v^2 - v0^2) / (2 a), from the first speed to rest.
    let brakes_at = |deceleration: f64| {
        let from_rest = |speed: f64| brakes::stopping_distance(speed, deceleration);
        let whole = from_rest(BRAKED_FROM_M_S);
        grid(BRAKED_FROM_M_S, 0.0).map(|speed| (whole - from_rest(speed), speed)).collect::<Vec<_>>()
    };
    draft("palmer-braking", (SOURCE, "A Car Simulator"), "stops from 26.8 m/s (60 mi/hr)")
        .axes(("distance", "m"), ("speed", "m/s"))
        .through("the simulator's −5 m/s²", brakes_at(BRAKING_M_S2))
        .through("−10.4 m/s² (8.31)", brakes_at(-10.4))
        .place("palmer-stop-from-60-mph", "the simulator's −5 m/s²", 0.0)
        .caption("The simulator brakes gently: its stop is more than twice the 34 m of the real car.")
}
