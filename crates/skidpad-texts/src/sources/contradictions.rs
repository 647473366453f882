//! Where a text contradicts physics or itself, shown by computing its own form.
//!
//! These rows have no printed number, unless the text states one: `computed` is what the printed
//! form gives, and the verdict compares it with what the corrected form gives. Where the printed
//! form is 0/0, the corrected value stands in its place.

use crate::ackermann::{GRAVITY_M_S2, KINETIC_FRICTION, STATIC_FRICTION, TABLE_1};
use crate::chassis::{
    normal_force, palmer_lateral_force, palmer_lateral_force_as_printed, palmer_rolling_friction,
};
use crate::gearing;
use crate::monster;
use crate::palmer::{
    BOXSTER, BOXSTER_GEARS, CarSimulator, Coefficients, DriveMode, PalmerRoad, STEP_S, boxster_line,
    torque_line,
};
use crate::rars;
use crate::riccati::Riccati;
use crate::units;
use skidpad_core::aero;
use skidpad_core::brakes;
use skidpad_core::chassis::{LoadTransfer, TyreForces};
use skidpad_core::math::Vec2;
use skidpad_core::tyre::slip;
use skidpad_special::chassis::traction_limit;

use super::figure::{Figure, row};

/// All of them.
pub(super) fn figures() -> Vec<Figure> {
    let mut found = monster_forces();
    found.extend(monster_kinematics());
    found.extend(palmer_forces());
    found.extend(palmer_traction());
    found.extend(palmer_simulator());
    found.extend(hlavacs_and_rars());
    found
}

/// Contradictions 1, 3 and 10.
fn monster_forces() -> Vec<Figure> {
    let velocity = [20.0, 20.0];
    let size = |[x, y]: [f64; 2]| skidpad_core::math::Real::hypot(x, y);
    let right = aero::monster_drag(0.4257, Vec2::new(20.0, 20.0)).norm();
    let printed = size(crate::aero::monster_drag_v1_4_as_printed(0.4257, velocity));
    let v1_4 = ("Monster v1.4", "Slip ratio");
    let v1_9 = ("Monster v1.9", "Slip ratio and traction force");
    vec![
        row(
            "monster-1-4-diagonal-drag",
            ("Monster v1.4", "Straight line physics"),
            "drag on a diagonal over that along an axis",
        )
        .unit("-")
        .should_be(1.0)
        .gives(printed / right, "v1.4 takes |v| for each component alone: 1 / sqrt 2 on a diagonal"),
        row("monster-1-4-slip-ratio-other", v1_4, "slip ratio at 10 m/s with the tread at 20 m/s")
            .unit("-")
            .should_be(crate::tyre::slip_ratio_v1_9_as_printed(20.0, 10.0))
            .gives(
                crate::tyre::slip_ratio_v1_4_as_printed(20.0, 10.0),
                "v1.4 divides by the larger speed, v1.9 by that of the car, which gives 1",
            ),
        row("monster-1-4-slip-ratio-reverse", v1_4, "slip ratio at -10 m/s with the tread at -11 m/s")
            .unit("-")
            .should_be(slip::slip_ratio(-11.0, -10.0))
            .gives(
                crate::tyre::slip_ratio_v1_4_as_printed(-11.0, -10.0),
                "the tread pushes backwards, so that it should be -0.1: max(R omega, v) is negative here",
            ),
        row("monster-1-4-slip-ratio-rest", v1_4, "slip ratio at rest")
            .unit("-")
            .should_be(crate::tyre::slip_ratio_v1_4(0.0, 0.0))
            .gives(
                crate::tyre::slip_ratio_v1_4_as_printed(0.0, 0.0),
                "0/0 as printed; 0 in the corrected form",
            ),
        row("monster-1-9-slip-ratio-rest", v1_9, "slip ratio at rest")
            .unit("-")
            .should_be(slip::slip_ratio(0.0, 0.0))
            .gives(
                crate::tyre::slip_ratio_v1_9_as_printed(0.0, 0.0),
                "0/0 as printed; 0 in the corrected form",
            ),
    ]
}

/// Contradiction 12, apart from the units, which are in the table of units.
fn monster_kinematics() -> Vec<Figure> {
    let turning = "High Speed Turning";
    let mut found = vec![
        row(
            "monster-1-9-rolling-speed",
            ("Monster v1.9", "Slip ratio and traction force"),
            "wheel speed at 5.6 m/s as v / (2 pi R)",
        )
        .unit("rad/s")
        .should_be(gearing::rolling_speed(5.6, 0.33))
        .gives(
            gearing::monster_rolling_speed_v1_9_as_printed(5.6, 0.33),
            "v / (2 pi R) is in revolutions a second; v / R is 17.0 rad/s",
        ),
    ];
    for (version, turn, angle) in [
        ("Monster v1.4", "monster-1-4-full-turn", "monster-1-4-small-angle"),
        ("Monster v1.9", "monster-1-9-full-turn", "monster-1-9-small-angle"),
    ] {
        found.push(
            row(turn, (version, turning), "time of a full turn at 1 rad/s as 1 / (2 pi omega)")
                .unit("s")
                .should_be(monster::full_turn_time(1.0))
                .gives(monster::full_turn_time_as_printed(1.0), "2 pi / omega is 6.28 s"),
        );
        found.push(
            row(angle, (version, turning), "arctan(vy/vx) at vx = 30, vy = 1 m/s as vx / vy")
                .unit("rad")
                .should_be(monster::small_sideslip_angle(1.0, 30.0))
                .gives(monster::small_sideslip_angle_as_printed(1.0, 30.0), "vy / vx is 0.033 rad"),
        );
    }
    found
}

/// Contradictions 6 and 13.
fn palmer_forces() -> Vec<Figure> {
    let rolling = |gravity: f64| palmer_rolling_friction(0.015, normal_force(BOXSTER.mass_kg, gravity, 0.0));
    let held = brakes::holding_torque(rolling(9.8), 0.0, 0.0) / BOXSTER.mass_kg;
    let factor = aero::drag_factor(BOXSTER.drag_coefficient, BOXSTER.frontal_area_m2, 1.2);
    vec![
        row("palmer-two-gravities", ("Palmer", "8.29"), "rolling friction with the 9.81 m/s2 of 8.29")
            .unit("N")
            .should_be(rolling(9.8))
            .gives(rolling(9.81), "8.26c has 9.8 m/s2, which gives 204.8 N: both round to 205"),
        row("palmer-rolling-at-rest", ("Palmer", "8.6"), "acceleration at rest on the level without torque")
            .unit("m/s2")
            .should_be(held)
            .gives(
                BOXSTER.acceleration(0.0, 0.0, &PalmerRoad::LEVEL),
                "rolling friction without direction drives the car backwards; it can only hold",
            ),
        row("palmer-drag-in-reverse", ("Palmer", "8.5"), "drag on the car at -30 m/s")
            .unit("N")
            .should_be(aero::drag(factor, -30.0))
            .gives(
                -crate::aero::palmer_drag_as_printed(factor, -30.0),
                "v^2 has no sign: the drag pushes a reversing car on",
            ),
    ]
}

/// Contradictions 6 and 14.
fn palmer_traction() -> Vec<Figure> {
    let weight = normal_force(BOXSTER.mass_kg, 9.8, 0.0);
    let limit = traction_limit(0.91, weight);
    // Monster's example, the one text with all that load transfer needs.
    let load = LoadTransfer { weight_n: 14_700.0, front_share: 0.5, height_over_wheelbase: 0.4 };
    let solved: TyreForces<f64> = load.solve(0.0, 1.0);
    vec![
        row(
            "palmer-kinetic-coefficient",
            ("Palmer", "8.32"),
            "limit of rolling with the kinetic coefficient, dry concrete",
        )
        .unit("N")
        .should_be(traction_limit(STATIC_FRICTION[0], weight))
        .gives(
            traction_limit(KINETIC_FRICTION[0], weight),
            "what limits rolling without sliding is the static coefficient (0.8 and 1.0: Hlavacs)",
        ),
        row(
            "palmer-whole-weight",
            ("Palmer", "8.32"),
            "traction of the rear wheels of Monster's example from the whole weight",
        )
        .unit("N")
        .should_be(solved.rear_n)
        .gives(
            traction_limit(1.0, load.weight_n),
            "only the driven axle's load counts: 12 250 N with what the acceleration shifts to it",
        ),
        row("palmer-8-41-slow", ("Palmer", "8.41"), "lateral force at 10 m/s on 50 m")
            .unit("N")
            .should_be(palmer_lateral_force(BOXSTER.mass_kg, 10.0, 50.0, limit))
            .gives(
                palmer_lateral_force_as_printed(BOXSTER.mass_kg, 10.0, 50.0, limit),
                "below zero, where the text says that it never is: max(0, .)",
            ),
    ]
}

/// Contradictions 6 and 15.
fn palmer_simulator() -> Vec<Figure> {
    let place = ("Palmer", "A Car Simulator");
    let mut car = CarSimulator::new();
    car.start();
    let mut before = car;
    while car.engine_rpm() < 4600.0 {
        before = car;
        car.tick();
    }
    let live = live_step(&before);
    let gain = car.speed_m_s() - before.speed_m_s();
    car.mode = DriveMode::Brake;
    for _ in 0..200 {
        car.tick();
    }
    let from = car.speed_m_s();
    car.tick();
    let slowing = (car.speed_m_s() - from) / STEP_S;
    vec![
        row("palmer-step-and-timer", place, "time step of the listing, called every 0.05 s")
            .prints("0.05", "s")
            .gives(STEP_S, "each call advances 0.06 s: the game runs a fifth too fast"),
        row("palmer-braking-ends", place, "braking acceleration at less than 0.1 m/s")
            .prints("-5.0", "m/s2")
            .gives(
                slowing,
                "said to be constant at all times; below 0.1 m/s the listing does not brake at all",
            ),
        row("palmer-drifts-on", place, "speed that is left after braking")
            .unit("m/s")
            .should_be(0.0)
            .gives(from, "the car drifts on with it for ever"),
        row("palmer-frozen-line", place, "gain of speed in the step that passes 4600 rpm")
            .unit("m/s")
            .should_be(live)
            .gives(gain, "the torque line of the step's beginning holds to its end"),
    ]
}

/// What a step gains when the line changes at 4600 rpm inside it, in first gear, m/s.
fn live_step(before: &CarSimulator) -> f64 {
    let road = PalmerRoad { gravity_m_s2: 9.81, ..PalmerRoad::LEVEL };
    let piece = |rpm: f64, speed: f64| {
        let (slope, intercept) = boxster_line(rpm);
        let line = torque_line(0.0, slope, intercept);
        let c = Coefficients::new(&BOXSTER, BOXSTER_GEARS[0], line.slope_nm_s, line.intercept_nm, &road);
        Riccati::new([c.c1, c.c2, c.c3], speed)
    };
    let changes_at = BOXSTER.speed_at(units::rpm(4600.0), BOXSTER_GEARS[0]);
    let rising = piece(before.engine_rpm(), before.speed_m_s());
    let end = rising.time_at(changes_at).and_then(|time| piece(4600.0, changes_at).velocity(STEP_S - time));
    end.map_or(f64::NAN, |end| end - before.speed_m_s())
}

/// Contradictions 9 and 16.
fn hlavacs_and_rars() -> Vec<Figure> {
    let wet = TABLE_1.tyre_limit(STATIC_FRICTION[1], GRAVITY_M_S2);
    let no_slip = slip::slip_ratio(20.0, 20.0);
    let [printed, _] = rars::force_as_printed([0.0, 0.0], 9800.0, 4.0);
    let [right, _]: [f64; 2] = rars::force([0.0, 0.0], 9800.0, 4.0);
    vec![
        row("hlavacs-listing-f-max-wet", ("Hlavacs", "table 3"), "F_max of the listing on wet ground")
            .unit("N")
            .should_be(wet)
            .gives(
                TABLE_1.tyre_limit_as_printed(GRAVITY_M_S2),
                "the listing leaves mu_s out, so that wet ground never applies: 2207 N",
            ),
        row("hlavacs-slip-ratio", ("Hlavacs", "section 4.1"), "slip ratio without slip")
            .prints("1", "-")
            .gives(no_slip, "by Monster's definitions, which the text cites, rolling has the slip ratio 0"),
        row("rars-no-slip", ("RARS", "friction function"), "force without slip")
            .unit("N")
            .should_be(right.abs())
            .gives(printed, "u(l) L / l is 0/0; u(l) / l = FMAX / (K + l) is not"),
    ]
}
