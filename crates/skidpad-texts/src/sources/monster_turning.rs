//! Monster's "High Speed Turning": the slip angle curve, the slip angles and the front tyres' pull.

use crate::monster_turning::{
    FIGURE_LOAD_N, MonsterMotion, MonsterTurning, front_slip_angle, front_slip_angle_as_printed,
    lateral_of_figure,
};
use crate::units;

use super::figure::{Figure, row};

const PLACE: &str = "High Speed Turning";

/// A car of round numbers, its tyres linear and capped.
const CAR: MonsterTurning<f64> = MonsterTurning {
    mass_kg: 1500.0,
    yaw_inertia_kg_m2: 1500.0,
    to_front_m: 1.25,
    to_rear_m: 1.25,
    cornering_1_rad: 20.0,
    most_over_load: 1.0,
    gravity_m_s2: 9.8,
};

fn straight(speed_m_s: f64) -> MonsterMotion<f64> {
    MonsterMotion { vx_m_s: speed_m_s, vy_m_s: 0.0, yaw_rate_rad_s: 0.0 }
}

/// Kinetic energy over that at first, at each tenth of a second of ten seconds of coasting from 5 m/s with the wheels at
/// 0.2 rad.
pub(super) fn coasting(as_printed: bool) -> Vec<(f64, f64)> {
    let (steer, dt_s) = (0.2, 1e-3);
    let mut motion = straight(5.0);
    let before = CAR.kinetic_energy_j(&motion);
    let mut found = vec![(0.0, 1.0)];
    for step in 1..=10_000_u32 {
        let forces =
            if as_printed { CAR.cornering_as_printed(&motion, steer) } else { CAR.cornering(&motion, steer) };
        motion = CAR.euler_step(&motion, &forces, dt_s);
        if step.is_multiple_of(100) {
            found.push((1e-3 * f64::from(step), CAR.kinetic_energy_j(&motion) / before));
        }
    }
    found
}

/// The last of them.
fn coasted(as_printed: bool) -> f64 {
    coasting(as_printed).last().map_or(f64::NAN, |end| end.1)
}

/// The slip angle of the figure's largest force, degrees, to a thousandth.
fn peak_degrees() -> f64 {
    let force = |step: u32| lateral_of_figure(units::degrees(f64::from(step) * 1e-3), FIGURE_LOAD_N);
    let mut best = 0;
    for step in 1..20_000 {
        if force(step) > force(best) {
            best = step;
        }
    }
    f64::from(best) * 1e-3
}

/// Everything that is said there with a number or an equation.
pub(super) fn figures() -> Vec<Figure> {
    let mut found = vec![
        row(
            "monster-1-9-slip-angle-peak",
            ("Monster v1.9", PLACE),
            "slip angle of the largest lateral force",
        )
        .prints("3", "deg")
        .gives(peak_degrees(), ""),
        row("monster-1-9-slip-angle-peak-force", ("Monster v1.9", PLACE), "largest force at a load of 5 kN")
            .unit("kN")
            .gives(
                lateral_of_figure(units::degrees(peak_degrees()), FIGURE_LOAD_N) * 1e-3,
                "slightly more than the load; the figure is lost",
            ),
    ];
    for (version, pull, rest, reverse) in [
        (
            "Monster v1.4",
            "monster-1-4-front-pull",
            "monster-1-4-slip-angle-rest",
            "monster-1-4-reverse-steer",
        ),
        (
            "Monster v1.9",
            "monster-1-9-front-pull",
            "monster-1-9-slip-angle-rest",
            "monster-1-9-reverse-steer",
        ),
    ] {
        found.extend([
            row(
                pull,
                (version, PLACE),
                "kinetic energy after coasting 10 s from 5 m/s, steered by 0.2 rad, over before",
            )
            .unit("-")
            .should_be(coasted(false))
            .gives(
                coasted(true),
                "without the front tyres' backward pull, sin(delta) Flat, the car speeds up",
            ),
            row(rest, (version, PLACE), "slip angle of the front wheels at rest")
                .unit("rad")
                .should_be(front_slip_angle(&straight(0.0), CAR.to_front_m, 0.1))
                .gives(front_slip_angle_as_printed(&straight(0.0), CAR.to_front_m, 0.1), "0/0 as printed"),
            row(
                reverse,
                (version, PLACE),
                "slip angle of front wheels turned to the left by 0.1 rad, at -10 m/s",
            )
            .unit("rad")
            .gives(
                front_slip_angle_as_printed(&straight(-10.0), CAR.to_front_m, 0.1),
                "the effect of the steering is reversed: at 10 m/s it is -0.1",
            ),
        ]);
    }
    found
}
