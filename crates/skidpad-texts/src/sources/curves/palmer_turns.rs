//! Palmer's figures of curves, crashes and motorcycles.

use crate::palmer::{BOXSTER, turns};
use crate::units;
use skidpad_special::chassis::rear_radius;
use skidpad_special::motorcycle::point_mass_lean;

use super::draft::{Draft, draft};
use super::palmer::SOURCE;
use skidpad_world::contact::{F1_SPIRIT_RESTITUTION, collision};

const GRAVITY_M_S2: f64 = 9.8;
/// The radius of the list of figures; the text prints none, m.
const CURVE_M: f64 = 50.0;
const WHEELBASE_M: f64 = turns::BOXSTER_WHEELBASE_M;

pub(super) fn drafts() -> Vec<Draft> {
    vec![skidpad(), total(), radius(), quarter_turn(), lateral_force(), crash(), lean()]
}

/// What the tyres hold, m/s^2.
fn largest() -> f64 {
    turns::BOXSTER_SKIDPAD_G * GRAVITY_M_S2
}

fn skidpad() -> Draft {
    let speed =
        |straight: f64| move |radius| turns::skid_speed_while_accelerating(largest(), straight, radius);
    let all = (2.0, 120.0);
    draft("palmer-8-33", (SOURCE, "(8.33), (8.35)"), "speed at which the Boxster S skids, 0.91 g")
        .axes(("radius", "m"), ("speed", "m/s"))
        .line("at constant speed", all, speed(0.0))
        .line("while accelerating by 5 m/s²", all, speed(5.0))
        .height("palmer-8-35-steady", "at constant speed", CURVE_M)
        .height("palmer-8-35-accelerating", "while accelerating by 5 m/s²", CURVE_M)
        .caption("A car that accelerates into a curve skids sooner, as the text concludes.")
}

fn total() -> Draft {
    let all = (0.0, 25.0);
    let of = |straight: f64| move |speed| turns::total_acceleration(straight, speed, CURVE_M);
    draft("palmer-8-35", (SOURCE, "(8.35)"), "total acceleration on a curve of 50 m")
        .axes(("speed", "m/s"), ("total acceleration", "m/s²"))
        .line("straight-line acceleration 0", all, of(0.0))
        .line("straight-line acceleration 5 m/s²", all, of(5.0))
        .level(largest(), "0.91 g")
        .height("palmer-8-35", "straight-line acceleration 5 m/s²", 15.0)
        .place("palmer-8-35-steady", "straight-line acceleration 0", largest())
        .place("palmer-8-35-accelerating", "straight-line acceleration 5 m/s²", largest())
        .caption("Where a line passes 0.91 g the car skids.")
}

fn radius() -> Draft {
    let all = (4.0, 40.0);
    draft("palmer-8-36", (SOURCE, "(8.36), (8.39), figure 8-10"), "radius of a low-speed turn, l = 2.41 m")
        .axes(("steering angle", "°"), ("radius", "m"))
        .line("l / sin(delta), as printed", all, |angle| {
            turns::turn_radius(WHEELBASE_M, units::degrees(angle))
        })
        .line("rear axle, l / tan(delta)", all, |angle| rear_radius(WHEELBASE_M, units::degrees(angle)))
        .corrected()
        .height("palmer-8-39", "l / sin(delta), as printed", 10.0)
        .height("palmer-8-39-rear", "rear axle, l / tan(delta)", 10.0)
        .caption("The printed radius is that of the front wheel's circle.")
}

fn quarter_turn() -> Draft {
    let all = (4.0, 40.0);
    let printed = "as printed";
    draft("palmer-8-40", (SOURCE, "(8.38), (8.40)"), "time of a turn by 90° at 10 m/s")
        .axes(("steering angle", "°"), ("time", "s"))
        .line(printed, all, |angle| {
            turns::quarter_turn_time_as_printed(10.0, units::degrees(angle), WHEELBASE_M)
        })
        .line("with the speed along the car", all, |angle| {
            turns::quarter_turn_time(10.0, units::degrees(angle), WHEELBASE_M)
        })
        .corrected()
        .height("palmer-8-40", printed, 10.0)
        .caption("At 10 degrees 2.18 s as printed and 2.15 s corrected; the difference grows with the angle.")
}

fn lateral_force() -> Draft {
    let limit = || turns::traction_force(turns::BOXSTER_SKIDPAD_G, BOXSTER.mass_kg, GRAVITY_M_S2, 0.0);
    let all = (0.0, 30.0);
    draft("palmer-8-41", (SOURCE, "(8.41)"), "lateral force on a curve of 50 m")
        .axes(("speed", "m/s"), ("force, outwards", "kN"))
        .line("as printed", all, move |speed| {
            1e-3 * turns::lateral_excess_as_printed(BOXSTER.mass_kg, speed, CURVE_M, limit())
        })
        .line("never below zero, as meant", all, move |speed| {
            1e-3 * turns::lateral_excess(BOXSTER.mass_kg, speed, CURVE_M, limit())
        })
        .corrected()
        .height("palmer-8-41", "never below zero, as meant", 25.0)
        .scaled(1e-3)
        .height("palmer-8-41-slow", "as printed", 10.0)
        .scaled(1e-3)
        .caption(
            "The text says that the force is never below zero; its equation is, wherever the tyres hold.",
        )
}

fn crash() -> Draft {
    let after = |body: usize| {
        move |restitution: f64| collision([BOXSTER.mass_kg; 2], [units::mph(60.0), 0.0], restitution)[body]
    };
    let all = (0.0, 1.0);
    let (moved, stood) = ("the one that moved (8.42a)", "the one that stood (8.42b)");
    draft("palmer-8-42", (SOURCE, "(8.42), (8.43)"), "speeds of two Boxsters after a crash at 60 mph")
        .axes(("coefficient of restitution", "-"), ("speed", "m/s"))
        .line(moved, all, after(0))
        .line(stood, all, after(1))
        .height("palmer-8-42a", moved, F1_SPIRIT_RESTITUTION)
        .height("palmer-8-42b", stood, F1_SPIRIT_RESTITUTION)
        .height("palmer-8-43-speed", stood, 0.0)
        .caption("Without restitution both have half the speed (8.43). F1 Spirit has 0.25.")
}

fn lean() -> Draft {
    let name = "atan(v² / (g R))";
    draft("palmer-fig-8-11", (SOURCE, "figure 8-11"), "lean that a turn of 100 m needs")
        .axes(("speed", "km/h"), ("lean", "°"))
        .line(name, (0.0, 160.0), |kmh| {
            units::to_degrees(point_mass_lean(units::kmh(kmh), 100.0, units::STANDARD_GRAVITY_M_S2))
        })
        .legend("")
        .height("palmer-bike-lean", name, 100.0)
        .caption("The figure is a photograph; this is the lean of a motorcycle on thin tyres in balance.")
}
